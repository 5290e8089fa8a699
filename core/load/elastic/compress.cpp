// At lambda a task gives min(lambda * E, U0 - Umin), and together they must give `need` = sum U0 - Ud. That
// sum rises and is concave, with a kink for each task. Between two kinks it is a straight line, so the answer
// follows from the last kink before it. A selection finds that kink, as quickselect finds a median.
#include "core/load/elastic/compress.h"

#include <algorithm>
#include <cassert>

#include "core/load/task_table.h"

namespace drover::load {
namespace {

// Two sums at a time, with all that rounding takes from them: Knuth's two-sum finds that exactly.
struct ExactSums {
    DoublePair sum = {0, 0}, rest = {0, 0};
    void add(DoublePair values) {
        const DoublePair next = sum + values, added = next - sum;
        rest += (sum - (next - added)) + (values - added);
        sum = next;
    }
    double first() const { return sum[0] + rest[0]; }
    double second() const { return sum[1] + rest[1]; }
};

// Of U0, and of the least that the tasks can be brought to: a rigid one stays at its nominal period.
ExactSums useSums(const SpringColumns& in) {
    ExactSums sums;
    for (std::size_t i = 0; i < in.size(); ++i)
        sums.add(DoublePair{in.nominal_use[i], in.elasticity[i] > 0 ? in.minimum_use[i] : in.nominal_use[i]});
    return sums;
}

double middleOf(double a, double b, double c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

}  // namespace

// What is left of the list keeps its order, so that the sums are those of the rows in their order.
double lastKinkBefore(std::vector<Kink>& list, Decided decided, double need) {
    double last = 0;
    while (!list.empty()) {
        const double pivot = middleOf(list.front().lambda, list[list.size() / 2].lambda, list.back().lambda);
        double given = 0, elasticity_equal = 0, elasticity_above = 0;  // up to the pivot, at it, above
        for (const Kink& kink : list) {
            if (kink.lambda > pivot)
                elasticity_above += kink.elasticity;
            else
                given += kink.slack;
            if (kink.lambda == pivot) elasticity_equal += kink.elasticity;
        }
        if (decided.given + given + pivot * (decided.elasticity + elasticity_above) <= need) {
            last = pivot;
            decided.given += given;
            std::erase_if(list, [pivot](const Kink& kink) { return kink.lambda <= pivot; });
        } else {
            decided.elasticity += elasticity_equal + elasticity_above;
            std::erase_if(list, [pivot](const Kink& kink) { return kink.lambda >= pivot; });
        }
    }
    return last;
}

CompressionResult compressExactly(const SpringColumns& in, double desired, CompressionScratch& scratch) {
    const ExactSums uses = useSums(in);
    const double nominal = uses.first(), least = uses.second();
    if (fits(nominal, desired)) return kNothingGiven;
    if (!fits(least, desired)) return kAllGiven;
    std::vector<Kink>& kinks = scratch.between;
    kinks.clear();
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in.elasticity[i] > 0 && in.slack(i) > 0) kinks.push_back(kinkOf(in, i));
    const double last = lastKinkBefore(kinks, {}, nominal - desired);
    ExactSums rests;  // what is too much, and the elasticity of those that are to give it
    rests.add(DoublePair{-desired, 0});
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool is_elastic = in.elasticity[i] > 0;
        const bool is_free = !is_elastic || kinkOf(in, i).lambda > last;
        rests.add(DoublePair{is_free ? in.nominal_use[i] : in.minimum_use[i],
                             is_elastic && is_free ? in.elasticity[i] : 0});
    }
    const double excess = rests.first(), elasticity = rests.second();
    // Nothing is left that gives way: rounding at the very edge of saturation.
    if (!(elasticity > 0)) return {Compression::kCompressed, last};
    return {Compression::kCompressed, std::max(excess / elasticity, 0.0)};
}

CompressionResult compress(const SpringColumns& springs, double desired, CompressionScratch& scratch) {
    constexpr std::size_t kFewTasks = 1024;
    assert(springs.nominal_use.size() == springs.minimum_use.size() &&
           springs.nominal_use.size() == springs.elasticity.size());
    assert(std::all_of(springs.elasticity.begin(), springs.elasticity.end(),
                       [](double e) { return e >= 0 && e <= kMostElasticity; }));
    const double usable = desired > 0 ? desired : 0;
    return springs.size() > kFewTasks ? compressFast(springs, usable, scratch)
                                      : compressExactly(springs, usable, scratch);
}

}  // namespace drover::load
