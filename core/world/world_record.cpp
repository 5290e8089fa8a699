// What a world tells of itself after a frame: its record by distance band, the tasks' events, and the hash of
// its state.
#include <algorithm>
#include <cmath>

#include "core/base/state_hash.h"
#include "core/world/world.h"

namespace drover::world {
namespace {

void addMeans(StateHash& hash, const flock::AgentColumns& columns, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
        hash.add(std::uint64_t{columns.x[i]} << 32 | columns.y[i]);
        hash.add(columns.vx[i]);
        hash.add(columns.vy[i]);
    }
}

void addAgents(StateHash& hash, const flock::AgentColumns& columns, std::size_t first, std::size_t count) {
    addMeans(hash, columns, first, count);
    for (std::size_t i = first; i < first + count; ++i) {
        hash.add(columns.hx[i]);
        hash.add(columns.hy[i]);
    }
}

// A flock's row, its membrane if it has one, and what it keeps of collapsed children.
void addFlock(StateHash& hash, const flock::FlockStore& store, FlockId flock) {
    hash.add(std::uint64_t{store.updateOf(flock)} << 32 | store.count(flock));
    addAgents(hash, store.roots(), row(flock), 1);
    if (!store.isAlone(flock)) {
        for (const flock::Node node : store.nodes(flock)) hash.add(std::uint64_t{node});
        addAgents(hash, store.leaves(), store.first(flock), store.count(flock));
        // All inner nodes but the root, whose mean is the flock's own row.
        addMeans(hash, store.inner(), store.first(flock),
                 store.treeOf(flock).innerNodes(store.count(flock)) - 1);
    }
    if (const std::optional<std::size_t> first = store.retainedFirst(flock)) {
        addAgents(hash, store.retained(), *first, store.treeOf(flock).nodes() - 1);
    }
}

// Where sums of deviations stand, their means.
void divide(record::BandRecord& band) {
    if (band.tasks > 0) band.d_assigned_ns /= static_cast<std::int64_t>(band.tasks);
    if (band.observed > 0) band.d_observed_ns /= static_cast<std::int64_t>(band.observed);
}

bool isWaiting(load::WaitReason reason) {
    return (reason == load::WaitReason::kBudget) | (reason == load::WaitReason::kUnknownCost);
}

}  // namespace

record::TaskEvent World::eventOf(std::uint32_t row) const {
    record::TaskEvent event;
    event.task = row;
    event.kind = kindOf(row);
    event.band = band_of_[row];
    return event;
}

std::uint64_t World::refused() const {
    std::uint64_t n = 0;
    for (const flock::LodCounts& counts : changes_) n += counts.refused;
    return n;
}

// A task's share of its band's counts.
void World::noteCounts(record::BandRecord& band, std::uint32_t row) const {
    const load::TaskState& task = tasks_.columns.state[row];
    const std::int64_t period_ns = manager_->periodOf(tasks_, row);
    ++band.tasks;
    if (period_ns > 0) {
        band.u_total += static_cast<double>(task.cost_ns) / static_cast<double>(period_ns);
        band.d_assigned_ns += period_ns - task.nominal_ns;
    }
    band.max_delays = std::max<std::uint64_t>(band.max_delays, tasks_.delays(row));
    band.oldest_ns = std::max(band.oldest_ns, tasks_.simul_ns - task.last_ns);
    std::uint64_t leaves = 0, nodes = 0;
    if (row < flocks_.size()) {
        leaves = flocks_.count(FlockId{row});
        nodes = leaves + flocks_.treeOf(FlockId{row}).innerNodes(static_cast<std::uint32_t>(leaves));
        band.bytes +=
            flock::FlockStore::kBytesAlone + (leaves > 1 ? leaves * flock::FlockStore::kBytesPerLeafRow : 0);
    }
    band.leaves += leaves;
    band.nodes += nodes;
}

// The tasks that ran, as the clock shared out what they cost, one after the other.
void World::noteRuns(Survey::Bands& bands) {
    std::int64_t start_ns = 0;
    for (std::size_t i = 0; i < ran_.size(); ++i) {
        const std::int64_t cost_ns = i < clock_.costs().size() ? clock_.costs()[i] : 0;
        const auto [task, has_before, deviation_ns] = ran_[i];
        record::BandRecord& band = bands[record::row(band_of_[task])];
        band.c_total_ns += cost_ns;
        ++band.run;
        if (has_before) band.d_observed_ns += deviation_ns, ++band.observed;
        if (!lists_events_) continue;
        events_.push_back(eventOf(task));
        events_.back().start_ns = start_ns;
        events_.back().cost_ns = cost_ns;
        start_ns += cost_ns;
    }
}

