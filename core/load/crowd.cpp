#include "core/load/crowd.h"

#include <algorithm>
#include <limits>

namespace drover::load {
namespace {

constexpr double kLeastCaution = 1.0 / 2048, kMostCaution = 0.125;
constexpr double kTolerance = 1.0 / 4096;  // by how much E may differ from what a row has put into the bins
constexpr float kRounding = 1e-6f;         // more than a few operations in 32 bits round away
constexpr double kBeyondAll = 1e300;       // past every breakpoint, yet finite: a rigid task gives nothing

Spring springFor(const TaskState& task, double elasticity) {
    const auto cost = static_cast<double>(task.cost_ns);
    return springOf(cost / static_cast<double>(task.nominal_ns), cost / static_cast<double>(task.maximum_ns),
                    elasticity);
}

// T = T0 * U0 / U, as for a table of any size (ElasticManager::assignPeriods).
std::int64_t periodAt(const TaskState& task, double elasticity, double lambda) {
    if (task.cost_ns == 0) return task.nominal_ns;
    const auto nominal_ns = static_cast<double>(task.nominal_ns), cost_ns = static_cast<double>(task.cost_ns);
    const double u0 = cost_ns / nominal_ns;
    const double use = std::max(u0 - lambda * elasticity, cost_ns / static_cast<double>(task.maximum_ns));
    return static_cast<std::int64_t>(nominal_ns * (u0 / use) + 0.5);
}

// Never longer than T for a lambda and an E no less than these, whatever their 32 bits round away, and hardly
// shorter.
std::int64_t shortestPeriod(const Spring& spring, float nominal_ns, float lambda, float elasticity) {
    if (spring.nominal_use == 0) return static_cast<std::int64_t>(nominal_ns * (1 - kRounding));
    const float use = std::max(spring.nominal_use - lambda * elasticity, spring.minimum_use) +
                      spring.nominal_use * kRounding;
    return static_cast<std::int64_t>(nominal_ns * (spring.nominal_use / use));
}

// In 32 bits, and surely no larger.
float lowerOf(double lambda) {
    return static_cast<float>(
        std::min(lambda * (1 - 1e-6), static_cast<double>(std::numeric_limits<float>::max())));
}

}  // namespace

// Which state of the table is known from now on.
void Crowd::follow(const TaskTable& tasks) {
    seen_ = &tasks;
    seen_version_ = tasks.version();
    seen_plans_ = tasks.plans;
}

void Crowd::prepare(TaskTable& tasks) {
    tasks.takeChangedRows(changed_rows_);
    follow(tasks);
    takeStock(tasks);
    lambda_ = floor_ = next_floor_ = 0;
    fileAll(tasks);
}

CompressionResult Crowd::plan(TaskTable& tasks, double desired) {
    is_new_ = !follows(tasks) || seen_version_ != tasks.version();
    follow(tasks);
    is_new_ ? takeStock(tasks) : takeChanges(tasks);
    const CompressionResult result = bins_.compress(desired);
    lambda_ = result.status == Compression::kSaturated ? kBeyondAll : result.lambda;

    keepFloor(tasks);
    if (is_new_) fileAll(tasks);
    keepDaysInReach(tasks);
    return result;
}

// The dates hold while lambda does not fall below the floor. Where it comes near, the floor is lowered in
// time, a few rows in each frame; where it falls below at once, all rows are filed anew at once. The lower
// the floor, the more often a row is looked at before it is due. So it is raised when such looks have cost as
// much as a new filing, to just below where lambda has been since: neither can cost much more than the other.
void Crowd::keepFloor(const TaskTable& tasks) {
    constexpr std::uint32_t kFrames = 32;
    const double lambda = std::min(lambda_, bins_.farthest());
    least_lambda_ = std::min(least_lambda_, lambda);
    if (is_new_) {
        least_lambda_ = lambda;
        putFloor(caution_);
        floor_ = next_floor_;
    } else if (lambda_ < floor_) {
        if (lambda_ < next_floor_) {
            least_lambda_ = lambda;
            putFloor(caution_ * 4);  // at once is too dear to come to it in small steps
        }
        lowerFloor(tasks.rows());
    } else if (next_floor_ < floor_) {
        lowerFloor((tasks.rows() + kFrames - 1) / kFrames);
    } else if (lambda < floor_ * (1 + caution_ / 2)) {
        least_lambda_ = lambda;
        putFloor(caution_ * 2);
    } else if (vain_looks_ > tasks.rows() / 4) {
        putFloor(caution_ / 2);
        floor_ = next_floor_ = std::max(next_floor_, floor_);  // never down: that takes a new filing
    }
}

void Crowd::putFloor(double caution) {
    caution_ = std::clamp(caution, kLeastCaution, kMostCaution);
    next_floor_ = least_lambda_ * (1 - caution_);
    least_lambda_ = std::numeric_limits<double>::infinity();
    vain_looks_ = 0;
    lowered_ = 0;
}

void Crowd::lowerFloor(std::uint32_t rows) {
    const auto all = static_cast<std::uint32_t>(members_.size());
    const std::uint32_t end = lowered_ + std::min(rows, all - lowered_);
    for (; lowered_ < end; ++lowered_)
        if (!dates_.isNever(lowered_)) file(lowered_);
    if (lowered_ == all) floor_ = next_floor_;
}

void Crowd::keepDaysInReach(const TaskTable& tasks) {
    for (DayColumn* const column : {&dates_, &lasts_}) {
        const DayColumn::Day today = column->dayOf(tasks.simul_ns);
        if (today > DayColumn::kLastDay / 4 * 3) column->forgetDays(today - DayColumn::kLastDay / 2);
    }
}

bool Crowd::isQuiet(TaskTable& tasks) {
    tasks.takeChangedRows(changed_rows_);
    return changed_rows_.size() <= tasks.rows() / 4;
}

void Crowd::takeStock(const TaskTable& tasks) {
    bins_.clear();
    members_.resize(tasks.rows());
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        const TaskState& task = tasks.columns.state[row];
        members_[row] = {tasks.elasticity(row), task.last_ns, springFor(task, tasks.elasticity(row)),
                         task.delays > 0 ? 0 : static_cast<float>(task.nominal_ns)};
        bins_.add(members_[row].spring);
    }
}

