#include "app/lab/grade/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/flock/store.h"
#include "core/load/lua/own_manager.h"
#include "core/load/plan/planned_manager.h"
#include "core/world/animals/population.h"

namespace drover::lab {
namespace {

// The thresholds. `elastic` and `elastic.lua` stay within all of them in the six workloads.
constexpr std::uint64_t kFirstFrames = 30;      // in which first thoughts of unknown cost are spread out
constexpr double kMostAsked = 1.25;             // of the budget
constexpr std::uint32_t kFramesOfTooMuch = 30;  // in a row
constexpr double kMostOver = 1.05;              // of the budget
constexpr double kTooSoon = 0.9;                // of the nominal period
constexpr std::uint32_t kFramesInARow = 10;     // for the same place, and for idling
constexpr double kLate = 1.5;                   // times the nominal period
constexpr double kMuchNearer = 0.25;            // of the distance
constexpr double kLongestPeriod = 1.001;        // of the maximum; periods are rounded
constexpr double kLongLife_ms = 2000;
constexpr double kIdleUse = 0.5, kShareOfLate = 0.1;

double inMs(std::int64_t ns) { return static_cast<double>(ns) * 1e-6; }

const load::PlannedManager* planOf(const world::World& world) {
    return dynamic_cast<const load::PlannedManager*>(&world.manager());
}

bool hasOrder(const load::PlanTasks& tasks) {
    return std::ranges::any_of(tasks.run, [](double run) { return run < load::PlanTasks::kNoRank; });
}

std::string nameOfTask(const world::World& world, std::uint32_t row, std::uint64_t id) {
    if (world.population().isFlock(row)) return fmt::format("herd {}", id);
    return fmt::format("{} {}", world.kindNames()[world.kindOf(row)], id);
}

// A hunted herd matters as if the player stood in it.
double distanceOf(const world::World& world, std::uint32_t row) {
    if (world.population().isFlock(row) && world.flocks().isBoosted(FlockId{row})) return 0;
    const Vec2 way = world.flocks().plane().offset(world.player(), world.population().placeOf(row));
    return static_cast<double>(length(way));
}

std::string timeText(double value) { return fmt::format("{:.3g} ms", value); }

}  // namespace

template <class Words>
void FaultWatch::add(FaultKind kind, const world::World& world, Words words) {
    Fault& fault = found_[static_cast<std::size_t>(kind)];
    if (fault.count++ > 0) return;
    fault = {kind, 1, world.frame(), words()};
}

std::vector<Fault> FaultWatch::faults() const {
    std::vector<Fault> out;
    std::ranges::copy_if(found_, std::back_inserter(out), [](const Fault& fault) { return fault.count > 0; });
    return out;
}

void FaultWatch::follow(const world::World& world) {
    see(world);
    findStop(world);
    // What follows is not the script's doing.
    if (found_[static_cast<std::size_t>(FaultKind::kStopped)].count > 0) return remember(world);
    findTooMuch(world);
    findTooDear(world);
    if (world.frame() > kFirstFrames) findTooSoon(world), findWrongOrder(world);
    findSamePlaces(world);
    findLongPeriods(world);
    findForgotten(world);
    findIdle(world);
    remember(world);
}

void FaultWatch::see(const world::World& world) {
    const load::TaskTable& table = world.tasks();
    const load::PlannedManager* const planned = planOf(world);
    seen_.clear();
    at_of_row_.assign(table.rows(), 0);
    for (std::uint32_t row = 0; row < table.taskRows(); ++row) {
        if (table.columns.kind[row] != load::TaskKind::kTask) continue;
        const std::uint64_t serial = table.columns.serial[row];
        if (serial >= before_.size()) before_.resize(serial + 1);
        Before& before = before_[serial];
        if (before.last_ns < 0) before = {.last_ns = table.last_simul_ns, .born_ns = table.last_simul_ns};
        const load::TaskState& task = table.columns.state[row];
        at_of_row_[row] = static_cast<std::uint32_t>(seen_.size());
        seen_.push_back({.row = row,
                         .id = serial + 1,
                         .last_ms = inMs(table.simul_ns - before.last_ns),
                         .nominal_ms = inMs(task.nominal_ns),
                         .maximum_ms = inMs(task.maximum_ns),
                         .cost_ms = inMs(before.cost_ns),
                         .distance_m = distanceOf(world, row),
                         .has_run = table.columns.reason[row] == load::WaitReason::kRan,
                         .had_thought = before.has_thought});
        const Seen& seen = seen_.back();
        longest_wait_ = std::max(longest_wait_, seen.last_ms / seen.maximum_ms);
    }
    if (planned == nullptr) return;
    // What the plan itself saw.
    const load::PlanTasks& tasks = planned->planned();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        Seen& seen = seen_[at_of_row_[tasks.rows[i]]];
        seen.cost_ms = tasks.cost[i];
        seen.distance_m = tasks.distance[i];
    }
}

