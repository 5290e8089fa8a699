// agent_step.h in vectors, one agent per lane. kernels.cpp includes it once for each instruction set. Each
// line does what its scalar counterpart does, in the same order.
#if defined(DROVER_AGENT_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef DROVER_AGENT_LANES
#undef DROVER_AGENT_LANES
#else
#define DROVER_AGENT_LANES
#endif

HWY_BEFORE_NAMESPACE();
namespace drover::flock::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using WordTag = hn::ScalableTag<std::uint32_t>;
using IntTag = hn::ScalableTag<std::int32_t>;
using LongTag = hn::ScalableTag<std::uint64_t>;
using Float = hn::Vec<FloatTag>;
using Word = hn::Vec<WordTag>;
using Int = hn::Vec<IntTag>;
using Long = hn::Vec<LongTag>;
using FloatMask = hn::Mask<FloatTag>;

constexpr FloatTag kFloat;
constexpr WordTag kWord;
constexpr IntTag kInt;
constexpr LongTag kLong;
constexpr std::size_t kLanes = hn::MaxLanes(FloatTag());

struct Vec2s {
    Float x, y;
};
struct Agents {
    Word x, y;
    Vec2s velocity, heading;
};
struct Draws {
    Word words[3];
};

HWY_INLINE Float all(float value) { return hn::Set(kFloat, value); }
HWY_INLINE Vec2s plus(Vec2s a, Vec2s b) { return {hn::Add(a.x, b.x), hn::Add(a.y, b.y)}; }
HWY_INLINE Vec2s times(Vec2s a, Float s) { return {hn::Mul(a.x, s), hn::Mul(a.y, s)}; }
HWY_INLINE Float squared(Vec2s a) { return hn::Add(hn::Mul(a.x, a.x), hn::Mul(a.y, a.y)); }
HWY_INLINE FloatMask isSomething(Float length_sq) { return hn::Gt(length_sq, all(kNothing * kNothing)); }

HWY_INLINE Vec2s unitOf(Vec2s a) {
    const Float length_sq = squared(a);
    const FloatMask something = isSomething(length_sq);
    const Vec2s along = times(a, hn::Div(all(1.0f), hn::Sqrt(length_sq)));
    return {hn::IfThenElseZero(something, along.x), hn::IfThenElseZero(something, along.y)};
}

HWY_INLINE Vec2s cutTo(Vec2s a, Float limit) {
    const Float length_sq = squared(a);
    const FloatMask is_within = hn::Le(length_sq, hn::Mul(limit, limit));
    if (hn::AllTrue(kFloat, is_within)) return a;
    const Float share = hn::Mul(hn::Div(limit, hn::Sqrt(length_sq)), all(0x1.fffffcp-1f));
    return times(a, hn::IfThenElse(is_within, all(1.0f), share));
}

// Loads rows of which only the first `count` exist.
template <class Tag, class T>
HWY_INLINE hn::Vec<Tag> loadRows(Tag tag, const T* from, std::size_t count) {
    if (count >= kLanes) return hn::LoadU(tag, from);
    HWY_ALIGN T rows[kLanes] = {};
    for (std::size_t i = 0; i < count; ++i) rows[i] = from[i];
    return hn::Load(tag, rows);
}

template <class Tag, class T>
HWY_INLINE void storeRows(Tag tag, hn::Vec<Tag> rows, T* to, std::size_t count) {
    if (count >= kLanes) return hn::StoreU(rows, tag, to);
    HWY_ALIGN T all_rows[kLanes];
    hn::Store(rows, tag, all_rows);
    for (std::size_t i = 0; i < count; ++i) to[i] = all_rows[i];
}

HWY_INLINE Agents loadAgents(const AgentRows& from, std::size_t i, std::size_t count) {
    return {loadRows(kWord, from.x + i, count),
            loadRows(kWord, from.y + i, count),
            {loadRows(kFloat, from.vx + i, count), loadRows(kFloat, from.vy + i, count)},
            {loadRows(kFloat, from.hx + i, count), loadRows(kFloat, from.hy + i, count)}};
}