void Crowd::takeChanges(const TaskTable& tasks) {
    for (const std::uint32_t row : changed_rows_) {
        members_[row].elasticity = tasks.elasticity(row);
        Spring& spring = members_[row].spring;
        const Spring before = spring;
        const float elasticity = elasticityOf(tasks.elasticity(row));
        const auto tolerance = static_cast<float>(kTolerance) * before.elasticity;
        if (elasticity >= before.elasticity - tolerance && elasticity <= before.elasticity + tolerance)
            continue;
        spring.elasticity = elasticity;
        bins_.move(before, spring);
        if (elasticity < before.elasticity && !dates_.isNever(row))
            file(row);  // came nearer: its period is shorter at once
    }
}

void Crowd::fileAll(TaskTable& tasks) {
    const auto& state = tasks.columns.state;
    std::int64_t longest_ns = 1;
    for (const TaskState& task : state) longest_ns = std::max(longest_ns, task.maximum_ns);
    // Days so long that the longest period is a quarter of what can be told apart.
    const int bits =
        std::max(20, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(longest_ns))) - 14);
    dates_.clear(tasks.rows(), tasks.simul_ns, bits);
    lasts_.clear(tasks.rows(), tasks.simul_ns - (std::int64_t{DayColumn::kLastDay / 2} << bits), bits);
    stretched_ns_ = 0;
    oldest_last_ns_ = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        TaskState& task = tasks.columns.state[row];
        task.period_ns = periodOf(tasks, row);
        stretched_ns_ += task.period_ns - task.nominal_ns;
        if (task.last_ns < oldest_last_ns_) oldest_row_ = row, oldest_last_ns_ = task.last_ns;
        lasts_.set(row, task.last_ns);
        tasks.isInBacklog(row) ? waits(row) : file(row);
    }
}

