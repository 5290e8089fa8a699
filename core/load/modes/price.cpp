#include "core/load/modes/price.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <span>
#include <utility>

namespace drover::load {
namespace {

// Beyond this many classes, bounds are rounded to an eighth of an octave.
constexpr std::size_t kMostExactClasses = 256;

std::int64_t rounded(std::int64_t ns) {
    const auto octave = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(ns))) - 1;
    const std::int64_t step = octave > 3 ? std::int64_t{1} << (octave - 3) : 1;
    return (ns + step / 2) / step * step;
}

}  // namespace

void Price::clear() {
    class_of_.clear();
    classes_.clear();
}

std::uint32_t Price::classOf(std::int64_t nominal_ns, std::int64_t maximum_ns) {
    auto found = class_of_.find({nominal_ns, maximum_ns});
    if (found == class_of_.end() && classes_.size() >= kMostExactClasses) {
        nominal_ns = rounded(nominal_ns);
        maximum_ns = std::max(rounded(maximum_ns), nominal_ns);
        found = class_of_.find({nominal_ns, maximum_ns});
    }
    if (found != class_of_.end()) return found->second;
    const auto number = static_cast<std::uint32_t>(classes_.size());
    classes_.push_back({.nominal_ns = nominal_ns,
                        .maximum_ns = maximum_ns,
                        .least_ns = static_cast<double>(std::max(nominal_ns, frame_time_ns_)),
                        .most_ns = static_cast<double>(std::max(maximum_ns, frame_time_ns_))});
    class_of_.emplace(std::pair(nominal_ns, maximum_ns), number);
    return number;
}

std::uint32_t PriceBins::widen(std::uint32_t bin) {
    constexpr std::uint32_t kSpare = 32;
    const auto size = static_cast<std::uint32_t>(bins.size());
    const std::uint32_t start = size == 0 || bin < first ? bin - std::min(bin, kSpare) : first;
    const std::uint32_t last = std::max(bin, size == 0 ? bin : first + size - 1);
    const std::uint32_t end = std::min(last + 1 + (bin == last ? kSpare : 0), PriceCell::kBins);
    const std::uint32_t before = size == 0 ? 0 : first - start;
    bins.insert(bins.begin(), before, {});
    bins.resize(end - start);
    first = start;
    return before;
}

void PriceChanges::put(PriceCell cell, std::int64_t cost_ns, std::int64_t count) {
    if (cell.inClass() >= classes_.size()) classes_.resize(cell.inClass() + 1);
    auto& [free, bins] = classes_[cell.inClass()];
    if (cell.bin() > 0 && !bins.has(cell.bin())) bins.widen(cell.bin());
    PriceBins::Bin& bin = cell.bin() > 0 ? bins[cell.bin()] : free;
    bin.cost_ns += cost_ns, bin.count += count;
    if (cell.bin() > 0) bins.used[cell.bin() / 64] |= std::uint64_t{1} << cell.bin() % 64;
}

void Price::take(PriceChanges& changes) {
    for (std::uint32_t in_class = 0; in_class < changes.classes_.size(); ++in_class) {
        PriceBins::Bin& free = changes.classes_[in_class].free;
        PriceBins& bins = changes.classes_[in_class].bins;
        if (free.count != 0) put({in_class, 0u}, std::exchange(free, {}));
        bins.forEachUsed([&](std::uint32_t bin) { put({in_class, bin}, std::exchange(bins[bin], {})); });
        bins.used = {};
    }
}

void Price::put(PriceCell cell, const PriceBins::Bin& more) {
    Class& in = classes_[cell.inClass()];
    if (!in.sums.has(cell.bin())) widen(in, cell.bin());
    PriceBins::Bin& bin = in.sums[cell.bin()];
    bin.cost_ns += more.cost_ns;
    const std::int64_t before = std::exchange(bin.count, bin.count + more.count);
    if ((before > 0) == (bin.count > 0)) return;
    in.sums.used[cell.bin() / 64] ^= std::uint64_t{1} << cell.bin() % 64;
    const std::uint32_t i = cell.bin() - in.sums.first;
    in.period_ns[i] = roundedPeriod(in, in.root_give[i]);
}

