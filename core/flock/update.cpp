#include "core/flock/update.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/ask_ahead.h"
#include "core/flock/kernels.h"

namespace drover::flock {
namespace {

float deviationOf(const FlockStore& store, FlockId flock, Node leaf, const StepDraw& draw) {
    return draw.deviation * store.rulesOf(flock).deviation_of_level[store.treeOf(flock).level(leaf)];
}

// One step of a flock that is alone: no neighbours, no means, one row.
void stepAlone(FlockStore& store, FlockId flock, float t, bool thinks, const Push& push) {
    const StepRules& rules = store.rulesOf(flock);
    const Agent agent = store.roots().get(row(flock));
    const StepDraw step = drawAlone(store, flock, rules, t, rules.ticksOf(t), thinks);
    const LeafDraw draw = drawLeaf(store.seed(), flock, kRoot, step.number);
    store.roots().set(row(flock),
                      movedAlone(rules, agent, draw, rules.deviationAlone(step), t, push.force, push.sprint));
    store.grow(flock, rules.ticksOf(t));
    if (thinks && store.thinksInTurns()) store.hasThought(flock);
}

// A step, and the time until a leaf that thinks in it has its next turn, in seconds.
struct StepTime {
    float t, until_turn;
    bool is_pushed = false;
};

// The last stage. A leaf that thinks takes the force from `s`, another one the force that it keeps.
void actInTurns(FlockStore& store, FlockId flock, StepTime time, const Turns& turns, Steering& s,
                PushRows pushes = {}) {
    fit(store, flock, s);
    const StepRules& rules = store.rulesOf(flock);
    const StepDraw step = store.drawOf(flock, time.until_turn);
    const Vec2 correction = store.paceCorrection(flock, time.t);
    const bool is_alone = store.isAlone(flock);
    const IntentRows intents = is_alone ? IntentRows{} : store.intents(flock);
    AgentColumns& columns = is_alone ? store.roots() : store.leaves();
    const std::size_t first = is_alone ? row(flock) : store.first(flock);
    const auto count = static_cast<std::uint32_t>(s.nodes.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const Agent agent = columns.get(first + i);
        Vec2 force;
        float seconds = rules.acting_time;
        const float sprint = pushes.sprint == nullptr ? 1 : pushes.sprint[i];
        if (turns.includes(i, count)) {
            const LeafDraw draw = drawLeaf(store.seed(), flock, s.nodes[i], step.number);
            const Forces forces{s.forces[kAlignment].get(i), s.forces[kCohesion].get(i),
                                s.forces[kSeparation].get(i), s.forces[kWander].get(i)};
            const Vec2 push = pushes.x == nullptr ? Vec2{} : Vec2{pushes.x[i], pushes.y[i]};
            force = forceOf(rules, forces, agent.heading, draw, deviationOf(store, flock, s.nodes[i], step),
                            push);
        } else {
            force = {intents.x[i], intents.y[i]}, seconds = intents.seconds[i];
        }
        const float acting = std::min(time.t, seconds);
        if (intents.x != nullptr)
            intents.x[i] = force.x, intents.y[i] = force.y, intents.seconds[i] = seconds - acting;
        columns.set(first + i, moved(rules, agent, force, time.t, acting, correction, sprint));
    }
    store.grow(flock, rules.ticksOf(time.t));
    averageUp(store, flock, s.means);
}

// With fewer leaves a vector is mostly empty.
constexpr std::uint32_t kFewestForVectors = 4;

bool anyThinks(const FlockStep& step, std::span<const std::uint32_t> leaves) {
    const auto count = static_cast<std::uint32_t>(step.leaves.count);
    return std::ranges::any_of(leaves, [&](std::uint32_t leaf) { return step.turns.includes(leaf, count); });
}

// The leaves in sorted rows [first, end).
void seeSorted(const Kernels& kernels, const FlockStep& step, UpdateScratch& scratch, std::size_t first,
               std::size_t end) {
    const NeighbourRows others{scratch.cells.sorted(), scratch.cells.order(), step.nodes};
    const auto lanes = static_cast<std::uint32_t>(kernels.block_lanes);
    const auto visit = [&](std::uint32_t self, std::uint32_t count, std::span<const Run> runs) {
        // The sums of the next blocks go to random places in memory: prefetch them.
        const std::uint32_t* soon =
            others.order.data() + std::min<std::size_t>(self + 2 * lanes, others.order.size() - count);
        for (std::uint32_t i = 0; i < count; ++i) askFor(&scratch.seen[soon[i]]);
        if (!anyThinks(step, {others.order.data() + self, count})) return;
        kernels.see({.rules = step.rules.pairs,
                     .names = step.names,
                     .others = others,
                     .runs = runs,
                     .self = self,
                     .count = count,
                     .seen = scratch.seen.data()});
    };
    scratch.cells.forEachBlock(first, end, lanes, visit);
}

// How far the force of each leaf in rows [first, end) is from the mean force.
void setDeviations(const FlockStore& store, FlockId flock, const StepDraw& draw, std::size_t first,
                   std::size_t end, LargeVector<float>& deviations) {
    const std::span<const Node> nodes = store.nodes(flock);
    for (std::size_t i = first; i < end; ++i) deviations[i] = deviationOf(store, flock, nodes[i], draw);
}

// False if the flock cannot be sorted into cells.
bool stepByCells(FlockStore& store, const FlockStep& step, UpdateScratch& scratch) {
    const Kernels& kernels = store.kernels();
    const FlockId flock = step.names.flock;
    const std::uint32_t count = store.count(flock), in_part = rowsInPart(count, scratch.team);
    if (!scratch.cells.build(step.rules.pairs, {scratch.neighbours.data(), count}, scratch.team,
                             [&](std::size_t first, std::size_t end) { kernels.show(step, first, end); }))
        return false;
    scratch.seen.resize(std::max<std::size_t>(scratch.seen.size(), count));
    cores::eachRange(scratch.team, count, in_part,
                     [&](cores::Range part) { seeSorted(kernels, step, scratch, part.first, part.end); });
    Averaging averaging(store, flock, scratch.means, in_part);
    cores::eachRange(scratch.team, count, averaging.rowsInPart(), [&](cores::Range part) {
        if (step.deviations != nullptr)
            setDeviations(store, flock, step.draw, part.first, part.end, scratch.deviations);
        kernels.act(step, scratch.seen.data(), part.first, part.end);
        averaging.average(part);
    });
    averaging.finish();
    return true;
}

void stepInVectors(FlockStore& store, FlockId flock, StepTime time, const Turns& turns,
                   const StepRules& rules, PushRows pushes, UpdateScratch& scratch) {
    const std::uint32_t count = store.count(flock);
    if (scratch.neighbours.size() < count + kNeighbourPadding)
        scratch.neighbours.resize(count + kNeighbourPadding);
    const bool is_full = store.isFull(flock);
    if (!is_full && scratch.deviations.size() < count + kNeighbourPadding)
        scratch.deviations.resize(count + kNeighbourPadding);
    const PairNames names{store.seed(), flock, store.ageOf(flock)};
    const StepDraw draw = store.drawOf(flock, time.until_turn);
    const FlockStep step{.rules = rules,
                         .names = names,
                         .draw = draw,
                         .deviations = is_full ? nullptr : scratch.deviations.data(),
                         .t = time.t,
                         .ahead = rules.aheadOf(time.t),
                         .correction = store.paceCorrection(flock, time.t),
                         .nodes = store.nodes(flock),
                         .leaves = rowsOf(store.leaves(), store.first(flock), count),
                         .neighbours = scratch.neighbours,
                         .turns = turns,
                         .intents = store.intents(flock),
                         .pushes = pushes};
    if (count <= kMostForAllPairs || !stepByCells(store, step, scratch)) {
        if (!is_full) setDeviations(store, flock, draw, 0, count, scratch.deviations);
        store.kernels().step(step);
        averageUp(store, flock, scratch.means);
    }
    store.grow(flock, rules.ticksOf(time.t));
}

void stepLeaves(FlockStore& store, FlockId flock, StepTime time, const Turns& turns, UpdateScratch& scratch);

// The leaves have made a step from `before`: they go as far as nothing is in their way.
void keepOut(FlockStore& store, FlockId flock, std::span<const Place> before, UpdateScratch& scratch) {
    const std::size_t first = store.first(flock);
    const auto count = static_cast<std::uint32_t>(before.size());
    cores::eachRange(scratch.team, count, rowsInPart(count, scratch.team), [&](const cores::Range& part) {
        for (std::size_t i = part.first; i < part.end; ++i)
            store.leaves().set(
                first + i, scratch.pushes.keptOut(store.plane(), before[i], store.leaves().get(first + i)));
    });
    averageUp(store, flock, scratch.means);
}

void step(FlockStore& store, FlockId flock, StepTime time, const Turns& turns, UpdateScratch& scratch) {
    if (!store.isAlone(flock) && time.is_pushed && scratch.pushes.isNearGround()) {
        scratch.before.clear();
        for (std::size_t i = store.first(flock); i < store.first(flock) + store.count(flock); ++i)
            scratch.before.push_back({store.leaves().x[i], store.leaves().y[i]});
        stepLeaves(store, flock, time, turns, scratch);
        return keepOut(store, flock, scratch.before, scratch);
    }
    if (store.isAlone(flock)) {
        const Push push = time.is_pushed ? scratch.pushes.onHerd(store, time.t) : Push{};
        const Place before = store.roots().get(row(flock)).place;
        stepAlone(store, flock, time.t, turns.count > 0, push);
        if (time.is_pushed && scratch.pushes.isNearGround())
            store.roots().set(row(flock),
                              scratch.pushes.keptOut(store.plane(), before, store.roots().get(row(flock))));
        return;
    }
    stepLeaves(store, flock, time, turns, scratch);
}

void stepLeaves(FlockStore& store, FlockId flock, StepTime time, const Turns& turns, UpdateScratch& scratch) {
    const PushRows pushes =
        time.is_pushed ? scratch.pushes.onLeaves(store, time.t, scratch.team) : PushRows{};
    if (store.kernels().step != nullptr && store.count(flock) >= kFewestForVectors) {
        const StepRules& rules = store.rulesOf(flock);
        if (rules.fits(time.t)) return stepInVectors(store, flock, time, turns, rules, pushes, scratch);
    }
    Steering& steering = scratch.steering;
    perceive(store, flock, steering, store.rulesOf(flock).aheadOf(time.t));
    steerAlignment(store, flock, steering);
    steerCohesion(store, flock, steering);
    steerSeparation(store, flock, steering);
    steerWander(store, flock, steering);
    actInTurns(store, flock, time, turns, steering, pushes);
}

}  // namespace

// Changing the membrane can move the flock's centre, so the means are computed again.
LodCounts changeLevel(FlockStore& store, FlockId flock, Place player, UpdateScratch& scratch) {
    if (!wantsLevel(store, flock, player, scratch.membrane)) return {};
    const Place before = store.roots().get(row(flock)).place;
    LodCounts counts = followPlayer(store, flock, player, scratch.membrane);
    if (counts.expansions + counts.collapses == 0) return counts;
    averageUp(store, flock, scratch.means);
    counts.largest_jump = length(store.plane().offset(before, store.roots().get(row(flock)).place));
    return counts;
}

void act(FlockStore& store, FlockId flock, float elapsed, Steering& s, PushRows pushes) {
    actInTurns(store, flock, {elapsed, elapsed}, {}, s, pushes);
}

void actInSteps(FlockStore& store, FlockId flock, float elapsed, Steering& s, UpdateScratch& scratch) {
    if (store.isAlone(flock) && store.rulesOf(flock).pace > 0)
        return moveFlock(store, flock, elapsed, scratch);
    const std::uint32_t steps = substeps(store, flock, elapsed);
    const bool is_alone = store.isAlone(flock);
    const bool is_pushed = scratch.pushes.begin(store, flock, elapsed, scratch.around);
    const float t = elapsed / static_cast<float>(std::max(steps, 1u));
    for (std::uint32_t i = 0; i < steps; ++i) {
        scratch.before.clear();
        const bool is_near_ground = is_pushed && scratch.pushes.isNearGround();
        const Place herd_before = store.roots().get(row(flock)).place;
        for (std::size_t leaf = 0; leaf < store.count(flock) && is_near_ground && !is_alone; ++leaf)
            scratch.before.push_back(store.leaves().get(store.first(flock) + leaf).place);
        act(store, flock, t, s,
            is_pushed && !is_alone ? scratch.pushes.onLeaves(store, t, nullptr) : PushRows{});
        if (is_near_ground && is_alone)
            store.roots().set(row(flock), scratch.pushes.keptOut(store.plane(), herd_before,
                                                                 store.roots().get(row(flock))));
        else if (is_near_ground)
            keepOut(store, flock, scratch.before, scratch);
    }
    if (!is_alone) scratch.pushes.end(store, flock, elapsed);
}

// A leaf that thinks in the last step will not do so before its next turn, as far as can be told.
void moveFlock(FlockStore& store, FlockId flock, float elapsed, UpdateScratch& scratch,
               std::uint32_t thinkers) {
    assert(std::isfinite(elapsed) && elapsed >= 0);
    const Turns turns = store.turnsOf(flock, thinkers);
    const bool is_paced = store.isAlone(flock) && store.rulesOf(flock).pace > 0;
    const float unpushed =
        is_paced ? scratch.around.unpushedTime(store, store.speciesIdOf(flock), elapsed) : 0;
    if (unpushed > 0) stepAlone(store, flock, unpushed, turns.count > 0, {});
    const bool is_pushed = scratch.pushes.begin(store, flock, elapsed - unpushed, scratch.around);
    const std::uint32_t steps = substeps(store, flock, elapsed - unpushed, is_pushed);
    const float t = (elapsed - unpushed) / static_cast<float>(std::max(steps, 1u));
    const std::uint32_t leaves = store.count(flock);
    const std::uint32_t updates =
        turns.count == 0 || turns.count == kAllThink ? 1 : (leaves + turns.count - 1) / turns.count;
    for (std::uint32_t i = 0; i < steps; ++i) {
        constexpr float kLatest = 600;
        const float later = i + 1 < steps ? 0 : std::min(elapsed * static_cast<float>(updates - 1), kLatest);
        step(store, flock, {t, t + later, is_pushed}, turns, scratch);
    }
    if (!store.isAlone(flock)) store.passTurns(flock, turns);
    scratch.pushes.end(store, flock, elapsed);
}

LodCounts updateFlock(FlockStore& store, FlockId flock, float elapsed, Place player, UpdateScratch& scratch) {
    const LodCounts counts = changeLevel(store, flock, player, scratch);
    moveFlock(store, flock, elapsed, scratch);
    return counts;
}

}  // namespace drover::flock
