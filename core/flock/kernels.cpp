#include "core/flock/kernels.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/random.h"

// These targets have vectors of unknown size, which cannot be struct members.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
// Highway 1.0.3 under -march=native takes AVX3_DL for its baseline, and forgets it among its targets unless
// asked for it.
#ifdef __AVX512VPOPCNTDQ__
#define HWY_WANT_AVX3_DL
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/flock/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Highway's plain code in place of vectors: ours is better.
#define DROVER_NO_VECTORS (HWY_SCALAR | HWY_EMU128)

namespace drover::flock {
// The table of one instruction set, by Highway's bit. Each that this file is compiled for has one.
template <std::int64_t target>
Kernels tableOf(std::string_view name);
}  // namespace drover::flock

#if (HWY_TARGET & DROVER_NO_VECTORS) == 0
#include "core/flock/agent_lanes.inl"
#include "core/flock/mean_lanes.inl"
#include "core/flock/pair_lanes.inl"

HWY_BEFORE_NAMESPACE();
namespace drover::flock::HWY_NAMESPACE {

void show(const FlockStep& s, std::size_t first, std::size_t end) { showLeaves(s, first, end); }

HWY_INLINE Float deviationsAt(const FlockStep& s, std::size_t leaf) {
    return s.deviations ? hn::LoadU(kFloat, s.deviations + leaf) : all(s.draw.deviation);
}

// Which of the leaves from row `leaf` on think.
HWY_INLINE Mask thinking(const FlockStep& s, std::size_t leaf) {
    const Int since = hn::Sub(hn::Iota(kInt, static_cast<std::int32_t>(leaf)),
                              hn::Set(kInt, static_cast<std::int32_t>(s.turns.first)));
    const Int leaves = hn::Set(kInt, static_cast<std::int32_t>(s.leaves.count));
    const Int order = hn::IfThenElse(hn::Lt(since, hn::Zero(kInt)), hn::Add(since, leaves), since);
    const std::size_t thinkers = std::min<std::size_t>(s.turns.count, s.leaves.count);
    return hn::RebindMask(kFloat, hn::Lt(order, hn::Set(kInt, static_cast<std::int32_t>(thinkers))));
}

// One block of leaves. `see` is called if one of them thinks.
template <class See>
HWY_INLINE void stepBlock(const FlockStep& s, std::size_t leaf, See see) {
    const std::size_t here = std::min(s.leaves.count - leaf, kLanes);
    const Agents agents = loadAgents(s.leaves, leaf, here);
    const auto newForce = [&]() HWY_ATTR {
        const Word flock = hn::Set(kWord, static_cast<std::uint32_t>(s.names.flock));
        const Word number = hn::Set(kWord, s.draw.number);
        const Draws draws =
            drawLeaves(s.rules.keys, flock, loadRows(kWord, s.nodes.data() + leaf, here), number);
        const auto seen = see();
        const Float deviations = deviationsAt(s, leaf);
        if (s.pushes.x == nullptr) return forceOf(s.rules, seen, draws, deviations, agents, NoPush{});
        return forceOf(s.rules, seen, draws, deviations, agents, loadPushes(s.pushes, leaf, here));
    };
    const Float t = all(s.t), acting_time = all(s.rules.acting_time);
    Vec2s force;
    Float acting;
    if (s.intents.x == nullptr) {
        force = newForce();
        acting = smaller(t, acting_time);
    } else {
        force = {loadRows(kFloat, s.intents.x + leaf, here), loadRows(kFloat, s.intents.y + leaf, here)};
        Float seconds = loadRows(kFloat, s.intents.seconds + leaf, here);
        const Mask thinks = thinking(s, leaf);
        if (!hn::AllFalse(kFloat, hn::And(thinks, hn::FirstN(kFloat, here)))) {
            force = choose(thinks, newForce(), force);
            seconds = choose(thinks, acting_time, seconds);
        }
        acting = smaller(t, seconds);
        storeRows(kFloat, force.x, s.intents.x + leaf, here);
        storeRows(kFloat, force.y, s.intents.y + leaf, here);
        storeRows(kFloat, seconds - acting, s.intents.seconds + leaf, here);
    }
    storeAgents(moved(s.rules, agents, force, t, acting, s.correction, loadSprints(s.pushes, leaf, here)),
                s.leaves, leaf, here);
}

void step(const FlockStep& s) {
    const auto count = static_cast<std::uint32_t>(s.leaves.count);
    showLeaves(s, 0, count);
    const Run all_leaves{0, count};
    const NeighbourRows others{s.neighbours, {}, s.nodes};
    for (std::uint32_t i = 0; i < count; i += static_cast<std::uint32_t>(kLanes)) {
        const std::size_t here = std::min<std::size_t>(count - i, kLanes);
        stepBlock(s, i, [&]() HWY_ATTR {
            return see(kFloat, s.rules.pairs, s.names, others, {&all_leaves, 1}, i, here);
        });
    }
}

void seeBlock(const SeeBlock& s) {
    constexpr BlockTag kBlock;
    const auto seen = see(kBlock, s.rules, s.names, s.others, s.runs, s.self, s.count);
    storeSeen(kBlock, seen, s.others.order.data() + s.self, s.count, s.seen);
}

void act(const FlockStep& s, const Seen* all_seen, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; i += kLanes)
        stepBlock(s, i, [&]() HWY_ATTR { return loadSeen(kFloat, all_seen + i, s.leaves.count - i); });
}

