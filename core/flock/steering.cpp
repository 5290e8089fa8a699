#include "core/flock/steering.h"

#include <algorithm>
#include <cmath>

#include "core/base/turn.h"

namespace drover {
namespace {

// A flock's leaves as bare columns, wherever they are kept: an expanded flock's block, or its row among the roots.
struct LeafView {
    std::size_t count;
    const std::uint32_t *x, *y;
    const float *vx, *vy, *hx, *hy;
};

LeafView viewOf(const FlockStore& store, FlockId flock) {
    const AgentColumns& columns = store.isAlone(flock) ? store.roots() : store.leaves();
    const std::size_t at = store.isAlone(flock) ? row(flock) : store.first(flock);
    return {store.count(flock),        columns.x.data() + at,  columns.y.data() + at, columns.vx.data() + at,
            columns.vy.data() + at, columns.hx.data() + at, columns.hy.data() + at};
}

// Which way leaf `a` goes when it touches `b`: away from it; if both stand on the same spot, along a direction drawn
// for the pair, which is the opposite one for `b`.
Vec2 partingDirection(const FlockStore& store, FlockId flock, Node a, Node b, Vec2 way_to_b) {
    if (way_to_b.x != 0 || way_to_b.y != 0) return way_to_b * (-1.0f / length(way_to_b));
    const std::uint32_t update = store.updateOf(flock);
    const auto subject = static_cast<std::uint32_t>(flock);
    const RandomBlock low = randomBlock(store.seed(), subject, std::min(a, b), update, Purpose::kTouching);
    const RandomBlock pair = randomBlock(store.seed(), subject, std::max(a, b), low[0], Purpose::kTouching);
    return direction(Turn{pair[0]}) * (a < b ? 1.0f : -1.0f);
}

void prepareUnitVelocities(const LeafView& leaves, VectorColumns& out) {
    for (std::size_t i = 0; i < leaves.count; ++i) {
        const bool is_at_rest = isNothing({leaves.vx[i], leaves.vy[i]});
        out.set(i, is_at_rest ? Vec2{} : Vec2{leaves.hx[i], leaves.hy[i]});
    }
}

template <class Visit>
void forEachKeptColumn(Steering& s, Visit visit) {
    visit(s.neighbours);
    for (VectorColumns* columns : {&s.mean_heading, &s.to_centre, &s.apart, &s.forces[kAlignment], &s.forces[kCohesion],
                                   &s.forces[kSeparation], &s.forces[kWander]}) {
        visit(columns->x);
        visit(columns->y);
    }
}

// For each of `nodes` its row among `old`, or old.size() where it is not there.
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

}  // namespace

void Steering::resize(std::size_t leaves) {
    nodes.resize(leaves);
    unit_velocity.resize(leaves);
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

// Every pair of leaves once from each side, sums in the order of the leaves: the scalar reference. Distances are taken
// in the plane's units, where a difference is exact before it is rounded to a float.
void perceive(const FlockStore& store, FlockId flock, Steering& s) {
    fit(store, flock, s);
    const LeafView leaves = viewOf(store, flock);
    prepareUnitVelocities(leaves, s.unit_velocity);
    const auto metres = static_cast<float>(store.plane().metresPerUnit());
    const float units = 1.0f / metres;
    const float reach = store.speciesOf(flock).neighbourhood * units;
    const float touching = kTouching * units;
    const float reach_sq = reach * reach;
    const float touching_sq = touching * touching;
    for (std::size_t i = 0; i < leaves.count; ++i) {
        float neighbours = 0;
        Vec2 heading, centre, apart;
        for (std::size_t j = 0; j < leaves.count; ++j) {
            const Vec2 way{Plane::unitsBetween(leaves.x[i], leaves.x[j]), Plane::unitsBetween(leaves.y[i], leaves.y[j])};
            const float distance_sq = dot(way, way);
            if (distance_sq > reach_sq || j == i) continue;
            neighbours += 1;
            heading += s.unit_velocity.get(j);
            centre += way;
            if (distance_sq < touching_sq) {
                apart += partingDirection(store, flock, s.nodes[i], s.nodes[j], way) * (1.0f / touching);
            } else {
                apart = apart - way * (1.0f / distance_sq);
            }
        }
        const float share = neighbours > 0 ? 1.0f / neighbours : 0.0f;
        s.neighbours[i] = neighbours;
        s.mean_heading.set(i, heading * share);
        s.to_centre.set(i, centre * (metres * share));
        s.apart.set(i, apart * units);
    }
}

void steerAlignment(const FlockStore& store, FlockId flock, Steering& s) {
    fit(store, flock, s);
    for (std::size_t i = 0; i < s.nodes.size(); ++i) s.forces[kAlignment].set(i, s.mean_heading.get(i));
}

void steerCohesion(const FlockStore& store, FlockId flock, Steering& s) {
    fit(store, flock, s);
    const LeafView leaves = viewOf(store, flock);
    const float max_speed = store.speciesOf(flock).max_speed;
    for (std::size_t i = 0; i < s.nodes.size(); ++i) {
        const Vec2 way = s.to_centre.get(i);
        const bool is_there = isNothing(way);  // also: no neighbours
        const Vec2 velocity{leaves.vx[i], leaves.vy[i]};
        s.forces[kCohesion].set(i, is_there ? Vec2{} : unit(way) * max_speed - velocity);
    }
}

void steerSeparation(const FlockStore& store, FlockId flock, Steering& s) {
    fit(store, flock, s);
    for (std::size_t i = 0; i < s.nodes.size(); ++i) s.forces[kSeparation].set(i, s.apart.get(i));
}

void steerWander(const FlockStore& store, FlockId flock, Steering& s) {
    fit(store, flock, s);
    const LeafView leaves = viewOf(store, flock);
    const Species& species = store.speciesOf(flock);
    for (std::size_t i = 0; i < s.nodes.size(); ++i) {
        const LeafDraw draw = drawLeaf(store.seed(), flock, s.nodes[i], store.updateOf(flock));
        s.forces[kWander].set(i, wanderForce(species, {leaves.hx[i], leaves.hy[i]}, draw));
    }
}

}  // namespace drover
