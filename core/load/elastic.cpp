#include "core/load/elastic.h"

#include <algorithm>
#include <limits>

#include "core/load/pair.h"

namespace drover {
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

}  // namespace

void ElasticManager::planFrame(TaskTable& tasks, const FrameInput& frame) {
    TaskColumns& c = tasks.columns;
    tasks.cost_estimate = static_cast<CostEstimate>(parameter(kCostEstimate));
    left_ns_ = report_.budget_ns = std::max<std::int64_t>(frame.budget_ns, 0);
    if (tasks.version() != seen_version_) welcome(tasks);
    const CompressionResult result =
        compress(c.nominal_use, c.minimum_use, c.elasticity, report_.desired_use, scratch_);
    report_.compression = result.status;

    order_.clear();
    waiting_cost_ns_ = stretched_ns_ = 0;
    oldest_last_ns_ = std::numeric_limits<std::int64_t>::max();
    assigned_ns_.resize(kBlock);
    due_rows_.resize(kBlock);
    for (std::size_t first = 0; first < tasks.rows(); first += kBlock) {
        const std::size_t count = std::min<std::size_t>(kBlock, tasks.rows() - first);
        assignPeriods(tasks, result, first, count);
        if (parameter(kHysteresis) > 0) holdPeriods(tasks, first, count);
        collectDue(tasks, first, count);
    }
    collectFresh(tasks);

    report_.due = static_cast<std::uint32_t>(order_.size());
    if (tasks.tasks() == 0) return;
    report_.assigned_deviation_ns = static_cast<double>(stretched_ns_) / tasks.tasks();
    report_.oldest = tasks.idOf(oldest_row_);
    report_.oldest_ns = tasks.simul_ns - oldest_last_ns_;
    report_.waiting[static_cast<std::size_t>(WaitReason::kNotDue)] = tasks.tasks() - report_.due;
}

// Gives the tasks that came since the last plan their first date: spread over their nominal period, so that a crowd born
// in one frame does not stay in step.
void ElasticManager::welcome(TaskTable& tasks) {
    seen_version_ = tasks.version();
    if (parameter(kStaggeredStart) == 0) return;
    TaskColumns& c = tasks.columns;
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        if (c.reason[row] != WaitReason::kNew || c.kind[row] != TaskKind::kTask) continue;
        const double share = static_cast<double>(reversed(static_cast<std::uint32_t>(c.serial[row]))) * 0x1p-32;
        c.next_ns[row] = c.last_ns[row] + 1 + static_cast<std::int64_t>(share * static_cast<double>(c.nominal_ns[row]));
        fresh_.push_back(tasks.idOf(row));
    }
}

// T = C / U, written as T0 * U0 / U, which needs no other column. The least U gives Tmax to within a thousandth of a
// nanosecond, so rounding ends on it exactly; a rigid task ends on T0.
void ElasticManager::assignPeriods(TaskTable& tasks, const CompressionResult& result, std::size_t first,
                                   std::size_t count) {
    const TaskColumns& c = tasks.columns;
    const double* const nominal_use = c.nominal_use.data() + first;
    const double* const minimum_use = c.minimum_use.data() + first;
    const double* const elasticity = c.elasticity.data() + first;
    const std::int64_t* const nominal_ns = c.nominal_ns.data() + first;
    double* const assigned = assigned_ns_.data();
    // Saturated: a lambda past every breakpoint, yet finite, so that a rigid task still gives nothing.
    const double lambda = result.status == Compression::kSaturated ? 1e300 : result.lambda;
    const auto stretch = [&](std::size_t i, Pair u0, Pair umin, Pair e, PairSum& use_sum) {
        const Pair use = larger(u0 - both(lambda) * e, umin);
        use_sum.even += use;
        // Without cost 0 / 0: there the stretch is 1.
        const Pair times = where(u0 > both(0), u0 / use) + unless(u0 > both(0), both(1));
        assigned[i] = static_cast<double>(nominal_ns[i]) * times[0] + 0.5;
        if (i + 1 < count) assigned[i + 1] = static_cast<double>(nominal_ns[i + 1]) * times[1] + 0.5;
    };
    PairSum use_sum;
    std::size_t i = 0;
    for (; i + 2 <= count; i += 2)
        stretch(i, load(nominal_use + i), load(minimum_use + i), load(elasticity + i), use_sum);
    if (i < count) stretch(i, Pair{nominal_use[i], 0}, Pair{minimum_use[i], 0}, Pair{elasticity[i], 0}, use_sum);
    report_.total_use += use_sum.value();
}

