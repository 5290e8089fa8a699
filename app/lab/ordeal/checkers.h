// What must be true of a world after every frame of a life: a table of short functions, each with a name and
// each for one thing. A new one is a function and a line of the table.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/load/task_table.h"
#include "core/people/walls.h"
#include "core/world/world.h"
#include "core/world/world_view.h"

namespace drover::lab::ordeal {

// What is remembered of the frame before, and since when it holds.
struct Past {
    std::uint64_t frame = 0;
    std::int64_t simul_ns = 0;
    std::vector<load::TaskState> tasks;
    std::vector<std::uint32_t> delays;
    std::vector<bool> awake;  // by row: there was something to decide for it
    std::uint64_t arrived = 0;
    bool is_anew = true;                 // the world has begun again,
    bool has_new_rows = true;            // its animals have other rows,
    bool has_new_land = true;            // other things stand there
    std::int64_t land_since_ns = 0;      // since when nothing stands where animals may have been
    std::vector<Place> persons;          // where they were
    std::optional<people::Walls> walls;  // as they are now

    // Before a frame with these commands, and after it.
    void follow(const world::World& world, std::span<const world::Command> commands);
    void keep(const world::World& world);
};

struct Look {
    const world::World& world;
    const world::WorldView view;
    const Past& past;
};

struct Checker {
    const char* name;
    std::string (*flaw)(const Look&);  // what is wrong; empty: nothing
    bool is_of_a_frame = false;        // not of a world that has just begun
};
extern const std::span<const Checker> kCheckers;

// After a frame, or before the first one. "name: what is wrong", of the first that is wrong; empty if nothing
// is.
std::string flawOf(const world::World& world, Past& past);

}  // namespace drover::lab::ordeal
