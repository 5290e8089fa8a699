// Wright & Marshall's Table 2: how often exactly two and exactly three of three periodic behaviours are due
// in 105 frames.
#include <fmt/format.h>

#include "app/lab/reproduce/experiment.h"
#include "core/load/process/activation_delay.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kFrames = 105;

struct PublishedRow {
    std::int64_t periods[3];
    std::int64_t two, three;
};
constexpr PublishedRow kPublished[] = {{{4, 6, 8}, 13, 4}, {{3, 5, 7}, 12, 1}};

std::int64_t meetings(const PublishedRow& row, std::int64_t of, bool has_delays) {
    load::ProcessPlanRequest request{
        .max_delay = load::kMaxDelayDefault, .lookahead = {load::LookaheadKind::kLcm}, .frames = kFrames};
    for (const std::int64_t period : row.periods) {
        request.tasks.push_back({period, has_delays ? std::nullopt : std::optional<std::int64_t>(0)});
    }
    const load::ProcessPlanAnswer plan = load::planProcess(request);
    const auto found = plan.peaks.find(of);
    return found == plan.peaks.end() ? 0 : found->second;
}

std::string rowName(const PublishedRow& row) {
    return fmt::format("periods {}", fmt::join(row.periods, ", "));
}

}  // namespace

Report wrightTable2(const Session&) {
    Report report;
    report.setting = {
        "Three behaviour sets, each due in the frames that its period divides, frames 1 to 105; counted by "
        "our process manager's planner. In the last column each set has an activation delay of up to three "
        "frames, chosen over the whole pattern."};
    ReportTable table{
        "Frames with exactly two or three sets due",
        {{"", "behaviour sets"}, {"", "meet", 0}, {"", "theirs", 0}, {"", "ours", 0}, {"", "delayed", 0}},
        {}};
    for (const PublishedRow& row : kPublished) {
        for (const std::int64_t of : {2, 3}) {
            const std::int64_t theirs = of == 2 ? row.two : row.three, ours = meetings(row, of, false);
            report.checks.push_back(exactly(fmt::format("{}: frames with exactly {} due", rowName(row), of),
                                            fmt::format("{}", theirs), fmt::format("{}", ours),
                                            "the planner's count differs from the paper's"));
            table.rows.push_back({rowName(row), static_cast<double>(of), static_cast<double>(theirs),
                                  static_cast<double>(ours), static_cast<double>(meetings(row, of, true))});
        }
    }
    report.tables.push_back(std::move(table));
    report.remarks = {
        "Coprime periods meet less often, but no delays can prevent it. Periods with a common divisor can "
        "be kept apart: 4, 6 and 8 with delays never meet."};
    return report;
}

}  // namespace drover::lab
