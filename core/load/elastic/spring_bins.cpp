#include "core/load/elastic/spring_bins.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

namespace drover::load {
namespace {

constexpr float kLargestFloat = std::numeric_limits<float>::max();

// 2 to the power of a bin's exponent, by the bits of a double: exact, and never 0.
double powerOf(std::size_t bin) {
    const auto exponent = static_cast<std::int64_t>(bin >> 7) - 127;
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

std::size_t binOf(float breakpoint) { return std::bit_cast<std::uint32_t>(breakpoint) >> 16; }

}  // namespace

void SpringBins::clear() {
    bins_.clear();
    used_ = {};
    nominal_ = slack_ = 0;
}

SpringBins::Fixed SpringBins::fixed(double value) {
    if (value < 1) return static_cast<std::int64_t>(value * 0x1p63);
    const auto whole = static_cast<std::int64_t>(value);
    const auto rest = static_cast<std::int64_t>((value - static_cast<double>(whole)) * 0x1p63);
    return (Fixed{whole} << 63) + rest;
}

namespace {

float slackOf(const Spring& s) { return s.nominal_use - s.minimum_use; }
bool givesWay(const Spring& s) { return s.elasticity > 0 && slackOf(s) > 0; }
std::size_t binOf(const Spring& s) { return binOf(std::min(slackOf(s) / s.elasticity, kLargestFloat)); }

}  // namespace

void SpringBins::change(const Spring& s, Fixed slack, int sign) {
    const std::size_t index = binOf(s);
    assert(index < kBins && slack > 0);
    if (bins_.empty()) bins_.resize(kBins);
    const auto at = static_cast<std::uint32_t>(index);
    used_.include({at, at + 1});
    const Fixed scaled = fixed(static_cast<double>(s.elasticity) * powerOf(index));
    Bin& bin = bins_[index];
    bin.slack += sign > 0 ? slack : -slack;
    bin.scaled += sign > 0 ? scaled : -scaled;
}

void SpringBins::move(const Spring& from, const Spring& to) {
    if (from.nominal_use != to.nominal_use)
        nominal_ += fixed(static_cast<double>(to.nominal_use)) - fixed(static_cast<double>(from.nominal_use));
    const Fixed before = givesWay(from) ? fixed(static_cast<double>(slackOf(from))) : 0;
    const Fixed after = givesWay(to) ? fixed(static_cast<double>(slackOf(to))) : 0;
    slack_ += after - before;
    if (before != 0) change(from, before, -1);
    if (after != 0) change(to, after, 1);
}

void SpringBins::take(SpringBins& other, const Range& range) {
    const std::uint32_t end = std::min(range.end, other.used_.end);
    for (std::uint32_t i = std::max(range.first, other.used_.first); i < end; ++i) {
        bins_[i].slack += other.bins_[i].slack, bins_[i].scaled += other.bins_[i].scaled;
        other.bins_[i] = {};
    }
}

void SpringBins::takeSums(SpringBins& other) {
    used_.include(std::exchange(other.used_, {}));
    nominal_ += std::exchange(other.nominal_, 0), slack_ += std::exchange(other.slack_, 0);
}

double SpringBins::elasticityIn(std::size_t bin) const { return number(bins_[bin].scaled) / powerOf(bin); }

// From the last bin down: those of a bin and of all above give lambda * E, those below all they have. The
// first lambda that is not before the end of the bin below is the answer.
CompressionResult SpringBins::compress(double desired) const {
    desired = desired > 0 ? desired : 0;
    if (fits(nominalUse(), desired)) return kNothingGiven;
    if (!fits(leastUse(), desired)) return kAllGiven;
    const double need = nominalUse() - desired;
    assert(need > 0 && slack_ >= 0);
    double lambda = farthest(), elasticity = 0;
    Fixed below = slack_;
    for (std::size_t bin = used_.end; bin-- > used_.first;) {
        if (bins_[bin].scaled == 0) continue;
        if (elasticity > 0 && lambda >= number(bins_[bin].slack) / elasticityIn(bin)) break;
        below -= bins_[bin].slack;
        elasticity += elasticityIn(bin);
        lambda = (need - number(below)) / elasticity;
    }
    return {Compression::kCompressed, std::clamp(lambda, 0.0, farthest())};
}

double SpringBins::farthest() const {
    return static_cast<double>(std::bit_cast<float>(std::min(used_.end, kBins - 129) << 16));
}

}  // namespace drover::load
