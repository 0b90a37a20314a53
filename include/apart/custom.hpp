// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <concepts>
#include <memory>

namespace apart {

/// A convex body given by its support function, in its own frame:
///   support(d)  a point of the body farthest along d (d is finite, not zero, of any length);
///   radius()    no point of the body is farther than this from the local origin.
/// The point must lie in the body, and be farthest along d, up to `support_error()` units of
/// 2^-53 * radius() (4 if there is no such member): the certificate of an answer rests on it.
/// A point that is not finite, or outside the radius, makes the query throw InvalidInput.
template <class T>
concept SupportFunction = requires(const T& body, const Eigen::Vector3d& d) {
  { body.support(d) } -> std::convertible_to<Eigen::Vector3d>;
  { body.radius() } -> std::convertible_to<double>;
};

namespace detail {

/// What the library calls of a user's type: plain function pointers, so that the kernels are
/// compiled once, with our flags.
struct SupportTable {
  Eigen::Vector3d (*support)(const void* body, const Eigen::Vector3d& direction);
  double (*radius)(const void* body);
  double (*support_error)(const void* body);
};

template <SupportFunction T>
inline constexpr SupportTable support_table{
    [](const void* body, const Eigen::Vector3d& d) -> Eigen::Vector3d {
      return static_cast<const T*>(body)->support(d);
    },
    [](const void* body) -> double { return static_cast<const T*>(body)->radius(); },
    [](const void* body) -> double {
      if constexpr (requires(const T& t) { t.support_error(); }) {
        return static_cast<const T*>(body)->support_error();
      } else {
        return 4;
      }
    }};

}  // namespace detail

/// Holds any SupportFunction as a value; copies share it. (Queries also take the type itself.)
class Custom {
 public:
  template <SupportFunction T>
  requires(!std::same_as<T, Custom>) explicit Custom(T body)
      : body_(std::make_shared<const T>(std::move(body))), table_(&detail::support_table<T>) {}

  const void* body() const { return body_.get(); }
  const detail::SupportTable& table() const { return *table_; }

 private:
  std::shared_ptr<const void> body_;
  const detail::SupportTable* table_;
};

}  // namespace apart
