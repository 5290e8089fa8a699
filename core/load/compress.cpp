// The spring system is solved through what each task gives: at lambda it gives min(lambda * E, U0 - Umin),
// and together they must give `need` = sum U0 - Ud. That sum is increasing and concave, with one kink per
// task, at its breakpoint (U0 - Umin) / E. Selection finds the last kink before the answer, as quickselect
// finds a median: nothing is sorted and nothing iterated. For many tasks a sample first tells where the
// answer lies, so that only the few kinks near it are looked at one by one.
#include "core/load/compress.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "core/load/pair.h"

namespace drover::load {
namespace {

using Spring = CompressionScratch::Spring;
using Springs = std::span<Spring>;

// Two sums that would be equal with exact arithmetic may differ by this much, relatively. A set that just
// fits is then called nominal, and one that just fits when fully compressed is not called saturated.
constexpr double kSumTolerance = 1e-12;
constexpr std::size_t kFewTasks = 1024;
constexpr std::size_t kSampleTasks = 256;  // at least, and one in so many of a large set
// How far from the sample's answer the real one is looked for at first: a few deviations of a sample of that
// size.
constexpr double kBracket = 0.15;
// Beyond every breakpoint, yet finite, so that times an elasticity of zero it is zero.
constexpr double kFarthest = 1e300;

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
    double fits() const { return desired * (1 + kSumTolerance); }
    double slack(std::size_t i) const { return nominal_use[i] - minimum_use[i]; }
};

// Sums over all tasks: what they would like, and what they give at two lambdas.
struct Survey {
    PairSum nominal;    // of U0
    PairSum low, high;  // what the tasks give at the lower and at the higher lambda
    PairSum slope_low;  // how steeply that rises at the lower one
};

Survey survey(const Input& in, double low, double high) {
    Survey out;
    const auto add = [&, lows = both(low), highs = both(high)](Pair u0, Pair umin, Pair e,
                                                               Pair PairSum::* lane) {
        const Pair slack = u0 - umin, gives_low = lows * e;
        out.nominal.*lane += u0;
        out.low.*lane += smaller(gives_low, slack);
        out.high.*lane += smaller(highs * e, slack);
        out.slope_low.*lane += where(slack > gives_low, e);
    };
    const double* const u0 = in.nominal_use.data();
    const double* const umin = in.minimum_use.data();
    const double* const e = in.elasticity.data();
    std::size_t i = 0;
    for (; i + kPairSumStep <= in.size(); i += kPairSumStep) {
        add(load(u0 + i), load(umin + i), load(e + i), &PairSum::even);
        add(load(u0 + i + 2), load(umin + i + 2), load(e + i + 2), &PairSum::odd);
    }
    for (; i < in.size(); ++i) add(Pair{u0[i], 0}, Pair{umin[i], 0}, Pair{e[i], 0}, &PairSum::even);
    return out;
}

// What is already decided about the tasks that are not in a list of springs.
struct Outside {
    double given = 0;       // by those at their maximum
    double elasticity = 0;  // of those still free
};

// The largest breakpoint of the list at which no more than `need` is given, or 0 if even the smallest gives
// more. Expected time linear in the list; equal breakpoints are dealt with at once.
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
    return {slack / in.elasticity[i], slack, in.elasticity[i], static_cast<std::uint32_t>(i)};
}

constexpr CompressionResult kNothingToDo = {Compression::kNominal, 0};
constexpr CompressionResult kAllGiven = {Compression::kSaturated, std::numeric_limits<double>::infinity()};

// The least that the tasks can be brought to.
double leastUse(const Input& in) {
    ExactSum least;
    for (std::size_t i = 0; i < in.size(); ++i)
        least.add(in.elasticity[i] > 0 ? in.minimum_use[i] : in.nominal_use[i]);
    return least.value();
}

