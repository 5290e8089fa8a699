// The index for very many tasks. A frame looks only at what ran, what changed and what may be due: the
// springs are summed up in bins, and for each task there is a date before which it cannot be due. 32 bytes a
// task tell whether it may be, so that the table's rows are touched for tasks that are due alone.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/ask_ahead.h"
#include "core/base/large_pages.h"
#include "core/cores/ranges.h"
#include "core/load/elastic/elastic.h"
#include "core/load/elastic/spring_bins.h"
#include "core/load/queue/due_dates.h"
#include "core/load/queue/due_index.h"

namespace drover::load {
namespace {

// By how much E may differ from what a row has put into the bins, relatively.
constexpr double kElasticityTolerance = 1.0 / 4096;
// More than a few operations in 32 bits round away.
constexpr float kRounding = 1e-6f;

Spring springFor(const TaskState& task, double elasticity) {
    const auto cost_ns = static_cast<double>(task.cost_ns);
    return springOf(cost_ns / static_cast<double>(task.nominal_ns),
                    cost_ns / static_cast<double>(task.maximum_ns), elasticity);
}

// Never longer than T for a lambda and an E no less than these, in spite of the rounding to 32 bits, and
// hardly shorter.
std::int64_t shortestPeriod(const Spring& spring, float nominal_ns, float lambda, float elasticity) {
    if (spring.nominal_use == 0) return static_cast<std::int64_t>(nominal_ns * (1 - kRounding));
    const float use =
        useUnder(lambda, spring.nominal_use, spring.minimum_use, elasticity) + spring.nominal_use * kRounding;
    return static_cast<std::int64_t>(nominal_ns * (spring.nominal_use / use));
}

// In 32 bits, and surely no larger.
float lowerBound(double lambda) {
    return static_cast<float>(
        std::min(lambda * (1 - 1e-6), static_cast<double>(std::numeric_limits<float>::max())));
}

class SparseIndex final : public DueIndex {
  public:
    std::unique_ptr<DueIndex> copy() const override { return std::make_unique<SparseIndex>(*this); }
    void moveTable(const TaskTable& from, const TaskTable& to) override { watch_.moveTable(from, to); }
    void prepare(TaskTable& tasks) override;
    CompressionResult solve(TaskTable& tasks, double desired_use, cores::Team* team) override;
    bool hasStartedAnew() const override { return has_started_anew_; }
    void findDue(TaskTable& tasks, double hysteresis, cores::Team* team, Rows are_due) override;
    std::uint32_t findEarly(TaskTable& tasks, std::int64_t ahead_ns, cores::Team* team,
                            Rows are_early) override;
    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const override;
    void leaveOut(std::uint32_t row) override {
        if (row < entries_.size()) dates_.leaveOut(row);
    }
    void assignPeriod(TaskTable& tasks, std::uint32_t row, const OnCore&) override { write(tasks, row); }
    void setCores(unsigned cores) override {
        if (changes_.size() < cores) changes_.resize(cores);
        dates_.setCores(cores);
    }
    void ran(const TaskTable& tasks, std::uint32_t row, unsigned core) override;
    void prefetch(std::uint32_t row) const override {
        askFor(&entries_[row]);
        dates_.prefetch(row);
    }
    std::size_t mostFirstUpdates(std::size_t ran_before) const override {
        return DueDates::mostFirstUpdates(ran_before);
    }

  private:
    struct alignas(32) Entry {
        double elasticity = 0;     // E, as of the last plan
        std::int64_t last_ns = 0;  // Tlast
        Spring spring;             // what the row has put into the bins
        float nominal_ns = 0;      // T0; 0: the task is due at once
    };

    // Of the springs, by a core, until the next plan.
    struct alignas(128) Changes {
        SpringBins bins;
    };

    void write(TaskTable& tasks, std::uint32_t row) const {
        tasks.columns.state[row].period_ns = periodOf(tasks, row);
    }
    void sumUpAll(const TaskTable& tasks);
    void followElasticities(const TaskTable& tasks, cores::Team* team);
    void followElasticity(const TaskTable& tasks, std::uint32_t row, unsigned core);
    void takeChanges(cores::Team* team);
    void setAllDates(const TaskTable& tasks);
    void setDate(std::uint32_t row);
    bool mayBeDue(std::int64_t now_ns, std::uint32_t row);
    bool isDue(TaskTable& tasks, std::uint32_t row);
    double level() const { return std::min(lambda_, bins_.farthest()); }

