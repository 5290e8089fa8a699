// What waits for each core; any thread may put and take. A core that has nothing left takes from the core
// where most is waiting. The flock jobs own it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/mutex.h"

namespace drover::world {

template <class Item>
class CoreQueues {
  public:
    explicit CoreQueues(unsigned cores) : queues_(cores) {}

    void put(unsigned core, Item* item) {
        const std::lock_guard lock(mutex_);
        Queue& queue = queues_[core];
        if (queue.size() == 0) queue.items.clear(), queue.first = 0;
        queue.items.push_back(item);
    }
    // The core's oldest item, else the newest where most is waiting. Never empty: one call for each put().
    Item* takeFor(unsigned core) {
        const std::lock_guard lock(mutex_);
        Queue& own = queues_[core];
        if (own.size() > 0) return own.items[own.first++];
        const auto longest = std::ranges::max_element(queues_, {}, &Queue::size);
        Item* const item = longest->items.back();
        longest->items.pop_back();
        return item;
    }

    void clear() {
        const std::lock_guard lock(mutex_);
        for (Queue& queue : queues_) queue.items.clear(), queue.first = 0;
    }

  private:
    struct Queue {
        std::vector<Item*> items;
        std::size_t first = 0;  // items before it are taken
        std::size_t size() const { return items.size() - first; }
    };

    Mutex mutex_;
    std::vector<Queue> queues_;
};

}  // namespace drover::world
