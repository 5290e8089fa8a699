#include "app/lab/page/page.h"

#include <fmt/format.h>

#include <initializer_list>

#include "app/chart/svg.h"
#include "app/lab/page/page_parts.h"

namespace drover::lab {
namespace {

using chart::escaped;

constexpr const char* kSigns[] = {"=", "\xe2\x89\x88", "\xe2\x89\xa0"};  // equal, almost equal, not equal

std::string badge(Verdict verdict) {
    const auto v = static_cast<std::size_t>(verdict);
    return fmt::format("<span class=\"verdict v{}\">{} {}</span>", v, kSigns[v], text(verdict));
}

// A table of text cells. The column names stand above it or, on a narrow screen, before each cell.
std::string wordsTable(std::initializer_list<const char*> names, const std::string& rows) {
    std::string head;
    for (const char* name : names) head += fmt::format("<th>{}</th>", name);
    return fmt::format(
        "<div class=\"wide\"><table "
        "class=\"words\"><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>\n",
        head, rows);
}

std::string verdictCell(Verdict verdict, const std::string& why) {
    const std::string reason = why.empty() ? "" : fmt::format("<span class=\"why\">{}</span>", escaped(why));
    return fmt::format("<td>{}{}</td>", badge(verdict), reason);
}

std::string checksOf(const Report& report) {
    std::string rows;
    for (const Check& check : report.checks) {
        rows += fmt::format(
            "<tr><td>{}</td><td class=\"numbers\" data-is=\"theirs\">{}</td><td class=\"numbers\" "
            "data-is=\"ours\">{}</td>"
            "<td data-is=\"the same if\">{}</td>{}</tr>\n",
            unbroken(check.what), unbroken(check.theirs), unbroken(check.ours), unbroken(check.tolerance),
            verdictCell(check.verdict, check.why));
    }
    return wordsTable({"what", "theirs", "ours", "the same if", "verdict"}, rows);
}

std::string sectionOf(const Finished& f) {
    const Experiment& e = *f.experiment;
    std::string out = fmt::format(
        "<section id=\"{0}\"><div class=\"opening\"><h2>{1}: {2} {3}</h2>\n"
        "<p class=\"soft\"><code>drover-lab reproduce {0}</code></p>\n",
        e.name, escaped(e.source), escaped(e.title), badge(f.report.verdict()));
    out += paragraphs(f.report.setting) + checksOf(f.report) + "</div>\n";
    for (const Plot& plot : f.report.plots) out += chart::svgOf(plot);
    for (const ReportTable& table : f.report.tables) {
        if (!table.is_for_files) out += tableElement(table.title, table.shown());
    }
    return out + paragraphs(f.report.remarks) + "</section>\n";
}

std::string summaryOf(std::span<const Finished> finished) {
    std::string rows;
    for (const Finished& f : finished) {
        const Experiment& e = *f.experiment;
        const Check& first = f.report.checks.front();
        rows += fmt::format(
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td><td class=\"numbers\" "
            "data-is=\"theirs\">{3}</td>"
            "<td class=\"numbers\" data-is=\"ours\">{4}</td>{5}</tr>\n",
            e.name, escaped(e.source), unbroken(first.what), unbroken(first.theirs), unbroken(first.ours),
            verdictCell(f.report.verdict(), f.report.why()));
    }
    return wordsTable({"experiment", "source", "what", "theirs", "ours", "verdict"}, rows);
}

std::string clockNote(const Provenance& p) {
    if (p.clock != "real") return "";
    return "<p>Times were measured. Checks of load managers leave out the time in which other programs had "
           "the "
           "processor. "
           "A busy machine is slower all the same.</p>\n";
}

std::string footOf(const Provenance& p) {
    return fmt::format(
        "<footer><dl><dt>program</dt><dd>{}</dd><dt>processor</dt><dd>{}</dd><dt>seed</dt><dd>{}</dd>"
        "<dt>clock</dt><dd>{}</dd><dt>command line</dt><dd><code>{}</code></dd></dl></footer>\n",
        escaped(p.program), escaped(p.processor), p.seed, escaped(p.clock), escaped(p.command_line));
}

constexpr const char* kHead = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>The papers' results next to Drover's</title>
<style>)html";

constexpr const char* kOpening = R"html(</style></head>
<body>
<h1>The papers' results next to Drover's</h1>
<p>The published results behind Drover's load managers and levels of detail, run again on this machine. A verdict is
the worst of an experiment's checks, and each check says what counts as the same.</p>
)html";

}  // namespace

std::string pageOf(std::span<const Finished> finished, const Provenance& provenance) {
    std::string sections;
    for (const Finished& f : finished) sections += sectionOf(f);
    return fmt::format("{}{}{}{}{}{}{}{}</body></html>\n", kHead, chart::svgStyle(":root"), pageStyle(),
                       kOpening, clockNote(provenance), summaryOf(finished), sections, footOf(provenance));
}

}  // namespace drover::lab
