// A world that runs: the flocks of a scenario, the player, and the order of a frame. It reads no clock and no file;
// time and commands are handed in, and two worlds can live side by side.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "core/flock/store.h"
#include "core/flock/update.h"
#include "core/world/scenario.h"

namespace drover {

// What a person or a script may ask of a world; nothing else changes it.
struct MovePlayer {
    double x = 0, y = 0;  // metre; ends the tour
};
using Command = std::variant<MovePlayer>;

// What a frame did.
struct FrameSummary {
    std::uint64_t frame = 0;  // from 1
    LodCounts lod;
    std::uint64_t leaves = 0, nodes = 0;  // after it
};

class World {
  public:
    explicit World(const Scenario& scenario);

    // One frame of `frame_time` seconds, 0 to 10: commands, player, every flock.
    FrameSummary step(double frame_time, std::span<const Command> commands = {});

    const FlockStore& flocks() const { return flocks_; }
    Place player() const { return player_; }
    std::uint64_t frame() const { return frame_; }
    double time() const { return static_cast<double>(time_ns_) * 1e-9; }  // second

    // 64 bits over every live float, every tree, the player and the time.
    std::uint64_t stateHash() const;

  private:
    void apply(const Command& command);
    void walkTour(double frame_time);

    FlockStore flocks_;
    Place player_;
    double player_speed_;
    std::vector<Place> tour_;
    std::size_t next_waypoint_ = 0;
    std::uint64_t frame_ = 0;
    std::int64_t time_ns_ = 0;
    UpdateRoom room_;
};

}  // namespace drover
