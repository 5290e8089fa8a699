// The parts of experiment.h that all experiments share: verdicts as words, and tables as text and CSV.
#include <fmt/format.h>

#include <algorithm>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

std::string shownCell(const Cell& cell, int decimals) {
    if (const auto* words = std::get_if<std::string>(&cell)) return *words;
    const auto* value = std::get_if<double>(&cell);
    if (!value) return "-";
    if (decimals < 0) return grouped(static_cast<std::uint64_t>(*value + 0.5));
    return shortNumber(*value, decimals);
}

std::string csvCell(const Cell& cell) {
    if (const auto* value = std::get_if<double>(&cell)) return fmt::format("{}", *value);
    const auto* words = std::get_if<std::string>(&cell);
    if (!words) return "";
    return drover::csvCell(*words);
}

// The CSV name of a column: "AI time, ms" and "p99" become ai_time_ms_p99.
std::string csvName(const ReportColumn& column) {
    std::string out;
    for (const char c : column.group + " " + column.name) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
        if (is_letter) {
            out += c;
        } else if (c >= 'A' && c <= 'Z') {
            out += static_cast<char>(c - 'A' + 'a');
        } else if (!out.empty() && out.back() != '_') {
            out += '_';
        }
    }
    while (out.ends_with('_')) out.pop_back();
    return out;
}

}  // namespace

const char* text(Verdict verdict) {
    constexpr const char* kWords[] = {"as published", "same shape", "differs"};
    return kWords[static_cast<std::size_t>(verdict)];
}

Verdict Report::verdict() const {
    Verdict worst = Verdict::kAsPublished;
    for (const Check& check : checks) worst = std::max(worst, check.verdict);
    return worst;
}

std::string Report::why() const {
    const auto found = std::find_if(checks.begin(), checks.end(),
                                    [](const Check& c) { return c.verdict == Verdict::kDiffers; });
    return found == checks.end() ? "" : found->why;
}

std::string Report::verdictText() const {
    return verdict() == Verdict::kDiffers ? fmt::format("{}: {}", text(verdict()), why()) : text(verdict());
}

Table ReportTable::shown() const {
    Table table;
    for (const ReportColumn& column : columns) table.headings.push_back({column.group, column.name});
    for (const auto& row : rows) {
        std::vector<std::string>& cells = table.rows.emplace_back();
        for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(shownCell(row[c], columns[c].decimals));
    }
    return table;
}

std::string ReportTable::csv() const {
    std::string out;
    for (const ReportColumn& column : columns) out.append(out.empty() ? "" : ",").append(csvName(column));
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) out.append(c == 0 ? "\n" : ",").append(csvCell(row[c]));
    }
    return out + "\n";
}

}  // namespace drover::lab