HWY_INLINE void storeAgents(const Agents& agents, const AgentRows& to, std::size_t i, std::size_t count) {
    storeRows(kWord, agents.x, to.x + i, count);
    storeRows(kWord, agents.y, to.y + i, count);
    storeRows(kFloat, agents.velocity.x, to.vx + i, count);
    storeRows(kFloat, agents.velocity.y, to.vy + i, count);
    storeRows(kFloat, agents.heading.x, to.hx + i, count);
    storeRows(kFloat, agents.heading.y, to.hy + i, count);
}

// The words of philox() for the agents in the even lanes (or the odd ones, shifted down). Each word has 64
// bits, of which only the lower half counts: the multiplication reads no more.
struct HalfDraws {
    Long words[3];
};

HWY_INLINE HalfDraws philoxHalf(Long c0, Long c1, Long c2, Long c3, const RoundKeys& keys) {
    const Word factor_a = hn::Set(kWord, 0xD2511F53u);
    const Word factor_b = hn::Set(kWord, 0xCD9E8D57u);
    for (const RoundKeys::Key& key : keys.of_round) {
        const Long a = hn::MulEven(factor_a, hn::BitCast(kWord, c0));
        const Long b = hn::MulEven(factor_b, hn::BitCast(kWord, c2));
        c0 = hn::Xor3(hn::ShiftRight<32>(b), c1, hn::Set(kLong, key.low));
        c2 = hn::Xor3(hn::ShiftRight<32>(a), c3, hn::Set(kLong, key.high));
        c1 = b;
        c3 = a;
    }
    return {{c0, c1, c2}};
}

// drawLeaf().
HWY_INLINE Draws drawLeaves(const RoundKeys& keys, Word flocks, Word nodes, Word updates) {
    const Long purpose = hn::Set(kLong, static_cast<std::uint64_t>(Purpose::kSteering));
    const Long flock = hn::BitCast(kLong, flocks), node = hn::BitCast(kLong, nodes),
               update = hn::BitCast(kLong, updates);
    const HalfDraws even = philoxHalf(flock, node, update, purpose, keys);
    const HalfDraws odd = philoxHalf(hn::ShiftRight<32>(flock), hn::ShiftRight<32>(node),
                                     hn::ShiftRight<32>(update), purpose, keys);
    Draws draws;
    for (int word = 0; word < 3; ++word) {
        draws.words[word] = hn::OddEven(hn::BitCast(kWord, hn::ShiftLeft<32>(odd.words[word])),
                                        hn::BitCast(kWord, even.words[word]));
    }
    return draws;
}

// LeafDraw::applies().
HWY_INLINE FloatMask applies(const StepRules& rules, ForceKind kind, const Draws& draws) {
    const Word word = draws.words[kind / 2];
    const Word bits = kind % 2 == 0 ? hn::And(word, hn::Set(kWord, 0xFFFFu)) : hn::ShiftRight<16>(word);
    return hn::RebindMask(kFloat, hn::Lt(hn::BitCast(kInt, bits), hn::Set(kInt, rules.thresholds[kind])));
}

HWY_INLINE Vec2s directionOf(Word turn) {
    const Word quarter = hn::ShiftRight<30>(hn::Add(turn, hn::Set(kWord, 0x20000000u)));
    const Int rest = hn::BitCast(kInt, hn::Sub(turn, hn::ShiftLeft<30>(quarter)));
    const Float a = hn::Mul(hn::ConvertTo(kFloat, rest), all(0x1.921fb6p-30f));
    const Float s = hn::Mul(a, a);
    Float sine = hn::Add(all(-1.0f / 5040), hn::Mul(s, all(1.0f / 362880)));
    sine = hn::Add(all(1.0f / 120), hn::Mul(s, sine));
    sine = hn::Add(all(-1.0f / 6), hn::Mul(s, sine));
    sine = hn::Add(a, hn::Mul(hn::Mul(a, s), sine));
    Float cosine = hn::Add(all(-1.0f / 720), hn::Mul(s, all(1.0f / 40320)));
    cosine = hn::Add(all(1.0f / 24), hn::Mul(s, cosine));
    cosine = hn::Add(all(-0.5f), hn::Mul(s, cosine));
    cosine = hn::Add(all(1.0f), hn::Mul(s, cosine));
    const FloatMask swapped = hn::RebindMask(kFloat, hn::TestBit(quarter, hn::Set(kWord, 1u)));
    const Word two = hn::Set(kWord, 2u);
    const Word sign_x = hn::ShiftLeft<30>(hn::And(hn::Add(quarter, hn::Set(kWord, 1u)), two));
    const Word sign_y = hn::ShiftLeft<30>(hn::And(quarter, two));
    return {hn::Xor(hn::IfThenElse(swapped, sine, cosine), hn::BitCast(kFloat, sign_x)),
            hn::Xor(hn::IfThenElse(swapped, cosine, sine), hn::BitCast(kFloat, sign_y))};
}