// Keeps the period of the frame before where the new one differs too little.
void ElasticManager::holdPeriods(const TaskTable& tasks, std::size_t first, std::size_t count) {
    const TaskColumns& c = tasks.columns;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = first + i;
        const auto before = static_cast<double>(c.period_ns[row]);
        const double change = assigned_ns_[i] - before;
        const bool is_allowed = c.period_ns[row] >= c.nominal_ns[row] && c.period_ns[row] <= c.maximum_ns[row];
        if (is_allowed && (change < 0 ? -change : change) <= parameter(kHysteresis) * before)
            assigned_ns_[i] = before + 0.5;
    }
}

// A task is due when it has been delayed, or when its period has passed since Tlast.
void ElasticManager::collectDue(TaskTable& tasks, std::size_t first, std::size_t count) {
    TaskColumns& c = tasks.columns;
    const std::int64_t simul_ns = tasks.simul_ns;
    const std::int64_t* const last_ns = c.last_ns.data() + first;
    const std::int64_t* const nominal_ns = c.nominal_ns.data() + first;
    const std::uint32_t* const delays = c.delays.data() + first;
    std::int64_t* const period_ns = c.period_ns.data() + first;
    std::size_t due = 0;
    std::int64_t stretched_ns = 0, oldest_last_ns = oldest_last_ns_;
    std::size_t oldest = kBlock;
    for (std::size_t i = 0; i < count; ++i) {
        const auto period = static_cast<std::int64_t>(assigned_ns_[i]);
        period_ns[i] = period;
        stretched_ns += period - nominal_ns[i];
        oldest = last_ns[i] < oldest_last_ns ? i : oldest;
        oldest_last_ns = std::min(oldest_last_ns, last_ns[i]);
        due_rows_[due] = static_cast<std::uint32_t>(first + i);
        due += (simul_ns - last_ns[i] >= period) | (delays[i] > 0);
    }
    std::fill_n(c.reason.begin() + static_cast<std::ptrdiff_t>(first), count, WaitReason::kNotDue);
    stretched_ns_ += stretched_ns;
    oldest_last_ns_ = oldest_last_ns;
    if (oldest != kBlock) oldest_row_ = static_cast<std::uint32_t>(first + oldest);
    for (std::size_t k = 0; k < due; ++k) collect(tasks, due_rows_[k]);
}

// Puts a due task in the order, and marks it as delayed: that stands unless it gets its turn, whatever cuts the frame
// short. Not delayed before: Tnext = Tlast + the period of this frame; whole periods that were missed are folded in.
void ElasticManager::collect(TaskTable& tasks, std::uint32_t row) {
    TaskColumns& c = tasks.columns;
    const std::uint32_t delays = c.delays[row];
    std::int64_t next_ns = c.next_ns[row];
    if (delays == 0) {
        const std::int64_t since_ns = tasks.simul_ns - c.last_ns[row], period_ns = c.period_ns[row];
        next_ns = c.last_ns[row] + (since_ns < 2 * period_ns ? period_ns : since_ns / period_ns * period_ns);
    }
    order_.add({rankOf(delays, next_ns - c.last_ns[row]), next_ns, tasks.idOf(row)});
    waiting_cost_ns_ += c.cost_ns[row];
    report_.largest_delays = std::max(report_.largest_delays, delays);
    c.delays[row] = delays + 1;
    c.next_ns[row] = tasks.simul_ns;
    c.reason[row] = WaitReason::kBudget;
}