void FaultWatch::remember(const world::World& world) {
    const load::TaskTable& table = world.tasks();
    for (const Seen& seen : seen_) {
        const load::TaskState& task = table.columns.state[seen.row];
        Before& before = before_[seen.id - 1];
        before.last_ns = task.last_ns;
        before.cost_ns = task.cost_ns;
        before.has_thought = task.ran_at_ns >= 0;
    }
}

void FaultWatch::findStop(const world::World& world) {
    const load::ScriptPlan* const own = load::ownPlanOf(world.manager());
    if (own != nullptr && !own->flaw().empty()) add(FaultKind::kStopped, world, [&] { return own->flaw(); });
}

// What a plan asks for: by its order what all of those cost that should run now, else what its periods cost
// a frame. If not even the longest periods fit, those are asked for rightly.
void FaultWatch::findTooMuch(const world::World& world) {
    const load::PlannedManager* const planned = planOf(world);
    if (planned == nullptr) return;
    const load::PlanTasks& tasks = planned->planned();
    const double frame_ms = inMs(world.record().frame_time_ns), budget_ms = inMs(world.record().budget_ns);
    const bool is_by_order = hasOrder(tasks) && !planned->ownPlan().writesPeriods();
    double asked_ms = 0, least_ms = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        least_ms += tasks.cost[i] * frame_ms / tasks.maximum[i];
        if (!is_by_order)
            asked_ms += tasks.cost[i] * std::min(frame_ms / tasks.period[i], 1.0);
        else if (tasks.run[i] < load::PlanTasks::kNoRank)
            asked_ms += tasks.cost[i];
    }
    const bool is_too_much = asked_ms > kMostAsked * std::max(budget_ms, least_ms);
    frames_of_too_much_ = is_too_much ? frames_of_too_much_ + 1 : 0;
    if (frames_of_too_much_ < kFramesOfTooMuch) return;
    add(FaultKind::kTooLong, world, [&] {
        return fmt::format("asked for {} with {} to spend, for the {}th frame in a row", timeText(asked_ms),
                           timeText(budget_ms), kFramesOfTooMuch);
    });
}

// A herd that was known to be too dear. The first one of a frame may always run.
void FaultWatch::findTooDear(const world::World& world) {
    const double budget_ms = inMs(world.record().budget_ns);
    for (const record::TaskEvent& event : world.events()) {
        if (event.was_delayed) break;
        const Seen& seen = seen_[at_of_row_[event.task]];
        const double left_ms = std::max(budget_ms - inMs(event.start_ns), 0.0), cost_ms = inMs(event.cost_ns);
        if (event.start_ns == 0 || !seen.had_thought ||
            inMs(event.start_ns) + cost_ms <= kMostOver * budget_ms || seen.cost_ms <= kMostOver * left_ms)
            continue;
        add(FaultKind::kTooLong, world, [&] {
            return fmt::format("ran {} at {} with {} left", nameOfTask(world, seen.row, seen.id),
                               timeText(cost_ms), timeText(left_ms));
        });
    }
}

void FaultWatch::findTooSoon(const world::World& world) {
    const auto late = std::ranges::find_if(seen_, [](const Seen& seen) {
        return !seen.has_run && seen.had_thought && seen.last_ms > kLate * seen.nominal_ms;
    });
    if (late == seen_.end()) return;
    for (const Seen& seen : seen_) {
        if (!seen.has_run || !seen.had_thought || seen.last_ms >= kTooSoon * seen.nominal_ms) continue;
        add(FaultKind::kBeforeItsTime, world, [&] {
            return fmt::format("ran {} after {}, which likes {}; {} waited, after {}",
                               nameOfTask(world, seen.row, seen.id), timeText(seen.last_ms),
                               timeText(seen.nominal_ms), nameOfTask(world, late->row, late->id),
                               timeText(late->last_ms));
        });
    }
}

