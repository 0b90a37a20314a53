// SPDX-License-Identifier: BSD-3-Clause
#include "plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace bench {

namespace {

constexpr double width = 400, height = 270;  // of a panel, with what belongs to it
constexpr double left = 62, right = 22, top = 30, bottom = 44;
constexpr int columns = 2;
constexpr const char *own_colours[] = {"#c0392b", "#f39c12"},
                     *colours[] = {"#2c5f9e", "#7aa6d6", "#2e8b57", "#8fbc5a", "#8e5ea2"};

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

std::string line(double x1, double y1, double x2, double y2, const char* colour, double thickness) {
  return format(
      "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
      "stroke-width=\"%.1f\"/>\n",
      x1, y1, x2, y2, colour, thickness);
}

/// A logarithmic axis.
struct Axis {
  double from = std::numeric_limits<double>::infinity(), to = -from;  ///< exponents of ten

  void include(double value) {
    from = std::min(from, std::log10(value) - 0.05);
    to = std::max(to, std::log10(value) + 0.05);
  }
  double part(double value) const { return (std::log10(value) - from) / (to - from); }
  int first() const { return static_cast<int>(std::ceil(from)); }
  int last() const { return static_cast<int>(std::floor(to)); }
};

std::string power(int exponent) {
  return exponent < 5 ? format("%.0f", std::pow(10, exponent))
                      : format("10<tspan dy=\"-4\" font-size=\"8\">%d</tspan>", exponent);
}

class Drawing {
 public:
  explicit Drawing(const std::vector<Panel>& panels) : panels_(panels) {
    for (const Panel& panel : panels) {
      for (const Series& s : panel.series) {
        if (std::find(names_.begin(), names_.end(), s.name) == names_.end()) {
          names_.push_back(s.name);
        }
        for (const auto& [px, py] : s.points) x_.include(px), y_.include(py);
      }
    }
  }

  /// The first series lies on top of the others.
  std::string svg(const std::string& x_label, const std::string& y_label) const {
    const int rows = (static_cast<int>(panels_.size()) + columns - 1) / columns;
    const double w = columns * width, h = rows * height + 18 * legend_rows() + 14;
    std::string out = format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
        "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">\n"
        "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n",
        w, h, w, h, w, h);
    for (std::size_t i = 0; i < panels_.size(); ++i) {
      const auto column = static_cast<double>(i % columns), row = static_cast<double>(i / columns);
      out += format("<g transform=\"translate(%.0f %.0f)\">\n", column * width, row * height) +
             frame(panels_[i].title, x_label, y_label);
      const auto& series = panels_[i].series;
      for (auto s = series.rbegin(); s != series.rend(); ++s) out += curve(*s);
      out += "</g>\n";
    }
    return out + legend(rows * height) + "</svg>\n";
  }

 private:
  static constexpr int per_row = 3;

  double px(double x) const { return left + x_.part(x) * (width - left - right); }
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
        label((left + width - right) / 2, top - 10, "middle", title, " font-weight=\"bold\"");
    for (int e = x_.first(); e <= x_.last(); ++e) {
      const double x = px(std::pow(10, e));
      out += line(x, top, x, height - bottom, "#ddd", 1) +
             label(x, height - bottom + 14, "middle", power(e));
    }
    for (int e = y_.first(); e <= y_.last(); ++e) {
      const double y = py(std::pow(10, e));
      out += line(left, y, width - right, y, "#ddd", 1) + label(left - 6, y + 4, "end", power(e));
    }
    const double middle = (top + height - bottom) / 2;
    return out + label((left + width - right) / 2, height - 14, "middle", x_label) +
           label(14, middle, "middle", y_label,
                 format(" transform=\"rotate(-90 14 %.1f)\"", middle).c_str());
  }

  std::string curve(const Series& s) const {
    const char* c = colour(s.name);
    std::string path, dots;
    for (const auto& [x, y] : s.points) {
      path += format("%s%.1f,%.1f", path.empty() ? "" : " ", px(x), py(y));
      dots += format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"/>\n", px(x), py(y), c);
    }
    return format("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" points=\"", c,
                  own(s.name) ? 3.0 : 1.8) +
           path + "\"/>\n" + dots;
  }

  std::string legend(double y) const {
    std::string out;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const double x = 40 + static_cast<double>(i % per_row) * (columns * width - 40) / per_row;
      const double row = y + 12 + 18 * static_cast<double>(i / per_row);
      out += line(x, row, x + 22, row, colour(names_[i]), 2.5) +
             label(x + 28, row + 4, "start", names_[i]);
    }
    return out;
  }

  const std::vector<Panel>& panels_;
  std::vector<std::string> names_;
  Axis x_, y_;
};

}  // namespace

std::string plot(const std::vector<Panel>& panels, const std::string& x_label,
                 const std::string& y_label) {
  return Drawing(panels).svg(x_label, y_label);
}

}  // namespace bench
