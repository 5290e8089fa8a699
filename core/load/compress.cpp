// The spring system is solved through what each task gives: at lambda it gives min(lambda * E, U0 - Umin), and together
// they must give `need` = sum U0 - Ud. That sum is increasing and concave, with one kink per task, at its breakpoint
// (U0 - Umin) / E. Selection finds the last kink before the answer, as quickselect finds a median: nothing is sorted and
// nothing iterated. For many tasks a sample first tells where the answer lies, so that only the few kinks near it are
// looked at one by one.
#include "core/load/compress.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

namespace drover {
namespace {

using Spring = CompressionScratch::Spring;
using Springs = std::span<Spring>;

// Two sums that would be equal with exact arithmetic may differ by this much, relatively. A set that just fits is then
// called nominal, and one that just fits when fully compressed is not called saturated.
constexpr double kSumTolerance = 1e-12;
constexpr std::size_t kFewTasks = 1024;
constexpr std::size_t kSampleTasks = 256;
// How far from the sample's answer the real one is looked for at first: a few deviations of a sample of that size.
constexpr double kBracket = 0.15;
// Beyond every breakpoint, yet finite, so that times an elasticity of zero it is zero.
constexpr double kFarthest = 1e300;

// Sums run in four lanes, always in this order, so that every compiler and vector width gives the same bits.
constexpr std::size_t kLanes = 4;
using Lanes = std::array<double, kLanes>;
double total(const Lanes& lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

// Neumaier's compensated sum: with few tasks the periods are right to the last digits.
struct ExactSum {
    double sum = 0, rest = 0;
    void add(double value) {
        const double next = sum + value;
        const bool sum_is_larger = (sum < 0 ? -sum : sum) >= (value < 0 ? -value : value);
        rest += sum_is_larger ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }
    double value() const { return sum + rest; }
};

struct Input {
    std::span<const double> nominal_use, minimum_use, elasticity;
    double desired;

    std::size_t size() const { return nominal_use.size(); }
    double slack(std::size_t i) const { return nominal_use[i] - minimum_use[i]; }
    double e(std::size_t i) const { return usableElasticity(elasticity[i]); }
};

struct Totals {
    double nominal, least;  // sum U0; sum of the least that each task can be brought to
};

Totals sumUses(const Input& in) {
    Lanes nominal = {}, least = {};
    const auto add = [&](std::size_t i, std::size_t lane) {
        nominal[lane] += in.nominal_use[i];
        least[lane] += in.e(i) > 0 ? in.minimum_use[i] : in.nominal_use[i];
    };
    std::size_t i = 0;
    for (; i + kLanes <= in.size(); i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
    for (; i < in.size(); ++i) add(i, i % kLanes);
    return {total(nominal), total(least)};
}

// What all tasks together give at two lambdas, and how steeply that rises at the lower one.
struct Given {
    double low, high, slope_low;
};

Given givenAt(const Input& in, double low, double high) {
    Lanes sum_low = {}, sum_high = {}, slope = {};
    const auto add = [&](std::size_t i, std::size_t lane) {
        const double slack = in.slack(i), e = in.e(i);
        sum_low[lane] += std::min(low * e, slack);
        sum_high[lane] += std::min(high * e, slack);
        slope[lane] += slack > low * e ? e : 0.0;
    };
    std::size_t i = 0;
    for (; i + kLanes <= in.size(); i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) add(i + lane, lane);
    for (; i < in.size(); ++i) add(i, i % kLanes);
    return {total(sum_low), total(sum_high), total(slope)};
}

// What is already decided about the tasks that are not in a list of springs.
struct Outside {
    double given = 0;       // by those at their maximum
    double elasticity = 0;  // of those still free
};

// The largest breakpoint of the list at which no more than `need` is given, or 0 if even the smallest gives more.
// Expected time linear in the list; equal breakpoints are dealt with at once.
double lastKinkBefore(Springs list, Outside outside, double need) {
    double kink = 0;
    while (!list.empty()) {
        const auto middle = [](double a, double b, double c) {
            return std::max(std::min(a, b), std::min(std::max(a, b), c));
        };
        const double pivot =
            middle(list.front().breakpoint, list[list.size() / 2].breakpoint, list.back().breakpoint);
        const auto equal = std::partition(list.begin(), list.end(),
                                          [pivot](const Spring& s) { return s.breakpoint < pivot; });
        const auto above =
            std::partition(equal, list.end(), [pivot](const Spring& s) { return s.breakpoint <= pivot; });
        double slack = 0, elasticity_equal = 0, elasticity_above = 0;
        for (auto s = list.begin(); s != above; ++s) slack += s->slack;
        for (auto s = equal; s != above; ++s) elasticity_equal += s->elasticity;
        for (auto s = above; s != list.end(); ++s) elasticity_above += s->elasticity;
        if (outside.given + slack + pivot * (outside.elasticity + elasticity_above) <= need) {
            kink = pivot;
            outside.given += slack;
            list = Springs(above, list.end());
        } else {
            outside.elasticity += elasticity_equal + elasticity_above;
            list = Springs(list.begin(), equal);
        }
    }
    return kink;
}

Spring springOf(const Input& in, std::size_t i) {
    const double slack = in.slack(i);
    return {slack / in.e(i), slack, in.e(i), static_cast<std::uint32_t>(i)};
}

double solveFew(const Input& in, double need, std::vector<Spring>& springs) {
    springs.clear();
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in.e(i) > 0 && in.slack(i) > 0) springs.push_back(springOf(in, i));
    const double kink = lastKinkBefore(springs, {}, need);
    ExactSum excess, elasticity;
    excess.add(-in.desired);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool is_elastic = in.e(i) > 0;
        const bool is_free = !is_elastic || springOf(in, i).breakpoint > kink;
        excess.add(is_free ? in.nominal_use[i] : in.minimum_use[i]);
        if (is_elastic && is_free) elasticity.add(in.e(i));
    }
    // Nothing left to give way: rounding at the very edge of saturation.
    if (!(elasticity.value() > 0)) return kink;
    return excess.value() / elasticity.value();
}

// Where the answer would be if every stretch of tasks were like the sampled one.
double sampledLambda(const Input& in, double need, std::vector<Spring>& sample) {
    sample.clear();
    const std::size_t stride = in.size() / kSampleTasks;
    std::size_t looked_at = 0;
    for (std::size_t i = stride / 2; i < in.size(); i += stride, ++looked_at)
        if (in.e(i) > 0 && in.slack(i) > 0) sample.push_back(springOf(in, i));
    const double share = static_cast<double>(looked_at) / static_cast<double>(in.size());
    const double kink = lastKinkBefore(sample, {}, need * share);
    Outside outside;
    for (const Spring& s : sample) {
        if (s.breakpoint <= kink) outside.given += s.slack;
        else outside.elasticity += s.elasticity;
    }
    return outside.elasticity > 0 ? (need * share - outside.given) / outside.elasticity : kink;
}

struct Bracket {
    double low, high;
};

// A narrow interval with the answer in it. The curve is concave, so from a bracket its tangent at the lower end meets
// `need` before the answer and its chord meets it after.
Bracket bracketAround(const Input& in, double need, double guess) {
    const Bracket wide = {guess * (1 - kBracket), guess * (1 + kBracket)};
    const Given given = givenAt(in, wide.low, wide.high);
    if (given.low > need) return {0, wide.low};  // the sample misled: right all the same, only slower
    if (given.high < need) return {wide.high, kFarthest};
    Bracket narrow = wide;
    if (given.slope_low > 0) narrow.low += (need - given.low) / given.slope_low;
    if (given.high > given.low)
        narrow.high = wide.low + (wide.high - wide.low) * (need - given.low) / (given.high - given.low);
    // Rounding may cross the two when they all but coincide.
    constexpr double kUlps = 1e-13;
    return {std::min(narrow.low, narrow.high) * (1 - kUlps), std::max(narrow.low, narrow.high) * (1 + kUlps)};
}

double solveMany(const Input& in, double need, CompressionScratch& scratch) {
    const Bracket bracket = bracketAround(in, need, sampledLambda(in, need, scratch.sample));
    // Appended without a branch: the place after the last one is overwritten until somebody stays.
    std::vector<std::uint32_t>& rows = scratch.rows;
    rows.resize(in.size());
    std::size_t count = 0;
    Lanes use = {}, given = {}, elasticity = {};
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::size_t lane = i % kLanes;
        const double slack = in.slack(i), e = in.e(i);
        const bool is_full = slack <= bracket.low * e;
        const bool is_free = !is_full && slack >= bracket.high * e;
        use[lane] += is_full ? in.minimum_use[i] : is_free ? in.nominal_use[i] : 0.0;
        given[lane] += is_full ? slack : 0.0;
        elasticity[lane] += is_free ? e : 0.0;
        rows[count] = static_cast<std::uint32_t>(i);
        count += !is_full && !is_free;
    }
    std::vector<Spring>& springs = scratch.between;
    springs.reserve(in.size());  // once: how many lie between changes from frame to frame
    springs.clear();
    for (std::size_t k = 0; k < count; ++k) springs.push_back(springOf(in, rows[k]));
    const double kink = lastKinkBefore(springs, {total(given), total(elasticity)}, need);
    double excess = total(use) - in.desired, free_elasticity = total(elasticity);
    for (const Spring& s : springs) {
        const bool is_full = s.breakpoint <= kink;
        excess += is_full ? in.minimum_use[s.row] : in.nominal_use[s.row];
        if (!is_full) free_elasticity += s.elasticity;
    }
    return free_elasticity > 0 ? excess / free_elasticity : std::max(kink, bracket.low);
}

}  // namespace

