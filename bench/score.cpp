// SPDX-License-Identifier: BSD-3-Clause
#include "score.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bench {

namespace {

double size(const Query& q) { return radius(*q.a) + radius(*q.b); }

/// S of docs/certificate.md: the radii and the distance of the centres.
double extent(const Query& q) {
  return size(q) + (q.pose_b.translation - q.pose_a.translation).norm();
}

double mean_supports(const std::vector<Answer>& answers) {
  double sum = 0;
  for (const Answer& a : answers) {
    if (a.supports < 0) return unknown;
    sum += a.supports;
  }
  return sum / static_cast<double>(answers.size());
}

double error(double answer, const Query& q, Question question) {
  if (question == Question::signed_distance) return std::abs(answer - q.truth) / size(q);
  if (q.contact) return std::max(answer, 0.0) / size(q);
  const bool told = (answer > 0) == (q.truth > 0);
  if (!told) return 1;
  return question == Question::collision || q.truth <= 0 ? 0 : std::abs(answer / q.truth - 1);
}

}  // namespace

double tolerance(Question question) {
  switch (question) {
    case Question::signed_distance:
      return 1e-6;
    case Question::rough_distance:
      return 0.25;
    default:
      return 1e-3;
  }
}

Score score(Peer& peer, std::span<const Query> queries, Question question) {
  Score s;
  std::vector<Answer> answers;
  std::vector<double> errors;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& q = queries[i];
    const Answer& a = answers.emplace_back(peer.answer(i));
    s.width = std::fmax(s.width, a.width / (0x1p-53 * extent(q)));
    if (std::isnan(a.signed_distance)) {
      ++s.unanswered;
      continue;
    }
    errors.push_back(error(a.signed_distance, q, question));
  }
  s.supports = mean_supports(answers);
  s.wrong = s.unanswered;
  if (errors.empty()) return s;
  std::sort(errors.begin(), errors.end());
  s.worst = errors.back();
  s.median = errors[errors.size() / 2];
  s.wrong += static_cast<int>(std::count_if(errors.begin(), errors.end(),
                                            [&](double e) { return !(e <= tolerance(question)); }));
  return s;
}

}  // namespace bench
