// The tasks that became due in this frame, by part of the rows, so that all cores can list them at once, each
// those of other parts. RunQueue fills it; DueGroups takes from it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/load/chosen.h"

namespace drover::load {

// M in the upper 20 bits, a time in the lower 44. Beyond a million delays, or five hours, tasks count as
// equal and go by row.
inline constexpr std::uint64_t kLongestRanked = (std::uint64_t{1} << 44) - 1;
inline std::uint64_t rankOfLonger(std::uint32_t delays, std::int64_t time_ns) {
    constexpr std::uint64_t kMostDelays = (1u << 20) - 1;
    const std::uint64_t m = std::min<std::uint64_t>(delays, kMostDelays);
    return m << 44 | std::min(static_cast<std::uint64_t>(time_ns), kLongestRanked);
}
inline std::uint64_t rankOfShorter(std::uint32_t delays, std::int64_t time_ns) {
    return rankOfLonger(delays, 0) |
           (kLongestRanked - std::min(static_cast<std::uint64_t>(time_ns), kLongestRanked));
}
// Of a task that waits, when more time has passed. M is not counted on: it grows by one for all that wait.
inline std::uint64_t rankLater(std::uint64_t rank, std::int64_t passed_ns) {
    const std::uint64_t time = rank & kLongestRanked;
    return rank - time + std::min(time + static_cast<std::uint64_t>(passed_ns), kLongestRanked);
}

class DueParts {
  public:
    static constexpr std::uint32_t kRows = 16'384;  // of a part

    // What is known of the costs of some tasks.
    struct Costs {
        std::int64_t least_ns = std::numeric_limits<std::int64_t>::max();  // no known cost is less
        std::uint32_t unknown = 0;                                         // tasks whose cost is not

        void note(const DueTask& due) {
            if (due.isCostUnknown()) {
                ++unknown;
                return;
            }
            least_ns = std::min(least_ns, due.expected_ns);
        }
        void add(const Costs& other) {
            least_ns = std::min(least_ns, other.least_ns);
            unknown += other.unknown;
        }
    };

    void prepare(std::size_t rows) { takePages(tasks_, rows); }
    // Forgets all tasks. Those that come have rows below this number.
    void clear(std::uint32_t rows) {
        if (tasks_.size() < rows) tasks_.resize(rows);
        parts_.assign(rows / kRows + 1, {});
    }
    // To the part of its row. For different parts on different cores at once.
    void add(const DueTask& due) {
        Part& part = parts_[due.task.row / kRows];
        tasks_[due.task.row / kRows * kRows + part.size++] = due;
    }
    std::uint32_t parts() const { return static_cast<std::uint32_t>(parts_.size()); }
    std::span<const DueTask> part(std::uint32_t i) const {
        return {tasks_.data() + std::size_t{i} * kRows, parts_[i].size};
    }
    std::uint32_t size() const {
        return std::accumulate(parts_.begin(), parts_.end(), 0u,
                               [](std::uint32_t sum, const Part& part) { return sum + part.size; });
    }

  private:
    struct alignas(128) Part {
        std::uint32_t size = 0;
    };
    LargeVector<DueTask> tasks_;  // those of a part from its first row on
    std::vector<Part> parts_;
};

}  // namespace drover::load
