// Animals that a command took away. A command that brings animals back finds them here: the last that went
// come first, to where they were. The world owns it; resettle.cpp fills and empties it.
#pragma once

#include <algorithm>
#include <any>
#include <cstdint>
#include <vector>

#include "core/load/task_table.h"

namespace drover::world {

// Those of one look, in the order of their rows.
class Gone {
  public:
    // More are forgotten, the oldest first.
    static constexpr std::size_t kMost = 1u << 17;

    struct Entry {
        std::any animal;
        load::TaskLife life;
        std::int64_t left_ns = 0;  // Tsimul
    };

    void add(const std::vector<Entry>& leaving) {
        entries_.insert(entries_.end(), leaving.begin(), leaving.end());
        if (entries_.size() > kMost)
            entries_.erase(entries_.begin(), entries_.end() - static_cast<std::ptrdiff_t>(kMost));
    }
    // The last ones, as many as there are up to `most`.
    std::vector<Entry> take(std::size_t most) {
        const auto first = entries_.end() - static_cast<std::ptrdiff_t>(std::min(most, entries_.size()));
        std::vector<Entry> taken(first, entries_.end());
        entries_.erase(first, entries_.end());
        return taken;
    }

  private:
    std::vector<Entry> entries_;
};

using Departed = std::vector<Gone>;  // by look; as long as some have gone

// A task that begins again in this row with what it has lived through.
struct Returning {
    std::uint32_t row = 0;
    load::TaskLife life;
};

}  // namespace drover::world