HWY_INLINE Vec2s wanderForces(const StepRules& rules, Vec2s heading, const Draws& draws) {
    return plus(times(heading, all(rules.wander_distance)),
                times(directionOf(draws.words[2]), all(rules.wander_radius)));
}

HWY_INLINE Vec2s weightedBy(const StepRules& rules, ForceKind kind, Vec2s force, const Draws& draws) {
    return times(force, hn::IfThenElseZero(applies(rules, kind, draws), all(rules.weights[kind])));
}

// combined() without the cut.
HWY_INLINE Vec2s sumOf(const StepRules& rules, const Vec2s (&forces)[kForceKinds], const Draws& draws) {
    const Float zero = hn::Zero(kFloat);
    Vec2s total{zero, zero};
    if (!rules.is_first_only) {
        for (const ForceKind kind : {kAlignment, kCohesion, kSeparation, kWander}) {
            total = plus(total, weightedBy(rules, kind, forces[kind], draws));
        }
        return total;
    }
    // From lowest to highest priority; each drawn force replaces the ones before it.
    for (const ForceKind kind : {kWander, kCohesion, kAlignment, kSeparation}) {
        const FloatMask is_there = hn::Or(hn::Ne(forces[kind].x, zero), hn::Ne(forces[kind].y, zero));
        const FloatMask taken = hn::And(is_there, applies(rules, kind, draws));
        const Vec2s force = times(forces[kind], all(rules.weights[kind]));
        total = {hn::IfThenElse(taken, force.x, total.x), hn::IfThenElse(taken, force.y, total.y)};
    }
    return total;
}

// expected().
HWY_INLINE Vec2s expectedOf(const StepRules& rules, const Vec2s (&forces)[kForceKinds], Vec2s ahead) {
    const Float zero = hn::Zero(kFloat), max_force = all(rules.max_force);
    Vec2s weighted[kForceKinds], mean{zero, zero};
    for (const ForceKind kind : {kAlignment, kCohesion, kSeparation})
        weighted[kind] = times(forces[kind], all(rules.weights[kind]));
    weighted[kWander] = times(ahead, all(rules.weights[kWander]));
    if (rules.is_first_only) {
        Float rest = all(1.0f);
        for (const ForceKind kind : {kSeparation, kAlignment, kCohesion, kWander}) {
            const Vec2s force = kind == kWander ? ahead : forces[kind];
            const FloatMask is_there = hn::Or(hn::Ne(force.x, zero), hn::Ne(force.y, zero));
            const Float share = hn::IfThenElseZero(is_there, hn::Mul(rest, all(rules.chances[kind])));
            mean = plus(mean, times(cutTo(weighted[kind], max_force), share));
            rest = hn::Sub(rest, share);
        }
        return mean;
    }
    const Vec2s wander = times(weighted[kWander], all(rules.chances[kWander]));
    for (std::uint32_t drawn = 0; drawn < StepRules::kDraws; ++drawn) {
        if (rules.chance_of[drawn] == 0) continue;
        Vec2s total = wander;
        for (const ForceKind kind : {kAlignment, kCohesion, kSeparation})
            if ((drawn >> kind & 1) != 0) total = plus(total, weighted[kind]);
        mean = plus(mean, times(cutTo(total, max_force), all(rules.chance_of[drawn])));
    }
    FloatMask has_neighbours = hn::Ne(zero, zero);
    for (const ForceKind kind : {kAlignment, kCohesion, kSeparation}) {
        const FloatMask is_there = hn::Or(hn::Ne(forces[kind].x, zero), hn::Ne(forces[kind].y, zero));
        has_neighbours = hn::Or(has_neighbours, is_there);
    }
    const Vec2s alone = cutTo(wander, max_force);
    mean = {hn::IfThenElse(has_neighbours, mean.x, alone.x), hn::IfThenElse(has_neighbours, mean.y, alone.y)};
    return mean;
}