template <bool kIsPushed>
HWY_INLINE void stepThoseAlone(const AloneSteps& s) {
    const StepRules& rules = s.rules;
    for (std::size_t i = 0; i < s.roots.count; i += kLanes) {
        const std::size_t here = s.roots.count - i;
        Agents agents = loadAgents(s.roots, i, here);
        const Word flocks = loadRows(kWord, s.flocks + i, here);
        const Word steps = loadRows(kWord, s.steps + i, here);
        const Float t = loadRows(kFloat, s.t + i, here);
        const Float deviations = loadRows(kFloat, s.deviations + i, here);
        const auto push = [&]() HWY_ATTR {
            if constexpr (kIsPushed)
                return loadPushes(s.pushes, i, here);
            else
                return NoPush{};
        }();
        const Float sprint = kIsPushed ? loadSprints(s.pushes, i, here) : all(1.0f);
        Word number = loadRows(kWord, s.draws + i, here);
        for (std::uint32_t done = 0;; ++done) {
            const auto is_due = hn::Lt(hn::BitCast(kInt, hn::Set(kWord, done)), hn::BitCast(kInt, steps));
            if (hn::AllFalse(kInt, is_due)) break;
            const Draws draws = drawLeaves(rules.keys, flocks, hn::Zero(kWord), number);
            const Agents next = movedAlone(rules, agents, draws, deviations, t, push, sprint);
            const Mask moves = hn::RebindMask(kFloat, is_due);
            agents.place.x = hn::IfThenElse(hn::RebindMask(kWord, is_due), next.place.x, agents.place.x);
            agents.place.y = hn::IfThenElse(hn::RebindMask(kWord, is_due), next.place.y, agents.place.y);
            agents.velocity = choose(moves, next.velocity, agents.velocity);
            agents.heading = choose(moves, next.heading, agents.heading);
            number = number + all(1u);
        }
        storeAgents(agents, s.roots, i, here);
    }
}

void stepAlone(const AloneSteps& s) {
    if (s.pushes.x == nullptr)
        stepThoseAlone<false>(s);
    else
        stepThoseAlone<true>(s);
}

void meansOfTwo(MeanRows children, MeanRows means, const std::size_t* offsets, std::uint32_t levels,
                std::size_t count) {
    for (std::uint32_t level = levels; level-- > 0; count /= 2) {
        const MeanRows parents = means.from(offsets[level]);
        for (std::size_t at = 0; at < count; at += kLanes) pairRows(children, parents, at);
        children = parents;
    }
}