std::int64_t Crowd::periodOf(const TaskTable& tasks, std::uint32_t row) const {
    return periodAt(tasks.columns.state[row], members_[row].elasticity, lambda_);
}

// For the least E that the row may have while the bins' one stands: as if the floor were lower.
void Crowd::file(std::uint32_t row) {
    const Member& its = members_[row];
    const float lambda = lowerOf(next_floor_ * (1 - kTolerance));
    dates_.set(row, its.last_ns + shortestPeriod(its.spring, its.nominal_ns, lambda, its.spring.elasticity));
}

// Of a block, who may be due. The others' dates had come in vain: they get new ones.
std::size_t Crowd::findNear(std::int64_t now_ns, std::size_t first) {
    const std::size_t found = dates_.rowsUpTo(dates_.dayOf(now_ns), first, kBlock, looked_at_.data());
    const float lambda = lowerOf(lambda_);
    std::size_t near = 0;
    for (std::size_t k = 0; k < std::min(kAhead, found); ++k) __builtin_prefetch(&members_[looked_at_[k]]);
    for (std::size_t k = 0; k < found; ++k) {
        if (k + kAhead < found) __builtin_prefetch(&members_[looked_at_[k + kAhead]]);
        const std::uint32_t row = looked_at_[k];
        const Member& its = members_[row];
        if (now_ns - its.last_ns >=
            shortestPeriod(its.spring, its.nominal_ns, lambda, elasticityOf(its.elasticity))) {
            looked_at_[near++] = row;
        } else {
            file(row);
        }
    }
    vain_looks_ += found - near;
    return near;
}

void Crowd::findPeriod(TaskTable& tasks, std::uint32_t row) {
    TaskState& task = tasks.columns.state[row];
    const std::int64_t period = periodOf(tasks, row);
    stretched_ns_ += period - task.period_ns;
    task.period_ns = period;
}

bool Crowd::isDue(TaskTable& tasks, std::uint32_t row) {
    const TaskState& task = tasks.columns.state[row];
    findPeriod(tasks, row);
    const bool is_due = task.delays > 0 || tasks.simul_ns - task.last_ns >= task.period_ns;
    if (is_due) {
        members_[row].nominal_ns = 0;
    } else {
        file(row);
    }
    return is_due;
}

void Crowd::ran(const TaskTable& tasks, std::uint32_t row) {
    const TaskState& task = tasks.columns.state[row];
    Member& its = members_[row];
    const Spring spring = springFor(task, static_cast<double>(its.spring.elasticity));
    if (spring != its.spring) {
        bins_.move(its.spring, spring);
        its.spring = spring;
    }
    its.last_ns = task.last_ns;
    its.nominal_ns = static_cast<float>(task.nominal_ns);
    file(row);
    lasts_.set(row, task.last_ns);
}

// Tlast never goes back: as long as the oldest has not run it stays the oldest, and nobody can be older than
// it was.
std::uint32_t Crowd::oldest(const TaskTable& tasks) {
    const auto& state = tasks.columns.state;
    if (state[oldest_row_].last_ns == oldest_last_ns_) return oldest_row_;
    const std::int64_t before_ns = oldest_last_ns_;
    const DayColumn::Day day = lasts_.earliest();
    oldest_last_ns_ = std::numeric_limits<std::int64_t>::max();
    for (std::size_t first = 0; first < tasks.rows() && oldest_last_ns_ > before_ns; first += kBlock) {
        const std::size_t found = lasts_.rowsUpTo(day, first, kBlock, looked_at_.data());
        for (std::size_t k = 0; k < found; ++k) {
            const std::int64_t last_ns = state[looked_at_[k]].last_ns;
            if (last_ns < oldest_last_ns_) oldest_row_ = looked_at_[k], oldest_last_ns_ = last_ns;
        }
    }
    return oldest_row_;
}

}  // namespace drover::load