void Price::widen(Class& in, std::uint32_t bin) {
    const std::uint32_t before = in.sums.widen(bin);
    const std::size_t bins = in.sums.bins.size();
    in.period_ns.insert(in.period_ns.begin(), before, 0);
    in.period_ns.resize(bins);
    in.root_give.resize(bins);
    for (std::uint32_t i = 0; i < bins; ++i)
        in.root_give[i] = std::sqrt(PriceCell::giveOf(in.sums.first + i));
    in.used_root_give.resize(bins);
    in.cost_before.resize(bins + 1);
    in.share_before.resize(bins + 1);
}

void Price::sumUp() {
    for (Class& in : classes_) {
        in.least_ns = static_cast<double>(std::max(in.nominal_ns, frame_time_ns_));
        in.most_ns = static_cast<double>(std::max(in.maximum_ns, frame_time_ns_));
        std::size_t used = 0;
        in.sums.forEachUsed([&](std::uint32_t bin) {
            const auto cost = static_cast<double>(in.sums[bin].cost_ns);
            const double root_give = in.root_give[bin - in.sums.first];
            in.used_root_give[used] = root_give;
            in.cost_before[used + 1] = in.cost_before[used] + cost;
            in.share_before[used + 1] = in.share_before[used] + cost / root_give;
            ++used;
        });
        in.used = used;
    }
}

// Bins below the first are at T0, those from the second on at Tmax, and those between at root * root_give.
double Price::useAt(double root) const {
    double use = 0;
    for (const Class& in : classes_) {
        const std::size_t bins = in.used;
        if (bins == 0) continue;
        const std::span<const double> root_give = std::span(in.used_root_give).first(bins);
        const auto from = [&](double period_ns) {
            const auto end = std::upper_bound(root_give.begin(), root_give.end(), period_ns / root);
            return static_cast<std::size_t>(end - root_give.begin());
        };
        const std::size_t low = root > 0 ? from(in.least_ns) : bins,
                          high = root > 0 ? from(in.most_ns) : bins;
        use += in.cost_before[low] / in.least_ns + (in.cost_before[bins] - in.cost_before[high]) / in.most_ns;
        if (high > low) use += (in.share_before[high] - in.share_before[low]) / root;
    }
    return use;
}

CompressionResult Price::solve(double desired, std::int64_t frame_time_ns) {
    frame_time_ns_ = frame_time_ns;
    sumUp();
    CompressionResult result = kNothingGiven;
    root_ = 0;
    use_ = use_of_all_ = useAt(0);
    // From where the first task gives way to where the last is at its longest period.
    first_root_ = std::numeric_limits<double>::infinity();
    double all = 0;
    for (const Class& in : classes_) {
        if (in.used == 0) continue;
        first_root_ = std::min(first_root_, in.least_ns / in.used_root_give[in.used - 1]);
        all = std::max(all, in.most_ns / in.used_root_give[0]);
    }
    if (!fits(use_, desired)) {
        root_ = all;
        use_ = useAt(all);
        result = kAllGiven;
        if (fits(use_, desired)) {
            double low = first_root_, high = all;
            for (int i = 0; i < 48 && high > low * (1 + 1e-9); ++i) {
                const double middle = std::sqrt(low * high);
                (fits(useAt(middle), desired) ? high : low) = middle;
            }
            root_ = high;
            use_ = useAt(high);
            result = {Compression::kCompressed, root_ * root_};
        }
    }
    assert(std::isfinite(root_) && root_ >= 0);
    writePeriods();
    return result;
}

double Price::periodOf(const Class& in, double wanted_ns) {
    // No task gains by a period shorter than the frame: it is as often updated at T0.
    if (!(wanted_ns > in.least_ns)) return static_cast<double>(in.nominal_ns);
    return std::min(wanted_ns, static_cast<double>(in.maximum_ns));
}

void Price::writePeriods() {
    for (Class& in : classes_)
        in.sums.forEachUsed([&](std::uint32_t bin) {
            const std::uint32_t i = bin - in.sums.first;
            in.period_ns[i] = roundedPeriod(in, in.root_give[i]);
        });
}

}  // namespace drover::load
