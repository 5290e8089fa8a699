// The others around one that asks, as of the middle of its step: each with its way from there, and the
// animals of those that are unfolded in columns, so that many are summed at a time. Working memory:
// Surroundings fill it, a core keeps it from one update to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/large_pages.h"
#include "core/base/vec2.h"
#include "core/meeting/relations.h"

namespace drover::meeting {

// Animals, or points that stand for several, in columns that end with rows of none.
struct CrowdRows {
    static constexpr std::uint32_t kLanes = 8;

    LargeVector<float> x, y, animals;  // metre from the one that asks

    void clear() { x.clear(), y.clear(), animals.clear(); }
    void add(Vec2 at, float its_animals) {
        x.push_back(at.x), y.push_back(at.y), animals.push_back(its_animals);
    }
    // To a multiple of kLanes, with rows that are too far away to matter.
    void pad() {
        while (x.size() % kLanes != 0) add({kFar, kFar}, 0);
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(x.size()); }

  private:
    static constexpr float kFar = 1e9f;
};

// One of the others.
struct Other {
    std::uint32_t row = 0;
    Relation relation;
    Vec2 offset, velocity;
    float radius_m = 0;
    float animals = 1;
    bool is_unfolded = false;
    std::uint32_t first = 0, end = 0;  // of its animals, among the rows of the crowd
};

struct Crowd {
    std::vector<std::uint32_t> rows;  // who they are, ascending
    std::vector<Other> others;
    CrowdRows animals;
};

}  // namespace drover::meeting
