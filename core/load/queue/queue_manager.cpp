// Tan & Wong's Figures 2 and 3. Each frame: find the periods, find who is due, put them in order, run while
// it fits the budget. How that is done fast for many tasks stands behind DueIndex and RunQueue.
#include "core/load/queue/queue_manager.h"

#include <algorithm>
#include <cassert>

#include "core/base/ask_ahead.h"
#include "core/base/planted.h"

namespace drover::load {

// Tasks came, went or changed since the last plan.
void QueueManager::follow(TaskTable& tasks) {
    if (rules().is_start_staggered) first_updates_.welcome(tasks);
}

void QueueManager::prepare(TaskTable& tasks) {
    first_updates_.prepare(tasks.rows());  // before it is told of those that are new
    Manager::prepare(tasks);
    DueIndex& index = firstIndex(tasks);
    index.setQueued(isOwn(tasks));
    index.prepare(tasks);
    queue_.prepare(tasks.taskRows());
    first_updates_.prepare(tasks.taskRows());
    first_updates_.leaveOut(tasks, index);
}

void QueueManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    const Rules rules = this->rules();
    tasks.cost_estimate = rules.cost_estimate;
    tasks.knows_growth = rules.knows_growth;
    report_.budget_ns = std::max<std::int64_t>(frame.budget_ns, 0);
    DueIndex& index = chooseIndex(tasks);
    queue_.setFirstToRun(rules.first_to_run);
    team_ = frame.team;
    index.setCores(team_ != nullptr ? team_->size() : 1);
    clearReasons(tasks, team_);
    index.setQueued(hasPlannedLast());
    queue_.beginFrame(tasks, hasPlannedLast(), team_);

    // Figure 2: lambda, and so every period.
    const double standing_use = tasks.standingUse();
    report_.compression = index.solve(tasks, std::max(report_.desired_use - standing_use, 0.0), team_).status;
    if (index.hasStartedAnew()) first_updates_.leaveOut(tasks, index);

    // Figure 3, first half: who is due, and in which order.
    index.findDue(tasks, rules.hysteresis, team_, [&](std::span<const std::uint32_t> rows) {
        if (isPlanted(Fault::kMissedDue) && rows.size() > 1) rows = rows.first(rows.size() - 1);
        for (const std::uint32_t row : rows) queue_.add(tasks, row, dueSince(tasks, row));
    });
    first_updates_.addDue(tasks, index, queue_);
    queue_.endPlan(tasks.version());
    report_.due = queue_.due();
}

// Figure 3, second half.
void QueueManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    const Rules rules = this->rules();
    const std::int64_t frames = rules.first_update_frames;
    Rounds* const rounds = run_task.rounds();
    const bool has_caps = rules.delay_cap_frames > 0 || tasks.hasCaps();
    Frame frame{.tasks = tasks,
                .run_task = run_task,
                .clock = clock,
                .order = rounds != nullptr && !has_caps ? RunQueue::Order::kRough : RunQueue::Order::kExact,
                .allowance = {.unknown_left = (std::int64_t{tasks.tasks()} + frames - 1) / frames,
                              .delay_cap_frames = rules.delay_cap_frames},
                .begin_ns = clock.now(),
                .trust = rules.reclaims ? trust_.value() : 1};
    leave(frame, report_.budget_ns);
    if (rounds != nullptr) {
        beginRounds(tasks, *rounds);
        chosenIndex()->setCores(rounds->cores());
        first_costs_.beginFrame();
    }
    runInOrder(frame);
    if (rules.reclaims && report_.compression != Compression::kNominal) runEarly(frame);
    if (rounds != nullptr) first_costs_.endFrame(report_.total_cost_ns);
    report_.delayed = queue_.waited();
    assert(report_.run + report_.delayed <= report_.due);  // a task may have been taken away by another
    trust_.follow(report_.total_cost_ns, frame.expected_ns);
}

