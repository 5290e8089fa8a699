// pairs.h in vectors: one agent per lane, neighbours one after the other, so that sums keep the scalar order.
// kernels.cpp includes it once for each instruction set, after agent_lanes.inl.
#if defined(DROVER_PAIR_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef DROVER_PAIR_LANES
#undef DROVER_PAIR_LANES
#else
#define DROVER_PAIR_LANES
#endif

HWY_BEFORE_NAMESPACE();
namespace drover::flock::HWY_NAMESPACE {

// AVX-512 has masks beside its vectors.
#if HWY_ARCH_X86
constexpr bool kHasLaneMasks = HWY_TARGET <= HWY_AVX3;
#else
constexpr bool kHasLaneMasks = false;
#endif

// Agents of a large flock see in blocks of this many lanes. A longer block reaches farther, and looks at more
// agents that most of its lanes cannot see.
using BlockTag = hn::CappedTag<float, 8>;
constexpr std::size_t kBlockLanes = hn::MaxLanes(BlockTag());

// Sums over neighbours for the agents in the lanes of D.
template <class D>
struct SeenLanes {
    using Floats = hn::Vec<D>;
    struct Pair {
        Floats x, y;
    };
    hn::Vec<hn::RebindToSigned<D>> neighbours;
    Pair heading, centre, apart;
    // squared distance to the nearest other agent; below touching_sq the other sums are invalid
    Floats nearest_sq;
};

constexpr float kFarthest = 3.0e38f;
template <class D>
HWY_INLINE SeenLanes<D> nothingSeen(D d) {
    const auto zero = hn::Zero(d);
    return {
        hn::Zero(hn::RebindToSigned<D>()), {zero, zero}, {zero, zero}, {zero, zero}, hn::Set(d, kFarthest)};
}

// Converts between rows of sums and lanes. A row is two quarters of four floats.
constexpr std::size_t kQuarter = 4;

template <class D>
HWY_INLINE SeenLanes<D> loadSeen(D d, const Seen* from, std::size_t count) {
    constexpr std::size_t kHere = hn::MaxLanes(d);
    HWY_ALIGN float quarters[2][kHere * kQuarter] = {};
    for (std::size_t i = 0; i < std::min(count, kHere); ++i) {
        const float* row = reinterpret_cast<const float*>(from + i);
        std::copy_n(row, kQuarter, quarters[0] + kQuarter * i);
        std::copy_n(row + kQuarter, kQuarter, quarters[1] + kQuarter * i);
    }
    SeenLanes<D> seen = nothingSeen(d);
    hn::Vec<D> neighbours, padding;
    hn::LoadInterleaved4(d, quarters[0], neighbours, seen.heading.x, seen.heading.y, seen.centre.x);
    hn::LoadInterleaved4(d, quarters[1], seen.centre.y, seen.apart.x, seen.apart.y, padding);
    seen.neighbours = hn::ConvertTo(hn::RebindToSigned<D>(), neighbours);
    return seen;
}

template <class D>
HWY_INLINE void storeSeen(D d, const SeenLanes<D>& seen, const std::uint32_t* order, std::size_t count,
                          Seen* to) {
    HWY_ALIGN float quarters[2][hn::MaxLanes(d) * kQuarter];
    hn::StoreInterleaved4(hn::ConvertTo(d, seen.neighbours), seen.heading.x, seen.heading.y, seen.centre.x, d,
                          quarters[0]);
    hn::StoreInterleaved4(seen.centre.y, seen.apart.x, seen.apart.y, hn::Zero(d), d, quarters[1]);
    for (std::size_t i = 0; i < count; ++i) {
        float* row = reinterpret_cast<float*>(to + order[i]);
        std::copy_n(quarters[0] + kQuarter * i, kQuarter, row);
        std::copy_n(quarters[1] + kQuarter * i, kQuarter, row + kQuarter);
    }
}

// Adds to the sums of some lanes. With masks of their own, processors add to those lanes alone; others add
// zero to the rest, which leaves a sum that began at zero as it is: it is never the other zero.
template <class Mask, class V>
HWY_INLINE V addedWhere(Mask where, V sum, V addend) {
    if constexpr (kHasLaneMasks) return hn::IfThenElse(where, hn::Add(sum, addend), sum);
    return hn::Add(sum, hn::IfThenElseZero(where, addend));
}
template <class Mask, class V>
HWY_INLINE V subtractedWhere(Mask where, V sum, V addend) {
    if constexpr (kHasLaneMasks) return hn::IfThenElse(where, hn::Sub(sum, addend), sum);
    return hn::Sub(sum, hn::IfThenElseZero(where, addend));
}

// Adds one neighbour to every lane that it is within reach of, except to its own lane.
template <bool kHasSelf, class D>
HWY_INLINE SeenLanes<D> withNeighbour(D d, hn::Vec<D> reach_sq, hn::Vec<hn::RebindToUnsigned<D>> x,
                                      hn::Vec<hn::RebindToUnsigned<D>> y, const Neighbour& b,
                                      hn::Mask<D> not_self, SeenLanes<D> seen) {
    const hn::RebindToSigned<D> whole;
    const hn::RebindToUnsigned<D> place;
    const auto away_x = hn::ConvertTo(d, hn::BitCast(whole, hn::Sub(x, hn::Set(place, b.x))));
    const auto away_y = hn::ConvertTo(d, hn::BitCast(whole, hn::Sub(y, hn::Set(place, b.y))));
    const auto distance_sq = hn::Add(hn::Mul(away_x, away_x), hn::Mul(away_y, away_y));
    auto in_reach = hn::Le(distance_sq, reach_sq);
    const auto nearest_sq = hn::Min(seen.nearest_sq, distance_sq);
    if constexpr (kHasSelf) {
        in_reach = hn::And(in_reach, not_self);
        seen.nearest_sq = hn::IfThenElse(not_self, nearest_sq, seen.nearest_sq);
    } else {
        seen.nearest_sq = nearest_sq;
    }
    const auto inverse = hn::Div(hn::Set(d, 1.0f), distance_sq);
    seen.neighbours = addedWhere(hn::RebindMask(whole, in_reach), seen.neighbours, hn::Set(whole, 1));
    seen.heading.x = addedWhere(in_reach, seen.heading.x, hn::Set(d, b.ux));
    seen.heading.y = addedWhere(in_reach, seen.heading.y, hn::Set(d, b.uy));
    seen.centre.x = subtractedWhere(in_reach, seen.centre.x, away_x);
    seen.centre.y = subtractedWhere(in_reach, seen.centre.y, away_y);
    seen.apart.x = addedWhere(in_reach, seen.apart.x, hn::Mul(away_x, inverse));
    seen.apart.y = addedWhere(in_reach, seen.apart.y, hn::Mul(away_y, inverse));
    return seen;
}

// Adds the neighbours of `run` to the lanes, which are the agents from row `self` on.
template <class D>
HWY_INLINE SeenLanes<D> withRun(D d, float reach_sq, const Neighbour* rows, Run run, std::uint32_t self,
                                hn::Vec<hn::RebindToUnsigned<D>> x, hn::Vec<hn::RebindToUnsigned<D>> y,
                                SeenLanes<D> seen) {
    const hn::RebindToSigned<D> whole;
    const auto reach = hn::Set(d, reach_sq);
    const auto self_end = self + static_cast<std::uint32_t>(hn::MaxLanes(d));
    const std::uint32_t before = std::clamp(self, run.begin, run.end);
    const std::uint32_t after = std::clamp(self_end, run.begin, run.end);
    const auto every = hn::FirstN(d, hn::MaxLanes(d));
    for (std::uint32_t j = run.begin; j < before; ++j)
        seen = withNeighbour<false>(d, reach, x, y, rows[j], every, seen);
    const auto lanes = hn::Iota(whole, 0);
    for (std::uint32_t j = before; j < after; ++j) {
        const auto not_self =
            hn::RebindMask(d, hn::Ne(lanes, hn::Set(whole, static_cast<std::int32_t>(j - self))));
        seen = withNeighbour<true>(d, reach, x, y, rows[j], not_self, seen);
    }
    for (std::uint32_t j = after; j < run.end; ++j)
        seen = withNeighbour<false>(d, reach, x, y, rows[j], every, seen);
    return seen;
}

template <class D>
HWY_INLINE bool anyTouches(D d, const PairRules& rules, const SeenLanes<D>& seen, std::size_t count) {
    const auto touches = hn::Lt(seen.nearest_sq, hn::Set(d, rules.touching_sq));
    return !hn::AllFalse(d, hn::And(touches, hn::FirstN(d, count)));
}

// The same by the scalar code.
template <class D>
HWY_NOINLINE SeenLanes<D> seeOneByOne(D d, const PairRules& rules, const PairNames& names,
                                      const NeighbourRows& others, std::span<const Run> runs,
                                      std::uint32_t self, std::size_t count) {
    Seen one_by_one[hn::MaxLanes(d)];
    for (std::uint32_t lane = 0; lane < count; ++lane)
        one_by_one[lane] = seenBy(rules, names, others, runs, self + lane);
    return loadSeen(d, one_by_one, count);
}

// Sums over the runs for `count` agents from row `self` on. If one of them touches another agent, the scalar
// code sums all of them again.
template <class D>
HWY_INLINE SeenLanes<D> see(D d, const PairRules& rules, const PairNames& names, const NeighbourRows& others,
                            std::span<const Run> runs, std::uint32_t self, std::size_t count) {
    const hn::RebindToUnsigned<D> place;
    const Neighbour* rows = others.rows.data();
    hn::Vec<D> x, y, ux, uy;
    hn::LoadInterleaved4(d, reinterpret_cast<const float*>(rows + self), x, y, ux, uy);
    SeenLanes<D> seen = nothingSeen(d);
    for (const Run& run : runs)
        seen =
            withRun(d, rules.reach_sq, rows, run, self, hn::BitCast(place, x), hn::BitCast(place, y), seen);
    if (anyTouches(d, rules, seen, count)) return seeOneByOne(d, rules, names, others, runs, self, count);
    return seen;
}

// O&D (2) to (6) from the sums, as steering.cpp and act() do.
template <class Push>
HWY_INLINE Vec2s forceOf(const StepRules& rules, const SeenLanes<FloatTag>& seen, const Draws& draws,
                         Float deviation, const Agents& agents, Push push) {
    const Percepts percepts =
        perceptsOf(rules.pairs, hn::ConvertTo(kFloat, seen.neighbours), {seen.heading.x, seen.heading.y},
                   {seen.centre.x, seen.centre.y}, {seen.apart.x, seen.apart.y});
    const Forces forces{percepts.mean_heading, cohesionForce(rules, percepts.to_centre, agents.velocity),
                        percepts.apart, wanderForce(rules, agents.heading, draws)};
    return forceOf(rules, forces, agents.heading, draws, deviation, push);
}

// What others see of the leaves. The rows are padded, so that whole vectors may be written and read at their
// end.
HWY_INLINE void showLeaves(const FlockStep& s, std::size_t first, std::size_t end) {
    Neighbour* const out = s.neighbours.data();
    for (std::size_t i = first; i < end; i += kLanes) {
        Agents agents = loadAgents(s.leaves, i, s.leaves.count - i);
        if (s.ahead > 0) agents.place = movedPlace(s.rules, agents.place, agents.velocity * all(s.ahead));
        const Vec2s heading = unless(isNothing(agents.velocity), agents.heading);
        hn::StoreInterleaved4(hn::BitCast(kFloat, agents.place.x), hn::BitCast(kFloat, agents.place.y),
                              heading.x, heading.y, kFloat, reinterpret_cast<float*>(out + i));
    }
}

}  // namespace drover::flock::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
