#include "core/load/elastic.h"

#include <algorithm>
#include <limits>

#include "core/load/pair.h"

namespace drover::load {
namespace {

// The places of kElasticParameters.
enum Parameter : std::size_t { kCostEstimate, kFirstUpdateFrames, kStaggeredStart, kDelayCap, kHysteresis };

// Rows are treated in blocks small enough that what one pass writes is still in the cache for the next.
constexpr std::size_t kBlock = 1024;

// The bits of a number in reverse: consecutive ones land evenly spread over the whole range.
constexpr std::uint32_t reversed(std::uint32_t v) {
    v = (v >> 16) | (v << 16);
    v = ((v & 0xff00ff00u) >> 8) | ((v & 0x00ff00ffu) << 8);
    v = ((v & 0xf0f0f0f0u) >> 4) | ((v & 0x0f0f0f0fu) << 4);
    v = ((v & 0xccccccccu) >> 2) | ((v & 0x33333333u) << 2);
    return ((v & 0xaaaaaaaau) >> 1) | ((v & 0x55555555u) << 1);
}

bool isUnknown(const TaskState& task) { return task.cost_ns == 0 && task.ran_at_ns < 0; }

// It never ran and was not due yet.
bool isFresh(const TaskTable& tasks, TaskId task) {
    return tasks.contains(task) && tasks.columns.state[task.row].ran_at_ns < 0 &&
           tasks.columns.state[task.row].delays == 0;
}

}  // namespace

void ElasticManager::prepare(TaskTable& tasks) {
    if (tasks.rows() < Crowd::kLeastRows) return;
    takePages(newcomers_, tasks.rows()), takePages(fresh_, tasks.rows());
    order_.prepare(tasks.rows());
    backlog_.prepare(tasks.rows());
    if (tasks.version() != seen_version_) welcome(tasks);
    is_crowd_ = true;
    forgetBacklog(tasks);
    tasks.keepUses(false);
    crowd_.prepare(tasks);
    keepFreshWaiting(tasks);
}

void ElasticManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    tasks.cost_estimate = static_cast<CostEstimate>(parameter(kCostEstimate));
    left_ns_ = report_.budget_ns = std::max<std::int64_t>(frame.budget_ns, 0);
    const bool is_changed = tasks.version() != seen_version_;
    if (is_changed) welcome(tasks);
    order_.clear();
    waiting_cost_ns_ = stretched_ns_ = 0;
    waiting_unknown_ = 0;
    oldest_last_ns_ = std::numeric_limits<std::int64_t>::max();
    // Hysteresis needs the period of every task in every frame.
    is_crowd_ = tasks.rows() >= Crowd::kLeastRows && parameter(kHysteresis) == 0 && crowd_.isQuiet(tasks);
    if (!is_crowd_ || !crowd_.follows(tasks)) forgetBacklog(tasks);
    tasks.keepUses(!is_crowd_);
    is_crowd_ ? planCrowd(tasks, is_changed) : planAll(tasks);
    collectFresh(tasks);
    if (is_crowd_)
        for (const DueTask& due : order_.waiting()) newcomers_.push_back(due.task);

    report_.due = static_cast<std::uint32_t>(order_.size()) + backlog_.size();
    if (tasks.tasks() == 0) return;
    report_.assigned_deviation_ns = static_cast<double>(stretched_ns_) / tasks.tasks();
    report_.oldest = tasks.idOf(oldest_row_);
    report_.oldest_ns = tasks.simul_ns - oldest_last_ns_;
    report_.waiting[static_cast<std::size_t>(WaitReason::kNotDue)] = tasks.tasks() - report_.due;
}

void ElasticManager::planAll(TaskTable& tasks) {
    const CompressionResult result = compress(tasks.columns.nominal_use, tasks.columns.minimum_use,
                                              tasks.elasticities(), report_.desired_use, scratch_);
    report_.compression = result.status;
    assigned_ns_.resize(kBlock);
    due_rows_.resize(kBlock);
    for (std::size_t first = 0; first < tasks.rows(); first += kBlock) {
        const std::size_t count = std::min<std::size_t>(kBlock, tasks.rows() - first);
        assignPeriods(tasks, result, first, count);
        if (parameter(kHysteresis) > 0) holdPeriods(tasks, first, count);
        collectDue(tasks, first, count);
    }
}