// Every lane looks at every neighbour, itself too. A step needs all of this, so it cannot be faster.
float pairsOnly(const PairRules& rules, std::span<const Neighbour> all_rows, std::size_t count,
                std::size_t rounds) {
    const Neighbour* rows = all_rows.data();
    const Float reach_sq = all(rules.reach_sq);
    const Mask every = hn::FirstN(kFloat, kLanes);
    Float total = hn::Zero(kFloat);
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < count; i += kLanes) {
            Float x, y, ux, uy;
            hn::LoadInterleaved4(kFloat, reinterpret_cast<const float*>(rows + i), x, y, ux, uy);
            SeenLanes<FloatTag> seen = nothingSeen(kFloat);
            for (std::size_t j = 0; j < count; ++j)
                seen = withNeighbour<false>(kFloat, reach_sq, hn::BitCast(kWord, x), hn::BitCast(kWord, y),
                                            rows[j], every, seen);
            const Float sums_x = hn::Add(hn::Add(seen.heading.x, seen.centre.x), seen.apart.x);
            const Float sums_y = hn::Add(hn::Add(seen.heading.y, seen.centre.y), seen.apart.y);
            const Float counted = hn::ConvertTo(kFloat, seen.neighbours);
            total = hn::Add(total, hn::Add(hn::Add(sums_x, sums_y), hn::Add(counted, seen.nearest_sq)));
        }
    }
    return hn::GetLane(hn::SumOfLanes(kFloat, total));
}

Kernels table(std::string_view name) {
    return {name, kLanes, kBlockLanes, step, show, seeBlock, act, stepAlone, meansOfTwo, pairsOnly};
}

}  // namespace drover::flock::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace drover::flock {
template <>
Kernels tableOf<HWY_TARGET>(std::string_view name) {
    return HWY_NAMESPACE::table(name);
}
}  // namespace drover::flock
#endif

#if HWY_ONCE
namespace drover::flock {
namespace {

// What this file is compiled for. There is no list of names here, because -march=native leaves one target,
// which may be any.
constexpr std::int64_t kCompiled = HWY_TARGETS & ~DROVER_NO_VECTORS;
constexpr std::size_t kBits = 63;

// Highway's name, in small letters.
std::string nameOf(std::int64_t target) {
    std::string name = hwy::TargetName(target);
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
}

// Of the processor, whether this file is compiled for them or not.
std::int64_t supportedTargets() {
#if HWY_ARCH_WASM
    return HWY_TARGETS;
#else
    return hwy::SupportedTargets();
#endif
}

struct Tables {
    Tables() { addAll(std::make_index_sequence<kBits>()); }
    Tables(const Tables&) = delete;  // names are referred to

    // Highway's lower bits are its better targets.
    template <std::size_t... bits>
    void addAll(std::index_sequence<bits...>) {
        (add<std::int64_t{1} << bits>(), ...);
        all[count++] = {"scalar"};
    }
    template <std::int64_t target>
    void add() {
        const bool is_here = (supportedTargets() & target & ~DROVER_NO_VECTORS) != 0;
        if (is_here && machine_name.empty()) machine_name = nameOf(target);
        if constexpr ((kCompiled & target) != 0) {
            names[compiled_count] = nameOf(target);
            compiled[compiled_count] = names[compiled_count];
            if (is_here) all[count++] = tableOf<target>(compiled[compiled_count]);
            ++compiled_count;
        }
    }

    std::array<Kernels, kBits + 1> all{};
    std::size_t count = 0;
    std::array<std::string, kBits> names;
    std::array<std::string_view, kBits> compiled{};
    std::size_t compiled_count = 0;
    std::string machine_name;
};

const Tables& tables() {
    static const Tables kTables;
    return kTables;
}

}  // namespace

std::span<const Kernels> kernels() { return {tables().all.data(), tables().count}; }

std::span<const std::string_view> compiledTargets() {
    return {tables().compiled.data(), tables().compiled_count};
}

std::string_view widestOfProcessor() { return tables().machine_name; }

const Kernels* findKernels(std::string_view name) {
    const auto found = std::ranges::find(kernels(), name, &Kernels::name);
    return found == kernels().end() ? nullptr : &*found;
}

}  // namespace drover::flock
#endif
