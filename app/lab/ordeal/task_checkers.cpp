// The checkers of what is managed: tasks, their dates, the budget, and what a frame's record says of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lab/ordeal/checker_list.h"
#include "core/base/outside_text.h"
#include "core/load/lua/own_manager.h"
#include "core/load/managers.h"
#include "core/record/columns.h"

namespace drover::lab::ordeal {

using load::TaskState;
using load::WaitReason;

// What is counted of all tasks is what is counted of the bands together.
std::string sumsAreThoseOfTheBands(const Look& look) {
    const record::FrameRecord& record = look.world.record();
    std::string flaw;
    for (const record::Measure& measure : record::kMeasures) {
        if (!measure.isByBand()) continue;
        const bool is_largest = measure.adding == record::Adding::kMax;
        if (!is_largest && measure.adding != record::Adding::kSum) continue;
        double sum = 0;
        for (std::size_t band = 0; band < record::kBands; ++band) {
            const double value = record::keptValue({&measure, static_cast<record::Band>(band)}, record);
            sum = is_largest ? std::max(sum, value) : sum + value;
        }
        const double whole = record::keptValue({&measure, std::nullopt}, record);
        if (std::abs(whole - sum) > 1e-9 * std::abs(whole))
            flaw = fmt::format("{}: {} of all, {} of the bands", measure.name, whole, sum);
    }
    return flaw;
}

std::string countersAreRecounted(const Look& look) {
    const record::BandRecord& whole = look.world.record().whole;
    const load::TaskColumns& columns = look.view.table.columns;
    std::uint64_t tasks = 0, waiting = 0, ran = 0;
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        tasks += !look.view.table.isResting(row);
        const WaitReason reason = columns.reason[row];
        waiting += reason == WaitReason::kBudget || reason == WaitReason::kUnknownCost;
        ran += reason == WaitReason::kRan;
    }
    const auto check = [](const char* what, std::uint64_t counted, std::uint64_t there) {
        return counted == there ? std::string() : fmt::format("{} {}, counted as {}", there, what, counted);
    };
    std::string flaw = check("tasks wait", whole.delayed, waiting);
    if (flaw.empty()) flaw = check("tasks ran", whole.run, ran);
    if (flaw.empty()) flaw = check("were due", whole.due, ran + waiting);
    if (flaw.empty()) flaw = check("tasks are awake", whole.tasks, tasks);
    if (flaw.empty()) flaw = check("leaves live", whole.leaves, look.view.flocks.liveLeaves());
    if (flaw.empty()) flaw = check("nodes live", whole.nodes, look.view.flocks.liveNodes());
    return flaw;
}

// Time goes on for each task, by what it ran for, and who waits is counted once a frame.
std::string datesGoOn(const Look& look) {
    const load::TaskTable& table = look.view.table;
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const TaskState& now = table.columns.state[row];
        if (table.isResting(row)) continue;
        if (now.last_ns > table.simul_ns || now.ran_at_ns > table.simul_ns)
            return fmt::format("task {} is ahead of its time", row);
        const bool has_run = table.columns.reason[row] == WaitReason::kRan;
        if (has_run && now.ran_at_ns != table.simul_ns)
            return fmt::format("task {} ran, at another time", row);
        if (has_run && now.isWaiting()) return fmt::format("task {} ran, and waits", row);
        if (look.past.has_new_rows || row >= look.past.tasks.size()) continue;
        const TaskState& before = look.past.tasks[row];
        if (before.ran_at_ns < 0 || before.generation != now.generation) continue;  // it may have woken
        if (now.last_ns < before.last_ns) return fmt::format("task {} has gone back in time", row);
        const std::uint32_t delays = table.delays(row);
        if (delays > look.past.delays[row] + 1)
            return fmt::format("task {} waited for {} frames, and now {}", row, look.past.delays[row],
                               delays);
    }
    return {};
}

// Who waits is counted as waiting.
std::string whoWaitsIsCounted(const Look& look) {
    const load::TaskTable& table = look.view.table;
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const WaitReason reason = table.columns.reason[row];
        const bool is_late = reason == WaitReason::kBudget || reason == WaitReason::kUnknownCost;
        if (is_late && !table.isResting(row) && !table.columns.state[row].isWaiting())
            return fmt::format("task {} is due and did not run, and has no delay", row);
    }
    return {};
}

// Who had something to decide in the last frame, and has, is a task that is awake.
std::string whoWakesIsATask(const Look& look) {
    const world::Population& population = look.world.population();
    if (look.past.has_new_rows) return {};
    for (std::uint32_t row = population.firstOther(); row < population.rows(); ++row) {
        const auto [animals, other, i] = population.at(row);
        if (row < look.past.awake.size() && look.past.awake[row] && !animals.rests(i) &&
            look.view.table.isResting(row))
            return fmt::format("animal {} is awake, and its task rests", row);
    }
    return {};
}