// While budget is left, tasks that would have liked to run by now do so, those first that will soon be due.
void QueueManager::runEarly(Frame& frame) {
    constexpr std::int64_t kFarthest_ns = 100'000'000'000;
    // Looking takes a while, for some rows in detail. In rounds the clock tells only later how long it took.
    constexpr std::int64_t kRow_ns = 50;
    const std::int64_t little_ns = std::max<std::int64_t>(report_.budget_ns / 16, frame.tasks.rows() / 4);
    ahead_ns_ = std::max(ahead_ns_ / 2, std::max<std::int64_t>(report_.frame_time_ns / 4, 1'000'000));
    looking_ns_ /= 2;
    // An early task must fit, into what the frames before have left if nothing runs.
    const bool has_run = report_.run > 0;
    idle_ns_ = has_run ? 0 : idle_ns_ + report_.budget_ns;
    frame.allowance.has_run = true;
    std::uint32_t early = 0;
    for (; frame.left_ns > std::max(little_ns, 2 * looking_ns_) && queue_.waited() == 0 &&
           ahead_ns_ < kFarthest_ns;
         ahead_ns_ *= 2, looking_ns_ *= 2) {
        queue_.beginEarly(frame.tasks);
        const std::uint32_t looked =
            chosenIndex()->findEarly(frame.tasks, ahead_ns_, team_, [&](std::span<const std::uint32_t> rows) {
                for (const std::uint32_t row : rows) queue_.add(frame.tasks, row, frame.tasks.simul_ns);
            });
        if (frame.run_task.rounds() != nullptr) {
            looking_ns_ = looked * kRow_ns;
            leave(frame, frame.left_ns - looking_ns_);
        }
        if (!has_run && report_.run == 0) frame.allowance.left_ns = idle_ns_;
        early += queue_.added();
        runInOrder(frame);
    }
    if (early > 0) early -= queue_.endEarly(frame.tasks);
    report_.due += early;
}

// What is left of the budget, in the coin of expected costs.
void QueueManager::leave(Frame& frame, std::int64_t left_ns) const {
    frame.left_ns = left_ns;
    frame.allowance.left_ns =
        frame.trust == 1 ? left_ns : static_cast<std::int64_t>(static_cast<double>(left_ns) / frame.trust);
}

void QueueManager::runInOrder(Frame& frame) {
    Rounds* const rounds = frame.run_task.rounds();
    const auto ask = [&](const DueTask& due) {
        if (due.expected_ns > frame.allowance.left_ns) return;
        frame.tasks.prefetch(due.task.row);
        chosenIndex()->prefetch(due.task.row);
        if (rounds == nullptr) frame.run_task.soon(due.task);
    };
    queue_.beginRun(frame.order, team_);
    for (;;) {
        RunQueue::Wish wish{.asks_all = queue_.mustLookCloser(frame.tasks, frame.allowance)};
        if (rounds != nullptr) {
            wish.rounds = rounds;
            wish.enough_ns = rounds->enough_ns() - chosen().expected_ns();
            wish.unknown_ns = first_costs_.expected_ns(rounds->enough_ns());
            wish.most_unknown = first_costs_.leftInRound();
            wish.most = rounds->mostTasks() - std::min(rounds->mostTasks() - 1, chosen().size());
        }
        const RunQueue::Next next = queue_.next(frame.tasks, frame.allowance, wish);
        if (next.tasks.empty()) break;
        if (next.fit) {
            takeAll(frame, next);
        } else {
            frame.now_ns = frame.clock.now();
            askAhead<20>(next.tasks, ask, [&](const DueTask& due) { take(frame, due, next.has_waited); });
        }
    }
    if (rounds == nullptr) return;
    if (!chosen().empty()) runRound(frame);
    finishRounds(frame.tasks, *rounds);
    noteCosts(frame);
}

// Tasks that all fit.
void QueueManager::takeAll(Frame& frame, const RunQueue::Next& next) {
    assert(!next.tasks.empty() && next.expected_ns >= 0 && next.unknown <= next.tasks.size());
    chosen().add({.tasks = next.tasks.data(),
                  .count = static_cast<std::uint32_t>(next.tasks.size()),
                  .expected_ns = next.expected_ns,
                  .offered_ns = std::max<std::int64_t>(frame.allowance.left_ns, 0),
                  .waited_until_ns = next.has_waited ? frame.tasks.last_simul_ns : -1});
    frame.allowance.unknown_left -= next.unknown;
    frame.allowance.has_run = true;
    queue_.ran(next.tasks.size());
    choseFor(frame, next.expected_ns, next.unknown);
}

