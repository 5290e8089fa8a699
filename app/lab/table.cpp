#include "app/lab/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/outside_text.h"

namespace drover::lab {
namespace {

// One past the last column of the group that starts at column `first`.
std::size_t groupEnd(const std::vector<Heading>& headings, std::size_t first) {
    std::size_t end = first + 1;
    while (end < headings.size() && !headings[first].group.empty() &&
           headings[end].group == headings[first].group)
        ++end;
    return end;
}

// Cells may be names from outside.
std::vector<std::vector<std::string>> shownRows(const Table& table) {
    std::vector<std::vector<std::string>> rows = table.rows;
    for (std::vector<std::string>& row : rows)
        for (std::string& cell : row) cell = shown(cell);
    return rows;
}

// Wide enough for every cell. The columns of a group together are wide enough for the group's heading.
std::vector<std::size_t> widthsOf(const Table& table, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const Heading& heading : table.headings) widths.push_back(heading.name.size());
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    for (std::size_t c = 0, end = 0; c < widths.size(); c = end) {
        end = groupEnd(table.headings, c);
        std::size_t width = end - c - 1;  // the gaps
        for (std::size_t i = c; i < end; ++i) width += widths[i];
        widths[c] += std::max(width, table.headings[c].group.size()) - width;
    }
    return widths;
}

std::string trimmed(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

std::string groupLine(const Table& table, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t c = 0, end = 0; c < widths.size(); c = end) {
        end = groupEnd(table.headings, c);
        std::size_t width = end - c - 1;
        for (std::size_t i = c; i < end; ++i) width += widths[i];
        if (c > 0) line += " ";
        // Dashes show which columns the heading covers.
        const std::string& group = table.headings[c].group;
        const bool has_dashes = end - c > 1 && width >= group.size() + 4;
        line += has_dashes ? fmt::format("{:-^{}}", " " + group + " ", width)
                           : fmt::format("{:>{}}", group, width);
    }
    return trimmed(line);
}

template <class Cell>
std::string lineOf(const std::vector<std::size_t>& widths, Cell cell) {
    std::string line = fmt::format("{:<{}}", cell(0), widths[0]);
    for (std::size_t c = 1; c < widths.size(); ++c) line += fmt::format(" {:>{}}", cell(c), widths[c]);
    return trimmed(line);
}

}  // namespace

std::string Table::text() const {
    const auto shown_rows = shownRows(*this);
    const std::vector<std::size_t> widths = widthsOf(*this, shown_rows);
    std::string out = groupLine(*this, widths) + "\n";
    out += lineOf(widths, [&](std::size_t c) { return headings[c].name; }) + "\n";
    for (const auto& row : shown_rows) out += lineOf(widths, [&](std::size_t c) { return row[c]; }) + "\n";
    return out;
}

std::string Table::markdown() const {
    std::string out = "|", rule = "|";
    for (std::size_t c = 0; c < headings.size(); ++c) {
        const auto& [group, name] = headings[c];
        if (group.ends_with('-')) {  // one word on two lines
            out += fmt::format(" {}{} |", group.substr(0, group.size() - 1), name);
        } else {
            out += fmt::format(" {}{}{} |", group, group.empty() ? "" : "<br>", name);
        }
        rule += c == 0 ? " --- |" : " ---: |";
    }
    out += "\n" + rule + "\n";
    for (const auto& row : shownRows(*this)) out += fmt::format("| {} |\n", fmt::join(row, " | "));
    return out;
}

std::string shortNumber(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    while (text.size() > 5 && decimals > 0) text = fmt::format("{:.{}f}", value, --decimals);
    return text;
}

}  // namespace drover::lab