// over(), and where the deviation is 1 what was drawn, to the bit.
HWY_INLINE Vec2s over(Vec2s mean, Vec2s drawn, Float deviation) {
    const Vec2s mixed = plus(mean, times({hn::Sub(drawn.x, mean.x), hn::Sub(drawn.y, mean.y)}, deviation));
    const FloatMask is_one = hn::Eq(deviation, all(1.0f));
    return {hn::IfThenElse(is_one, drawn.x, mixed.x), hn::IfThenElse(is_one, drawn.y, mixed.y)};
}

// The fence of open country for places as signed numbers, which are offset by 2^31.
constexpr auto kSignedFenceLow = static_cast<std::int32_t>(Plane::kFenceLow - (std::int64_t{1} << 31));
constexpr auto kSignedFenceHigh = static_cast<std::int32_t>(Plane::kFenceHigh - (std::int64_t{1} << 31));

#if HWY_HAVE_FLOAT64
using Double = hn::Vec<hn::ScalableTag<double>>;
constexpr hn::ScalableTag<double> kDouble;

// One axis of Plane::moved(). Adding 1.5 * 2^52 rounds the step to units and leaves the integer in the
// double's lower bits; StepRules::fits() guarantees that it fits there. In open country places are taken as
// signed numbers, so that the clamp to the fence works on doubles that hold both exactly.
HWY_INLINE Word movedAxis(const StepRules& rules, Word from, Float way_m) {
    constexpr double kRounder = 0x1.8p52;
    const hn::Half<FloatTag> half_float;
    const hn::Half<IntTag> half_int;
    const Double scale = hn::Set(kDouble, rules.units_per_metre), rounder = hn::Set(kDouble, kRounder);
    Double low = hn::Add(hn::Mul(hn::PromoteTo(kDouble, hn::LowerHalf(half_float, way_m)), scale), rounder);
    Double high = hn::Add(hn::Mul(hn::PromoteTo(kDouble, hn::UpperHalf(half_float, way_m)), scale), rounder);
    if (!rules.is_open) {
        return hn::Add(from, hn::ConcatEven(kWord, hn::BitCast(kWord, high), hn::BitCast(kWord, low)));
    }
    const Word half_way = hn::Set(kWord, 0x80000000u);
    const Int signed_from = hn::BitCast(kInt, hn::Xor(from, half_way));
    const Double fence_low = hn::Set(kDouble, kSignedFenceLow);
    const Double fence_high = hn::Set(kDouble, kSignedFenceHigh);
    low = hn::Add(hn::PromoteTo(kDouble, hn::LowerHalf(half_int, signed_from)), hn::Sub(low, rounder));
    high = hn::Add(hn::PromoteTo(kDouble, hn::UpperHalf(half_int, signed_from)), hn::Sub(high, rounder));
    low = hn::Add(hn::Min(hn::Max(low, fence_low), fence_high), rounder);
    high = hn::Add(hn::Min(hn::Max(high, fence_low), fence_high), rounder);
    return hn::Xor(hn::ConcatEven(kWord, hn::BitCast(kWord, high), hn::BitCast(kWord, low)), half_way);
}
#else
// One axis of Plane::moved(), lane by lane: there are no vectors of doubles.
HWY_INLINE Word movedAxis(const StepRules& rules, Word from, Float way_m) {
    HWY_ALIGN std::uint32_t places[kLanes];
    HWY_ALIGN float ways_m[kLanes];
    hn::Store(from, kWord, places);
    hn::Store(way_m, kFloat, ways_m);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::int64_t way = std::llrint(static_cast<double>(ways_m[lane]) * rules.units_per_metre);
        const std::int64_t to = std::int64_t{places[lane]} + way;
        places[lane] = static_cast<std::uint32_t>(
            rules.is_open ? std::clamp(to, Plane::kFenceLow, Plane::kFenceHigh) : to);
    }
    return hn::Load(kWord, places);
}
#endif

// At the fence the velocity component across it is made to point inward.
HWY_INLINE Float turnedInward(Word place, Float velocity) {
    const Int at = hn::BitCast(kInt, hn::Xor(place, hn::Set(kWord, 0x80000000u)));
    const FloatMask is_low = hn::RebindMask(kFloat, hn::Lt(at, hn::Set(kInt, kSignedFenceLow + 1)));
    const FloatMask is_high = hn::RebindMask(kFloat, hn::Gt(at, hn::Set(kInt, kSignedFenceHigh - 1)));
    const Float size = hn::Abs(velocity);
    return hn::IfThenElse(is_low, size, hn::IfThenElse(is_high, hn::Neg(size), velocity));
}

