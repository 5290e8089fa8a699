// agent_step.h in vectors, one agent per lane: what the words of agent_formulas.inl mean there, and how rows
// become lanes. kernels.cpp includes it once for each instruction set.
#if defined(DROVER_AGENT_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef DROVER_AGENT_LANES
#undef DROVER_AGENT_LANES
#else
#define DROVER_AGENT_LANES
#endif

#undef DROVER_FORMULA
#define DROVER_FORMULA HWY_INLINE

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

constexpr FloatTag kFloat;
constexpr WordTag kWord;
constexpr IntTag kInt;
constexpr LongTag kLong;
constexpr std::size_t kLanes = hn::MaxLanes(FloatTag());

using Mask = hn::Mask<FloatTag>;
using BitMask = Mask;

HWY_INLINE Float all(float value) { return hn::Set(kFloat, value); }
HWY_INLINE Word all(std::uint32_t value) { return hn::Set(kWord, value); }
HWY_INLINE Int all(std::int32_t value) { return hn::Set(kInt, value); }

HWY_INLINE bool every(Mask mask) { return hn::AllTrue(kFloat, mask); }
HWY_INLINE Mask both(Mask a, Mask b) { return hn::And(a, b); }
HWY_INLINE Float choose(Mask mask, Float a, Float b) { return hn::IfThenElse(mask, a, b); }
HWY_INLINE Float where(Mask mask, Float a) { return hn::IfThenElseZero(mask, a); }
HWY_INLINE Float unless(Mask mask, Float a) { return hn::IfThenZeroElse(mask, a); }
HWY_INLINE Mask isOdd(Word a) { return hn::RebindMask(kFloat, hn::TestBit(a, all(1u))); }
HWY_INLINE Mask isLess(Int a, Int b) { return hn::RebindMask(kFloat, hn::Lt(a, b)); }

HWY_INLINE Float smaller(Float a, Float b) { return hn::Min(a, b); }
HWY_INLINE Float root(Float a) { return hn::Sqrt(a); }
HWY_INLINE Float size(Float a) { return hn::Abs(a); }
HWY_INLINE Float negated(Float a) { return hn::Neg(a); }
HWY_INLINE Float toFloat(Int a) { return hn::ConvertTo(kFloat, a); }
HWY_INLINE Int asSigned(Word a) { return hn::BitCast(kInt, a); }
HWY_INLINE Float flipped(Float a, Word bits) { return hn::Xor(a, hn::BitCast(kFloat, bits)); }
template <int bits>
HWY_INLINE Word shiftedLeft(Word a) {
    return hn::ShiftLeft<bits>(a);
}
template <int bits>
HWY_INLINE Word shiftedRight(Word a) {
    return hn::ShiftRight<bits>(a);
}

struct Vec2s {
    Float x, y;
};
HWY_INLINE Vec2s operator+(Vec2s a, Vec2s b) { return {a.x + b.x, a.y + b.y}; }
HWY_INLINE Vec2s operator-(Vec2s a, Vec2s b) { return {a.x - b.x, a.y - b.y}; }
HWY_INLINE Vec2s operator*(Vec2s a, Float s) { return {a.x * s, a.y * s}; }

#include "core/base/vec2_formulas.inl"

struct Places {
    Word x, y;
};
struct Agents {
    Places place;
    Vec2s velocity, heading;
};
struct Draws {
    Word words[3];
};
struct Forces {
    Vec2s of_kind[kForceKinds];
    HWY_INLINE const Vec2s& operator[](ForceKind kind) const { return of_kind[kind]; }
};

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
    return {{loadRows(kWord, from.x + i, count), loadRows(kWord, from.y + i, count)},
            {loadRows(kFloat, from.vx + i, count), loadRows(kFloat, from.vy + i, count)},
            {loadRows(kFloat, from.hx + i, count), loadRows(kFloat, from.hy + i, count)}};
}

HWY_INLINE Vec2s loadPushes(const PushRows& from, std::size_t i, std::size_t count) {
    return {loadRows(kFloat, from.x + i, count), loadRows(kFloat, from.y + i, count)};
}

HWY_INLINE Float loadSprints(const PushRows& from, std::size_t i, std::size_t count) {
    return from.sprint == nullptr ? all(1.0f) : loadRows(kFloat, from.sprint + i, count);
}

HWY_INLINE void storeAgents(const Agents& agents, const AgentRows& to, std::size_t i, std::size_t count) {
    storeRows(kWord, agents.place.x, to.x + i, count);
    storeRows(kWord, agents.place.y, to.y + i, count);
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
    const Double scale = hn::Set(kDouble, rules.plane.unitsPerMetre()), rounder = hn::Set(kDouble, kRounder);
    Double low = hn::Add(hn::Mul(hn::PromoteTo(kDouble, hn::LowerHalf(half_float, way_m)), scale), rounder);
    Double high = hn::Add(hn::Mul(hn::PromoteTo(kDouble, hn::UpperHalf(half_float, way_m)), scale), rounder);
    if (!rules.isOpen()) {
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
        places[lane] = rules.plane.moved({places[lane], 0}, {ways_m[lane], 0}).x;
    }
    return hn::Load(kWord, places);
}
#endif

HWY_INLINE Places movedPlace(const StepRules& rules, Places from, Vec2s way) {
    return {movedAxis(rules, from.x, way.x), movedAxis(rules, from.y, way.y)};
}

#include "core/flock/agent_formulas.inl"

}  // namespace drover::flock::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
