// The formulas of vec2.h and angle.h, for one vector or for one a lane. Included inside a namespace that says
// what its numbers are: one_lane.h has a single lane, core/flock/agent_lanes.inl those of an instruction set.

DROVER_FORMULA Float dot(Vec2s a, Vec2s b) { return a.x * b.x + a.y * b.y; }
DROVER_FORMULA Mask isNothing(Vec2s a) { return dot(a, a) <= all(kNothing * kNothing); }
DROVER_FORMULA Mask isZero(Vec2s a) { return both(a.x == all(0.0f), a.y == all(0.0f)); }

DROVER_FORMULA Vec2s unless(Mask mask, Vec2s a) { return {unless(mask, a.x), unless(mask, a.y)}; }
template <class AnyMask>
DROVER_FORMULA Vec2s choose(AnyMask mask, Vec2s a, Vec2s b) {
    return {choose(mask, a.x, b.x), choose(mask, a.y, b.y)};
}

DROVER_FORMULA Float length(Vec2s a) { return root(dot(a, a)); }
DROVER_FORMULA Vec2s divided(Vec2s a, Float length) { return a * (all(1.0f) / length); }

// The vector of length one in the direction of `a`; zero if `a` counts as zero.
DROVER_FORMULA Vec2s unit(Vec2s a) { return unless(isNothing(a), divided(a, length(a))); }

// `a` shortened to `limit`. Rounding never makes it longer than the limit, because the factor is two units in
// the last place below the exact one.
DROVER_FORMULA Vec2s cut(Vec2s a, Float limit) {
    const Float squared = dot(a, a);
    const Mask is_within = squared <= limit * limit;
    if (every(is_within)) return a;
    return a * choose(is_within, all(1.0f), limit / root(squared) * all(0x1.fffffcp-1f));
}

// (cosine, sine) of a turn of word / 2^32 of a circle, each within 1.5e-7 of the exact value. Exact on the
// four axes.
DROVER_FORMULA Vec2s directionOf(Word turn) {
    // Subtract the nearest axis, exactly, in integers. What is left is at most an eighth of a circle to
    // either side.
    const Word quarter = shiftedRight<30>(turn + all(0x20000000u));
    const Int rest = asSigned(turn - shiftedLeft<30>(quarter));
    const Float a = toFloat(rest) * all(0x1.921fb6p-30f);  // 2 pi / 2^32
    const Float s = a * a;
    // Taylor series. The first term left out is below 2e-9 (sine) and 3e-8 (cosine) at an eighth of a circle.
    Float sine = all(-1.0f / 5040) + s * all(1.0f / 362880);
    sine = a + a * s * (all(-1.0f / 6) + s * (all(1.0f / 120) + s * sine));
    Float cosine = all(-1.0f / 720) + s * all(1.0f / 40320);
    cosine = all(1.0f) + s * (all(-0.5f) + s * (all(1.0f / 24) + s * cosine));
    // Quarters 0 to 3 are (c, s), (-s, c), (-c, -s), (s, -c).
    const BitMask swapped = isOdd(quarter);
    const Word sign_x = shiftedLeft<30>((quarter + all(1u)) & all(2u));
    const Word sign_y = shiftedLeft<30>(quarter & all(2u));
    return {flipped(choose(swapped, sine, cosine), sign_x), flipped(choose(swapped, cosine, sine), sign_y)};
}