// placed().
HWY_INLINE void place(const StepRules& rules, Agents& agents, Vec2s way, Vec2s velocity, Vec2s heading) {
    agents.x = movedAxis(rules, agents.x, way.x);
    agents.y = movedAxis(rules, agents.y, way.y);
    agents.velocity = velocity;
    agents.heading = heading;
    if (!rules.is_open) return;
    for (Vec2s* direction : {&agents.velocity, &agents.heading})
        *direction = {turnedInward(agents.x, direction->x), turnedInward(agents.y, direction->y)};
}

HWY_INLINE Vec2s headingOf(Vec2s velocity, Vec2s before) {
    const Float length_sq = squared(velocity);
    const FloatMask something = isSomething(length_sq);
    const Vec2s along = times(velocity, hn::Div(all(1.0f), hn::Sqrt(length_sq)));
    return {hn::IfThenElse(something, along.x, before.x), hn::IfThenElse(something, along.y, before.y)};
}

// moved(): O&D (7) and (8).
HWY_INLINE void move(const StepRules& rules, Agents& agents, Vec2s force, Float t, Float acting,
                     Vec2 correction = {}) {
    const Vec2s acceleration = times(force, all(rules.mass_inverse));
    const Float max_speed = all(rules.max_speed), half = all(0.5f);
    Vec2s way, velocity;
    if (rules.is_paper) {
        const Float half_t_sq = hn::Mul(hn::Mul(half, t), t);
        way = plus(times(agents.velocity, t), times(acceleration, half_t_sq));
        velocity = cutTo(plus(agents.velocity, times(acceleration, t)), max_speed);
    } else {
        velocity = cutTo(
            plus(plus(agents.velocity, times(acceleration, acting)), {all(correction.x), all(correction.y)}),
            max_speed);
        way = plus(times(plus(agents.velocity, velocity), hn::Mul(half, acting)),
                   times(velocity, hn::Sub(t, acting)));
    }
    place(rules, agents, cutTo(way, hn::Mul(max_speed, t)), velocity, headingOf(velocity, agents.heading));
}

// movedAsHerd().
HWY_INLINE void moveAsHerd(const StepRules& rules, Agents& agents, Word turn, Float deviation, Float t) {
    const Float impulse = hn::Mul(hn::Mul(all(rules.turn), t), deviation);
    const Vec2s heading =
        unitOf(plus(times(agents.heading, all(rules.pace)), times(directionOf(turn), impulse)));
    const Float before = hn::Sqrt(squared(agents.velocity));
    const Float share = hn::Div(t, hn::Add(t, all(kPaceTime)));
    const Float speed = hn::Add(before, hn::Mul(hn::Sub(all(rules.pace), before), share));
    const Vec2s velocity = times(heading, hn::Mul(speed, all(kWithin)));
    const Vec2s way = times(plus(agents.velocity, velocity), hn::Mul(all(0.5f), t));
    place(rules, agents, way, velocity, heading);
}

// A step of flocks that are alone (update.cpp).
HWY_INLINE void stepAloneBy(const StepRules& rules, const Draws& draws, Float deviation, Float t,
                            Agents& agents) {
    if (rules.pace > 0) return moveAsHerd(rules, agents, draws.words[2], deviation, t);
    const Float max_force = all(rules.max_force);
    const Vec2s wander = wanderForces(rules, agents.heading, draws);
    const Vec2s drawn = cutTo(weightedBy(rules, kWander, wander, draws), max_force);
    const Vec2s ahead = times(agents.heading, all(rules.wander_distance));
    Vec2s mean =
        cutTo(times(times(ahead, all(rules.weights[kWander])), all(rules.chances[kWander])), max_force);
    if (rules.is_first_only) {
        const Vec2s nothing{hn::Zero(kFloat), hn::Zero(kFloat)};
        mean = expectedOf(rules, {nothing, nothing, nothing, nothing}, ahead);
    }
    move(rules, agents, over(mean, drawn, deviation), t, hn::Min(t, all(rules.acting_time)));
}

}  // namespace drover::flock::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
