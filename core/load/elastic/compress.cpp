// At lambda a task gives min(lambda * E, U0 - Umin), and together they must give `need` = sum U0 - Ud. That
// sum rises and is concave, with a kink for each task. Between two kinks it is a straight line, so the answer
// follows from the last kink before it. A selection finds that kink, as quickselect finds a median.
#include "core/load/elastic/compress.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/load/task_table.h"

namespace drover::load {
namespace {

// Neumaier's compensated sum.
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

struct UseSums {
    ExactSum nominal;
    ExactSum least;  // that the tasks can be brought to: a rigid one stays at its nominal period
};

// In one pass: the two sums wait for nothing of each other.
UseSums useSums(const SpringColumns& in) {
    UseSums sums;
    for (std::size_t i = 0; i < in.size(); ++i) {
        sums.nominal.add(in.nominal_use[i]);
        sums.least.add(in.elasticity[i] > 0 ? in.minimum_use[i] : in.nominal_use[i]);
    }
    return sums;
}

double middleOf(double a, double b, double c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

}  // namespace

double lastKinkBefore(std::span<Kink> list, Decided decided, double need) {
    double last = 0;
    while (!list.empty()) {
        const double pivot = middleOf(list.front().lambda, list[list.size() / 2].lambda, list.back().lambda);
        const auto equal = std::partition(list.begin(), list.end(),
                                          [pivot](const Kink& kink) { return kink.lambda < pivot; });
        const auto above =
            std::partition(equal, list.end(), [pivot](const Kink& kink) { return kink.lambda <= pivot; });
        double slack = 0, elasticity_equal = 0, elasticity_above = 0;
        for (auto kink = list.begin(); kink != above; ++kink) slack += kink->slack;
        for (auto kink = equal; kink != above; ++kink) elasticity_equal += kink->elasticity;
        for (auto kink = above; kink != list.end(); ++kink) elasticity_above += kink->elasticity;
        if (decided.given + slack + pivot * (decided.elasticity + elasticity_above) <= need) {
            last = pivot;
            decided.given += slack;
            list = std::span<Kink>(above, list.end());
        } else {
            decided.elasticity += elasticity_equal + elasticity_above;
            list = std::span<Kink>(list.begin(), equal);
        }
    }
    return last;
}

CompressionResult compressExactly(const SpringColumns& in, double desired, CompressionScratch& scratch) {
    const UseSums sums = useSums(in);
    const double nominal = sums.nominal.value();
    if (fits(nominal, desired)) return kNothingGiven;
    if (!fits(sums.least.value(), desired)) return kAllGiven;
    std::vector<Kink>& kinks = scratch.between;
    kinks.clear();
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in.elasticity[i] > 0 && in.slack(i) > 0) kinks.push_back(kinkOf(in, i));
    const double last = lastKinkBefore(kinks, {}, nominal - desired);
    ExactSum excess, elasticity;
    excess.add(-desired);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool is_elastic = in.elasticity[i] > 0;
        const bool is_free = !is_elastic || kinkOf(in, i).lambda > last;
        excess.add(is_free ? in.nominal_use[i] : in.minimum_use[i]);
        if (is_elastic && is_free) elasticity.add(in.elasticity[i]);
    }
    // Nothing is left that gives way: rounding at the very edge of saturation.
    if (!(elasticity.value() > 0)) return {Compression::kCompressed, last};
    return {Compression::kCompressed, std::max(excess.value() / elasticity.value(), 0.0)};
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

std::string_view text(Compression status) {
    static constexpr std::array<std::string_view, 3> kTexts = {"nominal", "compressed", "saturated"};
    return kTexts[static_cast<std::size_t>(status)];
}

}  // namespace drover::load