void ElasticManager::planCrowd(TaskTable& tasks, bool is_changed) {
    catchUpBacklog(tasks, is_changed);
    report_.compression = crowd_.plan(tasks, report_.desired_use).status;
    if (crowd_.tookStock()) keepFreshWaiting(tasks);
    crowd_.forEachDue(tasks, [&](std::uint32_t row) { collect(tasks, row); });
    switch (report_.compression) {
        case Compression::kNominal: report_.total_use = crowd_.nominalUse(); break;
        case Compression::kCompressed: report_.total_use = report_.desired_use; break;
        case Compression::kSaturated: report_.total_use = crowd_.leastUse(); break;
    }
    stretched_ns_ = crowd_.stretched_ns();
    oldest_row_ = crowd_.oldest(tasks);
    oldest_last_ns_ = tasks.columns.state[oldest_row_].last_ns;
}

// Gives the tasks that came since the last plan their first date: spread over their nominal period, so that a
// crowd born in one frame does not stay in step.
void ElasticManager::welcome(TaskTable& tasks) {
    seen_version_ = tasks.version();
    if (parameter(kStaggeredStart) == 0) return;
    TaskColumns& c = tasks.columns;
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        if (c.reason[row] != WaitReason::kNew || c.kind[row] != TaskKind::kTask) continue;
        const double share =
            static_cast<double>(reversed(static_cast<std::uint32_t>(c.serial[row]))) * 0x1p-32;
        c.state[row].next_ns =
            c.state[row].last_ns + 1 +
            static_cast<std::int64_t>(share * static_cast<double>(c.state[row].nominal_ns));
        fresh_.push_back({c.state[row].next_ns, tasks.idOf(row)});
    }
    std::sort(fresh_.begin() + static_cast<std::ptrdiff_t>(fresh_taken_), fresh_.end(),
              [](const Fresh& a, const Fresh& b) {
                  return a.date_ns != b.date_ns ? a.date_ns < b.date_ns : a.task.row < b.task.row;
              });
}

// T = C / U, written as T0 * U0 / U, which needs no other column. The least U gives Tmax to within a
// thousandth of a nanosecond, so rounding ends on it exactly; a rigid task ends on T0.
void ElasticManager::assignPeriods(TaskTable& tasks, const CompressionResult& result, std::size_t first,
                                   std::size_t count) {
    const TaskColumns& c = tasks.columns;
    const double* const nominal_use = c.nominal_use.data() + first;
    const double* const minimum_use = c.minimum_use.data() + first;
    const double* const elasticity = tasks.elasticities().data() + first;
    const TaskState* const state = c.state.data() + first;
    double* const assigned = assigned_ns_.data();
    // Saturated: a lambda past every breakpoint, yet finite, so that a rigid task still gives nothing.
    const double lambda = result.status == Compression::kSaturated ? 1e300 : result.lambda;
    const auto stretch = [&](std::size_t i, Pair u0, Pair umin, Pair e, PairSum& use_sum) {
        const Pair use = larger(u0 - both(lambda) * e, umin);
        use_sum.even += use;
        // Without cost 0 / 0: there the stretch is 1.
        const Pair times = where(u0 > both(0), u0 / use) + unless(u0 > both(0), both(1));
        assigned[i] = static_cast<double>(state[i].nominal_ns) * times[0] + 0.5;
        if (i + 1 < count) assigned[i + 1] = static_cast<double>(state[i + 1].nominal_ns) * times[1] + 0.5;
    };
    PairSum use_sum;
    std::size_t i = 0;
    for (; i + 2 <= count; i += 2)
        stretch(i, load(nominal_use + i), load(minimum_use + i), load(elasticity + i), use_sum);
    if (i < count)
        stretch(i, Pair{nominal_use[i], 0}, Pair{minimum_use[i], 0}, Pair{elasticity[i], 0}, use_sum);
    report_.total_use += use_sum.value();
}

// Keeps the period of the frame before where the new one differs too little.
void ElasticManager::holdPeriods(const TaskTable& tasks, std::size_t first, std::size_t count) {
    const TaskColumns& c = tasks.columns;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = first + i;
        const auto before = static_cast<double>(c.state[row].period_ns);
        const double change = assigned_ns_[i] - before;
        const bool is_allowed = c.state[row].period_ns >= c.state[row].nominal_ns &&
                                c.state[row].period_ns <= c.state[row].maximum_ns;
        if (is_allowed && (change < 0 ? -change : change) <= parameter(kHysteresis) * before)
            assigned_ns_[i] = before + 0.5;
    }
}

