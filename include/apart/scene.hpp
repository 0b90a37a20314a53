// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apart {

namespace detail {
class SceneData;
}

/// A body of a scene. Scene::add() gives them in ascending order, and none twice.
enum class BodyId : int {};

/// Some bodies of a scene: all, one, or those of a group.
class Members {
 public:
  Members() = default;
  Members(BodyId body) : body_(body) {}
  Members(std::string group) : group_(std::move(group)) {}
  Members(std::string_view group) : group_(group) {}
  Members(const char* group) : group_(group) {}

  bool all() const { return !body_ && !group_; }
  const std::optional<BodyId>& body() const { return body_; }
  const std::optional<std::string>& group() const { return group_; }

 private:
  std::optional<BodyId> body_;
  std::optional<std::string> group_;
};

/// Two bodies and their distance.
struct ScenePair {
  BodyId a{}, b{};
  Distance distance;
};

/// Bodies of any shape, still or moving, and how far apart they are.
///
/// A query is about pairs of one of the members `a` with one of the members `b`; not about a body
/// and itself, nor about pairs that are ignored, nor about two unbounded bodies (half-spaces,
/// prisms). Answers name a member of `a` first; where both orders would do, the smaller id.
/// Options are those of the queries of a pair, `trace` excepted: relative_error and enough make a
/// query of a scene cheaper, too. What is learnt about pairs and boxes is kept from query to query,
/// so that time goes by what has moved. A scene is a value; a copy is as deep as its shapes are
/// (they share their data). Its queries write into it: one Scene, one thread at a time.
///
/// Answers do not depend on the number of threads, in no bit. Throws InvalidInput for bodies and
/// groups that are not in the scene, options out of range, a pose that is not rigid.
class Scene {
 public:
  Scene();
  ~Scene();
  Scene(const Scene&);
  Scene(Scene&&) noexcept;
  Scene& operator=(const Scene&);
  Scene& operator=(Scene&&) noexcept;

  /// A name is of one body only, or empty; a group may be empty, which is a group, too.
  BodyId add(Shape shape, const Pose& pose = {}, std::string name = {}, std::string group = {});
  void move(BodyId body, const Pose& pose);
  void remove(BodyId body);

  int size() const;
  bool contains(BodyId body) const;
  const Shape& shape(BodyId body) const;
  const Pose& pose(BodyId body) const;
  const std::string& name(BodyId body) const;
  const std::string& group(BodyId body) const;
  std::optional<BodyId> find(std::string_view name) const;
  /// In ascending order.
  std::vector<BodyId> bodies(const Members& members = {}) const;

  /// Whether queries leave out these pairs. What is said of two bodies goes before what is said of
  /// a body and a group, then of a body and all, two groups, a group and all, all and all.
  void ignore(const Members& a, const Members& b, bool ignored = true);
  bool ignored(BodyId a, BodyId b) const;
  /// Both bodies of these pairs are grown by so much, on top of Options::margin. The most
  /// particular one counts, as above.
  void set_margin(const Members& a, const Members& b, double margin);
  double margin(BodyId a, BodyId b) const;

  /// For queries of many pairs: 0, as at first, for all that oneTBB grants.
  void set_threads(int threads);

  /// The nearest pair, none if there is no pair. The distance of no pair is below its `lower`. If
  /// `enough` ends the search, it is a pair as good as that: all are farther, or it is not.
  std::optional<ScenePair> nearest(const Members& a = {}, const Members& b = {},
                                   const Options& options = {});
  /// The k nearest, or all there are, by their distance (`upper`), then by their ids. No pair that
  /// is not among them is nearer than 1 - relative_error of the last one's distance, but for
  /// rounding. What is farther than `enough` is left out.
  std::vector<ScenePair> k_nearest(int k, const Members& a = {}, const Members& b = {},
                                   const Options& options = {});
  /// For every body of `a` that has a partner: the nearest of `b`, in the order of ids.
  std::vector<ScenePair> nearest_of_each(const Members& a = {}, const Members& b = {},
                                         const Options& options = {});
  /// Is there a pair that is not proved apart? It ends at the first.
  bool intersects(const Members& a = {}, const Members& b = {}, const Options& options = {});
  /// All pairs that are not proved apart, in the order of ids.
  std::vector<std::pair<BodyId, BodyId>> intersecting(const Members& a = {}, const Members& b = {},
                                                      const Options& options = {});
  /// All pairs that are not proved farther apart than r, in the order of ids.
  std::vector<ScenePair> within(double r, const Members& a = {}, const Members& b = {},
                                const Options& options = {});

  /// The same, one by one; it ends when `visit` returns false. `visit` must not change the scene.
  void for_each_intersecting(const std::function<bool(BodyId, BodyId)>& visit,
                             const Members& a = {}, const Members& b = {},
                             const Options& options = {});
  void for_each_within(double r, const std::function<bool(const ScenePair&)>& visit,
                       const Members& a = {}, const Members& b = {}, const Options& options = {});

  // A shape that is not in the scene, against some that are: answers have the shape as `a`, without
  // an id of its own. Ask with a Point how far it is from everything.
  struct Neighbour {
    BodyId body{};
    Distance distance;
  };
  std::optional<Neighbour> nearest_to(const Shape& probe, const Pose& pose, const Members& b = {},
                                      const Options& options = {});
  std::vector<Neighbour> within_of(const Shape& probe, const Pose& pose, double r,
                                   const Members& b = {}, const Options& options = {});

  detail::SceneData& data() { return *data_; }  ///< for the library's own use

 private:
  std::unique_ptr<detail::SceneData> data_;
};

}  // namespace apart