std::string parametersAreSet(const Look& look) {
    const load::Manager& manager = look.view.manager;
    if (manager.info().name != look.world.scenario().load.manager) return {};
    const auto& wanted = look.world.scenario().load.parameters;
    for (std::size_t i = 0; i < manager.info().parameters.size(); ++i) {
        const auto set = std::ranges::find(wanted.rbegin(), wanted.rend(), manager.info().parameters[i].name,
                                           &world::ParameterValue::name);
        if (set != wanted.rend() && manager.parameter(i) != set->value)
            return fmt::format("{} is {}, and not {}", set->name, manager.parameter(i), set->value);
    }
    return {};
}

// What a user's own manager takes, and what it says where it fails: nothing that a terminal obeys, and no
// address.
std::string scriptsKeepTheirBounds(const Look& look) {
    const load::ScriptPlan* const plan = load::ownPlanOf(look.view.manager);
    if (plan == nullptr) return {};
    // The code of functions is in a copy as often as they are: at most kMostCode, which takes more when
    // loaded.
    constexpr std::size_t kMost =
        load::ScriptLimits::kMostMemory + load::ScriptLimits::kCopySlack + 4 * load::ScriptLimits::kMostCode;
    if (plan->bytes() > kMost) return fmt::format("{} bytes", plan->bytes());
    if (hasControls(plan->flaw()) || plan->flaw().find("0x") != std::string::npos) return shown(plan->flaw());
    return plan->flaw().empty() && plan->script()->stepsLeft() < 0 ? "it took too many steps" : "";
}

static bool isManagedBy(const Look& look, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, look.view.manager.info().name) != names.end();
}

// A task whose period has passed has run, or waits for time. By managers whose periods are times, and not
// numbers of frames.
std::string noTaskIsForgotten(const Look& look) {
    const load::TaskTable& table = look.view.table;
    const bool is_all = isManagedBy(look, {"unmanaged"});
    if (!is_all && !isManagedBy(look, {"elastic", "modes", "feedback", "tiers"})) return {};
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const TaskState& task = table.columns.state[row];
        if (table.isResting(row)) continue;
        if (is_all && table.columns.reason[row] != WaitReason::kRan)
            return fmt::format("task {} did not run", row);
        if (table.columns.reason[row] != WaitReason::kNotDue || task.ran_at_ns < 0) continue;
        const std::int64_t period_ns = look.view.periodOf(row), passed_ns = table.simul_ns - task.last_ns;
        if (passed_ns >= period_ns)
            return fmt::format("task {} of {}: {} ns have passed of its period of {} ns", row,
                               look.view.manager.info().name, passed_ns, period_ns);
    }
    return {};
}

std::string periodsAreAllowed(const Look& look) {
    const load::TaskTable& table = look.view.table;
    if (!isManagedBy(look, {"elastic", "modes", "feedback"})) return {};
    for (std::uint32_t row = 0; row < look.world.population().rows(); ++row) {
        const TaskState& task = table.columns.state[row];
        const std::int64_t period_ns = look.view.periodOf(row);
        if (!table.isResting(row) && (period_ns < task.nominal_ns - 1 || period_ns > task.maximum_ns + 1))
            return fmt::format("task {} has a period of {} ns; allowed {} to {}", row, period_ns,
                               task.nominal_ns, task.maximum_ns);
    }
    return {};
}

// Under the model clock no task but the first begins when the budget is spent. By managers that promise it,
// unless a task may be delayed only so often.
std::string budgetIsKept(const Look& look) {
    if (look.world.scenario().load.clock != world::ClockKind::kModel || look.view.table.hasCaps()) return {};
    if (!isManagedBy(look, {"elastic", "modes", "edf", "mk_firm", "harmonic", "predictive", "tiers",
                            "feedback", "own"}))
        return {};
    for (const world::ParameterValue& parameter : look.world.scenario().load.parameters)
        if (parameter.name == "delay_cap_frames") return {};
    const std::int64_t budget_ns = look.world.record().budget_ns;
    bool is_first = true;
    for (const record::TaskEvent& event : look.world.events()) {
        if (event.was_delayed) break;
        if (!is_first && event.start_ns > budget_ns)
            return fmt::format("task {} began after {} ns of {}", event.task, event.start_ns, budget_ns);
        is_first = false;
    }
    return {};
}

}  // namespace drover::lab::ordeal
