#include "core/flock/kernels.h"

#include <algorithm>
#include <array>

#include "core/base/random.h"

// These targets have vectors of unknown size, which cannot be struct members.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/flock/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR  // with one lane the plain code is faster
#include "core/flock/agent_lanes.inl"
#include "core/flock/mean_lanes.inl"
#include "core/flock/pair_lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace drover::flock::HWY_NAMESPACE {

void show(const AgentRows& leaves, Neighbour* out) { showLeaves(leaves, out); }

void step(const FlockStep& s) {
    const auto count = static_cast<std::uint32_t>(s.leaves.count);
    showLeaves(s.leaves, s.neighbours.data());
    const Word flock = hn::Set(kWord, static_cast<std::uint32_t>(s.names.flock));
    const Word update = hn::Set(kWord, s.names.update);
    const Run everybody{0, count};
    const NeighbourRows others{s.neighbours, {}, s.nodes};
    for (std::uint32_t i = 0; i < count; i += static_cast<std::uint32_t>(kLanes)) {
        const std::size_t here = count - i;
        const SeenLanes seen =
            see(s.rules.pairs, s.names, others, {&everybody, 1}, i, std::min(here, kLanes));
        Agents agents = loadAgents(s.leaves, i, here);
        const Draws draws =
            drawLeaves(s.rules.keys, flock, loadRows(kWord, s.nodes.data() + i, here), update);
        steerAndMove(s.rules, seen, draws, hn::Set(kFloat, s.t), agents);
        storeAgents(agents, s.leaves, i, here);
    }
}

void seeBlock(const SeeBlock& s) {
    const SeenLanes seen = see(s.rules, s.names, s.others, s.runs, s.self, s.count);
    storeSeen(seen, s.others.order.data() + s.self, s.count, s.seen);
}

void act(const FlockStep& s, const Seen* all_seen) {
    const Word flock = hn::Set(kWord, static_cast<std::uint32_t>(s.names.flock));
    const Word update = hn::Set(kWord, s.names.update);
    for (std::size_t i = 0; i < s.leaves.count; i += kLanes) {
        const std::size_t here = s.leaves.count - i;
        Agents agents = loadAgents(s.leaves, i, here);
        const Draws draws =
            drawLeaves(s.rules.keys, flock, loadRows(kWord, s.nodes.data() + i, here), update);
        steerAndMove(s.rules, loadSeen(all_seen + i, here), draws, hn::Set(kFloat, s.t), agents);
        storeAgents(agents, s.leaves, i, here);
    }
}

void stepAlone(const AloneSteps& s) {
    const StepRules& rules = s.rules;
    for (std::size_t i = 0; i < s.roots.count; i += kLanes) {
        const std::size_t here = s.roots.count - i;
        Agents agents = loadAgents(s.roots, i, here);
        const Word flocks = loadRows(kWord, s.flocks + i, here);
        const Word steps = loadRows(kWord, s.steps + i, here);
        const Float t = loadRows(kFloat, s.t + i, here);
        Word update = loadRows(kWord, s.updates + i, here);
        for (std::uint32_t done = 0;; ++done) {
            const auto is_due = hn::Lt(hn::BitCast(kInt, hn::Set(kWord, done)), hn::BitCast(kInt, steps));
            if (hn::AllFalse(kInt, is_due)) break;
            const Draws draws = drawLeaves(rules.keys, flocks, hn::Zero(kWord), update);
            const Vec2s wander = wanderForces(rules, agents.heading, draws);
            Agents next = agents;
            move(rules, next, cutTo(weightedBy(rules, kWander, wander, draws), all(rules.max_force)), t);
            const FloatMask moves = hn::RebindMask(kFloat, is_due);
            agents.x = hn::IfThenElse(hn::RebindMask(kWord, is_due), next.x, agents.x);
            agents.y = hn::IfThenElse(hn::RebindMask(kWord, is_due), next.y, agents.y);
            agents.velocity.x = hn::IfThenElse(moves, next.velocity.x, agents.velocity.x);
            agents.velocity.y = hn::IfThenElse(moves, next.velocity.y, agents.velocity.y);
            agents.heading.x = hn::IfThenElse(moves, next.heading.x, agents.heading.x);
            agents.heading.y = hn::IfThenElse(moves, next.heading.y, agents.heading.y);
            update = hn::Add(update, hn::Set(kWord, 1u));
        }
        storeAgents(agents, s.roots, i, here);
    }
}

void meansOfTwo(MeanRows children, MeanRows means, const std::size_t* offsets, std::uint32_t levels,
                std::size_t count) {
    for (std::uint32_t level = levels; level-- > 0; count /= 2) {
        const MeanRows parents = means.from(offsets[level]);
        for (std::size_t at = 0; at < count; at += kLanes) pairRows(children, parents, at);
        children = parents;
    }
}

float pairsOnly(const PairRules& rules, std::span<const Neighbour> all_rows, std::size_t count,
                std::size_t rounds) {
    const Run everybody{0, static_cast<std::uint32_t>(count)};
    Float total = hn::Zero(kFloat);
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::uint32_t i = 0; i < count; i += static_cast<std::uint32_t>(kLanes)) {
            const SeenLanes seen = see(rules, {}, {all_rows, {}, {}}, {&everybody, 1}, i, 0);
            const Vec2s sums = plus(plus(seen.heading, seen.centre), seen.apart);
            total = hn::Add(total, hn::Add(hn::Add(sums.x, sums.y), hn::ConvertTo(kFloat, seen.neighbours)));
        }
    }
    return hn::GetLane(hn::SumOfLanes(kFloat, total));
}

Kernels table(std::string_view name) {
    return {name, kLanes, step, show, seeBlock, act, stepAlone, meansOfTwo, pairsOnly};
}

}  // namespace drover::flock::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace drover::flock {
namespace {

struct Target {
    std::string_view name;
    std::int64_t bit;
    Kernels (*table)(std::string_view name);
};
constexpr Target kTargets[] = {
    {"avx3", HWY_AVX3, HWY_CHOOSE_AVX3(table)}, {"avx2", HWY_AVX2, HWY_CHOOSE_AVX2(table)},
    {"sse4", HWY_SSE4, HWY_CHOOSE_SSE4(table)}, {"ssse3", HWY_SSSE3, HWY_CHOOSE_SSSE3(table)},
    {"neon", HWY_NEON, HWY_CHOOSE_NEON(table)},
};

struct Tables {
    Tables() {
        for (const Target& target : kTargets) {
            if (target.table == nullptr || (hwy::SupportedTargets() & target.bit) == 0) continue;
            all[count++] = target.table(target.name);
        }
        all[count++] = {"scalar"};
    }
    std::array<Kernels, std::size(kTargets) + 1> all{};
    std::size_t count = 0;
};

}  // namespace

std::span<const Kernels> kernels() {
    static const Tables kTables;
    return {kTables.all.data(), kTables.count};
}

const Kernels* findKernels(std::string_view name) {
    const auto found = std::ranges::find(kernels(), name, &Kernels::name);
    return found == kernels().end() ? nullptr : &*found;
}

}  // namespace drover::flock
#endif
