#include "core/flock/update.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/flock/kernels.h"

namespace drover::flock {
namespace {

float deviationOf(const FlockStore& store, FlockId flock, Node leaf, const StepDraw& draw) {
    return draw.deviation * store.rulesOf(flock).deviation_of_level[store.treeOf(flock).level(leaf)];
}

// One step of a flock that is alone: no neighbours, no means, one row.
void stepAlone(FlockStore& store, FlockId flock, float t) {
    const Species& species = store.speciesOf(flock);
    const StepRules& rules = store.rulesOf(flock);
    const Agent agent = store.roots().get(row(flock));
    const StepDraw step = store.drawOf(flock, t);
    const LeafDraw draw = drawLeaf(store.seed(), flock, kRoot, step.number);
    if (rules.pace > 0) {
        const Agent next = movedAsHerd(store.plane(), rules, agent, draw.wanderTurn(), step.deviation, t);
        store.roots().set(row(flock), next);
    } else {
        Vec2 force = combinedAlone(species, wanderForce(species, agent.heading, draw), draw);
        const float deviation = deviationOf(store, flock, kRoot, step);
        if (deviation != 1) {
            const Vec2 mean = expected(rules, {}, agent.heading * species.wander_distance);
            force = over(mean, force, deviation);
        }
        store.roots().set(row(flock), moved(store.plane(), rules, agent, force, t));
    }
    store.grow(flock, rules.ticksOf(t));
}

// With fewer leaves a vector is mostly empty.
constexpr std::uint32_t kFewestForVectors = 4;

AgentRows rowsOf(AgentColumns& columns, std::size_t first, std::size_t count) {
    return {count,
            columns.x.data() + first,
            columns.y.data() + first,
            columns.vx.data() + first,
            columns.vy.data() + first,
            columns.hx.data() + first,
            columns.hy.data() + first};
}

// False if the flock cannot be sorted into cells.
bool stepByCells(const Kernels& kernels, const FlockStep& step, UpdateScratch& scratch) {
    kernels.show(step.leaves, scratch.neighbours.data());
    if (!scratch.cells.build(step.rules.pairs, {scratch.neighbours.data(), step.leaves.count})) return false;
    scratch.seen.resize(std::max(scratch.seen.size(), step.leaves.count));
    const NeighbourRows others{scratch.cells.sorted(), scratch.cells.order(), step.nodes};
    const auto lanes = static_cast<std::uint32_t>(kernels.lanes);
    scratch.cells.forEachBlock(
        lanes, [&](std::uint32_t self, std::uint32_t count, std::span<const Run> runs) {
            // The sums of the next blocks go to random places in memory: prefetch them.
            const std::uint32_t* soon =
                others.order.data() + std::min<std::size_t>(self + 2 * lanes, others.order.size() - count);
            for (std::uint32_t i = 0; i < count; ++i) __builtin_prefetch(&scratch.seen[soon[i]], 1);
            kernels.see({step.rules.pairs, step.names, others, runs, self, count, scratch.seen.data()});
        });
    kernels.act(step, scratch.seen.data());
    return true;
}

// How far each leaf's force is from the mean force.
const float* deviationsOf(const FlockStore& store, FlockId flock, const StepDraw& draw,
                          std::vector<float>& deviations) {
    const std::span<const Node> nodes = store.nodes(flock);
    if (deviations.size() < nodes.size() + kNeighbourPadding)
        deviations.resize(nodes.size() + kNeighbourPadding);
    for (std::size_t i = 0; i < nodes.size(); ++i) deviations[i] = deviationOf(store, flock, nodes[i], draw);
    return deviations.data();
}

void stepInVectors(FlockStore& store, FlockId flock, float t, const StepRules& rules,
                   UpdateScratch& scratch) {
    const std::uint32_t count = store.count(flock);
    if (scratch.neighbours.size() < count + kNeighbourPadding)
        scratch.neighbours.resize(count + kNeighbourPadding);
    const PairNames names{store.seed(), flock, store.ageOf(flock)};
    const StepDraw draw = store.drawOf(flock, t);
    const FlockStep step{rules,
                         names,
                         draw,
                         store.isFull(flock) ? nullptr : deviationsOf(store, flock, draw, scratch.deviations),
                         t,
                         store.paceCorrection(flock, t),
                         store.nodes(flock),
                         rowsOf(store.leaves(), store.first(flock), count),
                         scratch.neighbours};
    if (count <= kMostForAllPairs || !stepByCells(store.kernels(), step, scratch)) store.kernels().step(step);
    store.grow(flock, rules.ticksOf(t));
    averageUp(store, flock, scratch.means);
}

void step(FlockStore& store, FlockId flock, float t, UpdateScratch& scratch) {
    if (store.isAlone(flock)) return stepAlone(store, flock, t);
    if (store.kernels().step != nullptr && store.count(flock) >= kFewestForVectors) {
        const StepRules& rules = store.rulesOf(flock);
        if (rules.fits(t)) return stepInVectors(store, flock, t, rules, scratch);
    }
    Steering& steering = scratch.steering;
    perceive(store, flock, steering);
    steerAlignment(store, flock, steering);
    steerCohesion(store, flock, steering);
    steerSeparation(store, flock, steering);
    steerWander(store, flock, steering);
    act(store, flock, t, steering);
}

}  // namespace

// Changing the membrane can move the flock's centre, so the means are computed anew.
LodCounts changeLevel(FlockStore& store, FlockId flock, Place player, UpdateScratch& scratch) {
    if (!wantsLevel(store, flock, player, scratch.membrane)) return {};
    const Place before = store.roots().get(row(flock)).place;
    LodCounts counts = followPlayer(store, flock, player, scratch.membrane);
    if (counts.expansions + counts.collapses == 0) return counts;
    averageUp(store, flock, scratch.means);
    counts.largest_jump = length(store.plane().offset(before, store.roots().get(row(flock)).place));
    return counts;
}

std::uint32_t substeps(const FlockStore& store, FlockId flock, float elapsed) {
    if (elapsed > 0 && store.isAlone(flock) && store.rulesOf(flock).pace > 0) return 1;
    return substeps(store.speciesOf(flock), elapsed);
}

std::uint32_t substeps(const Species& species, float elapsed) {
    if (elapsed <= 0) return 0;
    if (elapsed > 1e-20f && elapsed <= species.max_step)
        return std::min(1u, species.max_substeps);  // the usual case
    const float wanted = std::ceil(elapsed / species.max_step);
    return static_cast<std::uint32_t>(std::min(wanted, static_cast<float>(species.max_substeps)));
}

void act(FlockStore& store, FlockId flock, float elapsed, Steering& s) {
    fit(store, flock, s);
    const Species& species = store.speciesOf(flock);
    const StepRules& rules = store.rulesOf(flock);
    const StepDraw step = store.drawOf(flock, elapsed);
    const Vec2 correction = store.paceCorrection(flock, elapsed);
    AgentColumns& columns = store.isAlone(flock) ? store.roots() : store.leaves();
    const std::size_t first = store.isAlone(flock) ? row(flock) : store.first(flock);
    for (std::size_t i = 0; i < s.nodes.size(); ++i) {
        const LeafDraw draw = drawLeaf(store.seed(), flock, s.nodes[i], step.number);
        const Forces forces{s.forces[kAlignment].get(i), s.forces[kCohesion].get(i),
                            s.forces[kSeparation].get(i), s.forces[kWander].get(i)};
        const Agent agent = columns.get(first + i);
        Vec2 force = combined(species, forces, draw);
        const float deviation = deviationOf(store, flock, s.nodes[i], step);
        if (deviation != 1)
            force = over(expected(rules, forces, agent.heading * species.wander_distance), force, deviation);
        columns.set(first + i, moved(store.plane(), rules, agent, force, elapsed, correction));
    }
    store.grow(flock, rules.ticksOf(elapsed));
    averageUp(store, flock, s.means);
}

void moveFlock(FlockStore& store, FlockId flock, float elapsed, UpdateScratch& scratch) {
    assert(std::isfinite(elapsed) && elapsed >= 0);
    const std::uint32_t steps = substeps(store, flock, elapsed);
    for (std::uint32_t i = 0; i < steps; ++i)
        step(store, flock, elapsed / static_cast<float>(steps), scratch);
}

LodCounts updateFlock(FlockStore& store, FlockId flock, float elapsed, Place player, UpdateScratch& scratch) {
    const LodCounts counts = changeLevel(store, flock, player, scratch);
    moveFlock(store, flock, elapsed, scratch);
    return counts;
}

}  // namespace drover::flock
