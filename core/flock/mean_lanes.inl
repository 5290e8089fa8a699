// means.h in vectors for trees with two children per node, one parent per lane. kernels.cpp includes it once
// for each instruction set, after agent_lanes.inl.
#if defined(DROVER_MEAN_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef DROVER_MEAN_LANES
#undef DROVER_MEAN_LANES
#else
#define DROVER_MEAN_LANES
#endif

HWY_BEFORE_NAMESPACE();
namespace drover::flock::HWY_NAMESPACE {

// The middle of two places. If it is half a unit off, it is rounded away from the first place.
HWY_INLINE Word middle(Word first, Word second) {
    const Int way = hn::BitCast(kInt, hn::Sub(second, first));
    const Int is_odd_forward = hn::AndNot(hn::ShiftRight<31>(way), hn::And(way, hn::Set(kInt, 1)));
    return hn::Add(first, hn::BitCast(kWord, hn::Add(hn::ShiftRight<1>(way), is_odd_forward)));
}

// The mean of two floats. Begins with zero, like the scalar sum, so that the sign of zero agrees.
HWY_INLINE Float meanOfTwo(Float first, Float second) {
    return hn::Mul(hn::Add(hn::Add(hn::Zero(kFloat), first), second), all(0.5f));
}

// Reads and writes whole vectors: up to 2 * kLanes - 2 rows beyond the last child, up to kLanes - 1 beyond
// the last parent.
HWY_INLINE void pairRows(const MeanRows& children, const MeanRows& parents, std::size_t at) {
    Word x0, x1, y0, y1;
    Float vx0, vx1, vy0, vy1;
    hn::LoadInterleaved2(kWord, children.x + 2 * at, x0, x1);
    hn::LoadInterleaved2(kWord, children.y + 2 * at, y0, y1);
    hn::LoadInterleaved2(kFloat, children.vx + 2 * at, vx0, vx1);
    hn::LoadInterleaved2(kFloat, children.vy + 2 * at, vy0, vy1);
    hn::StoreU(middle(x0, x1), kWord, parents.x + at);
    hn::StoreU(middle(y0, y1), kWord, parents.y + at);
    hn::StoreU(meanOfTwo(vx0, vx1), kFloat, parents.vx + at);
    hn::StoreU(meanOfTwo(vy0, vy1), kFloat, parents.vy + at);
}

}  // namespace drover::flock::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
