#include "core/world/core_affinity.h"

#include <algorithm>
#include <numeric>

namespace drover::world {

CoreAffinity::CoreAffinity(unsigned cores) : shares_(cores, 1.0 / cores), ends_(cores) { follow({}); }

void CoreAffinity::follow(const std::vector<std::int64_t>& done) {
    const auto all = static_cast<double>(std::accumulate(done.begin(), done.end(), std::int64_t{0}));
    double end = 0;
    for (std::size_t core = 0; core < shares_.size(); ++core) {
        if (all > 0) shares_[core] += 0.1 * (static_cast<double>(done[core]) / all - shares_[core]);
        end += shares_[core];
        ends_[core] = static_cast<std::uint32_t>(std::clamp(end, 0.0, 1.0) * 0xffffffff);
    }
}

}  // namespace drover::world
