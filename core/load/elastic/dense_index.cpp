// The index that passes over all tasks in each frame: Tan & Wong's figures, two rows at a time. What a pass
// needs of the table's rows is kept in columns, a third of their memory. The sparse index is held against it
// in the tests, and it against the figures as they are written.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "core/base/ask_ahead.h"
#include "core/base/large_pages.h"
#include "core/cores/ranges.h"
#include "core/load/elastic/compress.h"
#include "core/load/elastic/elastic.h"
#include "core/load/queue/due_index.h"

namespace drover::load {
namespace {

class DenseIndex final : public DueIndex {
  public:
    std::unique_ptr<DueIndex> copy() const override { return std::make_unique<DenseIndex>(*this); }
    void moveTable(const TaskTable& from, const TaskTable& to) override { watch_.moveTable(from, to); }
    void prepare(TaskTable& tasks) override {
        watch_.remember(tasks);
        readAll(tasks);
    }
    CompressionResult solve(TaskTable& tasks, double desired_use, cores::Team* team) override;
    void findDue(TaskTable& tasks, double hysteresis, cores::Team* team, Rows are_due) override;
    std::uint32_t findEarly(TaskTable& tasks, std::int64_t ahead_ns, cores::Team* team,
                            Rows are_early) override;
    std::int64_t periodOf(const TaskTable& tasks, std::uint32_t row) const override {
        if (row >= period_ns_.size()) return tasks.columns.state[row].period_ns;  // added since the last plan
        return static_cast<std::int64_t>(period_ns_[row]);
    }
    void assignPeriod(TaskTable& tasks, std::uint32_t row, const OnCore&) override { write(tasks, row); }
    void setCores(unsigned cores) override {
        if (cores_.size() < cores) cores_.resize(cores);
    }
    void chosen(std::uint32_t row) override { is_left_out_.unset(row), is_due_anyway_.unset(row); }
    void leaveOut(std::uint32_t row) override {
        if (row < last_ns_.size()) is_left_out_.set(row);
    }
    void ran(const TaskTable& tasks, std::uint32_t row, unsigned) override {
        read(tasks.columns.state[row], row);
    }
    void prefetch(std::uint32_t row) const override {
        askFor(&nominal_use_[row]), askFor(&minimum_use_[row]), askFor(&last_ns_[row]);
    }

  private:
    static constexpr std::size_t kWord = 64;
    // Rows are treated in blocks small enough that what one pass writes is still in the cache for the next.
    static constexpr std::size_t kBlock = 16 * kWord;
    struct Block {
        std::size_t first, count;
    };

    // A bit a row.
    class Marks {
      public:
        void clear(std::size_t rows) { words_.assign(rows / kWord + 1, 0); }
        void set(std::size_t row) { words_[row / kWord] |= std::uint64_t{1} << row % kWord; }
        // On any core, whatever others do to other rows. Not every library has std::atomic_ref.
        void unset(std::size_t row) {
            __atomic_fetch_and(&words_[row / kWord], ~(std::uint64_t{1} << row % kWord), __ATOMIC_RELAXED);
        }
        std::uint64_t& wordOf(std::size_t row) { return words_[row / kWord]; }

      private:
        std::vector<std::uint64_t> words_;
    };

    void write(TaskTable& tasks, std::uint32_t row) const {
        tasks.columns.state[row].period_ns = periodOf(tasks, row);
    }
    void readAll(const TaskTable& tasks);
    void read(const TaskState& task, std::size_t row);
    // What a core needs for one block: the periods of the last frame, and the rows that are due.
    struct alignas(128) Core {
        std::vector<double> before_ns = std::vector<double>(kBlock);
        std::vector<std::uint32_t> due = std::vector<std::uint32_t>(kBlock);
    };
    void findPeriods(const TaskTable& tasks, const Block& block);
    void keepPeriods(TaskTable& tasks, double hysteresis, const Block& block, const Core& core);
    std::size_t findDueIn(std::int64_t simul_ns, const Block& block, Core& core);

