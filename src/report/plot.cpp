// SPDX-License-Identifier: BSD-3-Clause
#include "report/plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace apart::report {

namespace {

constexpr double full_width = 800, height = 270;  // of a row of panels, with what belongs to it
constexpr std::size_t most_marks = 50;            // more points than these are a line
constexpr double left = 62, right = 22, top = 30, bottom = 44;
constexpr const char *own_colours[] = {"#c0392b", "#f39c12", "#7b241c"},
                     *colours[] = {"#2c5f9e", "#7aa6d6", "#2e8b57", "#8fbc5a", "#8e5ea2",
                                   "#5d4a37", "#b8860b", "#4f6d7a", "#c77ca4"};

std::string format(const char* pattern, auto... values) {
  char buffer[400];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

std::string label(double x, double y, const char* anchor, const std::string& words,
                  const char* more = "") {
  return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, more) + words +
         "</text>\n";
}

constexpr const char* dashes = " stroke-dasharray=\"5 4\"";

std::string line(double x1, double y1, double x2, double y2, const char* colour, double thickness,
                 const char* more = "") {
  return format(
      "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
      "stroke-width=\"%.1f\"%s/>\n",
      x1, y1, x2, y2, colour, thickness, more);
}

/// The values that an axis shows, as far as its places go: exponents of ten, or values themselves.
class Range {
 public:
  explicit Range(Scale scale) : logarithmic_(scale == Scale::logarithmic) {}

  void include(double value) {
    from_ = std::min(from_, place(value));
    to_ = std::max(to_, place(value));
  }
  /// Some room at both ends.
  void finish() {
    if (!(from_ < to_)) from_ -= 0.5, to_ += 0.5;
    const double room = 0.02 * (to_ - from_);
    from_ -= room, to_ += room;
  }
  double part(double value) const { return (place(value) - from_) / (to_ - from_); }

  std::vector<double> ticks() const {
    std::vector<double> values;
    if (!logarithmic_) {
      const double step = round_step((to_ - from_) / 6);
      for (double i = std::ceil(from_ / step); i * step <= to_; ++i) values.push_back(i * step);
      return values;
    }
    // Powers of ten alone, if there are enough of them.
    const bool powers = std::floor(to_) - std::ceil(from_) >= 2;
    for (int e = static_cast<int>(std::floor(from_)); e <= to_; ++e) {
      for (const int digit : {1, 2, 5}) {
        const double value = digit * std::pow(10, e), at = place(value);
        if ((digit == 1 || !powers) && at >= from_ && at <= to_) values.push_back(value);
      }
    }
    return values;
  }
  std::string text(double value) const {
    if (value == 0) return "0";  // not "-0"
    if (!logarithmic_ || (value >= 1e-4 && value < 1e5)) return format("%.6g", value);
    return format("10<tspan dy=\"-4\" font-size=\"8\">%d</tspan>",
                  static_cast<int>(std::round(std::log10(value))));
  }

 private:
  double place(double value) const { return logarithmic_ ? std::log10(value) : value; }
  static double round_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const int digit : {1, 2, 5}) {
      if (digit * power >= least) return digit * power;
    }
    return 10 * power;
  }

  bool logarithmic_;
  double from_ = std::numeric_limits<double>::infinity(), to_ = -from_;
};

class Drawing {
 public:
  Drawing(const std::vector<Panel>& panels, Scale x, Scale y)
      : panels_(panels),
        columns_(panels.size() > 1 ? 2 : 1),
        width_(full_width / columns_),
        x_(x),
        y_(y) {
    for (const Panel& panel : panels) {
      for (const Series& s : panel.series) {
        if (std::find(names_.begin(), names_.end(), s.name) == names_.end()) {
          names_.push_back(s.name);
          dashed_.push_back(s.dashed);
        }
        for (const auto& [px, py] : s.points) x_.include(px), y_.include(py);
      }
    }
    x_.finish(), y_.finish();
  }

