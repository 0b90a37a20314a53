// SPDX-License-Identifier: BSD-3-Clause
#include "write_report.hpp"

#include <apart/error.hpp>
#include <fstream>
#include <system_error>

namespace apart::experiments {

namespace {

constexpr const char* title = "What the papers published, run again";
constexpr const char* style =
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0;font-size:13px}"
    "td,th{border:1px solid #ccc;padding:.25em .6em;text-align:right;vertical-align:top}"
    "td:first-child,th:first-child,.words td,.words th{text-align:left}"
    "svg{max-width:100%;height:auto}figure{margin:1.5em 0}figcaption{font-weight:bold}";

std::string svg(const Figure& figure) { return report::plot(figure.panels, figure.x, figure.y); }

struct Markdown {
  std::string operator()(const std::string& paragraph) const { return paragraph + "\n\n"; }
  std::string operator()(const report::Table& table) const { return table.markdown() + '\n'; }
  std::string operator()(const Figure& f) const {
    return "![" + f.title + "](" + f.file + ".svg)\n\n" + f.title + " ([points](" + f.file +
           ".csv)).\n\n";
  }
};

struct Html {
  std::string operator()(const std::string& paragraph) const {
    return "<p>" + report::html_text(paragraph) + "</p>\n";
  }
  std::string operator()(const report::Table& table) const { return table.html(); }
  std::string operator()(const Figure& f) const {
    return "<figure>\n" + svg(f) + "<figcaption>" + report::html_text(f.title) +
           "</figcaption>\n</figure>\n";
  }
};

template <class Format>
std::string body(const Section& section) {
  std::string out;
  for (const auto& block : section.blocks) out += std::visit(Format(), block);
  return out;
}

class Folder {
 public:
  explicit Folder(const std::filesystem::path& path) : path_(path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw InvalidInput(path.string() + ": cannot be made: " + error.message());
  }
  void write(const std::string& name, const std::string& content) {
    const std::filesystem::path file = path_ / name;
    std::ofstream out(file, std::ios::binary);
    if (!(out << content << std::flush)) throw InvalidInput(file.string() + ": cannot be written");
    written_.push_back(file);
  }
  const std::vector<std::filesystem::path>& written() const { return written_; }

 private:
  std::filesystem::path path_;
  std::vector<std::filesystem::path> written_;
};

}  // namespace

std::vector<std::filesystem::path> write_report(const std::vector<Section>& sections,
                                                const std::string& conditions,
                                                const std::filesystem::path& path) {
  Folder folder(path);
  std::string markdown = std::string("<!-- Written by apart reproduce: run it again rather than ") +
                         "edit. -->\n# " + title + "\n\n" + conditions + "\n\n";
  std::string html =
      std::string("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>") +
      title + "</title><style>" + style + "</style></head><body>\n<h1>" + title + "</h1>\n" +
      Html()(conditions);
  for (const Section& section : sections) {
    markdown += "## " + section.title + "\n\n" + body<Markdown>(section);
    html += "<h2>" + report::html_text(section.title) + "</h2>\n" + body<Html>(section);
  }
  folder.write("report.md", markdown);
  folder.write("report.html", html + "</body></html>\n");
  for (const Section& section : sections) {
    for (const auto& block : section.blocks) {
      const auto* figure = std::get_if<Figure>(&block);
      if (!figure) continue;
      folder.write(figure->file + ".svg", svg(*figure));
      folder.write(figure->file + ".csv", report::csv(figure->panels));
    }
  }
  return folder.written();
}

}  // namespace apart::experiments
