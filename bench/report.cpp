// SPDX-License-Identifier: BSD-3-Clause
#include "report.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace bench {

namespace {

constexpr const char* layout = "%-32s %9s %9s %8s %8s %9s %9s %7s %6s %8s\n";

std::string field(double value) { return std::isnan(value) ? "" : text("%.17g", value); }

/// How many times faster than the baseline.
double speed(const std::string& baseline, std::span<const Row> rows, const Row& row) {
  for (const Row& r : rows) {
    if (r.contestant == baseline) return r.times.median / row.times.median;
  }
  return unknown;
}

}  // namespace

std::string text(const char* format, double value) {
  if (std::isnan(value)) return "-";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

Report::Report(const std::string& csv_file) : csv_file_(csv_file) {
  if (csv_file.empty()) return;
  csv_.open(csv_file);
  csv_ << "suite,n,cell,queries,contestant,ns_median,ns_best,times_faster,than,supports,"
          "worst_error,median_error,wrong,unanswered,widest_interval_uS\n";
  if (!csv_.flush()) throw std::runtime_error("cannot write " + csv_file);
}

void Report::line(const std::string& text) const {
  std::printf("%s\n", text.c_str());
  std::fflush(stdout);
}

void Report::add(const Cell& cell, std::size_t queries, std::span<const Row> rows) {
  const std::string n = cell.n > 0 ? "N = " + std::to_string(cell.n) + ", " : "";
  std::printf("\n%s, %s%s: %zu queries\n", cell.suite.c_str(), n.c_str(), cell.about.c_str(),
              queries);
  std::printf(layout, "", "ns/query", "best", "x FCL", "supports", "worst", "median", "wrong",
              "gave", "width");
  std::printf(layout, "", "median", "pass", "", "/query", "error", "error", "", "up", "/uS");
  for (const Row& row : rows) {
    const Score& s = row.score;
    const double times_faster = speed(cell.baseline, rows, row);
    std::printf(layout, row.contestant.c_str(), text("%.0f", row.times.median).c_str(),
                text("%.0f", row.times.best).c_str(), text("%.2f", times_faster).c_str(),
                text("%.1f", s.supports).c_str(), text("%.1e", s.worst).c_str(),
                text("%.1e", s.median).c_str(), std::to_string(s.wrong).c_str(),
                std::to_string(s.unanswered).c_str(), text("%.3g", s.width).c_str());
    if (!csv_.is_open()) continue;
    csv_ << cell.suite << ',' << cell.n << ',' << cell.name << ',' << queries << ','
         << row.contestant << ',' << row.times.median << ',' << row.times.best << ','
         << field(times_faster) << ',' << cell.baseline << ',' << field(s.supports) << ','
         << field(s.worst) << ',' << field(s.median) << ',' << s.wrong << ',' << s.unanswered << ','
         << field(s.width) << '\n';
  }
  std::fflush(stdout);
  if (csv_.is_open() && !csv_.flush()) throw std::runtime_error("cannot write " + csv_file_);
}

}  // namespace bench