// A task is due when it has been delayed, or when its period has passed since Tlast.
void ElasticManager::collectDue(TaskTable& tasks, std::size_t first, std::size_t count) {
    TaskColumns& c = tasks.columns;
    const std::int64_t simul_ns = tasks.simul_ns;
    TaskState* const state = c.state.data() + first;
    std::size_t due = 0;
    std::int64_t stretched_ns = 0, oldest_last_ns = oldest_last_ns_;
    std::size_t oldest = kBlock;
    for (std::size_t i = 0; i < count; ++i) {
        const auto period = static_cast<std::int64_t>(assigned_ns_[i]);
        TaskState& task = state[i];
        task.period_ns = period;
        stretched_ns += period - task.nominal_ns;
        oldest = task.last_ns < oldest_last_ns ? i : oldest;
        oldest_last_ns = std::min(oldest_last_ns, task.last_ns);
        due_rows_[due] = static_cast<std::uint32_t>(first + i);
        due += (simul_ns - task.last_ns >= period) | (task.delays > 0);
    }
    std::fill_n(c.reason.begin() + static_cast<std::ptrdiff_t>(first), count, WaitReason::kNotDue);
    stretched_ns_ += stretched_ns;
    oldest_last_ns_ = oldest_last_ns;
    if (oldest != kBlock) oldest_row_ = static_cast<std::uint32_t>(first + oldest);
    for (std::size_t k = 0; k < due; ++k) collect(tasks, due_rows_[k]);
}

// Puts a due task in the order, and marks it as delayed: that stands unless it gets its turn, whatever cuts
// the frame short. Not delayed before: Tnext = Tlast + the period of this frame; whole periods that were
// missed are folded in.
void ElasticManager::collect(TaskTable& tasks, std::uint32_t row) {
    TaskColumns& c = tasks.columns;
    const std::uint32_t delays = c.state[row].delays;
    std::int64_t next_ns = c.state[row].next_ns;
    if (delays == 0) {
        const std::int64_t since_ns = tasks.simul_ns - c.state[row].last_ns,
                           period_ns = c.state[row].period_ns;
        next_ns =
            c.state[row].last_ns + (since_ns < 2 * period_ns ? period_ns : since_ns / period_ns * period_ns);
    }
    order_.add({rankOf(delays, next_ns - c.state[row].last_ns), next_ns, tasks.idOf(row)});
    waiting_cost_ns_ += c.state[row].cost_ns;
    waiting_unknown_ += isUnknown(c.state[row]);
    report_.largest_delays = std::max(report_.largest_delays, delays);
    c.state[row].delays = delays + 1;
    c.state[row].next_ns = tasks.simul_ns;
    c.reason[row] = WaitReason::kBudget;
}

// A crowd's first updates come from fresh_ alone.
void ElasticManager::keepFreshWaiting(const TaskTable& tasks) {
    for (std::size_t k = fresh_taken_; k < fresh_.size(); ++k)
        if (isFresh(tasks, fresh_[k].task)) crowd_.waits(fresh_[k].task.row);
}

// First updates whose staggered date has come before their period was over. Of a crowd no more at once than
// will soon have their turn: what a million newcomers cost is spread over the first frames, too.
void ElasticManager::collectFresh(TaskTable& tasks) {
    constexpr std::size_t kLeastOfCrowd = 8192;
    TaskColumns& c = tasks.columns;
    const std::size_t in_turn = order_.size();
    const std::size_t most = is_crowd_ ? kLeastOfCrowd + ran_before_ : fresh_.size();
    constexpr std::size_t kAhead = 16;
    for (; fresh_taken_ < fresh_.size() && order_.size() - in_turn < most; ++fresh_taken_) {
        if (fresh_taken_ + kAhead < fresh_.size()) tasks.prefetch(fresh_[fresh_taken_ + kAhead].task.row);
        const auto [date_ns, id] = fresh_[fresh_taken_];
        if (date_ns > tasks.simul_ns) break;
        if (!isFresh(tasks, id)) continue;
        TaskState& task = c.state[id.row];
        if (tasks.simul_ns - task.last_ns >= task.period_ns) {
            collect(tasks, id.row);
            continue;
        }
        order_.add({rankOf(0, date_ns - task.last_ns), date_ns, id});
        waiting_cost_ns_ += task.cost_ns;
        ++waiting_unknown_;
        task.delays = 1;
        task.next_ns = tasks.simul_ns;
        c.reason[id.row] = WaitReason::kBudget;
    }
    if (fresh_taken_ == fresh_.size()) fresh_.clear(), fresh_taken_ = 0;
    if (order_.size() > in_turn) order_.sortByRow();
}

