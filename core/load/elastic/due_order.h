// The order in which due tasks run (MODEL 4): times delayed descending, then elapsed descending or the period
// ascending, then row. When the budget lets a thousand of thirty thousand run, only those thousand are put in
// order. RunQueue takes from it until the budget is spent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/chosen.h"
#include "core/load/elastic/due_parts.h"

namespace drover::load {

class DueOrder {
  public:
    void clear() { pool_.clear(); }
    void add(const DueTask& due) { pool_.push_back(due); }
    void add(std::span<const DueTask> due) { pool_.insert(pool_.end(), due.begin(), due.end()); }
    // After all were added. Their rows are then ascending.
    void sortByRow();
    std::span<const DueTask> waiting() const { return pool_; }
    std::size_t size() const { return pool_.size(); }
    bool empty() const { return pool_.empty(); }

    // The next tasks in order: at least `count`, and no more than a few times that, or all that are left.
    // Valid until the next call.
    std::span<const DueTask> take(std::size_t count);

    // Drops those still waiting for which `is_hopeless` says so; it may write down why. ask_for(task) comes a
    // little before.
    template <class Predicate, class AskFor>
    void drop(Predicate is_hopeless, AskFor ask_for) {
        constexpr std::size_t kAhead = 16;
        std::size_t kept = 0;
        for (std::size_t k = 0; k < pool_.size(); ++k) {
            if (k + kAhead < pool_.size()) ask_for(pool_[k + kAhead].task);
            if (const DueTask due = pool_[k]; !is_hopeless(due)) pool_[kept++] = due;
        }
        pool_.resize(kept);
    }

  private:
    void splitOff(std::uint64_t least_rank, std::size_t most_equal);
    void putInOrder();
    template <class Key>
    void sortBy(LargeVector<DueTask>& tasks, Key key, std::uint64_t largest);

    LargeVector<DueTask> pool_;   // still waiting, by row
    LargeVector<DueTask> front_;  // taken out and put in order
    LargeVector<DueTask> sorted_;
    std::vector<std::uint32_t> counts_;
};

}  // namespace drover::load
