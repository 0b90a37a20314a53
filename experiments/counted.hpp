// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace apart::experiments {

/// Arithmetic that was done.
struct Operations {
  long multiplies = 0, adds = 0, divides = 0, compares = 0;

  /// What Cameron and Lumelsky count.
  long products() const { return multiplies + divides; }
  /// Gilbert, Johnson and Keerthi (1988), equation (39), with the times of their machine: as many
  /// pairs of a multiply and an add as take that long.
  double equivalent_flops() const {
    constexpr double multiply = 3.8, add = 2.1, divide = 6.7, compare = 1.7;
    return (multiply * static_cast<double>(multiplies) + add * static_cast<double>(adds) +
            divide * static_cast<double>(divides) + compare * static_cast<double>(compares)) /
           (multiply + add);
  }

  Operations& operator+=(const Operations& o) {
    multiplies += o.multiplies, adds += o.adds, divides += o.divides;
    compares += o.compares;
    return *this;
  }
  Operations& operator-=(const Operations& o) {
    multiplies -= o.multiplies, adds -= o.adds, divides -= o.divides;
    compares -= o.compares;
    return *this;
  }
};

/// A double that counts what is done with it. A change of sign is free, and so is what nobody would
/// write down: a product with the constant 1, a sum with the constant 0. Constants are what is made
/// of an int.
class Counted {
 public:
  Counted() = default;
  Counted(int constant) : value_(constant), constant_(true) {}
  explicit Counted(double value) : value_(value) {}

  double value() const { return value_; }
  explicit operator double() const { return value_; }

  friend Counted operator-(const Counted& a) { return {-a.value_, a.constant_}; }
  friend Counted operator+(const Counted& a, const Counted& b) {
    if (a.is(0)) return b;
    if (b.is(0)) return a;
    ++tally.adds;
    return {a.value_ + b.value_, false};
  }
  friend Counted operator-(const Counted& a, const Counted& b) { return a + -b; }
  friend Counted operator*(const Counted& a, const Counted& b) {
    if (a.is(1)) return b;
    if (b.is(1)) return a;
    ++tally.multiplies;
    return {a.value_ * b.value_, false};
  }
  friend Counted operator/(const Counted& a, const Counted& b) {
    if (b.is(1)) return a;
    ++tally.divides;
    return {a.value_ / b.value_, false};
  }
  Counted& operator+=(const Counted& b) { return *this = *this + b; }
  Counted& operator-=(const Counted& b) { return *this = *this - b; }
  Counted& operator*=(const Counted& b) { return *this = *this * b; }
  Counted& operator/=(const Counted& b) { return *this = *this / b; }

  friend bool operator<(const Counted& a, const Counted& b) {
    tally.compares += !(a.constant_ && b.constant_);
    return a.value_ < b.value_;
  }
  friend bool operator>(const Counted& a, const Counted& b) { return b < a; }
  friend bool operator<=(const Counted& a, const Counted& b) { return !(b < a); }
  friend bool operator>=(const Counted& a, const Counted& b) { return !(a < b); }

  static inline thread_local Operations tally;

 private:
  Counted(double value, bool constant) : value_(value), constant_(constant) {}
  bool is(double x) const { return constant_ && value_ == x; }

  double value_ = 0;
  bool constant_ = false;
};

/// What is counted while it lives, and after.
class Count {
 public:
  Count() { Counted::tally = {}; }
  Operations operator()() const { return Counted::tally; }
};

template <class Real>
Eigen::Matrix<Real, 3, 1> cast(const Eigen::Vector3d& v) {
  return {Real(v.x()), Real(v.y()), Real(v.z())};
}

inline double plain(double x) { return x; }
inline double plain(const Counted& x) { return x.value(); }

}  // namespace apart::experiments

namespace Eigen {
template <>
struct NumTraits<apart::experiments::Counted> : GenericNumTraits<apart::experiments::Counted> {
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
}  // namespace Eigen
