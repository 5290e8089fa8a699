#include "app/lab/page/page_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "app/chart/svg.h"

namespace drover::lab {
namespace {

using chart::escaped;

// Verdicts differ in sign and border as well as in colour.
constexpr const char* kStyle = R"css(
*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
body{max-width:62rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}
h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.25rem;line-height:1.3;margin:2.75rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--grid)}
h3{font-size:.95rem;margin:1.5rem 0 .4rem}
p{margin:.5rem 0;max-width:46rem}
a{color:var(--c0)}
.soft,footer{color:var(--soft)}
.soft{margin:.1rem 0 .6rem}
code{font:.9em ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.22rem .6rem;text-align:right;border-bottom:1px solid var(--grid);vertical-align:baseline}
th{font-weight:600;color:var(--soft);white-space:nowrap;vertical-align:bottom}
tr.groups th{border-bottom:0;padding-bottom:0}
tr.groups th:not([colspan="1"]){text-align:center;border-bottom:1px solid var(--grid)}
th:first-child,td:first-child,.words td,.words th{text-align:left}
td:first-child,th:first-child{padding-left:0}
.words{width:100%}
td:first-child{min-width:9.5em}
.numbers{min-width:11.5em}
h2 .verdict{font-size:.9rem;vertical-align:.12em}
.t{text-align:left}
.verdict{white-space:nowrap;font-weight:600;padding:.05rem .45rem;border:2px solid;border-radius:.3rem;display:inline-block}
.v0{color:var(--c0);border-style:solid}
.v1{color:var(--c2);border-style:dashed}
.v2{color:var(--c1);border-style:double;border-width:4px}
.why{display:block;max-width:22rem}
.plot{display:block;width:100%;height:auto;max-width:47.5rem;margin:1rem 0 1rem -12px}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--grid);font-size:.85rem}
footer dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0}
footer dd{margin:0;overflow-wrap:anywhere}
footer code{white-space:pre-wrap}
@media (max-width:40rem){
.words thead{display:none}
.words td{display:block;border:0;padding:.05rem 0}
td[data-is]::before{content:attr(data-is)": ";color:var(--soft)}
.words tr{display:block;border-bottom:1px solid var(--grid);padding:.4rem 0}
table:not(.words) td{white-space:nowrap}
.plot{margin-left:0}
}
@media print{
html{font-size:10.5pt}
body{max-width:none;padding:0}
h2,h3{break-after:avoid}
.plot,.wide,tr,.opening,footer{break-inside:avoid}
.wide{overflow:visible}
table{font-size:7.5pt}
a{color:inherit;text-decoration:none}
}
)css";

std::string groupsOf(const Table& table) {
    std::string out;
    bool has_groups = false;
    for (std::size_t c = 0, end = 0; c < table.headings.size(); c = end) {
        const std::string& group = table.headings[c].group;
        for (end = c + 1;
             end < table.headings.size() && !group.empty() && table.headings[end].group == group;)
            ++end;
        out += fmt::format("<th colspan=\"{}\">{}</th>", end - c, escaped(group));
        has_groups |= !group.empty();
    }
    return has_groups ? "<tr class=\"groups\">" + out + "</tr>" : "";
}

}  // namespace

const char* pageStyle() { return kStyle; }

// Escaped for HTML. A number and its unit stay on one line: 17 % never breaks before the %.
std::string unbroken(const std::string& words) {
    constexpr std::string_view kUnits[] = {"%", "ms", "us", "ns", "s", "m", "km", "KiB", "MiB", "GiB"};
    std::string out = escaped(words);
    for (std::size_t at = out.find(' '); at != std::string::npos; at = out.find(' ', at + 1)) {
        if (at == 0 || std::isdigit(static_cast<unsigned char>(out[at - 1])) == 0) continue;
        std::size_t end = at + 1;
        while (end < out.size() &&
               (out[end] == '%' || std::isalpha(static_cast<unsigned char>(out[end])) != 0))
            ++end;
        const std::string_view unit(out.data() + at + 1, end - at - 1);
        if (std::find(std::begin(kUnits), std::end(kUnits), unit) != std::end(kUnits))
            out.replace(at, 1, "&#160;");
    }
    return out;
}

// Escaped for HTML, with `code` in a code element.
std::string prose(const std::string& words) {
    std::string out = unbroken(words);
    bool is_open = false;
    for (std::size_t at = 0; (at = out.find('`', at)) != std::string::npos; is_open = !is_open)
        out.replace(at, 1, is_open ? "</code>" : "<code>");
    return out;
}

std::string paragraphs(const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& words : all) out += "<p>" + prose(words) + "</p>\n";
    return out;
}

std::string tableElement(const std::string& title, const Table& table) {
    std::string out =
        "<h3>" + escaped(title) + "</h3>\n<div class=\"wide\"><table><thead>" + groupsOf(table) + "<tr>";
    // Text and lists are aligned left, numbers right.
    const auto sideOf = [&](std::size_t c) {
        const auto is_word = [c](const auto& row) {
            return !row[c].empty() && std::isalpha(static_cast<unsigned char>(row[c].front())) != 0;
        };
        const auto is_list = [c](const auto& row) {
            return std::count(row[c].begin(), row[c].end(), ' ') > 1;
        };
        const bool is_left = std::all_of(table.rows.begin(), table.rows.end(), is_word) ||
                             std::any_of(table.rows.begin(), table.rows.end(), is_list);
        return is_left ? " class=\"t\"" : "";
    };
    for (std::size_t c = 0; c < table.headings.size(); ++c)
        out += fmt::format("<th{}>{}</th>", sideOf(c), escaped(table.headings[c].name));
    out += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t c = 0; c < row.size(); ++c)
            out += fmt::format("<td{}>{}</td>", sideOf(c), escaped(row[c]));
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

}  // namespace drover::lab