// A task runs if its expected cost is not above what is left. One of unknown cost needs something left, and
// there is a limit to their number, so that a new crowd is spread over the first frames. One at its cap of
// delays always runs.
WaitReason ElasticManager::whyNot(const TaskTable& tasks, std::uint32_t row) const {
    const TaskColumns& c = tasks.columns;
    const std::uint32_t own_cap = tasks.delayCap(row);
    const std::uint32_t cap = own_cap > 0 ? own_cap : static_cast<std::uint32_t>(parameter(kDelayCap));
    if (cap > 0 && tasks.delays(row) > cap) return WaitReason::kRan;  // the table holds M + 1 by now
    const bool is_unknown = isUnknown(c.state[row]);
    if (is_unknown && unknown_left_ <= 0) return WaitReason::kUnknownCost;
    return std::max<std::int64_t>(c.state[row].cost_ns, is_unknown) <= left_ns_ ? WaitReason::kRan
                                                                                : WaitReason::kBudget;
}

// Writes down that a due task does not run in this frame, and why. False: it may still get its turn.
bool ElasticManager::wait(TaskTable& tasks, TaskId task) {
    const WaitReason reason = whyNot(tasks, task.row);
    if (reason == WaitReason::kRan) return false;
    tasks.columns.reason[task.row] = reason;
    ++report_.delayed;
    ++report_.waiting[static_cast<std::size_t>(reason)];
    return true;
}

void ElasticManager::dropHopeless(TaskTable& tasks) {
    waiting_cost_ns_ = 0;
    waiting_unknown_ = 0;
    order_.drop(
        [&](const DueTask& due) {
            if (!tasks.contains(due.task) || wait(tasks, due.task)) return true;
            waiting_cost_ns_ += tasks.columns.state[due.task.row].cost_ns;
            waiting_unknown_ += isUnknown(tasks.columns.state[due.task.row]);
            return false;
        },
        [&tasks](TaskId task) { tasks.prefetch(task.row); });
}

// What never ran is taken to cost what those that ran in this frame did on average.
std::size_t ElasticManager::guessHowManyFit() const {
    constexpr std::size_t kAtLeast = 16, kAtFirst = 4096;
    if (left_ns_ <= 0) return kAtLeast;
    if (waiting_unknown_ > 0 && report_.run == 0) return kAtFirst;
    const auto unknown = static_cast<double>(waiting_unknown_) * static_cast<double>(report_.total_cost_ns) /
                         std::max(report_.run, 1u);
    const double waiting_ns = static_cast<double>(waiting_cost_ns_) + unknown;
    if (!(waiting_ns > 0)) return order_.size();
    const double fitting = static_cast<double>(left_ns_) / waiting_ns;
    return kAtLeast +
           static_cast<std::size_t>(std::min(fitting * 1.05, 1.0) * static_cast<double>(order_.size()));
}

// Asks for the memory of a task that will probably run soon.
void ElasticManager::askFor(const TaskTable& tasks, RunTask run_task, TaskId task) const {
    tasks.prefetch(task.row);
    run_task.soon(task);
    if (is_crowd_) crowd_.prefetch(task.row);
}

void ElasticManager::runTask(TaskTable& tasks, RunTask run_task, const DueTask& due, Clock& clock,
                             std::int64_t& now_ns) {
    unknown_left_ -= tasks.columns.state[due.task.row].ran_at_ns < 0;
    callTask(tasks, run_task, due.task, due.next_ns, std::max<std::int64_t>(left_ns_, 0), now_ns);
    now_ns = clock.now();
    left_ns_ -= endOfTask(tasks, now_ns);
    is_whole_rule_ |= tasks.version() != seen_version_;
    if (!is_crowd_) return;
    crowd_.ran(tasks, due.task.row);
    ran_rows_.push_back(due.task.row);
}

void ElasticManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    const auto frames = static_cast<std::int64_t>(parameter(kFirstUpdateFrames));
    unknown_left_ = (std::int64_t{tasks.tasks()} + frames - 1) / frames;
    is_whole_rule_ = parameter(kDelayCap) > 0 || tasks.version() != seen_version_;
    runBacklog(tasks, run_task, clock);
    if (report_.run > 0) dropHopeless(tasks);
    while (!order_.empty()) {
        const std::span<const DueTask> turn = order_.take(guessHowManyFit());
        std::int64_t now_ns = clock.now();
        for (std::size_t k = 0; k < turn.size(); ++k) {
            constexpr std::size_t kAhead = 20;
            if (k + kAhead < turn.size()) askFor(tasks, run_task, turn[k + kAhead].task);
            const DueTask& due = turn[k];
            if (!tasks.contains(due.task)) continue;  // removed by a task that ran before it
            // The first of the order runs whatever it costs, or a task dearer than the whole budget would
            // never run.
            if (report_.run == 0 || !wait(tasks, due.task)) runTask(tasks, run_task, due, clock, now_ns);
        }
        dropHopeless(tasks);
    }
}

}  // namespace drover::load
