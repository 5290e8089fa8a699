// What a task can be done in: more detail or less. The owner of a table says it of each kind of its tasks,
// and a manager that sets detail (modes/) chooses a level for each task. The other managers do not look at
// it.
#pragma once

#include <array>
#include <cstdint>

namespace drover::load {

struct DetailLevel {
    double work = 1;       // what an update costs, in any unit that is the same for all levels of the kind
    double missing_m = 0;  // how far, in metres, what is shown is from what full detail would show

    friend bool operator==(const DetailLevel&, const DetailLevel&) = default;
};

// Levels from the coarsest to full detail.
struct DetailKind {
    static constexpr std::size_t kMostLevels = 11;

    std::array<DetailLevel, kMostLevels> levels{};
    std::uint8_t count = 1;
    double pace_m_s = 1;  // how fast what is shown goes wrong while the task waits

    friend bool operator==(const DetailKind&, const DetailKind&) = default;
};

}  // namespace drover::load