// A due task's turn: it runs, or it must wait. `has_waited`: in a group.
void QueueManager::take(Frame& frame, const DueTask& due, bool has_waited) {
    Allowance& allowance = frame.allowance;
    const std::uint32_t row = due.task.row;
    assert(row < frame.tasks.rows());
    if (allowance.has_run && !queue_.mustLookCloser(frame.tasks, allowance))
        if (const WaitReason reason = allowance.reasonToWait(due); reason != WaitReason::kRan)
            return queue_.mustWait(frame.tasks, due, reason);
    if (!frame.tasks.contains(due.task)) return;  // removed by a task that ran before it
    if (const WaitReason reason = allowance.reasonToWait(frame.tasks, row); reason != WaitReason::kRan)
        return queue_.mustWait(frame.tasks, due, reason);
    DueTask task = due;
    if (has_waited) task.rank = 0, task.next_ns = frame.tasks.last_simul_ns;
    if (frame.run_task.rounds() != nullptr) {
        task.expected_ns = expectedInRound(frame, due);
        if (allowance.has_run && task.expected_ns > allowance.left_ns)
            return queue_.mustWait(frame.tasks, due, WaitReason::kBudget);
    }
    allowance.unknown_left -= frame.tasks.columns.state[row].ran_at_ns < 0;
    allowance.has_run = true;
    frame.run_task.rounds() != nullptr ? addToRound(frame, task) : runOne(frame, task);
    queue_.ran(1);
}

void QueueManager::runOne(Frame& frame, const DueTask& due) {
    frame.expected_ns += frame.tasks.expectedCost(due.task.row);
    opened(frame.tasks, due, 0);
    callTask(frame.tasks, frame.run_task, due.task, due.next_ns, std::max<std::int64_t>(frame.left_ns, 0),
             frame.now_ns);
    frame.now_ns = frame.clock.now();
    leave(frame, frame.left_ns - endOfTask(frame.tasks, frame.now_ns));
    chosenIndex()->ran(frame.tasks, due.task.row);
}

std::int64_t QueueManager::expectedInRound(const Frame& frame, const DueTask& due) const {
    const Rounds& rounds = *frame.run_task.rounds();
    return rounds.expected_ns(due.task.row, due.isCostUnknown() ? first_costs_.expected_ns(rounds.enough_ns())
                                                                : frame.tasks.expectedCost(due.task.row));
}

void QueueManager::addToRound(Frame& frame, const DueTask& task) {
    chosen().add(task, std::max<std::int64_t>(frame.allowance.left_ns, 0));
    if (task.hasWaited()) frame.tasks.columns.reason[task.task.row] = WaitReason::kRan;
    choseFor(frame, task.expected_ns, isCostUnknown(frame.tasks.columns.state[task.task.row]));
}

// Tasks are in the round that is chosen, and will cost that.
void QueueManager::choseFor(Frame& frame, std::int64_t expected_ns, std::uint32_t unknown) {
    frame.allowance.left_ns -= expected_ns;
    first_costs_.chose(expected_ns, unknown, first_costs_.expected_ns(frame.run_task.rounds()->enough_ns()));
    runRoundIfFull(frame);
}

void QueueManager::runRoundIfFull(Frame& frame) {
    const Rounds& rounds = *frame.run_task.rounds();
    const bool is_full = chosen().expected_ns() >= rounds.enough_ns() ||
                         chosen().size() >= rounds.mostTasks() || first_costs_.leftInRound() == 0;
    if (is_full && !chosen().empty()) runRound(frame);
}

void QueueManager::runRound(Frame& frame) {
    assert(!chosen().empty());
    first_costs_.roundRuns();
    runChosen(frame.tasks, *frame.run_task.rounds());
    noteCosts(frame);
}

// What all rounds have cost, as far as the clock tells.
void QueueManager::noteCosts(Frame& frame) {
    report_.total_cost_ns = std::max<std::int64_t>(frame.clock.now() - frame.begin_ns, 0);
    const std::int64_t left_ns = report_.budget_ns - report_.total_cost_ns;
    leave(frame,
          left_ns < frame.run_task.rounds()->least_ns() ? std::min<std::int64_t>(left_ns, 0) : left_ns);
}

std::int64_t QueueManager::periodOf(const TaskTable& tasks, std::uint32_t row) const {
    const DueIndex* index = chosenIndex();
    return index ? index->periodOf(tasks, row) : Manager::periodOf(tasks, row);
}

}  // namespace drover::load
