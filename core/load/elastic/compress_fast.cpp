// Compression of many tasks: a sample tells where the answer lies, two passes over all tasks narrow that
// down, and only the few kinks near it are looked at one by one.
#include <algorithm>
#include <array>

#include "core/load/elastic/compress.h"

namespace drover::load {
namespace {

constexpr std::size_t kSampleTasks = 256;  // at least; of a large set one task in 256
// How far from the sample's answer the real one is looked for at first: a few deviations of such a sample.
constexpr double kFirstBracket = 0.15;

struct Bracket {
    double low, high;
};

// Sums over all tasks at the two ends of a bracket.
struct CurveSums {
    PairSum nominal;    // of U0
    PairSum low, high;  // what the tasks give at either end
    PairSum slope_low;  // how steeply that rises at the lower one

    bool encloses(double need) const { return low.value() <= need && high.value() >= need; }
};

// Calls add(u0, umin, e, lane) for rows two at a time, in steps of four; the lanes alternate. Returns the
// first row that is left.
template <class Add>
std::size_t addInPairs(const SpringColumns& in, std::size_t first, std::size_t end, Add add) {
    const double* const u0 = in.nominal_use.data();
    const double* const umin = in.minimum_use.data();
    const double* const e = in.elasticity.data();
    std::size_t i = first;
    for (; i + kPairSumStep <= end; i += kPairSumStep) {
        add(loadPair(u0 + i), loadPair(umin + i), loadPair(e + i), &PairSum::even);
        add(loadPair(u0 + i + 2), loadPair(umin + i + 2), loadPair(e + i + 2), &PairSum::odd);
    }
    return i;
}
template <class Add>
void addOneByOne(const SpringColumns& in, std::size_t first, std::size_t end, Add add) {
    for (std::size_t i = first; i < end; ++i)
        add(DoublePair{in.nominal_use[i], 0}, DoublePair{in.minimum_use[i], 0},
            DoublePair{in.elasticity[i], 0}, &PairSum::even);
}

CurveSums curveAt(const SpringColumns& in, const Bracket& bracket) {
    CurveSums out;
    const auto lows = inAllLanes<DoublePair>(bracket.low), highs = inAllLanes<DoublePair>(bracket.high);
    const auto add = [&](DoublePair u0, DoublePair umin, DoublePair e, auto lane) {
        const DoublePair slack = u0 - umin, gives_low = lows * e;
        out.nominal.*lane += u0;
        out.low.*lane += smaller(gives_low, slack);
        out.high.*lane += smaller(highs * e, slack);
        out.slope_low.*lane += where(slack > gives_low, e);
    };
    addOneByOne(in, addInPairs(in, 0, in.size(), add), in.size(), add);
    return out;
}

// Where the answer would be if every stretch of tasks were like the sampled one.
double sampledLambda(const SpringColumns& in, double desired, std::vector<Kink>& sample) {
    sample.clear();
    const std::size_t stride = in.size() / std::max(kSampleTasks, in.size() / kSampleTasks);
    const auto givesWay = [&in](std::size_t i) { return in.elasticity[i] > 0 && in.slack(i) > 0; };
    double looked_at = 0, need = 0;
    for (std::size_t i = stride / 2; i < in.size(); i += stride) {
        ++looked_at;
        need += in.nominal_use[i];
        if (givesWay(i)) sample.push_back(kinkOf(in, i));
    }
    need -= desired * looked_at / static_cast<double>(in.size());
    const double last = lastKinkBefore(sample, {}, need);
    Decided decided;
    for (std::size_t i = stride / 2; i < in.size(); i += stride) {
        if (!givesWay(i)) continue;
        const Kink kink = kinkOf(in, i);
        if (kink.lambda <= last)
            decided.given += kink.slack;
        else
            decided.elasticity += kink.elasticity;
    }
    return decided.elasticity > 0 ? std::max((need - decided.given) / decided.elasticity, 0.0) : last;
}

// A narrow interval with the answer in it. The curve is concave, so its tangent at the lower end meets `need`
// before the answer and its chord meets it after.
Bracket narrowed(const Bracket& wide, const CurveSums& sums, double need) {
    const double low = sums.low.value(), high = sums.high.value(), slope = sums.slope_low.value();
    if (low > need) return {0, wide.low};
    if (high < need) return {wide.high, kBeyondAll};
    Bracket narrow = wide;
    if (slope > 0) narrow.low += (need - low) / slope;
    if (high > low) narrow.high = wide.low + (wide.high - wide.low) * (need - low) / (high - low);
    // Rounding may cross the two when they nearly coincide.
    constexpr double kUlps = 1e-13;
    return {std::min(narrow.low, narrow.high) * (1 - kUlps), std::max(narrow.low, narrow.high) * (1 + kUlps)};
}

// What the tasks outside a bracket come to: those below it are at their maximum period, those above are free.
struct Sides {
    PairSum use;         // U of both, the free ones' before they give
    PairSum given;       // by those at their maximum
    PairSum elasticity;  // of the free ones
};

// Sums up the tasks on either side, and lists the rows of those inside. Rows come in groups: few groups have
// one inside, and only those are looked at row by row.
Sides splitBy(const SpringColumns& in, const Bracket& bracket, std::vector<std::uint32_t>& inside) {
    Sides out;
    PairMask inside_mask = {0, 0};
    const auto lows = inAllLanes<DoublePair>(bracket.low), highs = inAllLanes<DoublePair>(bracket.high);
    const auto add = [&](DoublePair u0, DoublePair umin, DoublePair e, auto lane) {
        const DoublePair slack = u0 - umin;
        const PairMask is_not_full = slack > lows * e;
        const PairMask is_free = is_not_full & (slack >= highs * e);
        out.use.*lane += unless(is_not_full, umin) + where(is_free, u0);
        out.given.*lane += unless(is_not_full, slack);
        out.elasticity.*lane += where(is_free, e);
        inside_mask |= is_not_full ^ is_free;
    };
    const auto note_inside = [&](std::size_t row) {
        const double e = in.elasticity[row], slack = in.slack(row);
        if (slack > bracket.low * e && slack < bracket.high * e)
            inside.push_back(static_cast<std::uint32_t>(row));
    };
    constexpr std::size_t kGroup = 16;
    inside.clear();
    std::size_t first = 0;
    for (; first + kGroup <= in.size(); first += kGroup) {
        inside_mask = PairMask{0, 0};
        addInPairs(in, first, first + kGroup, add);
        if ((inside_mask[0] | inside_mask[1]) == 0) continue;
        for (std::size_t i = first; i < first + kGroup; ++i) note_inside(i);
    }
    addOneByOne(in, first, in.size(), add);
    for (std::size_t i = first; i < in.size(); ++i) note_inside(i);
    return out;
}

double lambdaInside(const SpringColumns& in, double desired, double need, const Bracket& bracket,
                    CompressionScratch& scratch) {
    scratch.rows.reserve(in.size());  // once: how many lie inside changes from frame to frame
    scratch.between.reserve(in.size());
    const Sides sides = splitBy(in, bracket, scratch.rows);
    std::vector<Kink>& kinks = scratch.between;
    kinks.clear();
    for (const std::uint32_t row : scratch.rows) kinks.push_back(kinkOf(in, row));
    const double last = lastKinkBefore(kinks, {sides.given.value(), sides.elasticity.value()}, need);
    double excess = sides.use.value() - desired, elasticity = sides.elasticity.value();
    for (const std::uint32_t row : scratch.rows) {
        const bool is_full = kinkOf(in, row).lambda <= last;
        excess += is_full ? in.minimum_use[row] : in.nominal_use[row];
        if (!is_full) elasticity += in.elasticity[row];
    }
    return std::max(elasticity > 0 ? excess / elasticity : std::max(last, bracket.low), 0.0);
}

}  // namespace

CompressionResult compressFast(const SpringColumns& in, double desired, CompressionScratch& scratch) {
    const double guess = sampledLambda(in, desired, scratch.sample);
    Bracket wide = {guess * (1 - kFirstBracket), guess * (1 + kFirstBracket)};
    CurveSums sums = curveAt(in, wide);
    const double nominal = sums.nominal.value();
    if (fits(nominal, desired)) return kNothingGiven;
    const double need = nominal - desired;
    // When the higher lambda does not give enough, perhaps none does: past all ends each gives all it has.
    if (sums.high.value() < need && !fits(nominal - curveAt(in, {0, kBeyondAll}).high.value(), desired))
        return kAllGiven;
    // A sample that misled: a few steps away from where it pointed, then all that is left on that side.
    for (int step = 0; step < 3 && guess > 0 && !sums.encloses(need); ++step) {
        const bool is_below = sums.low.value() > need;
        wide = is_below ? Bracket{wide.low * 0.5, wide.low} : Bracket{wide.high, wide.high * 2};
        sums = curveAt(in, wide);
    }
    const Bracket bracket = narrowed(wide, sums, need);
    return {Compression::kCompressed, lambdaInside(in, desired, need, bracket, scratch)};
}

}  // namespace drover::load
