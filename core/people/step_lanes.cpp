// step_kernels.h in vectors: one of the others per lane.
#include "core/people/step_kernels.h"

// These targets have vectors of unknown size.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/people/step_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace drover::people::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::CappedTag<float, kBlock>;
using IntTag = hn::RebindToSigned<FloatTag>;
using Float = hn::Vec<FloatTag>;
constexpr FloatTag kFloat;
constexpr IntTag kInt;
constexpr std::size_t kLanes = hn::MaxLanes(FloatTag());
static_assert(kBlock % kLanes == 0);

HWY_INLINE Float all(float value) { return hn::Set(kFloat, value); }

HWY_INLINE Float powersOfTwo(Float x) {
    const Float up = hn::Add(x, all(static_cast<float>(kUp)));
    const auto whole = hn::ConvertTo(kInt, up);
    const Float f = hn::Sub(up, hn::ConvertTo(kFloat, whole));
    Float sum = all(kPowers[5]);
    for (int i = 4; i >= 0; --i) sum = hn::Add(hn::Mul(sum, f), all(kPowers[i]));
    const auto exponent = hn::Add(whole, hn::Set(kInt, kExponentOfOne - kUp));
    return hn::Mul(sum, hn::BitCast(kFloat, hn::ShiftLeft<kMantissa>(exponent)));
}

HWY_INLINE Float pushesAt(Float distance, float from_m) {
    const Float power = hn::Mul(hn::Sub(all(from_m), distance), all(kTwoFoldsPerE / kPushLength_m));
    const Float within = hn::Min(hn::Max(power, all(kLeastPower)), all(kMostPower));
    return hn::Min(hn::Mul(all(kPush), powersOfTwo(within)), all(kMostPush));
}

Push meet(const OthersSeen& others, const Gait& gait, Vec2 way, float seconds, Met& met) {
    auto sum_x = hn::Zero(kInt), sum_y = hn::Zero(kInt);
    for (std::size_t i = 0; i < others.rows(); i += kLanes) {
        const auto moved = [&](const float* offset, const float* velocity, float by) HWY_ATTR {
            const Float gone = hn::Mul(hn::Load(kFloat, velocity + i), all(seconds));
            return hn::Sub(hn::Add(hn::Load(kFloat, offset + i), gone), all(by));
        };
        const Float x = moved(others.x, others.vx, way.x), y = moved(others.y, others.vy, way.y);
        const Float squared = hn::Add(hn::Mul(x, x), hn::Mul(y, y));
        const Float distance = hn::Max(hn::Sqrt(squared), all(kNothing));
        const auto goes_before = hn::Ge(hn::Load(kFloat, others.goes_before + i), all(1.0f));
        const Float weight = hn::IfThenElse(goes_before, all(-1.0f), all(-gait.push_of_behind));
        const Float share = hn::Div(hn::Mul(pushesAt(distance, gait.push_from_m), weight), distance);
        hn::Store(x, kFloat, met.x + i), hn::Store(y, kFloat, met.y + i);
        hn::Store(distance, kFloat, met.distance + i);
        const auto units = [&](Float push)
                               HWY_ATTR { return hn::ConvertTo(kInt, hn::Mul(push, all(kUnitsOfPush))); };
        sum_x = hn::Add(sum_x, units(hn::Mul(x, share)));
        sum_y = hn::Add(sum_y, units(hn::Mul(y, share)));
    }
    return {hn::GetLane(hn::SumOfLanes(kInt, sum_x)), hn::GetLane(hn::SumOfLanes(kInt, sum_y))};
}

Front inFront(const OthersSeen& others, const Gait& gait, const Met& met, Vec2 direction, float needed) {
    const Float dx = all(direction.x), dy = all(direction.y);
    Float gap = all(kFar_m), speed = hn::Zero(kFloat);
    for (std::size_t i = 0; i < others.rows(); i += kLanes) {
        const Float x = hn::Load(kFloat, met.x + i), y = hn::Load(kFloat, met.y + i);
        const Float ahead = hn::Add(hn::Mul(dx, x), hn::Mul(dy, y));
        const Float aside = hn::Abs(hn::Sub(hn::Mul(dx, y), hn::Mul(dy, x)));
        const auto is_there = hn::And(hn::Ge(ahead, hn::Zero(kFloat)), hn::Le(aside, all(gait.aside_m)));
        const auto counts = hn::And(is_there, hn::Ge(hn::Load(kFloat, others.goes_before + i), all(needed)));
        const Float other_gap = hn::IfThenElse(
            counts, hn::Sub(hn::Load(kFloat, met.distance + i), all(gait.ahead_m)), all(kFar_m));
        const Float other_speed = hn::Add(hn::Mul(dx, hn::Load(kFloat, others.vx + i)),
                                          hn::Mul(dy, hn::Load(kFloat, others.vy + i)));
        const auto is_as_near = hn::And(hn::Eq(other_gap, gap), hn::Lt(other_speed, speed));
        const auto is_better = hn::And(counts, hn::Or(hn::Lt(other_gap, gap), is_as_near));
        gap = hn::IfThenElse(is_better, other_gap, gap);
        speed = hn::IfThenElse(is_better, other_speed, speed);
    }
    HWY_ALIGN float gaps[kLanes], speeds[kLanes];
    hn::Store(gap, kFloat, gaps), hn::Store(speed, kFloat, speeds);
    Front front;
    for (std::size_t k = 0; k < kLanes; ++k) front.add(gaps[k], speeds[k]);
    return front;
}

}  // namespace

StepKernels table() { return {meet, inFront}; }

}  // namespace drover::people::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::people {

HWY_EXPORT(table);

const StepKernels& bestKernels() {
    static const StepKernels best = HWY_DYNAMIC_DISPATCH(table)();
    return best;
}

}  // namespace drover::people
#endif
