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

struct SeenLanes {
    Int neighbours;
    Vec2s heading, centre, apart;
    // squared distance to the nearest other agent; below touching_sq the other sums are invalid
    Float nearest_sq;
};

HWY_INLINE SeenLanes nothingSeen() {
    const Float zero = hn::Zero(kFloat);
    return {hn::Zero(kInt), {zero, zero}, {zero, zero}, {zero, zero}, all(3.0e38f)};
}

// Converts between rows of sums and lanes. A row is two blocks of four floats.
constexpr std::size_t kBlock = 4;

HWY_INLINE SeenLanes loadSeen(const Seen* from, std::size_t count) {
    HWY_ALIGN float blocks[2][kLanes * kBlock] = {};
    for (std::size_t i = 0; i < std::min(count, kLanes); ++i) {
        const float* row = reinterpret_cast<const float*>(from + i);
        std::copy_n(row, kBlock, blocks[0] + kBlock * i);
        std::copy_n(row + kBlock, kBlock, blocks[1] + kBlock * i);
    }
    SeenLanes seen = nothingSeen();
    Float neighbours, padding;
    hn::LoadInterleaved4(kFloat, blocks[0], neighbours, seen.heading.x, seen.heading.y, seen.centre.x);
    hn::LoadInterleaved4(kFloat, blocks[1], seen.centre.y, seen.apart.x, seen.apart.y, padding);
    seen.neighbours = hn::ConvertTo(kInt, neighbours);
    return seen;
}

HWY_INLINE void storeSeen(const SeenLanes& seen, const std::uint32_t* order, std::size_t count, Seen* to) {
    HWY_ALIGN float blocks[2][kLanes * kBlock];
    hn::StoreInterleaved4(hn::ConvertTo(kFloat, seen.neighbours), seen.heading.x, seen.heading.y,
                          seen.centre.x, kFloat, blocks[0]);
    hn::StoreInterleaved4(seen.centre.y, seen.apart.x, seen.apart.y, hn::Zero(kFloat), kFloat, blocks[1]);
    for (std::size_t i = 0; i < count; ++i) {
        float* row = reinterpret_cast<float*>(to + order[i]);
        std::copy_n(blocks[0] + kBlock * i, kBlock, row);
        std::copy_n(blocks[1] + kBlock * i, kBlock, row + kBlock);
    }
}

// Adds one neighbour to every lane that it is within reach of, except to its own lane.
template <bool kHasSelf>
HWY_INLINE void addNeighbour(Float reach_sq, Word x, Word y, const Neighbour& b, FloatMask not_self,
                             SeenLanes& seen) {
    const Vec2s way{hn::ConvertTo(kFloat, hn::BitCast(kInt, hn::Sub(hn::Set(kWord, b.x), x))),
                    hn::ConvertTo(kFloat, hn::BitCast(kInt, hn::Sub(hn::Set(kWord, b.y), y)))};
    Float distance_sq = squared(way);
    if constexpr (kHasSelf) distance_sq = hn::IfThenElse(not_self, distance_sq, all(3.0e38f));
    const FloatMask in_reach = hn::Le(distance_sq, reach_sq);
    seen.nearest_sq = hn::Min(seen.nearest_sq, distance_sq);
    seen.neighbours = hn::Sub(seen.neighbours, hn::VecFromMask(kInt, hn::RebindMask(kInt, in_reach)));
    seen.heading.x = hn::Add(seen.heading.x, hn::IfThenElseZero(in_reach, all(b.ux)));
    seen.heading.y = hn::Add(seen.heading.y, hn::IfThenElseZero(in_reach, all(b.uy)));
    seen.centre.x = hn::Add(seen.centre.x, hn::IfThenElseZero(in_reach, way.x));
    seen.centre.y = hn::Add(seen.centre.y, hn::IfThenElseZero(in_reach, way.y));
    const Float inverse = hn::IfThenElseZero(in_reach, hn::Div(all(1.0f), distance_sq));
    seen.apart.x = hn::Sub(seen.apart.x, hn::Mul(way.x, inverse));
    seen.apart.y = hn::Sub(seen.apart.y, hn::Mul(way.y, inverse));
}

