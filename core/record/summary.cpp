#include "core/record/summary.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace drover::record {

double percentile(std::span<double> values, unsigned percent) {
    assert(!values.empty() && percent >= 1 && percent <= 100);
    const std::size_t rank = (values.size() * percent + 99) / 100;  // counted from 1, rounded up
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

Summary summarize(std::span<double> values) {
    if (values.empty()) return {};
    Summary summary{.count = values.size()};
    summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    summary.min = *min;
    summary.max = *max;
    summary.p99 = percentile(values, 99);
    summary.p50 = percentile(values, 50);
    return summary;
}

}  // namespace drover::record
