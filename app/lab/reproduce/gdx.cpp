// gdx-ai compared with our schedulers: what it decided is in gdx_record.h.
#include <fmt/format.h>

#include <algorithm>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/gdx_record.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

// gdx-ai's automatic phasing compared with ours: the phases found, and the tasks that run in each of 500
// frames.
FrequencyQuestion questionOf(const PhasingRecord& record, load::Phasing phasing) {
    FrequencyQuestion question{.manager = "load_balancing", .frames = PhasingRecord::kFrames};
    question.own.phasing = phasing;
    question.own.dry_run_frames = record.dry_run_frames;
    for (std::size_t i = 0; i < record.frequencies.size(); ++i) {
        ScheduleTask& task = question.tasks.emplace_back();
        task.settings.frequency = record.frequencies[i];
        if (!record.is_automatic) task.settings.phase = record.phases[i];
        if (!record.join_after_frames.empty()) task.join_after_frames = record.join_after_frames[i];
    }
    return question;
}

std::size_t mostInAFrame(const FrequencyAnswer& answer) {
    std::size_t most = 0;
    for (const auto& frame : answer.frames) most = std::max(most, frame.size());
    return most;
}

}  // namespace

Report gdxPhasing(const Session&) {
    Report report;
    report.setting = {
        "Twenty schedules: frequencies with common factors and coprime ones, dry runs of 0 to 2,310 frames, "
        "given and found phases, tasks that join later. Recorded from gdx-ai itself, 500 frames each."};
    ReportTable table{"Phases, and the most tasks that met in one frame",
                      {Column("schedule"), Column("frequencies"), Column("phases", "theirs"),
                       Column("phases", "ours"), Column("most at once", "theirs", 0),
                       Column("most at once", "ours", 0), Column("most at once", "peak", 0)},
                      {}};
    std::size_t same_phases = 0, same_runs = 0;
    const std::vector<PhasingRecord> records = phasingRecord();
    for (const PhasingRecord& record : records) {
        const FrequencyAnswer ours = answer(questionOf(record, load::Phasing::kClassic));
        const FrequencyAnswer peak = answer(questionOf(record, load::Phasing::kPeak));
        same_phases += ours.phases == record.phases;
        same_runs += runsDigest(ours) == record.digest;
        table.rows.push_back(
            {record.name, fmt::format("{}", fmt::join(record.frequencies, " ")),
             fmt::format("{}", fmt::join(record.phases, " ")), fmt::format("{}", fmt::join(ours.phases, " ")),
             static_cast<double>(record.most_in_a_frame), static_cast<double>(mostInAFrame(ours)),
             static_cast<double>(mostInAFrame(peak))});
    }
    const std::string all = fmt::format("{} of {}", records.size(), records.size());
    report.checks = {
        exactly("schedules whose phases agree", all, fmt::format("{} of {}", same_phases, records.size()),
                "our dry run finds different phases"),
        exactly("schedules in which the same tasks run in each of 500 frames, in the same order", all,
                fmt::format("{} of {}", same_runs, records.size()), "our scheduler runs different tasks")};
    report.tables.push_back(std::move(table));
    report.remarks = {
        "gdx-ai's dry run counts in mirrored time and compares sums. The last column is our `phasing: peak`, "
        "which counts the real frames and compares the largest counts. It sees only the frames of the dry "
        "run too, so a short dry run can mislead it more. Coprime frequencies meet whatever their phases; "
        "phasing can only delay that."};
    return report;
}

namespace {

// How gdx-ai's load balancing and priority schedulers share a frame's time, compared with ours to the
// nanosecond.
FrequencyQuestion questionOf(const SharesRecord& record) {
    FrequencyQuestion question{
        .manager = record.scheduler, .frames = SharesRecord::kFrames, .budget_ns = record.budget_ns};
    for (std::size_t i = 0; i < record.frequencies.size(); ++i) {
        ScheduleTask& task = question.tasks.emplace_back();
        task.settings.frequency = record.frequencies[i];
        task.settings.phase = record.phases[i];
        if (!record.priorities.empty()) task.settings.priority = record.priorities[i];
        task.consumes = record.scripts[i];
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
                      {Column("schedule"), Column("theirs"), Column("ours"), Column("100 frames", "agree")},
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