std::string_view text(Compression status) {
    static constexpr std::array<std::string_view, 3> kTexts = {"nominal", "compressed", "saturated"};
    return kTexts[static_cast<std::size_t>(status)];
}

double desiredUse(std::int64_t budget_ns, std::int64_t frame_time_ns) {
    if (budget_ns <= 0) return 0;
    if (frame_time_ns <= 0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(budget_ns) / static_cast<double>(frame_time_ns);
}

CompressionResult compress(std::span<const double> nominal_use, std::span<const double> minimum_use,
                           std::span<const double> elasticity, double desired, CompressionScratch& scratch) {
    assert(nominal_use.size() == minimum_use.size() && nominal_use.size() == elasticity.size());
    const Input in = {nominal_use, minimum_use, elasticity, desired > 0 ? desired : 0};
    const Totals totals = sumUses(in);
    if (totals.nominal <= in.desired * (1 + kSumTolerance)) return {Compression::kNominal, 0};
    if (totals.least > in.desired * (1 + kSumTolerance))
        return {Compression::kSaturated, std::numeric_limits<double>::infinity()};
    const double need = totals.nominal - in.desired;
    const double lambda =
        in.size() <= kFewTasks ? solveFew(in, need, scratch.between) : solveMany(in, need, scratch);
    return {Compression::kCompressed, std::max(lambda, 0.0)};
}

double compressedPeriod(double cost, double nominal, double maximum, double elasticity,
                        const CompressionResult& result) {
    if (result.status == Compression::kNominal || !(cost > 0) || !(elasticity > 0)) return nominal;
    if (result.status == Compression::kSaturated) return maximum;
    const double use = cost / nominal - result.lambda * elasticity;
    if (use <= cost / maximum) return maximum;
    return std::clamp(cost / use, nominal, maximum);
}

}  // namespace drover
