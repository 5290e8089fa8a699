// Which core moves which flock. What a core has worked on is in its cache, so every flock has a core of its
// own; the flock jobs send it there. The shares follow what each core has done of late: the caller, who also
// chooses the work, moves fewer flocks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"

namespace drover::world {

class CoreAffinity {
  public:
    explicit CoreAffinity(unsigned cores);

    unsigned of(FlockId flock) const {
        if (ends_.size() == 1) return 0;
        // Multiples of the golden ratio: however many blocks there are, each core has its share of them.
        const std::uint32_t at = static_cast<std::uint32_t>(row(flock) >> kBlockLog2) * 0x9e3779b9u;
        unsigned core = 0;
        while (core + 1 < ends_.size() && at >= ends_[core]) ++core;
        return core;
    }
    // What each core has done of the last work, in any unit.
    void follow(const std::vector<std::int64_t>& done);

  private:
    // Flocks whose rows are neighbours belong to the same core: their columns share lines of the cache.
    static constexpr std::uint32_t kBlockLog2 = 6;

    std::vector<double> shares_;
    std::vector<std::uint32_t> ends_;  // of 2^32
};

}  // namespace drover::world