    // C/T0 and C/Tmax, so that no frame divides for them.
    LargeVector<double> nominal_use_, minimum_use_;
    LargeVector<double> nominal_ns_;     // T0
    LargeVector<std::int64_t> last_ns_;  // Tlast
    LargeVector<double> period_ns_;      // T of this frame, a whole number
    Marks is_left_out_, is_due_anyway_;  // the first goes before the second
    CompressionScratch scratch_;
    CompressionResult result_;  // of this frame
    std::vector<Core> cores_{1};
    TableWatch watch_;
};

void DenseIndex::readAll(const TaskTable& tasks) {
    const std::size_t rows = tasks.taskRows();
    for (LargeVector<double>* column : {&nominal_use_, &minimum_use_, &nominal_ns_, &period_ns_})
        column->resize(rows);
    last_ns_.resize(rows);
    is_left_out_.clear(rows), is_due_anyway_.clear(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const TaskState& task = tasks.columns.state[row];
        read(task, row);
        nominal_ns_[row] = static_cast<double>(task.nominal_ns);
        period_ns_[row] = static_cast<double>(task.period_ns);
        if (task.isWaiting()) (isQueued(task) ? is_left_out_ : is_due_anyway_).set(row);
    }
}

void DenseIndex::read(const TaskState& task, std::size_t row) {
    const DoublePair uses =
        inAllLanes<DoublePair>(static_cast<double>(task.cost_ns)) /
        DoublePair{static_cast<double>(task.nominal_ns), static_cast<double>(task.maximum_ns)};
    nominal_use_[row] = uses[0];
    minimum_use_[row] = uses[1];
    last_ns_[row] = task.last_ns;
}

CompressionResult DenseIndex::solve(TaskTable& tasks, double desired_use, cores::Team*) {
    if (watch_.mustStartAnew(tasks)) readAll(tasks);
    const std::span<const double> elasticities = tasks.elasticities().first(tasks.taskRows());
    result_ = compress({nominal_use_, minimum_use_, elasticities}, desired_use, scratch_);
    return result_;
}

void DenseIndex::findDue(TaskTable& tasks, double hysteresis, cores::Team* team, Rows are_due) {
    const std::uint32_t rows = tasks.taskRows();
    cores::each(team, cores::rangesOf(rows, DueParts::kRows), [&](std::uint32_t part, unsigned number) {
        Core& core = cores_[number];
        const cores::Range range = cores::rangeAt(part, rows, DueParts::kRows);
        for (std::size_t first = range.first; first < range.end; first += kBlock) {
            const Block block = {first, std::min<std::size_t>(kBlock, range.end - first)};
            if (hysteresis > 0) std::copy_n(period_ns_.data() + first, block.count, core.before_ns.begin());
            findPeriods(tasks, block);
            if (hysteresis > 0) keepPeriods(tasks, hysteresis, block, core);
            const std::span<std::uint32_t> due(core.due.data(), findDueIn(tasks.simul_ns, block, core));
            const auto write_period = [&](std::uint32_t row) {
                write(tasks, row);
                return true;
            };
            tellOf(tasks, due, write_period, are_due);
        }
    });
}

std::uint32_t DenseIndex::findEarly(TaskTable& tasks, std::int64_t ahead_ns, cores::Team* team,
                                    Rows are_early) {
    const auto rows = static_cast<std::uint32_t>(last_ns_.size());
    std::atomic<std::uint32_t> looked = 0;
    cores::each(team, cores::rangesOf(rows, DueParts::kRows), [&](std::uint32_t part, unsigned number) {
        const cores::Range range = cores::rangeAt(part, rows, DueParts::kRows);
        std::vector<std::uint32_t>& early = cores_[number].due;
        std::size_t count = 0;
        const auto tell = [&] {
            looked += static_cast<std::uint32_t>(count);
            if (count > 0) are_early(std::span(early).first(std::exchange(count, 0)));
        };
        for (std::uint32_t row = range.first; row < range.end; ++row) {
            const auto since_ns = static_cast<double>(tasks.simul_ns - last_ns_[row]);
            if (since_ns < nominal_ns_[row] || since_ns + static_cast<double>(ahead_ns) < period_ns_[row])
                continue;
            if (!mayRunEarly(tasks, row, ahead_ns, [&] { return periodOf(tasks, row); })) continue;
            write(tasks, row);
            early[count++] = row;
            if (count == kBlock) tell();
        }
        tell();
    });
    return looked;
}

// T = T0 U0 / U, rounded to the nanosecond as load::periodOf() does it.
void DenseIndex::findPeriods(const TaskTable& tasks, const Block& block) {
    const double* const nominal_use = nominal_use_.data() + block.first;
    const double* const minimum_use = minimum_use_.data() + block.first;
    const double* const elasticity = tasks.elasticities().data() + block.first;
    const double* const nominal_ns = nominal_ns_.data() + block.first;
    double* const period_ns = period_ns_.data() + block.first;
    const auto lambda = inAllLanes<DoublePair>(usableLambda(result_)), half = inAllLanes<DoublePair>(0.5);
    const auto period = [&](DoublePair u0, DoublePair umin, DoublePair e, DoublePair t0) {
        return roundedDown(t0 * stretchFor(useUnder(lambda, u0, umin, e), u0) + half);
    };
    std::size_t i = 0;
    for (; i + 2 <= block.count; i += 2)
        storePair(period_ns + i, period(loadPair(nominal_use + i), loadPair(minimum_use + i),
                                        loadPair(elasticity + i), loadPair(nominal_ns + i)));
    if (i < block.count)
        period_ns[i] = period(DoublePair{nominal_use[i], 0}, DoublePair{minimum_use[i], 0},
                              DoublePair{elasticity[i], 0}, DoublePair{nominal_ns[i], 0})[0];
}

// A task keeps the period of the last frame where the new one is near to it.
void DenseIndex::keepPeriods(TaskTable& tasks, double hysteresis, const Block& block, const Core& core) {
    for (std::size_t row = block.first; row < block.first + block.count; ++row) {
        const TaskState& task = tasks.columns.state[row];
        const double before_ns = core.before_ns[row - block.first];
        const bool may_stay =
            before_ns >= nominal_ns_[row] && before_ns <= static_cast<double>(task.maximum_ns);
        if (may_stay && std::abs(period_ns_[row] - before_ns) <= hysteresis * before_ns)
            period_ns_[row] = before_ns;
        write(tasks, static_cast<std::uint32_t>(row));
    }
}

// A task is due when its period has passed since Tlast, or when another manager left it delayed. Returns how
// many are listed.
std::size_t DenseIndex::findDueIn(std::int64_t simul_ns, const Block& block, Core& core) {
    const std::int64_t* const last_ns = last_ns_.data() + block.first;
    const double* const period_ns = period_ns_.data() + block.first;
    const LongPair now = {simul_ns, simul_ns};
    const auto has_passed = [&](LongPair last, DoublePair period) {
        return std::uint64_t{bitsOf(toDoubles(now - last) >= period)};
    };
    std::size_t due = 0;
    for (std::size_t first = 0; first < block.count; first += kWord) {
        const std::size_t end = std::min(first + kWord, block.count), row = block.first + first;
        std::uint64_t passed = 0;
        std::size_t i = first;
        for (; i + 2 <= end; i += 2)
            passed |= has_passed(loadPair(last_ns + i), loadPair(period_ns + i)) << (i - first);
        if (i < end)
            passed |= (has_passed(LongPair{last_ns[i], last_ns[i]}, DoublePair{period_ns[i], 0}) & 1)
                      << (i - first);
        passed = (passed | is_due_anyway_.wordOf(row)) & ~is_left_out_.wordOf(row);
        is_left_out_.wordOf(row) |= passed, is_due_anyway_.wordOf(row) &= ~passed;
        for (; passed != 0; passed &= passed - 1)
            core.due[due++] =
                static_cast<std::uint32_t>(row + static_cast<std::size_t>(std::countr_zero(passed)));
    }
    return due;
}

}  // namespace

std::unique_ptr<DueIndex> makeDenseIndex() { return std::make_unique<DenseIndex>(); }

}  // namespace drover::load