// Who waits, of all tasks: counted in bytes, as many rows at once as fill one.
void World::noteWaits(Survey::Bands& bands) {
    constexpr std::size_t kStep = 128;
    const std::span<const load::WaitReason> reasons = tasks_.columns.reason;
    const std::span<const record::Band> band_of = band_of_;
    for (std::size_t first = 0; first < reasons.size(); first += kStep) {
        const std::size_t end = std::min(first + kStep, reasons.size());
        std::array<std::uint8_t, record::kBands> waiting = {};
        for (std::size_t b = 0; b < record::kBands; ++b) {
            std::uint8_t n = 0;
            for (std::size_t task = first; task < end; ++task)
                n = static_cast<std::uint8_t>(n + (unsigned{isWaiting(reasons[task])} &
                                                   unsigned{band_of[task] == static_cast<record::Band>(b)}));
            waiting[b] = n;
        }
        for (std::size_t b = 0; b < record::kBands; ++b) bands[b].delayed += waiting[b];
    }
    if (lists_events_) listWaits();
}

void World::listWaits() {
    for (std::uint32_t task = 0; task < tasks_.rows(); ++task) {
        const load::WaitReason reason = tasks_.columns.reason[task];
        if (!isWaiting(reason)) continue;
        events_.push_back(eventOf(task));
        events_.back().cost_ns = tasks_.columns.state[task].cost_ns;
        events_.back().was_delayed = true;
        events_.back().reason = load::text(reason);
    }
}

Survey::Bands World::surveyTasks() {
    return survey_.sumUp([this](Survey::Bands& sums, std::uint32_t task) {
        noteCounts(sums[record::row(band_of_[task])], task);
    });
}

void World::recordFrame(double frame_time, SpikeLoad spike) {
    const load::FrameReport& report = manager_->report();
    events_.clear();
    Survey::Bands bands = surveyTasks();
    for (std::size_t b = 0; b < record::kBands; ++b) {
        bands[b].expansions = changes_[b].expansions;
        bands[b].collapses = changes_[b].collapses;
    }
    noteRuns(bands);
    noteWaits(bands);

    ++record_.frame;
    record_.t_ns = tasks_.simul_ns;
    record_.frame_time_ns = std::llrint(frame_time * 1e9);
    record_.budget_ns = budget_ns_;
    record_.ai_ns = clock_.ai_ns();
    record_.desired_use = std::isfinite(report.desired_use) ? report.desired_use : 0;
    record_.overhead_ns = report.overhead_ns;
    record_.fps = frame_time > 0 ? 1 / frame_time : 0;
    record_.rest_ns = std::llrint(scenario_.load.base_load_ms * 1e6) + spike.outside_ns;
    record_.spike_outside_ns = spike.outside_ns;
    record_.spike_inside_ns = spike.inside_ns;
    addUp(bands);
}

// The bands, and all tasks together.
void World::addUp(const Survey::Bands& bands) {
    record_.bands = bands;
    record_.whole = {};
    for (record::BandRecord& band : record_.bands) {
        band.due = band.run + band.delayed;
        record::BandRecord& whole = record_.whole;
        whole.tasks += band.tasks, whole.c_total_ns += band.c_total_ns, whole.u_total += band.u_total;
        // Sums until here, means below.
        whole.d_assigned_ns += band.d_assigned_ns;
        whole.d_observed_ns += band.d_observed_ns, whole.observed += band.observed;
        whole.due += band.due, whole.run += band.run, whole.delayed += band.delayed;
        whole.max_delays = std::max(whole.max_delays, band.max_delays);
        whole.oldest_ns = std::max(whole.oldest_ns, band.oldest_ns);
        whole.leaves += band.leaves, whole.nodes += band.nodes, whole.bytes += band.bytes;
        whole.expansions += band.expansions, whole.collapses += band.collapses;
        divide(band);
    }
    divide(record_.whole);
}

std::uint64_t World::stateHash() const {
    StateHash hash;
    hash.add(record_.frame);
    hash.add(static_cast<std::uint64_t>(tasks_.simul_ns));
    hash.add(std::uint64_t{player_.x} << 32 | player_.y);
    for (std::size_t i = 0; i < flocks_.size(); ++i) addFlock(hash, flocks_, static_cast<FlockId>(i));
    if (wildlife_) wildlife_->addTo(hash);
    if (pursuit_) pursuit_->addTo(hash);
    for (std::uint32_t row = 0; row < tasks_.rows(); ++row) {
        hash.add(static_cast<std::uint64_t>(tasks_.columns.state[row].last_ns));
        hash.add(static_cast<std::uint64_t>(tasks_.columns.state[row].cost_ns));
        hash.add(std::uint64_t{tasks_.delays(row)});
    }
    return hash.value();
}

}  // namespace drover::world
