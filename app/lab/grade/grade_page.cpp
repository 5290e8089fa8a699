// The report as one HTML page, without scripts or other files; always light, with large letters, for a
// projector.
#include <fmt/format.h>

#include "app/chart/svg.h"
#include "app/lab/grade/report.h"
#include "app/lab/page/page_parts.h"
#include "core/base/outside_text.h"

namespace drover::lab {
namespace {

constexpr const char* kGradeStyle = R"css(
:root{--ground:#fff;--ink:#111;--soft:#444;--grid:#bbb;--shade:#f0f0ea;--c0:#0072b2;--c1:#b34700;--c2:#007a5a}
html{font-size:18px}
body{max-width:76rem}
table{font-size:.95rem}
th,td{padding:.22rem .4rem}
td:first-child{min-width:7em}
.score{font-size:1.3rem;font-weight:600}
li{margin:.3rem 0;max-width:60rem}
details{margin:.6rem 0;border-top:1px solid var(--grid);padding-top:.4rem}
summary{cursor:pointer;font-weight:600}
)css";

std::string errorsOf(const GradeReport& report, const Grade& grade) {
    const std::vector<std::string> sentences = faultSentences(report, grade);
    if (sentences.empty()) return "<p>No error was found.</p>\n";
    std::string out = "<ul>\n";
    for (const std::string& sentence : sentences) out += "<li>" + prose(sentence) + "</li>\n";
    return out + "</ul>\n";
}

std::string resultOf(const GradeReport& report, const Grade& grade) {
    std::string out = errorsOf(report, grade);
    if (!grade.workloads.empty()) out += tableElement("Measures and points", measuresTable(report, grade));
    return out;
}

std::string ofOneFile(const GradeReport& report) {
    std::string out;
    for (const Grade& grade : report.graded) {
        out += fmt::format("<h1>{}</h1>\n<p class=\"score\">{:.1f} of 100 points</p>\n",
                           chart::escaped(shown(grade.candidate.name)), grade.score());
        out += resultOf(report, grade);
    }
    return out + tableElement("Beside others", totalsTable(report));
}

std::string ofAClass(const GradeReport& report) {
    std::string out =
        fmt::format("<h1>The managers of {}</h1>\n", chart::escaped(shown(report.class_folder)));
    out += tableElement("By their score", totalsTable(report));
    for (const Grade& grade : report.graded)
        out +=
            fmt::format("<details><summary>{}: {:.1f}</summary>\n{}</details>\n",
                        chart::escaped(shown(grade.candidate.name)), grade.score(), resultOf(report, grade));
    return out;
}

std::string legendOf(const GradeReport& report) {
    std::string out = "<h2>The workloads</h2>\n<ul>\n";
    for (const GradedWorkload& workload : report.workloads)
        out += fmt::format("<li><b>{}</b>: {}</li>\n", chart::escaped(workload.name), prose(workload.about));
    out += "</ul>\n<h2>The score</h2>\n" +
           tableElement("Points of a workload; the score is their mean", formulasTable());
    out += "<h2>The kinds of errors</h2>\n<ul>\n";
    for (const FaultText& text : kFaultTexts)
        out += fmt::format("<li><b>{}</b>: {}</li>\n", text.name, prose(text.meaning));
    return out + "</ul>\n";
}

}  // namespace

std::string gradePage(const GradeReport& report) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<meta name=\"color-scheme\" content=\"light\"><title>Load managers, "
        "graded</title>\n<style>{}{}</style></head>\n"
        "<body>\n{}{}</body></html>\n",
        pageStyle(), kGradeStyle, report.class_folder.empty() ? ofOneFile(report) : ofAClass(report),
        legendOf(report));
}

}  // namespace drover::lab
