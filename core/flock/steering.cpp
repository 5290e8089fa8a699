#include "core/flock/steering.h"

#include <algorithm>
#include <cmath>

namespace drover::flock {
namespace {

// A flock's leaves as pointers to columns: into the expanded flock's block, or to its row among the roots.
struct LeafView {
    std::size_t count;
    const std::uint32_t *x, *y;
    const float *vx, *vy, *hx, *hy;
};

LeafView viewOf(const FlockStore& store, FlockId flock) {
    const AgentColumns& columns = store.isAlone(flock) ? store.roots() : store.leaves();
    const std::size_t at = store.isAlone(flock) ? row(flock) : store.first(flock);
    return {store.count(flock),     columns.x.data() + at,  columns.y.data() + at, columns.vx.data() + at,
            columns.vy.data() + at, columns.hx.data() + at, columns.hy.data() + at};
}

void showLeaves(const Plane& plane, const LeafView& leaves, float ahead, std::span<Neighbour> out) {
    for (std::size_t i = 0; i < leaves.count; ++i) {
        const Vec2 velocity{leaves.vx[i], leaves.vy[i]};
        Place place{leaves.x[i], leaves.y[i]};
        if (ahead > 0) place = plane.moved(place, velocity * ahead);
        const bool is_at_rest = isNothing(velocity);
        out[i] = {place.x, place.y, is_at_rest ? 0.0f : leaves.hx[i], is_at_rest ? 0.0f : leaves.hy[i]};
    }
}

template <class Visit>
void forEachKeptColumn(Steering& s, Visit visit) {
    visit(s.neighbours);
    for (VectorColumns* columns : {&s.mean_heading, &s.to_centre, &s.apart, &s.forces[kAlignment],
                                   &s.forces[kCohesion], &s.forces[kSeparation], &s.forces[kWander]}) {
        visit(columns->x);
        visit(columns->y);
    }
}

// For each of `nodes` its row among `old`, or old.size() if it is not there.
std::vector<std::size_t> rowsAmong(std::span<const Node> old, std::span<const Node> nodes) {
    std::vector<std::pair<Node, std::size_t>> sorted;
    for (std::size_t i = 0; i < old.size(); ++i) sorted.emplace_back(old[i], i);
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::size_t> rows;
    for (const Node node : nodes) {
        const auto at = std::lower_bound(sorted.begin(), sorted.end(), std::pair{node, std::size_t{0}});
        rows.push_back(at != sorted.end() && at->first == node ? at->second : old.size());
    }
    return rows;
}

std::size_t endOf(LeafRange range, const Steering& s) { return std::min(range.end, s.nodes.size()); }

}  // namespace

void Steering::resize(std::size_t leaves) {
    nodes.resize(leaves);
    others.resize(leaves);
    forEachKeptColumn(*this, [leaves](std::vector<float>& column) { column.resize(leaves); });
}

void fit(const FlockStore& store, FlockId flock, Steering& s) {
    const std::span<const Node> nodes = store.nodes(flock);
    const bool is_same_flock = s.flock == flock;
    if (is_same_flock && std::equal(nodes.begin(), nodes.end(), s.nodes.begin(), s.nodes.end())) return;
    if (is_same_flock) {
        const std::vector<std::size_t> rows = rowsAmong(s.nodes, nodes);
        forEachKeptColumn(s, [&](std::vector<float>& column) {
            std::vector<float> kept;
            for (const std::size_t old : rows) kept.push_back(old < column.size() ? column[old] : 0.0f);
            column = std::move(kept);
        });
    } else {
        forEachKeptColumn(s, [&](std::vector<float>& column) { column.assign(nodes.size(), 0.0f); });
    }
    s.flock = flock;
    s.resize(nodes.size());
    std::copy(nodes.begin(), nodes.end(), s.nodes.begin());
}

// The scalar reference. Sums run in the order of the leaves, or of the cells in a large flock.
void perceive(const FlockStore& store, FlockId flock, Steering& s, float ahead) {
    fit(store, flock, s);
    showLeaves(store.plane(), viewOf(store, flock), ahead, s.others);
    const PairRules rules(store.plane(), store.speciesOf(flock));
    const PairNames names{store.seed(), flock, store.ageOf(flock)};
    const auto keep = [&](std::size_t i, const Seen& seen) {
        const auto percepts = perceptsOf(rules, seen.neighbours, seen.heading, seen.centre, seen.apart);
        s.neighbours[i] = seen.neighbours;
        s.mean_heading.set(i, percepts.mean_heading);
        s.to_centre.set(i, percepts.to_centre);
        s.apart.set(i, percepts.apart);
    };
    const auto count = static_cast<std::uint32_t>(s.nodes.size());
    if (count > kMostForAllPairs && s.cells.build(rules, s.others)) {
        const NeighbourRows others{s.cells.sorted(), s.cells.order(), s.nodes};
        const auto visit = [&](std::uint32_t self, std::uint32_t, std::span<const Run> runs) {
            keep(others.order[self], seenBy(rules, names, others, runs, self));
        };
        s.cells.forEachBlock(0, count, 1, visit);
        return;
    }
    const Run all_leaves{0, count};
    for (std::uint32_t i = 0; i < count; ++i)
        keep(i, seenBy(rules, names, {s.others, {}, s.nodes}, {&all_leaves, 1}, i));
}

void steerAlignment(const FlockStore& store, FlockId flock, Steering& s, LeafRange range) {
    fit(store, flock, s);
    for (std::size_t i = range.first; i < endOf(range, s); ++i)
        s.forces[kAlignment].set(i, s.mean_heading.get(i));
}

void steerCohesion(const FlockStore& store, FlockId flock, Steering& s, LeafRange range) {
    fit(store, flock, s);
    const LeafView leaves = viewOf(store, flock);
    const StepRules& rules = store.rulesOf(flock);
    for (std::size_t i = range.first; i < endOf(range, s); ++i)
        s.forces[kCohesion].set(i, cohesionForce(rules, s.to_centre.get(i), {leaves.vx[i], leaves.vy[i]}));
}

void steerSeparation(const FlockStore& store, FlockId flock, Steering& s, LeafRange range) {
    fit(store, flock, s);
    for (std::size_t i = range.first; i < endOf(range, s); ++i) s.forces[kSeparation].set(i, s.apart.get(i));
}

void steerWander(const FlockStore& store, FlockId flock, Steering& s, LeafRange range) {
    fit(store, flock, s);
    const LeafView leaves = viewOf(store, flock);
    const StepRules& rules = store.rulesOf(flock);
    const std::uint32_t number = rules.drawNumber(store.ageOf(flock));
    for (std::size_t i = range.first; i < endOf(range, s); ++i) {
        const LeafDraw draw = drawLeaf(store.seed(), flock, s.nodes[i], number);
        s.forces[kWander].set(i, wanderForce(rules, {leaves.hx[i], leaves.hy[i]}, draw));
    }
}

}  // namespace drover::flock