CompressionResult compressFew(const Input& in, CompressionScratch& scratch) {
    ExactSum nominal;
    for (const double use : in.nominal_use) nominal.add(use);
    if (nominal.value() <= in.fits()) return kNothingToDo;
    const double need = nominal.value() - in.desired;
    if (leastUse(in) > in.fits()) return kAllGiven;
    std::vector<Spring>& springs = scratch.between;
    springs.clear();
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in.elasticity[i] > 0 && in.slack(i) > 0) springs.push_back(springOf(in, i));
    const double kink = lastKinkBefore(springs, {}, need);
    ExactSum excess, elasticity;
    excess.add(-in.desired);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool is_elastic = in.elasticity[i] > 0;
        const bool is_free = !is_elastic || springOf(in, i).breakpoint > kink;
        excess.add(is_free ? in.nominal_use[i] : in.minimum_use[i]);
        if (is_elastic && is_free) elasticity.add(in.elasticity[i]);
    }
    // Nothing left to give way: rounding at the very edge of saturation.
    if (!(elasticity.value() > 0)) return {Compression::kCompressed, kink};
    return {Compression::kCompressed, std::max(excess.value() / elasticity.value(), 0.0)};
}

// Where the answer would be if every stretch of tasks were like the sampled one.
double sampledLambda(const Input& in, std::vector<Spring>& sample) {
    sample.clear();
    const std::size_t stride = in.size() / std::max(kSampleTasks, in.size() / kSampleTasks);
    double looked_at = 0, need = 0;
    for (std::size_t i = stride / 2; i < in.size(); i += stride) {
        ++looked_at;
        need += in.nominal_use[i];
        if (in.elasticity[i] > 0 && in.slack(i) > 0) sample.push_back(springOf(in, i));
    }
    need -= in.desired * looked_at / static_cast<double>(in.size());
    const double kink = lastKinkBefore(sample, {}, need);
    Outside outside;
    for (const Spring& s : sample) {
        if (s.breakpoint <= kink)
            outside.given += s.slack;
        else
            outside.elasticity += s.elasticity;
    }
    return outside.elasticity > 0 ? std::max((need - outside.given) / outside.elasticity, 0.0) : kink;
}

struct Bracket {
    double low, high;
};

bool isInside(const Survey& seen, double need) {
    return seen.low.value() <= need && seen.high.value() >= need;
}

// A narrow interval with the answer in it. The curve is concave, so from a bracket its tangent at the lower
// end meets `need` before the answer and its chord meets it after.
Bracket narrowed(const Bracket& wide, const Survey& seen, double need) {
    const double low = seen.low.value(), high = seen.high.value(), slope = seen.slope_low.value();
    if (low > need) return {0, wide.low};
    if (high < need) return {wide.high, kFarthest};
    Bracket narrow = wide;
    if (slope > 0) narrow.low += (need - low) / slope;
    if (high > low) narrow.high = wide.low + (wide.high - wide.low) * (need - low) / (high - low);
    // Rounding may cross the two when they all but coincide.
    constexpr double kUlps = 1e-13;
    return {std::min(narrow.low, narrow.high) * (1 - kUlps), std::max(narrow.low, narrow.high) * (1 + kUlps)};
}

// What the tasks outside a bracket come to: those below it are at their maximum period, those above are free.
struct Sides {
    PairSum use;         // U of both, the free ones' before they give
    PairSum given;       // by those at their maximum
    PairSum elasticity;  // of the free ones
};

