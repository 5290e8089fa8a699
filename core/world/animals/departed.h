// Animals that a command took away. A command that brings animals back finds them here: the last that went
// come first, to where they were. The world owns it; resettle.cpp fills and empties it.
#pragma once

#include <algorithm>
#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/load/task_table.h"

namespace drover::world {

// The animals of one look that are gone, in the order of their rows.
class Gone {
  public:
    // More are forgotten, the oldest first.
    static constexpr std::size_t kMost = 1u << 17;

    struct Entry {
        std::any animal;
        load::TaskLife life;
        std::int64_t left_ns = 0;  // Tsimul
    };

    void add(std::vector<Entry> leaving) {
        if (leaving.empty()) return;
        size_ += leaving.size();
        const std::size_t end = leaving.size();
        batches_.push_back({std::make_shared<const std::vector<Entry>>(std::move(leaving)), 0, end});
        while (size_ > kMost) {
            Batch& oldest = batches_.front();
            const std::size_t forgotten = std::min(size_ - kMost, oldest.end - oldest.first);
            oldest.first += forgotten, size_ -= forgotten;
            if (oldest.first == oldest.end) batches_.erase(batches_.begin());
        }
    }
    // The last ones, as many as there are up to `most`.
    std::vector<Entry> take(std::size_t most) {
        std::vector<Entry> taken;
        while (!batches_.empty() && taken.size() < most) {
            Batch& last = batches_.back();
            const std::size_t count = std::min(most - taken.size(), last.end - last.first);
            const auto end = last.entries->begin() + static_cast<std::ptrdiff_t>(last.end);
            taken.insert(taken.begin(), end - static_cast<std::ptrdiff_t>(count), end);
            last.end -= count, size_ -= count;
            if (last.first == last.end) batches_.pop_back();
        }
        return taken;
    }

  private:
    // Animals that left together. Copies of a world share them.
    struct Batch {
        std::shared_ptr<const std::vector<Entry>> entries;
        std::size_t first = 0, end = 0;  // those that can still come back
    };
    std::vector<Batch> batches_;
    std::size_t size_ = 0;  // of all batches
};

using Departed = std::vector<Gone>;  // by look; as long as some have gone

// A task that begins again in this row with what it has lived through.
struct Returning {
    std::uint32_t row = 0;
    load::TaskLife life;
};

}  // namespace drover::world
