// Answers the questions of `drover-lab schedule` with the managers themselves, under a model clock.
#include <algorithm>
#include <memory>

#include "app/lab/schedule.h"
#include "core/load/manager.h"

namespace drover::lab {
namespace {

// The tasks of a question in file order, depth first, each with its parent.
struct Entry {
    const ScheduleTask* task;
    std::size_t parent;               // an entry; kNone: the manager itself
    std::uint32_t number;             // of a task that is not a scheduler
    load::TaskId id = load::kNoTask;  // once it has joined
    std::size_t calls = 0;
};
constexpr std::size_t kNone = ~std::size_t{0};

void layOut(const std::vector<ScheduleTask>& tasks, std::size_t parent, std::uint32_t& next_number,
            std::vector<Entry>& out) {
    for (const ScheduleTask& task : tasks) {
        out.push_back({&task, parent, task.scheduler ? 0 : next_number++});
        if (task.scheduler) layOut(task.tasks, out.size() - 1, next_number, out);
    }
}

std::int64_t consumed(Entry& entry, std::int64_t offered_ns) {
    const std::size_t call = entry.calls++;
    const std::vector<std::int64_t>& cycle_ns = entry.task->consumes.cycle_ns;
    switch (entry.task->consumes.kind) {
        case Consumption::kZero: return 0;
        case Consumption::kHalf: return std::max<std::int64_t>(0, offered_ns / 2);
        case Consumption::kAll: return std::max<std::int64_t>(0, offered_ns);
        case Consumption::kDouble: return std::max<std::int64_t>(0, 2 * offered_ns);
        case Consumption::kCycle: break;
    }
    return cycle_ns[call % cycle_ns.size()];
}

void setOwn(load::Manager& manager, const load::SchedulerSettings& own) {
    manager.setParameter("phasing", static_cast<double>(own.phasing));
    manager.setParameter("dry_run_frames", own.dry_run_frames);
    manager.setParameter("priority_share", static_cast<double>(own.priority_share));
}

struct Course {
    std::vector<Entry> entries;
    std::vector<std::size_t> entry_of_row;
    load::TaskTable tasks;

    // Adds the tasks whose frame has come. A task inside a scheduler joins no earlier than the scheduler.
    void join(std::uint32_t frames_done) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            Entry& entry = entries[i];
            const bool has_scheduler = entry.parent == kNone || entries[entry.parent].id != load::kNoTask;
            if (entry.id != load::kNoTask || !has_scheduler || entry.task->join_after_frames > frames_done)
                continue;
            load::TaskSettings settings = entry.task->settings;
            if (entry.parent != kNone) settings.scheduler = entries[entry.parent].id;
            entry.id = entry.task->scheduler ? tasks.addScheduler(settings, *entry.task->scheduler)
                                             : tasks.add(settings);
            entry_of_row.push_back(i);  // tasks are never removed, so rows are added in order
        }
    }
};

}  // namespace

FrequencyAnswer answer(const FrequencyQuestion& question) {
    const std::unique_ptr<load::Manager> manager = load::makeManager(*load::findManager(question.manager));
    setOwn(*manager, question.own);
    Course course;
    std::uint32_t tasks = 0;
    layOut(question.tasks, kNone, tasks, course.entries);
    std::uint32_t last_join = 0;
    for (const Entry& entry : course.entries) last_join = std::max(last_join, entry.task->join_after_frames);

    FrequencyAnswer out;
    out.frames.resize(question.frames);
    for (std::uint32_t frame = 0; frame < question.frames; ++frame) {
        if (frame <= last_join) course.join(frame);
        load::ModelClock clock(
            question.clock_tick_ns);  // only differences count, so each frame may begin at zero
        const std::int64_t budget_ns = question.budget_ns[frame % question.budget_ns.size()];
        manager->plan(course.tasks, {1, budget_ns}, clock);
        const auto run = [&](const load::TaskCall& call) {
            Entry& entry = course.entries[course.entry_of_row[call.task.row]];
            const std::int64_t cost_ns = consumed(entry, call.offered_ns);
            out.frames[frame].push_back({entry.number, call.offered_ns, cost_ns});
            clock.advance(cost_ns);
        };
        manager->run(course.tasks, run, clock);
    }
    for (const Entry& entry : course.entries) {
        const std::int32_t phase = entry.id == load::kNoTask ? 0 : course.tasks.columns.phase[entry.id.row];
        (entry.task->scheduler ? out.scheduler_phases : out.phases).push_back(phase);
    }
    return out;
}

ElasticAnswer answer(const ElasticQuestion& question) {
    std::vector<double> nominal_use, minimum_use, elasticity;
    for (const ElasticQuestion::Task& task : question.tasks) {
        nominal_use.push_back(task.cost / task.nominal);
        minimum_use.push_back(task.cost / task.maximum);
        elasticity.push_back(task.elasticity);
    }
    ElasticAnswer out;
    load::CompressionScratch scratch;
    out.result =
        load::compress({nominal_use, minimum_use, elasticity}, question.desired_utilization, scratch);
    for (const ElasticQuestion::Task& task : question.tasks) {
        out.periods.push_back(
            load::realPeriod(task.cost, task.nominal, task.maximum, task.elasticity, out.result));
        out.utilization += task.cost / out.periods.back();
    }
    return out;
}

}  // namespace drover::lab
