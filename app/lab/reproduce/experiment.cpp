#include "app/lab/reproduce/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

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
std::string csvName(const Column& column) {
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
    for (const Column& column : columns) table.headings.push_back({column.group, column.name});
    for (const auto& row : rows) {
        std::vector<std::string>& cells = table.rows.emplace_back();
        for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(shownCell(row[c], columns[c].decimals));
    }
    return table;
}

std::string ReportTable::csv() const {
    std::string out;
    for (const Column& column : columns) out.append(out.empty() ? "" : ",").append(csvName(column));
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) out.append(c == 0 ? "\n" : ",").append(csvCell(row[c]));
    }
    return out + "\n";
}

namespace {

std::string joined(std::span<const double> values, int decimals) {
    std::string out;
    for (const double value : values)
        out += (out.empty() ? "" : " / ") + fmt::format("{:.{}f}", value, decimals);
    return out;
}

Check judged(Check check, bool is_same, const Shape& shape) {
    check.verdict = is_same ? Verdict::kAsPublished : shape.holds ? Verdict::kSameShape : Verdict::kDiffers;
    if (check.verdict == Verdict::kDiffers) check.why = shape.why;
    return check;
}

}  // namespace

double percentOff(double theirs, double ours) { return 100 * (ours - theirs) / theirs; }

bool rises(std::span<const double> values) {
    return std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
}
bool falls(std::span<const double> values) {
    return std::adjacent_find(values.begin(), values.end(), std::less_equal<>()) == values.end();
}

Check numbers(const std::string& what, std::span<const double> theirs, std::span<const double> ours,
              int decimals, double share, const Shape& shape) {
    double worst = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i)
        worst = std::max(worst, std::abs(percentOff(theirs[i], ours[i])) / 100);
    const bool is_same = worst <= share;
    Check check{
        what, joined(theirs, decimals), joined(ours, decimals),
        fmt::format("{:g} % each (worst {:.1f} %); shape: {}", share * 100, worst * 100, shape.words)};
    return judged(std::move(check), is_same, shape);
}

Check exactly(const std::string& what, const std::string& theirs, const std::string& ours,
              const std::string& why) {
    return judged({what, theirs, ours, "equal to the last digit"}, theirs == ours, {false, "", why});
}

Check shapeOnly(const std::string& what, const std::string& theirs, const std::string& ours,
                const Shape& shape) {
    return judged({what, theirs, ours, shape.words}, false, shape);
}

Check bound(const std::string& what, const std::string& theirs, const std::string& ours,
            const std::string& words, bool is_kept, const Shape& shape) {
    return judged({what, theirs, ours, words + (shape.words.empty() ? "" : "; shape: " + shape.words)},
                  is_kept, shape);
}

namespace {

constexpr const char* kTan = "Tan & Wong 2008";
constexpr const char* kWright = "Wright & Marshall 2000";
constexpr const char* kGdx = "gdx-ai at 6726e345";
constexpr const char* kOsborne = "Osborne & Dickinson 2010";
constexpr const char* kOurs = "Drover";

constexpr std::array<Experiment, 15> kTable = {{
    {.name = "tan-table2",
     .source = kTan,
     .title = "Table 2: a hundred animats within 10, 20 and 30 ms",
     .run = tanTable2},
    {.name = "tan-figure5",
     .source = kTan,
     .title = "Figure 5: an extra load in frames 200 to 400",
     .run = tanFigure5},
    {.name = "wright-table2", .source = kWright, .title = "Table 2: process peaks", .run = wrightTable2},
    {.name = "wright-figure2",
     .source = kWright,
     .title = "Figure 2: how many agents the testbed can run",
     .run = wrightFigure2},
    {.name = "gdx-phasing", .source = kGdx, .title = "Automatic phasing", .run = gdxPhasing},
    {.name = "gdx-shares", .source = kGdx, .title = "Shares of a frame", .run = gdxShares},
    {.name = "osborne-figure3",
     .source = kOsborne,
     .title = "Figure 3: the level of detail on and off",
     .run = osborneFigure3},
    {.name = "osborne-figure4",
     .source = kOsborne,
     .title = "Figure 4: 2,048 to 65,536 flocks and more",
     .run = osborneFigure4},
    {.name = "managers",
     .source = kOurs,
     .title = "Every manager on five workloads",
     .run = managersOnWorkloads},
    {.name = "fidelity", .source = kOurs, .title = "Saving against error", .run = savingAgainstError},
    {.name = "neutrality",
     .source = kOurs,
     .title = "The same animals at any period and level",
     .run = neutrality},
    {.name = "meeting", .source = kOurs, .title = "Herds that meet, folded and full", .run = meeting},
    {.name = "people", .source = kOurs, .title = "People who walk, queue and leave", .run = people},
    {.name = "late-costs", .source = kOurs, .title = "Late tasks that cost more", .run = lateCosts},
    {.name = "one-loop",
     .source = kOurs,
     .title = "Level of detail and budget decide together",
     .run = oneLoop},
}};

}  // namespace

constinit const std::span<const Experiment> kExperiments = kTable;

const Experiment* findExperiment(std::string_view name) {
    const auto found = std::find_if(kExperiments.begin(), kExperiments.end(),
                                    [name](const Experiment& e) { return e.name == name; });
    return found == kExperiments.end() ? nullptr : &*found;
}

}  // namespace drover::lab
