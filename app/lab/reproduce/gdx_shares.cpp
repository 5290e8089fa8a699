// How gdx-ai's load balancing and priority schedulers share a frame's time, compared with ours to the
// nanosecond.
#include <fmt/format.h>

#include "app/lab/reproduce/gdx_record.h"
#include "app/lab/reproduce/judge.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

FrequencyQuestion questionOf(const SharesRecord& record) {
    FrequencyQuestion question{
        .manager = record.scheduler, .frames = SharesRecord::kFrames, .budget_ns = record.budget_ns};
    for (std::size_t i = 0; i < record.frequencies.size(); ++i) {
        ScheduleTask& task = question.tasks.emplace_back();
        task.settings.frequency = record.frequencies[i];
        task.settings.phase = record.phases[i];
        if (!record.priorities.empty()) task.settings.priority = record.priorities[i];
        task.consumes = record.scripts[i].consumes;
        task.cycle_ns = record.scripts[i].cycle_ns;
    }
    return question;
}

}  // namespace

Report gdxShares(const Session&) {
    Report report;
    report.setting = {
        "Ten schedules under both schedulers: tasks that use the offered time, half of it, twice as much or "
        "given amounts; budgets that change from frame to frame, negative ones and ones too large for a "
        "32-bit float to hold exactly."};
    ReportTable table{"What is offered in frame 1, ns",
                      {{"", "schedule"}, {"", "theirs"}, {"", "ours"}, {"100 frames", "agree"}},
                      {}};
    const std::vector<SharesRecord> records = sharesRecord();
    std::size_t same = 0, offers = 0;
    for (const SharesRecord& record : records) {
        const FrequencyAnswer ours = answer(questionOf(record));
        std::vector<std::int64_t> first;
        for (const FrequencyAnswer::Ran& ran : ours.frames.front()) first.push_back(ran.offered_ns);
        for (const auto& frame : ours.frames) offers += frame.size();
        const bool is_same = offersDigest(ours) == record.digest && first == record.first_offers;
        same += is_same;
        table.rows.push_back({record.name, fmt::format("{}", fmt::join(record.first_offers, " ")),
                              fmt::format("{}", fmt::join(first, " ")), is_same ? "yes" : "no"});
    }
    report.checks = {exactly("schedules whose every offer in 100 frames agrees to the nanosecond",
                             fmt::format("{} of {}", records.size(), records.size()),
                             fmt::format("{} of {}", same, records.size()),
                             "our schedulers offer different times")};
    report.tables.push_back(std::move(table));
    report.remarks = {
        fmt::format("{} offers in all. The priority scheduler divides by the priorities of all tasks of the "
                    "frame, not only those still to come, so the time that the first ones leave is never "
                    "offered. Our `priority_share: remaining` offers it.",
                    grouped(offers))};
    return report;
}

}  // namespace drover::lab
