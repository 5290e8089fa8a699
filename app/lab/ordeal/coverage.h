// What lives have seen: counted by those who live them, summed up over all of them, and shown as a table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "app/lab/ordeal/life.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab::ordeal {

// In what a command was given.
enum class Circumstance : std::uint8_t { kRunning, kPaused, kForked, kSeeking, kReplaying };
inline constexpr std::array kCircumstances = {"running", "paused", "forked", "seeking", "replaying"};

// Plain numbers, so that several processes can count in memory that they share.
struct Coverage {
    static constexpr std::size_t kManagers = 15, kKinds = 1 + world::kOthers;
    static constexpr std::size_t kCommands = std::variant_size_v<world::Command>;
    using Count = std::uint64_t;

    Count lives = 0, refused = 0, out_of_memory = 0, frames = 0, commands = 0, commands_refused = 0;
    Count real_clocks = 0, threaded = 0, large = 0;
    std::array<std::array<Count, kKinds>, kManagers> managers_kinds = {};  // frames
    std::array<std::array<Count, kCircumstances.size()>, kCommands> given = {};
    std::array<std::array<Count, kCommands>, kCommands> pairs = {};  // one, then the other
    std::array<Count, kDeeds> deeds = {};

    void see(const world::World& world);
    void give(std::size_t command, Circumstance how) { ++given[command][static_cast<std::size_t>(how)]; }
    void add(const Coverage& other);
    std::string text() const;
};

}  // namespace drover::lab::ordeal
