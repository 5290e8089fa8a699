#include "core/world/frame/frame_tally.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>

#include "core/base/planted.h"
#include "core/record/columns.h"

namespace drover::world {
namespace {

bool isWaiting(load::WaitReason reason) {
    return (reason == load::WaitReason::kBudget) | (reason == load::WaitReason::kUnknownCost);
}

// How far what is shown of a herd is off, as far as is known: by the way that it came since its last update,
// and by what its leaves leave out.
double offBy(const FrameTally::Tasks& tasks, std::uint32_t row, std::uint32_t leaves) {
    const load::DetailKind& detail = tasks.details[1 + tasks.population.kindOf(row)];
    const std::uint32_t branching = tasks.population.flocks.treeOf(FlockId{row}).branching;
    std::size_t level = 0;
    for (std::uint32_t full = branching; full <= leaves; full *= branching) ++level;
    const std::int64_t waits_ns = tasks.table.simul_ns - tasks.table.columns.state[row].last_ns;
    return detail.pace_m_s * static_cast<double>(waits_ns) * 1e-9 + detail.levels[level].missing_m;
}

// What a task adds to its band's counts, whether it ran or not. On any core.
RollingScan::Shares countTask(const FrameTally::Tasks& tasks, std::uint32_t row, record::BandRecord& band) {
    RollingScan::Shares shares;
    const load::TaskState& task = tasks.table.columns.state[row];
    if (tasks.table.isResting(row)) {
        ++band.minds;
        return shares;
    }
    const std::int64_t period_ns = tasks.manager.periodOf(tasks.table, row);
    assert(task.cost_ns >= 0 && tasks.table.simul_ns >= task.last_ns);
    ++band.tasks;
    if (period_ns > 0) {
        shares.u_total = static_cast<double>(task.cost_ns) / static_cast<double>(period_ns);
        band.d_assigned_ns += period_ns - task.nominal_ns;
    }
    band.max_delays = std::max<std::uint64_t>(band.max_delays, tasks.table.delays(row));
    band.oldest_ns = std::max(band.oldest_ns, tasks.table.simul_ns - task.last_ns);
    if (!tasks.population.isFlock(row)) {
        ++band.minds;
        return shares;
    }
    const flock::FlockStore& flocks = tasks.population.flocks;
    const std::uint32_t leaves = flocks.count(FlockId{row});
    band.minds += leaves;
    band.leaves += leaves;
    shares.off_m = offBy(tasks, row, leaves);
    band.nodes += leaves + flocks.treeOf(FlockId{row}).innerNodes(leaves);
    band.bytes += flock::FlockStore::kBytesAlone;
    if (leaves > 1) band.bytes += leaves * flock::FlockStore::kBytesPerLeafRow;
    return shares;
}

record::TaskEvent eventOf(const FrameTally::Tasks& tasks, const Importance& importance, std::uint32_t row) {
    record::TaskEvent event;
    event.task = row;
    event.kind = tasks.population.kindOf(row);
    event.band = importance.bandOf(row);
    return event;
}

}  // namespace

void FrameTally::beginFrame() {
    changes_ = {};
    runs_.clear();
}

void FrameTally::changed(const LevelChange& change, record::Band band) {
    changes_[row(band)] += change.counts;
    largest_jump_ = std::max(largest_jump_, change.counts.largest_jump);
}

std::uint64_t FrameTally::refused() const {
    std::uint64_t sum = 0;
    for (const flock::LodCounts& counts : changes_) sum += counts.refused;
    return sum;
}

record::Bands FrameTally::scanTasks(const Tasks& tasks, Importance& importance) {
    const auto count = [&](record::Bands& bands, std::uint32_t task) {
        return countTask(tasks, task, bands[row(importance.bandOf(task))]);
    };
    return importance.scan().sumUp(tasks.team, tasks.scratch, importance.bands(), count);
}

record::Bands FrameTally::sumUp(const Tasks& tasks, Importance& importance) {
    events_.clear();
    record::Bands bands = scanTasks(tasks, importance);
    for (std::size_t b = 0; b < record::kBands; ++b) {
        bands[b].expansions = changes_[b].expansions;
        bands[b].collapses = changes_[b].collapses;
    }
    countRuns(tasks, importance, bands);
    countWaiting(tasks, importance, bands);
    if (listed_.is_wanted) listWaiting(tasks, importance);
    for (record::BandRecord& band : bands) {
        assert(band.run <= runs_.size() && band.delayed <= tasks.population.rows());
        band.due = band.run + band.delayed;
    }
    return bands;
}

// The tasks that ran.
void FrameTally::countRuns(const Tasks& tasks, const Importance& importance, record::Bands& bands) {
    constexpr std::uint32_t kRange = 4'096;
    const auto runs = static_cast<std::uint32_t>(runs_.size());
    std::vector<record::Bands>& parts = tasks.scratch.parts;
    parts.assign(cores::rangesOf(runs, kRange), {});
    if (waited_ms_.size() != tasks.population.rows()) waited_ms_.assign(tasks.population.rows(), 0);
    cores::eachRange(tasks.team, runs, kRange, [&](const cores::Range& range) {
        record::Bands& sums = parts[range.index];
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            const Ran& run = runs_[i];
            record::BandRecord& band = sums[row(importance.bandOf(run.row))];
            band.c_total_ns += run.cost_ns;
            ++band.run;
            band.asked += run.asked;
            band.thoughts += run.thoughts;
            band.quality += run.thoughts;
            if (!run.has_before) continue;
            band.d_observed_ns += run.deviation_ns, ++band.observed;
            const std::int64_t nominal_ns = tasks.table.columns.state[run.row].nominal_ns;
            waited_ms_[run.row] = static_cast<float>(run.deviation_ns + nominal_ns) * 1e-6f;
        }
    });
    for (const record::Bands& sums : parts)
        for (std::size_t b = 0; b < record::kBands; ++b) record::add(bands[b], sums[b]);
    if (listed_.is_wanted) listRuns(tasks, importance);
}