    SpringBins bins_;
    std::vector<Changes> changes_{1};
    LargeVector<Entry> entries_;
    DueDates dates_;
    double lambda_ = 0;  // of this frame; kBeyondAll when saturated
    std::vector<std::uint32_t> changed_rows_;
    TableWatch watch_;
    bool has_started_anew_ = false;
};

void SparseIndex::prepare(TaskTable& tasks) {
    tasks.takeChangedRows(changed_rows_);
    watch_.remember(tasks);
    sumUpAll(tasks);
    lambda_ = 0;
    setAllDates(tasks);
}

CompressionResult SparseIndex::solve(TaskTable& tasks, double desired_use, cores::Team* team) {
    tasks.takeChangedRows(changed_rows_);
    has_started_anew_ = watch_.mustStartAnew(tasks);
    has_started_anew_ ? sumUpAll(tasks) : followElasticities(tasks, team);
    takeChanges(team);
    const CompressionResult result = bins_.compress(desired_use);
    lambda_ = usableLambda(result);
    assert(lambda_ >= 0 && entries_.size() == tasks.rows());
    if (has_started_anew_) {
        setAllDates(tasks);
    } else {
        dates_.follow(level(), tasks.rows(), team, [this](std::uint32_t row) { setDate(row); });
    }
    dates_.keepInReach(tasks.simul_ns);
    return result;
}

void SparseIndex::findDue(TaskTable& tasks, double, cores::Team* team, Rows are_due) {
    const std::uint32_t rows = tasks.rows();
    cores::each(team, cores::rangesOf(rows, DueDates::kBlock), [&](std::uint32_t block, unsigned core) {
        const std::span<std::uint32_t> found = dates_.find(
            tasks.simul_ns, std::size_t{block} * DueDates::kBlock, core,
            [&](std::uint32_t row) { askFor(&entries_[row]); },
            [&](std::uint32_t row) { return mayBeDue(tasks.simul_ns, row); });
        tellOf(tasks, found, [&](std::uint32_t row) { return isDue(tasks, row); }, are_due);
    });
}

std::uint32_t SparseIndex::findEarly(TaskTable& tasks, std::int64_t ahead_ns, cores::Team* team,
                                     Rows are_early) {
    const std::uint32_t rows = tasks.rows();
    std::atomic<std::uint32_t> looked = 0;
    cores::each(team, cores::rangesOf(rows, DueDates::kBlock), [&](std::uint32_t block, unsigned core) {
        const std::span<std::uint32_t> found =
            dates_.rowsUpTo(tasks.simul_ns + ahead_ns, std::size_t{block} * DueDates::kBlock, core);
        looked += static_cast<std::uint32_t>(found.size());
        tellOf(
            tasks, found,
            [&](std::uint32_t row) {
                if (!mayRunEarly(tasks, row, ahead_ns, [&] { return periodOf(tasks, row); })) return false;
                write(tasks, row);
                return true;
            },
            are_early);
    });
    return looked;
}

void SparseIndex::sumUpAll(const TaskTable& tasks) {
    bins_.clear();
    for (Changes& changes : changes_) changes.bins.clear();
    entries_.resize(tasks.rows());
    for (std::uint32_t row = 0; row < tasks.rows(); ++row) {
        const TaskState& task = tasks.columns.state[row];
        entries_[row] = {tasks.elasticity(row), task.last_ns, springFor(task, tasks.elasticity(row)),
                         task.isWaiting() ? 0 : static_cast<float>(task.nominal_ns)};
        bins_.add(entries_[row].spring);
    }
}

void SparseIndex::followElasticities(const TaskTable& tasks, cores::Team* team) {
    constexpr std::uint32_t kInPart = 1'024;
    const std::span<const std::uint32_t> changed(changed_rows_);
    const auto count = static_cast<std::uint32_t>(changed.size());
    cores::each(team, cores::rangesOf(count, kInPart), [&](std::uint32_t part, unsigned core) {
        const cores::Range range = cores::rangeAt(part, count, kInPart);
        askAhead<16>(
            changed.subspan(range.first, range.end - range.first),
            [&](std::uint32_t row) { askFor(&entries_[row]); },
            [&](std::uint32_t row) { followElasticity(tasks, row, core); });
    });
}

void SparseIndex::followElasticity(const TaskTable& tasks, std::uint32_t row, unsigned core) {
    entries_[row].elasticity = tasks.elasticity(row);
    Spring& spring = entries_[row].spring;
    const Spring before = spring;
    const float elasticity = floatElasticity(tasks.elasticity(row));
    const auto tolerance = static_cast<float>(kElasticityTolerance) * before.elasticity;
    if (elasticity >= before.elasticity - tolerance && elasticity <= before.elasticity + tolerance) return;
    spring.elasticity = elasticity;
    changes_[core].bins.move(before, spring);
    // The task came nearer: its period is shorter at once.
    if (elasticity < before.elasticity && !dates_.isLeftOut(row)) setDate(row);
}

// Of all cores.
void SparseIndex::takeChanges(cores::Team* team) {
    SpringBins::Range bins;
    for (const Changes& changes : changes_) bins.include(changes.bins.used());
    bins_.makeRoom();
    if (bins.first < bins.end) {
        cores::eachRange(team, bins.end - bins.first, 128, [&](const cores::Range& range) {
            for (Changes& changes : changes_)
                bins_.take(changes.bins, {bins.first + range.first, bins.first + range.end});
        });
    }
    for (Changes& changes : changes_) bins_.takeSums(changes.bins);
}

void SparseIndex::setAllDates(const TaskTable& tasks) {
    dates_.start(tasks, level());
    for (std::uint32_t row = 0; row < tasks.rows(); ++row)
        isQueued(tasks.columns.state[row]) ? leaveOut(row) : setDate(row);
}

std::int64_t SparseIndex::periodOf(const TaskTable& tasks, std::uint32_t row) const {
    const TaskState& task = tasks.columns.state[row];
    if (row >= entries_.size()) return task.period_ns;  // added since the last plan
    const auto cost_ns = static_cast<double>(task.cost_ns);
    const double nominal_use = cost_ns / static_cast<double>(task.nominal_ns);
    const double minimum_use = cost_ns / static_cast<double>(task.maximum_ns);
    const double use = useUnder(lambda_, nominal_use, minimum_use, entries_[row].elasticity);
    return load::periodOf(task.nominal_ns, stretchFor(use, nominal_use));
}

// For the least E that the row may have while the one in the bins stands: as if the floor were lower.
void SparseIndex::setDate(std::uint32_t row) {
    const Entry& its = entries_[row];
    const float lambda = lowerBound(dates_.level() * (1 - kElasticityTolerance));
    dates_.set(row, its.last_ns + shortestPeriod(its.spring, its.nominal_ns, lambda, its.spring.elasticity));
}

// A row whose date was a false alarm gets a new one.
bool SparseIndex::mayBeDue(std::int64_t now_ns, std::uint32_t row) {
    const Entry& its = entries_[row];
    const float elasticity = floatElasticity(its.elasticity);
    if (now_ns - its.last_ns >= shortestPeriod(its.spring, its.nominal_ns, lowerBound(lambda_), elasticity))
        return true;
    setDate(row);
    return false;
}

bool SparseIndex::isDue(TaskTable& tasks, std::uint32_t row) {
    write(tasks, row);
    const TaskState& task = tasks.columns.state[row];
    const bool is_due = task.isWaiting() || tasks.simul_ns - task.last_ns >= task.period_ns;
    is_due ? dates_.leaveOut(row) : setDate(row);
    return is_due;
}

void SparseIndex::ran(const TaskTable& tasks, std::uint32_t row, unsigned core) {
    assert(row < entries_.size() && core < changes_.size());
    const TaskState& task = tasks.columns.state[row];
    Entry& its = entries_[row];
    const Spring spring = springFor(task, static_cast<double>(its.spring.elasticity));
    if (spring != its.spring) {
        changes_[core].bins.move(its.spring, spring);
        its.spring = spring;
    }
    its.last_ns = task.last_ns;
    its.nominal_ns = static_cast<float>(task.nominal_ns);
    setDate(row);
}

}  // namespace

std::unique_ptr<DueIndex> makeSparseIndex() { return std::make_unique<SparseIndex>(); }

}  // namespace drover::load
