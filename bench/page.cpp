// SPDX-License-Identifier: BSD-3-Clause
#include "page.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "report.hpp"
#include "report/plot.hpp"
#include "report/table.hpp"
#include "targets.hpp"

namespace bench {

namespace {

using apart::report::Panel;
using apart::report::Series;
using apart::report::Table;
using Records = std::vector<Record>;

const Record* find(const Records& records, const std::string& suite, const std::string& cell,
                   int n = 0) {
  const auto found = std::find_if(records.begin(), records.end(), [&](const Record& r) {
    return r.cell.suite == suite && r.cell.name == cell && r.cell.n == n;
  });
  return found == records.end() ? nullptr : &*found;
}

std::set<int> sizes(const Records& records, const std::string& suite) {
  std::set<int> result;
  for (const Record& r : records) {
    if (r.cell.suite == suite) result.insert(r.cell.n);
  }
  return result;
}

std::string ratio(const Record* record, const std::string& contestant) {
  const double reached = record ? record->times_faster(contestant) : unknown;
  if (std::isnan(reached)) return "-";
  const double least =
      least_ratio(record->cell.suite, record->cell.name, record->cell.n, contestant);
  if (std::isnan(least)) return text("%.1f", reached);
  const std::string both = text("%.1f", reached) + text(" (%g)", least);
  return reached < least ? "**" + both + "**" : both;
}

std::string hull_ratios(const Records& records) {
  struct Line {
    const char *title, *suite, *cell, *contestant;
  };
  constexpr Line lines[] = {
      {"cold, far (3 diameters)", "distance", "far", "apart distance"},
      {"cold, near (gap 5%)", "distance", "near", "apart distance"},
      {"overlapping", "distance", "overlapping", "apart distance"},
      {"tracked (1% and 1 degree per step)", "distance", "tracked", "apart distance (tracked)"},
      {"batch of one pair at many poses, near", "batch", "near", "apart distances"},
      {"near, caches cold", "distance", "cold-cache", "apart distance"},
      {"yes or no, far", "distance", "collide-far", "apart intersects"},
      {"yes or no, near", "distance", "collide-near", "apart intersects"},
      {"yes or no, overlapping", "distance", "collide-overlapping", "apart intersects"},
  };
  const std::set<int> all = sizes(records, "distance");
  std::vector<std::string> head{"hulls of N vertices"};
  for (const int n : all) head.push_back(std::to_string(n));
  Table table(head);
  for (const Line& line : lines) {
    std::vector<std::string> row{line.title};
    for (const int n : all)
      row.push_back(ratio(find(records, line.suite, line.cell, n), line.contestant));
    table.add(row);
  }
  return table.markdown();
}

std::string primitive_ratios(const Records& records) {
  Table table({"primitives", "gap 10% to 300%", "gap 5%"});
  for (const Record& r : records) {
    const Record* near = find(records, "primitives", r.cell.name + "-near");
    if (r.cell.suite != "primitives" || !near) continue;
    for (const Row& row : r.rows) {
      if (!row.contestant.starts_with("apart distance")) continue;
      const std::string accuracy = row.contestant.substr(std::string("apart distance").size());
      table.add({r.cell.name + accuracy, ratio(&r, row.contestant), ratio(near, row.contestant)});
    }
  }
  return table.markdown();
}

std::string mesh_ratios(const Records& records) {
  struct Line {
    const char *title, *cell, *contestant;
  };
  constexpr Line lines[] = {
      {"exact, apart", "apart", "apart distance"},
      {"exact, close (gap 1%)", "close", "apart distance"},
      {"exact, overlapping", "overlapping", "apart distance"},
      {"yes or no, apart", "collide-apart", "apart intersects"},
      {"yes or no, close", "collide-close", "apart intersects"},
      {"yes or no, overlapping", "collide-overlapping", "apart intersects"},
      {"build, one thread", "build", "apart::Mesh"},
      {"to 20%, apart: times cheaper than exact", "rough-apart", "apart distance (0.2)"},
      {"to 20%, close: times cheaper than exact", "rough-close", "apart distance (0.2)"},
      {"tracked: times cheaper than cold", "tracked", "apart distance (tracked)"},
  };
  const std::set<int> all = sizes(records, "mesh");
  if (all.empty()) return "";
  std::vector<std::string> head{"meshes of N triangles"};
  for (const int n : all) head.push_back(std::to_string(n));
  Table table(head);
  for (const Line& line : lines) {
    std::vector<std::string> row{line.title};
    for (const int n : all)
      row.push_back(ratio(find(records, "mesh", line.cell, n), line.contestant));
    table.add(row);
  }
  for (const int which : {0, 1}) {
    std::vector<std::string> row{which ? "bytes per triangle, FCL"
                                       : "bytes per triangle (at most)"};
    for (const int n : all) {
      const Record* r = find(records, "mesh", "memory", n);
      const double bytes = r ? r->rows[which].bytes : unknown;
      const std::string mark = !which && bytes > most_mesh_bytes ? "**" : "";
      row.push_back(mark + text("%.0f", bytes) + (which ? "" : text(" (%g)", most_mesh_bytes)) +
                    mark);
    }
    table.add(row);
  }
  return "\nMeshes, beside FCL with trees of OBBRSS:\n\n" + table.markdown();
}

/// Of each cell: the first contestant, which is the library, beside the baseline.
std::string other_ratios(const Records& records) {
  Table table({"scenes and motions", "times faster"});
  bool any = false;
  for (const Record& r : records) {
    if (r.cell.suite != "scene" && r.cell.suite != "motion") continue;
    table.add({r.cell.about, ratio(&r, r.rows.front().contestant)});
    any = true;
  }
  return any ? "\nScenes, beside FCL's dynamic tree; motions, beside its continuous "
               "collision:\n\n" +
                   table.markdown()
             : "";
}

std::string memory(const Records& records) {
  Table table({"N", "apart::Polytope", "at most", "fcl::Convex"});
  for (const Record& r : records) {
    if (r.cell.suite != "memory") continue;
    const double most = most_bytes(r.cell.n), bytes = r.rows[0].bytes;
    const std::string mark = bytes > most ? "**" : "";
    table.add({std::to_string(r.cell.n), mark + text("%.0f", bytes) + mark, text("%.0f", most),
               text("%.0f", r.rows[1].bytes)});
  }
  return table.markdown();
}

/// The time; in brackets the worst error, if it is worth a word, and the number of wrong answers.
std::string time(const Record& record, const std::string& contestant) {
  const Row* row = record.find(contestant);
  if (!row) return "-";
  const std::string ns = text("%.0f", row->times.median);
  const Score& s = row->score;
  if (s.wrong > 0) return ns + text(" (%.0e, ", s.worst) + std::to_string(s.wrong) + " wrong)";
  return s.worst > 1e-9 ? ns + text(" (%.0e)", s.worst) : ns;
}

std::vector<std::string> contestants(const std::vector<const Record*>& records) {
  std::vector<std::string> names;
  for (const Record* r : records) {
    for (const Row& row : r->rows) {
      if (std::find(names.begin(), names.end(), row.contestant) == names.end()) {
        names.push_back(row.contestant);
      }
    }
  }
  return names;
}

std::string heading(const std::string& title, const std::vector<const Record*>& records) {
  std::string queries;
  for (const Record* r : records) {
    const std::string count = std::to_string(r->queries);
    if (!queries.ends_with(count)) queries += (queries.empty() ? "" : ", ") + count;
  }
  return "\n### " + title + "\n\n" + queries + " queries.\n\n";
}

/// A table for every kind of cell: contestants by numbers of vertices.
std::string times_by_size(const Records& records, const std::string& suite) {
  std::string out;
  std::set<std::string> done;
  for (const Record& first : records) {
    if (first.cell.suite != suite || first.cell.name == "memory") continue;
    if (!done.insert(first.cell.name).second) continue;
    std::vector<std::string> head{"ns per query"};
    std::vector<const Record*> cells;
    for (const Record& r : records) {
      if (r.cell.suite != suite || r.cell.name != first.cell.name) continue;
      cells.push_back(&r);
      head.push_back("N = " + std::to_string(r.cell.n));
    }
    Table table(head);
    for (const std::string& name : contestants(cells)) {
      std::vector<std::string> row{name};
      for (const Record* r : cells) row.push_back(time(*r, name));
      table.add(row);
    }
    out += heading(suite + ": " + first.cell.about, cells) + table.markdown();
  }
  return out;
}

/// One table: cells by contestants.
std::string times_by_cell(const Records& records, const std::string& suite) {
  std::vector<const Record*> cells;
  for (const Record& r : records) {
    if (r.cell.suite == suite) cells.push_back(&r);
  }
  if (cells.empty()) return "";
  const std::vector<std::string> names = contestants(cells);
  std::vector<std::string> head{"ns per query"};
  head.insert(head.end(), names.begin(), names.end());
  Table table(head);
  for (const Record* r : cells) {
    std::vector<std::string> row{r->cell.name};
    for (const std::string& name : names) row.push_back(time(*r, name));
    table.add(row);
  }
  return heading(suite, cells) + table.markdown();
}

}  // namespace

std::string page(const Records& records, const std::string& conditions,
                 const std::string& picture_file) {
  return "<!-- Written by scripts/bench --report: run it again rather than edit. -->\n"
         "# Benchmarks\n\n"
         "apart beside the libraries that Debian has for the same purpose, on the same queries and "
         "in\n"
         "one process. [How it is measured](../bench/README.md), and what each row is.\n\n" +
         conditions + "\n\n![Time over number of vertices](" + picture_file +
         ")\n\n"
         "## Times faster than FCL with libccd\n\n"
         "In brackets the least that is wanted; bold: not reached.\n\n" +
         hull_ratios(records) +
         "\nAccuracies in brackets are the `relative_error` asked for; the other rows are exact. "
         "FCL is\n"
         "at its default tolerance.\n\n" +
         primitive_ratios(records) + mesh_ratios(records) + other_ratios(records) +
         "\n## Bytes per vertex\n\n" + memory(records) +
         "\n## Everybody's times\n\nIn brackets the worst error, if above 1e-9, and how many "
         "answers were wrong.\n" +
         times_by_size(records, "distance") + times_by_size(records, "batch") +
         times_by_cell(records, "game-hulls") + times_by_cell(records, "primitives") +
         times_by_size(records, "penetration") + times_by_size(records, "mesh") +
         times_by_size(records, "scene") + times_by_size(records, "motion") +
         times_by_size(records, "methods");
}

std::string picture(const Records& records) {
  std::vector<Panel> panels;
  for (const char* cell : {"far", "near", "overlapping", "tracked"}) {
    Panel& panel = panels.emplace_back();
    for (const Record& r : records) {
      if (r.cell.suite != "distance" || r.cell.name != cell) continue;
      panel.title = r.cell.about;
      for (const Row& row : r.rows) {
        auto found = std::find_if(panel.series.begin(), panel.series.end(),
                                  [&](const Series& s) { return s.name == row.contestant; });
        if (found == panel.series.end()) {
          found = panel.series.insert(found, {row.contestant, {}});
        }
        found->points.emplace_back(r.cell.n, row.times.median);
      }
    }
    if (panel.series.empty()) panels.pop_back();
  }
  return apart::report::plot(panels, {"vertices of each hull"}, {"ns per query"});
}

}  // namespace bench
