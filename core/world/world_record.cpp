// What a world tells of itself after a frame: its record by distance band, the tasks' events, and the hash of its state.
#include <algorithm>
#include <cmath>

#include "core/base/state_hash.h"
#include "core/world/world.h"

namespace drover {
namespace {

void addMeans(StateHash& hash, const AgentColumns& columns, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
        hash.add(std::uint64_t{columns.x[i]} << 32 | columns.y[i]);
        hash.add(columns.vx[i]);
        hash.add(columns.vy[i]);
    }
}

void addAgents(StateHash& hash, const AgentColumns& columns, std::size_t first, std::size_t count) {
    addMeans(hash, columns, first, count);
    for (std::size_t i = first; i < first + count; ++i) {
        hash.add(columns.hx[i]);
        hash.add(columns.hy[i]);
    }
}

// A flock's row, its membrane if it has one, and what it keeps of collapsed children.
void addFlock(StateHash& hash, const FlockStore& store, FlockId flock) {
    hash.add(std::uint64_t{store.updateOf(flock)} << 32 | store.count(flock));
    addAgents(hash, store.roots(), row(flock), 1);
    if (!store.isAlone(flock)) {
        for (const Node node : store.nodes(flock)) hash.add(std::uint64_t{node});
        addAgents(hash, store.leaves(), store.first(flock), store.count(flock));
        // All inner nodes but the root, whose mean is the flock's own row.
        addMeans(hash, store.inner(), store.first(flock), store.treeOf(flock).innerNodes(store.count(flock)) - 1);
    }
    if (const std::optional<std::size_t> first = store.retainedFirst(flock)) {
        addAgents(hash, store.retained(), *first, store.treeOf(flock).nodes() - 1);
    }
}

bool isWaiting(WaitReason reason) { return reason == WaitReason::kBudget || reason == WaitReason::kUnknownCost; }

}  // namespace

void World::noteEvent(std::uint32_t row, bool is_delayed, std::int64_t cost_ns) {
    TaskEvent event;
    event.task = row;
    event.kind = notes_.kind[row];
    event.cost_ns = cost_ns;
    event.band = notes_.band[row];
    event.was_delayed = is_delayed;
    if (is_delayed) event.reason = text(tasks_.columns.reason[row]);
    events_.push_back(event);
}

std::uint64_t World::refused() const {
    std::uint64_t n = 0;
    for (const LodCounts& counts : changes_) n += counts.refused;
    return n;
}

// A task's share of its band's counts.
void World::noteCounts(BandRecord& band, std::uint32_t row) const {
    const TaskColumns& c = tasks_.columns;
    ++band.tasks;
    if (c.state[row].period_ns > 0) {
        band.u_total += static_cast<double>(c.state[row].cost_ns) / static_cast<double>(c.state[row].period_ns);
        band.d_assigned_ns += c.state[row].period_ns - c.state[row].nominal_ns;
    }
    band.run += c.reason[row] == WaitReason::kRan;
    band.delayed += isWaiting(c.reason[row]);
    band.max_delays = std::max<std::uint64_t>(band.max_delays, c.state[row].delays);
    band.oldest_ns = std::max(band.oldest_ns, tasks_.simul_ns - c.state[row].last_ns);
    std::uint64_t leaves = 0, nodes = 0;
    if (row < flocks_.size()) {
        leaves = flocks_.count(FlockId{row});
        nodes = leaves + flocks_.treeOf(FlockId{row}).innerNodes(static_cast<std::uint32_t>(leaves));
        band.bytes += FlockStore::kBytesAlone + (leaves > 1 ? leaves * FlockStore::kBytesPerLeafRow : 0);
    }
    band.leaves += leaves;
    band.nodes += nodes;
}

void World::recordFrame(double frame_time, SpikeLoad spike) {
    const FrameReport& report = manager_->report();
    std::array<BandRecord, kBands> bands;
    for (std::size_t b = 0; b < kBands; ++b) {
        bands[b].expansions = changes_[b].expansions;
        bands[b].collapses = changes_[b].collapses;
        if (observed_[b] > 0) bands[b].d_observed_ns = observed_sum_ns_[b] / observed_[b];
        bands[b].observed = static_cast<std::uint64_t>(observed_[b]);
    }
    // The tasks that ran, as the clock metered them, one after the other.
    std::int64_t start_ns = 0;
    for (std::size_t i = 0; i < std::min(events_.size(), clock_.costs().size()); ++i) {
        events_[i].cost_ns = clock_.costs()[i];
        events_[i].start_ns = start_ns;
        start_ns += events_[i].cost_ns;
        bands[row(events_[i].band)].c_total_ns += events_[i].cost_ns;
    }
    for (std::uint32_t task = 0; task < tasks_.rows(); ++task) {
        noteCounts(bands[row(notes_.band[task])], task);
        if (isWaiting(tasks_.columns.reason[task])) noteEvent(task, true, tasks_.columns.state[task].cost_ns);
    }

    ++record_.frame;
    record_.t_ns = tasks_.simul_ns;
    record_.frame_time_ns = std::llrint(frame_time * 1e9);
    record_.budget_ns = report.budget_ns;
    record_.desired_use = std::isfinite(report.desired_use) ? report.desired_use : 0;
    record_.overhead_ns = report.overhead_ns;
    record_.fps = frame_time > 0 ? 1 / frame_time : 0;
    record_.rest_ns = std::llrint(scenario_.load.base_load_ms * 1e6) + spike.outside_ns;
    record_.spike_outside_ns = spike.outside_ns;
    record_.spike_inside_ns = spike.inside_ns;
    record_.whole = {};
    for (BandRecord& band : bands) {
        band.due = band.run + band.delayed;
        BandRecord& whole = record_.whole;
        whole.tasks += band.tasks, whole.c_total_ns += band.c_total_ns, whole.u_total += band.u_total;
        whole.d_assigned_ns += band.d_assigned_ns;  // sums until here, means below
        whole.due += band.due, whole.run += band.run, whole.delayed += band.delayed;
        whole.max_delays = std::max(whole.max_delays, band.max_delays);
        whole.oldest_ns = std::max(whole.oldest_ns, band.oldest_ns);
        whole.leaves += band.leaves, whole.nodes += band.nodes, whole.bytes += band.bytes;
        whole.expansions += band.expansions, whole.collapses += band.collapses;
        if (band.tasks > 0) band.d_assigned_ns /= static_cast<std::int64_t>(band.tasks);
    }
    if (record_.whole.tasks > 0) record_.whole.d_assigned_ns /= static_cast<std::int64_t>(record_.whole.tasks);
    std::int64_t observed = 0, observed_sum_ns = 0;
    for (std::size_t b = 0; b < kBands; ++b) observed += observed_[b], observed_sum_ns += observed_sum_ns_[b];
    if (observed > 0) record_.whole.d_observed_ns = observed_sum_ns / observed;
    record_.whole.observed = static_cast<std::uint64_t>(observed);
    record_.bands = bands;
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
        hash.add(std::uint64_t{tasks_.columns.state[row].delays});
    }
    return hash.value();
}

}  // namespace drover
