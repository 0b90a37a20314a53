// SPDX-License-Identifier: BSD-3-Clause
#include "report.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace bench {

namespace {

constexpr const char* layout = "%-32s %9s %9s %8s %8s %9s %9s %7s %6s %8s\n";

std::string field(double value) { return std::isnan(value) ? "" : text("%.6g", value); }

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
          "worst_error,median_error,wrong,unanswered,widest_interval_uS,bytes_per_vertex\n";
  if (!csv_.flush()) throw std::runtime_error("cannot write " + csv_file);
}

void Report::line(const std::string& text) const {
  std::printf("%s\n", text.c_str());
  std::fflush(stdout);
}

void Report::add(Record record) {
  record.cell.name == "memory" ? print_memory(record) : print(record);
  std::fflush(stdout);
  if (csv_.is_open()) write(record);
  records_.push_back(std::move(record));
}

void Report::print(const Record& record) const {
  const Cell& cell = record.cell;
  const std::string n = cell.n > 0 ? "N = " + std::to_string(cell.n) + ", " : "";
  std::printf("\n%s, %s%s: %zu queries\n", cell.suite.c_str(), n.c_str(), cell.about.c_str(),
              record.queries);
  const bool beside_fcl = cell.baseline.starts_with("FCL");
  std::printf(layout, "", "ns/query", "best", beside_fcl ? "x FCL" : "x base", "supports", "worst",
              "median", "wrong", "gave", "width");
  std::printf(layout, "", "median", "pass", "", "/query", "error", "error", "", "up", "/uS");
  for (const Row& row : record.rows) {
    const Score& s = row.score;
    std::printf(layout, row.contestant.c_str(), text("%.0f", row.times.median).c_str(),
                text("%.0f", row.times.best).c_str(),
                text("%.2f", record.times_faster(row.contestant)).c_str(),
                text("%.1f", s.supports).c_str(), text("%.1e", s.worst).c_str(),
                text("%.1e", s.median).c_str(), std::to_string(s.wrong).c_str(),
                std::to_string(s.unanswered).c_str(), text("%.3g", s.width).c_str());
  }
}

void Report::print_memory(const Record& record) const {
  const Cell& cell = record.cell;
  std::printf("%s, N = %5d, %s:", cell.suite.c_str(), cell.n, cell.about.c_str());
  for (const Row& row : record.rows) {
    std::printf("  %s %s", row.contestant.c_str(), text("%.1f", row.bytes).c_str());
  }
  std::printf("\n");
}

void Report::write(const Record& record) {
  const Cell& cell = record.cell;
  for (const Row& row : record.rows) {
    const Score& s = row.score;
    csv_ << cell.suite << ',' << cell.n << ',' << cell.name << ',' << record.queries << ",\""
         << row.contestant << "\"," << field(row.times.median) << ',' << field(row.times.best)
         << ',' << field(record.times_faster(row.contestant)) << ",\"" << cell.baseline << "\","
         << field(s.supports) << ',' << field(s.worst) << ',' << field(s.median) << ',' << s.wrong
         << ',' << s.unanswered << ',' << field(s.width) << ',' << field(row.bytes) << '\n';
  }
  if (!csv_.flush()) throw std::runtime_error("cannot write " + csv_file_);
}

}  // namespace bench