void FaultWatch::findSamePlaces(const world::World& world) {
    const load::PlannedManager* const planned = planOf(world);
    if (planned == nullptr) return;
    std::vector<double> places;
    std::ranges::copy_if(planned->planned().run, std::back_inserter(places),
                         [](double run) { return run < load::PlanTasks::kNoRank; });
    std::ranges::sort(places);
    std::size_t most = 0;
    double place = 0;
    for (std::size_t first = 0, end = 0; first < places.size(); first = end) {
        while (end < places.size() && places[end] == places[first]) ++end;
        if (end - first > most) most = end - first, place = places[first];
    }
    frames_of_same_places_ = 2 * most > seen_.size() ? frames_of_same_places_ + 1 : 0;
    if (frames_of_same_places_ < kFramesInARow) return;
    add(FaultKind::kTwoAtOnce, world,
        [&] { return fmt::format("gave {} of {} herds the place {:.6g}", most, seen_.size(), place); });
}

// Longer by a period and more, and only if there was time for the near one when the far one began.
void FaultWatch::findWrongOrder(const world::World& world) {
    std::vector<const Seen*> waiting;
    for (const Seen& seen : seen_)
        if (!seen.has_run && seen.had_thought && seen.last_ms > kLate * seen.nominal_ms)
            waiting.push_back(&seen);
    if (waiting.empty()) return;
    std::ranges::stable_sort(waiting, {}, &Seen::distance_m);
    const double budget_ms = inMs(world.record().budget_ns);
    for (const record::TaskEvent& event : world.events()) {
        if (event.was_delayed) break;
        const Seen& far = seen_[at_of_row_[event.task]];
        if (!far.had_thought) continue;
        const double left_ms = budget_ms - inMs(event.start_ns);
        for (const Seen* const near : waiting) {
            if (near->distance_m > kMuchNearer * far.distance_m) break;
            if (near->last_ms <= far.last_ms + near->nominal_ms || near->cost_ms > left_ms) continue;
            add(FaultKind::kWrongOrder, world, [&] {
                return fmt::format("ran {} at {:.0f} m after {}; {} at {:.0f} m had to wait, after {}",
                                   nameOfTask(world, far.row, far.id), far.distance_m, timeText(far.last_ms),
                                   nameOfTask(world, near->row, near->id), near->distance_m,
                                   timeText(near->last_ms));
            });
            break;
        }
    }
}

void FaultWatch::findLongPeriods(const world::World& world) {
    const load::PlannedManager* const planned = planOf(world);
    if (planned != nullptr && !planned->ownPlan().writesPeriods()) return;
    for (const Seen& seen : seen_) {
        const double period_ms = inMs(world.manager().periodOf(world.tasks(), seen.row));
        if (period_ms <= kLongestPeriod * seen.maximum_ms) continue;
        add(FaultKind::kBeyondMaximum, world, [&] {
            return fmt::format("gave {} a period of {}; its maximum is {}",
                               nameOfTask(world, seen.row, seen.id), timeText(period_ms),
                               timeText(seen.maximum_ms));
        });
    }
}

void FaultWatch::findForgotten(const world::World& world) {
    const std::int64_t now_ns = world.tasks().simul_ns;
    for (const Seen& seen : seen_) {
        Before& before = before_[seen.id - 1];
        if (seen.has_run || seen.had_thought || before.was_told ||
            inMs(now_ns - before.born_ns) < kLongLife_ms)
            continue;
        before.was_told = true;
        add(FaultKind::kNeverThought, world, [&] {
            return fmt::format("{} has lived for {:.2g} s and has never thought",
                               nameOfTask(world, seen.row, seen.id), inMs(now_ns - before.born_ns) * 1e-3);
        });
    }
}

void FaultWatch::findIdle(const world::World& world) {
    const double used_ms = inMs(world.record().ai_ns), budget_ms = inMs(world.record().budget_ns);
    const auto late = static_cast<std::size_t>(std::ranges::count_if(seen_, [](const Seen& seen) {
        return !seen.has_run && seen.had_thought && seen.last_ms >= 2 * seen.nominal_ms;
    }));
    const bool is_idle = used_ms < kIdleUse * budget_ms &&
                         static_cast<double>(late) >= kShareOfLate * static_cast<double>(seen_.size()) &&
                         late > 0;
    frames_idle_ = is_idle ? frames_idle_ + 1 : 0;
    if (frames_idle_ < kFramesInARow) return;
    add(FaultKind::kIdle, world, [&] {
        return fmt::format("used {} of {}, while {} of {} herds were late", timeText(used_ms),
                           timeText(budget_ms), late, seen_.size());
    });
}

}  // namespace drover::lab