// First updates whose staggered date came before their period was over.
void ElasticManager::collectFresh(TaskTable& tasks) {
    if (fresh_.empty()) return;
    TaskColumns& c = tasks.columns;
    std::size_t kept = 0;
    bool is_out_of_turn = false;
    for (const TaskId id : fresh_) {
        if (!tasks.contains(id) || c.ran_at_ns[id.row] >= 0 || c.delays[id.row] > 0) continue;
        if (c.next_ns[id.row] > tasks.simul_ns) {
            fresh_[kept++] = id;
            continue;
        }
        const std::int64_t date_ns = c.next_ns[id.row];
        order_.add({rankOf(0, date_ns - c.last_ns[id.row]), date_ns, id});
        waiting_cost_ns_ += c.cost_ns[id.row];
        c.delays[id.row] = 1;
        c.next_ns[id.row] = tasks.simul_ns;
        c.reason[id.row] = WaitReason::kBudget;
        is_out_of_turn = true;
    }
    fresh_.resize(kept);
    if (is_out_of_turn) order_.sortByRow();
}

// A task runs if its expected cost is not above what is left. One of unknown cost needs something left, and there is a
// limit to their number, so that a new crowd is spread over the first frames. One at its cap of delays always runs.
WaitReason ElasticManager::whyNot(const TaskTable& tasks, std::uint32_t row) const {
    const TaskColumns& c = tasks.columns;
    const std::uint32_t cap = c.delay_cap_frames[row] > 0 ? c.delay_cap_frames[row]
                                                          : static_cast<std::uint32_t>(parameter(kDelayCap));
    if (cap > 0 && c.delays[row] > cap) return WaitReason::kRan;  // the column holds M + 1 by now
    const bool is_unknown = c.cost_ns[row] == 0 && c.ran_at_ns[row] < 0;
    if (is_unknown && unknown_left_ <= 0) return WaitReason::kUnknownCost;
    return std::max<std::int64_t>(c.cost_ns[row], is_unknown) <= left_ns_ ? WaitReason::kRan : WaitReason::kBudget;
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
    order_.drop([&](const DueTask& due) {
        if (!tasks.contains(due.task) || wait(tasks, due.task)) return true;
        waiting_cost_ns_ += tasks.columns.cost_ns[due.task.row];
        return false;
    });
}

std::size_t ElasticManager::guessHowManyFit() const {
    constexpr std::size_t kAtLeast = 16;
    if (left_ns_ <= 0 || waiting_cost_ns_ == 0) return left_ns_ > 0 ? order_.size() : kAtLeast;
    const double fitting = static_cast<double>(left_ns_) / static_cast<double>(waiting_cost_ns_);
    return kAtLeast + static_cast<std::size_t>(std::min(fitting * 1.05, 1.0) * static_cast<double>(order_.size()));
}

void ElasticManager::runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) {
    const auto frames = static_cast<std::int64_t>(parameter(kFirstUpdateFrames));
    unknown_left_ = (std::int64_t{tasks.tasks()} + frames - 1) / frames;
    while (!order_.empty()) {
        const std::span<const DueTask> turn = order_.take(guessHowManyFit());
        std::int64_t now_ns = clock.now();
        for (std::size_t k = 0; k < turn.size(); ++k) {
            constexpr std::size_t kAhead = 4;
            if (k + kAhead < turn.size()) tasks.prefetch(turn[k + kAhead].task.row);
            const DueTask& due = turn[k];
            if (!tasks.contains(due.task)) continue;  // removed by a task that ran before it
            // The first of the order runs whatever it costs, or a task dearer than the whole budget would never run.
            if (report_.run > 0 && wait(tasks, due.task)) continue;
            unknown_left_ -= tasks.columns.ran_at_ns[due.task.row] < 0;
            callTask(tasks, run_task, due.task, due.next_ns, std::max<std::int64_t>(left_ns_, 0), now_ns);
            now_ns = clock.now();
            left_ns_ -= endOfTask(tasks, now_ns);
        }
        dropHopeless(tasks);
    }
}

}  // namespace drover
