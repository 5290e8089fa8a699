#include "core/flock/kernels.h"

#include <algorithm>
#include <array>
#include <cctype>
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

void show(const AgentRows& leaves, Neighbour* out) { showLeaves(leaves, out); }

Float deviationsAt(const FlockStep& s, std::size_t leaf) {
    return s.deviations ? hn::LoadU(kFloat, s.deviations + leaf) : all(s.draw.deviation);
}

void step(const FlockStep& s) {
    const auto count = static_cast<std::uint32_t>(s.leaves.count);
    showLeaves(s.leaves, s.neighbours.data());
    const Word flock = hn::Set(kWord, static_cast<std::uint32_t>(s.names.flock));
    const Word number = hn::Set(kWord, s.draw.number);
    const StepPace pace{s.draw.deviation == 1 && s.deviations == nullptr, s.t, s.correction};
    const Run all_leaves{0, count};
    const NeighbourRows others{s.neighbours, {}, s.nodes};
    for (std::uint32_t i = 0; i < count; i += static_cast<std::uint32_t>(kLanes)) {
        const std::size_t here = count - i;
        const SeenLanes seen =
            see(s.rules.pairs, s.names, others, {&all_leaves, 1}, i, std::min(here, kLanes));
        Agents agents = loadAgents(s.leaves, i, here);
        const Draws draws =
            drawLeaves(s.rules.keys, flock, loadRows(kWord, s.nodes.data() + i, here), number);
        steerAndMove(s.rules, seen, draws, deviationsAt(s, i), pace, agents);
        storeAgents(agents, s.leaves, i, here);
    }
}

void seeBlock(const SeeBlock& s) {
    const SeenLanes seen = see(s.rules, s.names, s.others, s.runs, s.self, s.count);
    storeSeen(seen, s.others.order.data() + s.self, s.count, s.seen);
}

void act(const FlockStep& s, const Seen* all_seen) {
    const Word flock = hn::Set(kWord, static_cast<std::uint32_t>(s.names.flock));
    const Word number = hn::Set(kWord, s.draw.number);
    const StepPace pace{s.draw.deviation == 1 && s.deviations == nullptr, s.t, s.correction};
    for (std::size_t i = 0; i < s.leaves.count; i += kLanes) {
        const std::size_t here = s.leaves.count - i;
        Agents agents = loadAgents(s.leaves, i, here);
        const Draws draws =
            drawLeaves(s.rules.keys, flock, loadRows(kWord, s.nodes.data() + i, here), number);
        steerAndMove(s.rules, loadSeen(all_seen + i, here), draws, deviationsAt(s, i), pace, agents);
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
        const Float deviations = loadRows(kFloat, s.deviations + i, here);
        Word number = loadRows(kWord, s.draws + i, here);
        for (std::uint32_t done = 0;; ++done) {
            const auto is_due = hn::Lt(hn::BitCast(kInt, hn::Set(kWord, done)), hn::BitCast(kInt, steps));
            if (hn::AllFalse(kInt, is_due)) break;
            const Draws draws = drawLeaves(rules.keys, flocks, hn::Zero(kWord), number);
            Agents next = agents;
            stepAloneBy(rules, draws, deviations, t, next);
            const FloatMask moves = hn::RebindMask(kFloat, is_due);
            agents.x = hn::IfThenElse(hn::RebindMask(kWord, is_due), next.x, agents.x);
            agents.y = hn::IfThenElse(hn::RebindMask(kWord, is_due), next.y, agents.y);
            agents.velocity.x = hn::IfThenElse(moves, next.velocity.x, agents.velocity.x);
            agents.velocity.y = hn::IfThenElse(moves, next.velocity.y, agents.velocity.y);
            agents.heading.x = hn::IfThenElse(moves, next.heading.x, agents.heading.x);
            agents.heading.y = hn::IfThenElse(moves, next.heading.y, agents.heading.y);
            number = hn::Add(number, hn::Set(kWord, 1u));
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
    const Run all_leaves{0, static_cast<std::uint32_t>(count)};
    Float total = hn::Zero(kFloat);
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::uint32_t i = 0; i < count; i += static_cast<std::uint32_t>(kLanes)) {
            const SeenLanes seen = see(rules, {}, {all_rows, {}, {}}, {&all_leaves, 1}, i, 0);
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

// What this file is compiled for. -march=native leaves one of these, which may be any: hence no list of names
// here.
constexpr std::int64_t kCompiled = HWY_TARGETS & ~DROVER_NO_VECTORS;
constexpr std::size_t kBits = 63;

// Highway's name, in small letters.
std::string nameOf(std::int64_t target) {
    std::string name = hwy::TargetName(target);
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
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
        const bool is_here = (hwy::SupportedTargets() & target & ~DROVER_NO_VECTORS) != 0;
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
