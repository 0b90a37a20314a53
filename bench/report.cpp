// SPDX-License-Identifier: BSD-3-Clause
#include "report.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace bench {

namespace {

constexpr const char* layout = "%-32s %9s %9s %8s %8s %9s %9s %7s %6s %8s\n";

std::string wrong(const Score& s) {
  return s.truth_known ? std::to_string(s.wrong) : s.unanswered ? std::to_string(s.wrong) : "-";
}

std::string field(double value) { return std::isnan(value) ? "" : text("%.17g", value); }

}  // namespace

std::string text(const char* format, double value) {
  if (std::isnan(value)) return "-";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

Report::Report(const std::string& csv_file, std::string baseline)
    : csv_file_(csv_file), baseline_(std::move(baseline)) {
  if (csv_file.empty()) return;
  csv_.open(csv_file);
  csv_ << "suite,n,cell,queries,contestant,ns_median,ns_best,times_faster_than_fcl_signed,supports,"
          "worst_error,median_error,wrong,unanswered,widest_interval_uS\n";
  if (!csv_.flush()) throw std::runtime_error("cannot write " + csv_file);
}

void Report::line(const std::string& text) const {
  std::printf("%s\n", text.c_str());
  std::fflush(stdout);
}

double Report::speed(std::span<const Row> rows, const Row& row) const {
  for (const Row& r : rows) {
    if (r.contestant == baseline_) return r.times.median / row.times.median;
  }
  return unknown;
}

void Report::add(const Cell& cell, std::span<const Row> rows) {
  std::printf("\n%s, N = %d, %s: %zu queries\n", cell.suite.c_str(), cell.n, cell.about.c_str(),
              cell.queries);
  std::printf(layout, "", "ns/query", "best", "x FCL", "supports", "worst", "median", "wrong",
              "gave", "width");
  std::printf(layout, "", "median", "pass", "signed", "/query", "error", "error", "", "up", "/uS");
  for (const Row& row : rows) {
    const Score& s = row.score;
    const double speed_up = speed(rows, row);
    std::printf(layout, row.contestant.c_str(), text("%.0f", row.times.median).c_str(),
                text("%.0f", row.times.best).c_str(), text("%.2f", speed_up).c_str(),
                text("%.1f", s.supports).c_str(), text("%.1e", s.worst).c_str(),
                text("%.1e", s.median).c_str(), wrong(s).c_str(),
                std::to_string(s.unanswered).c_str(), text("%.3g", s.width).c_str());
    if (!csv_.is_open()) continue;
    csv_ << cell.suite << ',' << cell.n << ',' << cell.name << ',' << cell.queries << ','
         << row.contestant << ',' << row.times.median << ',' << row.times.best << ','
         << field(speed_up) << ',' << field(s.supports) << ',' << field(s.worst) << ','
         << field(s.median) << ',' << s.wrong << ',' << s.unanswered << ',' << field(s.width)
         << '\n';
  }
  std::fflush(stdout);
  if (csv_.is_open() && !csv_.flush()) throw std::runtime_error("cannot write " + csv_file_);
}

}  // namespace bench