// One after the other, with what each has cost. Where there are too many, some in a row are one event, which
// names the nearest of them.
void FrameTally::listRuns(const Tasks& tasks, const Importance& importance) {
    constexpr std::uint32_t kRange = 256;
    const auto runs = static_cast<std::uint32_t>(runs_.size());
    const auto in_one = static_cast<std::uint32_t>(runs_.size() / std::max<std::size_t>(listed_.most, 1) + 1);
    events_.resize(cores::rangesOf(runs, in_one));
    const auto count = static_cast<std::uint32_t>(events_.size());
    cores::eachRange(tasks.team, count, kRange, [&](const cores::Range& range) {
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            const cores::Range together = cores::rangeAt(i, runs, in_one);
            std::uint32_t nearest = runs_[together.first].row;
            std::int64_t cost_ns = 0;
            for (std::uint32_t run = together.first; run < together.end; ++run) {
                if (importance.bandOf(runs_[run].row) < importance.bandOf(nearest)) nearest = runs_[run].row;
                cost_ns += runs_[run].cost_ns;
            }
            events_[i] = eventOf(tasks, importance, nearest);
            events_[i].cost_ns = cost_ns;
            events_[i].runs = together.end - together.first;
        }
    });
    std::int64_t start_ns = 0;
    for (record::TaskEvent& event : events_) {
        event.start_ns = start_ns;
        start_ns += event.cost_ns;
    }
}

// Goes over all tasks in every frame: it counts in bytes, as many rows at once as a byte can count.
void FrameTally::countWaiting(const Tasks& tasks, const Importance& importance, record::Bands& bands) {
    constexpr std::uint32_t kRange = 65'536, kStep = 128;
    const std::span<const record::Band> band_of = importance.bands();
    const std::span<const load::WaitReason> reasons = tasks.table.columns.reason;
    std::array<std::atomic<std::uint64_t>, record::kBands> delayed{};
    const auto rows = static_cast<std::uint32_t>(band_of.size());
    cores::eachRange(tasks.team, rows, kRange, [&](const cores::Range& range) {
        std::array<std::uint64_t, record::kBands> sums{};
        for (std::uint32_t first = range.first; first < range.end; first += kStep) {
            const std::uint32_t end = std::min(first + kStep, range.end);
            for (std::size_t b = 0; b < record::kBands; ++b) {
                const auto band = static_cast<record::Band>(b);
                std::uint8_t waiting = 0;
                for (std::uint32_t task = first; task < end; ++task) {
                    const unsigned is_counted =
                        unsigned{isWaiting(reasons[task])} & unsigned{band_of[task] == band};
                    waiting = static_cast<std::uint8_t>(waiting + is_counted);
                }
                sums[b] += waiting;
            }
        }
        for (std::size_t b = 0; b < record::kBands; ++b) delayed[b] += sums[b];
    });
    for (std::size_t b = 0; b < record::kBands; ++b) bands[b].delayed += delayed[b];
}

// Where few wait, most steps are passed over at once.
void FrameTally::listWaiting(const Tasks& tasks, const Importance& importance) {
    constexpr std::size_t kStep = 128;
    const auto reasons =
        std::span<const load::WaitReason>(tasks.table.columns.reason).first(tasks.population.rows());
    std::size_t room = listed_.most;
    for (std::size_t first = 0; first < reasons.size() && room > 0; first += kStep) {
        const std::size_t end = std::min(first + kStep, reasons.size());
        bool is_any_waiting = false;
        for (std::size_t task = first; task < end; ++task) is_any_waiting |= isWaiting(reasons[task]);
        for (std::size_t task = first; is_any_waiting && task < end && room > 0; ++task) {
            if (!isWaiting(reasons[task])) continue;
            --room;
            events_.push_back(eventOf(tasks, importance, static_cast<std::uint32_t>(task)));
            events_.back().cost_ns = tasks.table.columns.state[task].cost_ns;
            events_.back().was_delayed = true;
            events_.back().reason = load::text(reasons[task]);
        }
    }
}

void FrameTally::addUp(const record::Bands& bands, record::FrameRecord& record) {
    record.bands = bands;
    record.whole = {};
    for (record::BandRecord& band : record.bands) {
        if (!isPlanted(Fault::kLostBand) || &band != &record.bands.back()) record::add(record.whole, band);
        record::divideMeans(band);
    }
    record::divideMeans(record.whole);
}

}  // namespace drover::world
