// Which core does what. What a core has worked on is in its cache, so every flock is at home on one of them,
// and a core does what waits at its home before it takes anything from another's. The homes are as large as
// what their cores have done of late: the caller, who chooses the work as well, does less of it. The crew
// owns it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/base/ids.h"

namespace drover::world {

// Where every flock is at home, among `cores`.
class Homes {
  public:
    explicit Homes(unsigned cores);

    unsigned of(FlockId flock) const {
        if (ends_.size() == 1) return 0;
        // Multiples of the golden ratio: however many blocks there are, each home has its share of them.
        const std::uint32_t at = static_cast<std::uint32_t>(row(flock) >> kBlockLog2) * 0x9e3779b9u;
        unsigned home = 0;
        while (home + 1 < ends_.size() && at >= ends_[home]) ++home;
        return home;
    }
    // What each core has done of the last work, in any unit.
    void follow(const std::vector<std::int64_t>& done);

  private:
    // Flocks whose rows are neighbours are at home on the same core: their columns share lines of the cache.
    static constexpr std::uint32_t kBlockLog2 = 6;

    std::vector<double> shares_;
    std::vector<std::uint32_t> ends_;  // of 2^32
};

// What waits at each home; any thread may put and take.
template <class Thing>
class HomeQueues {
  public:
    explicit HomeQueues(unsigned cores) : queues_(cores) {}

    void put(unsigned home, Thing* thing) {
        const std::lock_guard lock(mutex_);
        Queue& queue = queues_[home];
        if (queue.size() == 0) queue.things.clear(), queue.first = 0;
        queue.things.push_back(thing);
    }
    // The oldest at home, else the newest where most waits. There is one: whoever takes knows that so many
    // were put.
    Thing* takeFor(unsigned core) {
        const std::lock_guard lock(mutex_);
        Queue& own = queues_[core];
        if (own.size() > 0) return own.things[own.first++];
        const auto longest = std::ranges::max_element(queues_, {}, &Queue::size);
        Thing* const thing = longest->things.back();
        longest->things.pop_back();
        return thing;
    }

  private:
    struct Queue {
        std::vector<Thing*> things;
        std::size_t first = 0;  // those before it are taken
        std::size_t size() const { return things.size() - first; }
    };

    std::mutex mutex_;
    std::vector<Queue> queues_;
};

}  // namespace drover::world