// Adds the neighbours of `run` to the lanes, which are the agents from row `self` on.
HWY_INLINE void addRun(const PairRules& rules, const Neighbour* all_rows, Run run, std::uint32_t self, Word x,
                       Word y, SeenLanes& seen) {
    const Float reach_sq = all(rules.reach_sq);
    const auto self_end = self + static_cast<std::uint32_t>(kLanes);
    const std::uint32_t before = std::clamp(self, run.begin, run.end);
    const std::uint32_t after = std::clamp(self_end, run.begin, run.end);
    const FloatMask every = hn::FirstN(kFloat, kLanes);
    for (std::uint32_t j = run.begin; j < before; ++j)
        addNeighbour<false>(reach_sq, x, y, all_rows[j], every, seen);
    const Word rows = hn::Iota(kWord, self);
    for (std::uint32_t j = before; j < after; ++j) {
        const FloatMask not_self = hn::RebindMask(kFloat, hn::Ne(rows, hn::Set(kWord, j)));
        addNeighbour<true>(reach_sq, x, y, all_rows[j], not_self, seen);
    }
    for (std::uint32_t j = after; j < run.end; ++j)
        addNeighbour<false>(reach_sq, x, y, all_rows[j], every, seen);
}

HWY_INLINE bool anyTouches(const PairRules& rules, const SeenLanes& seen, std::size_t count) {
    const FloatMask touches = hn::Lt(seen.nearest_sq, all(rules.touching_sq));
    return !hn::AllFalse(kFloat, hn::And(touches, hn::FirstN(kFloat, count)));
}

// Sums over the runs for `count` agents from row `self` on. If one of them touches another agent, all are
// summed anew by the scalar code.
HWY_INLINE SeenLanes see(const PairRules& rules, const PairNames& names, const NeighbourRows& others,
                         std::span<const Run> runs, std::uint32_t self, std::size_t count) {
    const Neighbour* rows = others.rows.data();
    Float x, y, ux, uy;
    hn::LoadInterleaved4(kFloat, reinterpret_cast<const float*>(rows + self), x, y, ux, uy);
    SeenLanes seen = nothingSeen();
    for (const Run& run : runs)
        addRun(rules, rows, run, self, hn::BitCast(kWord, x), hn::BitCast(kWord, y), seen);
    if (anyTouches(rules, seen, count)) {
        Seen one_by_one[kLanes];
        for (std::uint32_t lane = 0; lane < count; ++lane) {
            one_by_one[lane] = seenBy(rules, names, others, runs, self + lane);
        }
        seen = loadSeen(one_by_one, count);
    }
    return seen;
}

// O&D (2) to (6) from the sums, as steering.cpp and act() do.
HWY_INLINE Vec2s forceOf(const StepRules& rules, const SeenLanes& seen, const Draws& draws, Float deviation,
                         bool is_drawn_only, const Agents& agents) {
    const Float neighbours = hn::ConvertTo(kFloat, seen.neighbours);
    const Float share =
        hn::IfThenElseZero(hn::Gt(neighbours, hn::Zero(kFloat)), hn::Div(all(1.0f), neighbours));
    const Vec2s to_centre = times(seen.centre, hn::Mul(all(rules.pairs.metres), share));
    const Vec2s along = times(unitOf(to_centre), all(rules.max_speed));
    const FloatMask is_there = isSomething(squared(to_centre));
    Vec2s forces[kForceKinds];
    forces[kAlignment] = times(seen.heading, share);
    forces[kCohesion] = {hn::IfThenElseZero(is_there, hn::Sub(along.x, agents.velocity.x)),
                         hn::IfThenElseZero(is_there, hn::Sub(along.y, agents.velocity.y))};
    forces[kSeparation] = times(seen.apart, all(rules.pairs.units));
    forces[kWander] = wanderForces(rules, agents.heading, draws);
    Vec2s force = cutTo(sumOf(rules, forces, draws), all(rules.max_force));
    if (!is_drawn_only) {
        const Vec2s ahead = times(agents.heading, all(rules.wander_distance));
        force = over(expectedOf(rules, forces, ahead), force, deviation);
    }
    return force;
}

// What others see of the leaves. `out` is padded, so that whole vectors may be written and read at its end.
HWY_INLINE void showLeaves(const AgentRows& leaves, Neighbour* out) {
    for (std::size_t i = 0; i < leaves.count; i += kLanes) {
        const Agents agents = loadAgents(leaves, i, leaves.count - i);
        const FloatMask is_moving = isSomething(squared(agents.velocity));
        hn::StoreInterleaved4(hn::BitCast(kFloat, agents.x), hn::BitCast(kFloat, agents.y),
                              hn::IfThenElseZero(is_moving, agents.heading.x),
                              hn::IfThenElseZero(is_moving, agents.heading.y), kFloat,
                              reinterpret_cast<float*>(out + i));
    }
}

}  // namespace drover::flock::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