// Sums up the tasks on either side, and writes down the rows of those inside. Rows are looked at in groups:
// few groups have one inside, and only those are gone through row by row.
Sides splitBy(const Input& in, const Bracket& bracket, std::vector<std::uint32_t>& inside) {
    Sides out;
    PairMask inside_mask = {0, 0};
    const auto add = [&, lows = both(bracket.low), highs = both(bracket.high)](Pair u0, Pair umin, Pair e,
                                                                               Pair PairSum::* lane) {
        const Pair slack = u0 - umin;
        const PairMask is_not_full = slack > lows * e;
        const PairMask is_free = is_not_full & (slack >= highs * e);
        out.use.*lane += unless(is_not_full, umin) + where(is_free, u0);
        out.given.*lane += unless(is_not_full, slack);
        out.elasticity.*lane += where(is_free, e);
        inside_mask |= is_not_full ^ is_free;
    };
    const auto noteInside = [&](std::size_t row) {
        const double e = in.elasticity[row], slack = in.slack(row);
        if (slack > bracket.low * e && slack < bracket.high * e)
            inside.push_back(static_cast<std::uint32_t>(row));
    };
    const double* const u0 = in.nominal_use.data();
    const double* const umin = in.minimum_use.data();
    const double* const e = in.elasticity.data();
    constexpr std::size_t kGroup = 16;
    inside.clear();
    std::size_t first = 0;
    for (; first + kGroup <= in.size(); first += kGroup) {
        inside_mask = PairMask{0, 0};
        for (std::size_t i = first; i < first + kGroup; i += kPairSumStep) {
            add(load(u0 + i), load(umin + i), load(e + i), &PairSum::even);
            add(load(u0 + i + 2), load(umin + i + 2), load(e + i + 2), &PairSum::odd);
        }
        if ((inside_mask[0] | inside_mask[1]) == 0) continue;
        for (std::size_t i = first; i < first + kGroup; ++i) noteInside(i);
    }
    for (std::size_t i = first; i < in.size(); ++i) {
        add(Pair{u0[i], 0}, Pair{umin[i], 0}, Pair{e[i], 0}, &PairSum::even);
        noteInside(i);
    }
    return out;
}

CompressionResult compressMany(const Input& in, CompressionScratch& scratch) {
    const double guess = sampledLambda(in, scratch.sample);
    Bracket wide = {guess * (1 - kBracket), guess * (1 + kBracket)};
    Survey seen = survey(in, wide.low, wide.high);
    if (seen.nominal.value() <= in.fits()) return kNothingToDo;
    const double need = seen.nominal.value() - in.desired;
    // When the higher lambda does not give enough, perhaps none does: at the farthest each gives all it has.
    if (seen.high.value() < need && seen.nominal.value() - survey(in, 0, kFarthest).high.value() > in.fits())
        return kAllGiven;
    // A sample that misled: a few steps away from where it pointed, then whatever is left on that side.
    for (int step = 0; step < 3 && guess > 0 && !isInside(seen, need); ++step) {
        const bool is_below = seen.low.value() > need;
        wide = is_below ? Bracket{wide.low * 0.5, wide.low} : Bracket{wide.high, wide.high * 2};
        seen = survey(in, wide.low, wide.high);
    }
    const Bracket bracket = narrowed(wide, seen, need);

    scratch.rows.reserve(in.size());  // once: how many lie inside changes from frame to frame
    scratch.between.reserve(in.size());
    const Sides sides = splitBy(in, bracket, scratch.rows);
    std::vector<Spring>& springs = scratch.between;
    springs.clear();
    for (const std::uint32_t row : scratch.rows) springs.push_back(springOf(in, row));
    const double kink = lastKinkBefore(springs, {sides.given.value(), sides.elasticity.value()}, need);
    double excess = sides.use.value() - in.desired, elasticity = sides.elasticity.value();
    for (const Spring& s : springs) {
        const bool is_full = s.breakpoint <= kink;
        excess += is_full ? in.minimum_use[s.row] : in.nominal_use[s.row];
        if (!is_full) elasticity += s.elasticity;
    }
    const double lambda = elasticity > 0 ? excess / elasticity : std::max(kink, bracket.low);
    return {Compression::kCompressed, std::max(lambda, 0.0)};
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
    assert(std::all_of(elasticity.begin(), elasticity.end(),
                       [](double e) { return e >= 0 && e <= kMostElasticity; }));
    const Input in = {nominal_use, minimum_use, elasticity, desired > 0 ? desired : 0};
    return in.size() > kFewTasks ? compressMany(in, scratch) : compressFew(in, scratch);
}

double compressedPeriod(double cost, double nominal, double maximum, double elasticity,
                        const CompressionResult& result) {
    if (result.status == Compression::kNominal || !(cost > 0) || !(elasticity > 0)) return nominal;
    if (result.status == Compression::kSaturated) return maximum;
    const double use = cost / nominal - result.lambda * elasticity;
    if (use <= cost / maximum) return maximum;
    return std::clamp(cost / use, nominal, maximum);
}

}  // namespace drover::load