  /// The first series lies on top of the others.
  std::string svg(const std::string& x_label, const std::string& y_label) const {
    const int rows = (static_cast<int>(panels_.size()) + columns_ - 1) / columns_;
    const double w = full_width, h = rows * height + 18 * legend_rows() + 14;
    std::string out = format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
        "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">\n"
        "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n",
        w, h, w, h, w, h);
    for (std::size_t i = 0; i < panels_.size(); ++i) {
      const auto column = static_cast<double>(i % columns_),
                 row = static_cast<double>(i / columns_);
      out += format("<g transform=\"translate(%.0f %.0f)\">\n", column * width_, row * height) +
             frame(panels_[i].title, x_label, y_label);
      const auto& series = panels_[i].series;
      for (auto s = series.rbegin(); s != series.rend(); ++s) out += curve(*s);
      out += "</g>\n";
    }
    return out + legend(rows * height) + "</svg>\n";
  }

 private:
  static constexpr int per_row = 3;

  double px(double x) const { return left + x_.part(x) * (width_ - left - right); }
  double py(double y) const { return height - bottom - y_.part(y) * (height - top - bottom); }

  int legend_rows() const { return (static_cast<int>(names_.size()) + per_row - 1) / per_row; }

  static bool own(const std::string& name) { return name.starts_with("apart"); }

  const char* colour(const std::string& name) const {
    std::size_t place = 0;
    for (auto n = names_.begin(); *n != name; ++n) place += own(*n) == own(name);
    return own(name) ? own_colours[place % std::size(own_colours)]
                     : colours[place % std::size(colours)];
  }

  std::string frame(const std::string& title, const std::string& x_label,
                    const std::string& y_label) const {
    std::string out =
        label((left + width_ - right) / 2, top - 10, "middle", title, " font-weight=\"bold\"");
    for (const double value : x_.ticks()) {
      const double x = px(value);
      out += line(x, top, x, height - bottom, "#ddd", 1) +
             label(x, height - bottom + 14, "middle", x_.text(value));
    }
    for (const double value : y_.ticks()) {
      const double y = py(value);
      out += line(left, y, width_ - right, y, "#ddd", 1) +
             label(left - 6, y + 4, "end", y_.text(value));
    }
    const double middle = (top + height - bottom) / 2;
    return out + label((left + width_ - right) / 2, height - 14, "middle", x_label) +
           label(14, middle, "middle", y_label,
                 format(" transform=\"rotate(-90 14 %.1f)\"", middle).c_str());
  }

  std::string curve(const Series& s) const {
    const char* c = colour(s.name);
    std::string path, dots;
    for (const auto& [x, y] : s.points) {
      path += format("%s%.1f,%.1f", path.empty() ? "" : " ", px(x), py(y));
      if (s.dashed || s.points.size() > most_marks) continue;
      dots += format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"/>\n", px(x), py(y), c);
    }
    return format("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"%s points=\"", c,
                  own(s.name) ? 3.0 : 1.8, s.dashed ? dashes : "") +
           path + "\"/>\n" + dots;
  }

  std::string legend(double y) const {
    std::string out;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const double x = 40 + static_cast<double>(i % per_row) * (full_width - 40) / per_row;
      const double row = y + 12 + 18 * static_cast<double>(i / per_row);
      out += line(x, row, x + 22, row, colour(names_[i]), 2.5, dashed_[i] ? dashes : "") +
             label(x + 28, row + 4, "start", names_[i]);
    }
    return out;
  }

  const std::vector<Panel>& panels_;
  int columns_;
  double width_;  // of a panel
  std::vector<std::string> names_;
  std::vector<bool> dashed_;  // by name
  Range x_, y_;
};

}  // namespace

std::string plot(const std::vector<Panel>& panels, const Axis& x, const Axis& y) {
  return Drawing(panels, x.scale, y.scale).svg(x.label, y.label);
}

std::string csv(const std::vector<Panel>& panels) {
  std::string out = "panel,series,x,y\n";
  for (const Panel& panel : panels) {
    for (const Series& s : panel.series) {
      for (const auto& [x, y] : s.points) {
        out += '"' + panel.title + "\",\"" + s.name + "\"," + format("%.9g,%.9g\n", x, y);
      }
    }
  }
  return out;
}

}  // namespace apart::report
