// Wright & Marshall's testbed (2000): agents on a 2-D torus, each with a speed and a heading that it can
// change only so fast. Each follows a target agent and avoids collisions with the others. Split into their
// perception, behaviour and action sets for the process manager (pursuit_agents.h), or called whole, as a
// task of any other manager.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/plane.h"
#include "core/base/state_hash.h"
#include "core/minds/near_grid.h"

namespace drover::minds {

// They publish no numbers: these are ours.
struct PursuitSettings {
    std::uint64_t seed = 1;
    Plane plane = {500, Edges::kTorus};
    std::uint32_t agents = 100;

    float max_speed = 10;          // metre a second
    float max_acceleration = 4;    // metre a second squared, forward and back
    float max_turn_rate = 0.25f;   // turns a second
    float follow_distance_m = 12;  // nearer than this to its target it slows down
    float avoid_distance_m = 8;    // others nearer than this are avoided
    float avoid_weight = 2;        // of avoiding beside following

    std::int64_t atom_cost_ns = 2'000;  // of each of the four steps below
};

class Pursuit {
  public:
    static constexpr std::int64_t kLongestElapsed_ns = 10'000'000'000;

    // `charge(atom_cost_ns)` is called once in each step; none: steps cost what they cost.
    explicit Pursuit(const PursuitSettings& settings, std::function<void(std::int64_t)> charge = {});

    // The four steps. Each reads what the one before has left, however long ago that was.
    void perceive(std::uint32_t agent);  // where the target is, who is near: offset_to_target, push
    void follow(std::uint32_t agent);    // follow_velocity
    void avoid(std::uint32_t agent);     // avoid_velocity
    void act(std::uint32_t agent, std::int64_t elapsed_ns);  // speed, heading and place, within the bounds

    // All four. `elapsed_ns` since its last update, cut to 0..10 s.
    void update(std::uint32_t agent, std::int64_t elapsed_ns);

    const PursuitSettings& settings() const { return settings_; }
    std::uint32_t agents() const { return static_cast<std::uint32_t>(places.size()); }
    void place(std::uint32_t agent, Place at);
    void addTo(StateHash& hash) const;

    // Columns, one entry an agent.
    std::vector<Place> places;
    std::vector<float> speed;            // metre a second, 0..max_speed
    std::vector<Vec2> heading;           // unit
    std::vector<std::uint32_t> target;   // who it follows
    std::vector<Vec2> offset_to_target;  // perceived, metre
    std::vector<Vec2> push;              // perceived: away from those near, 1 from one that touches
    std::vector<Vec2> follow_velocity, avoid_velocity;  // wanted, metre a second

  private:
    void charge() const {
        if (charge_) charge_(settings_.atom_cost_ns);
    }

    PursuitSettings settings_;
    std::function<void(std::int64_t)> charge_;
    NearGrid grid_;
};

// `heading` turned towards `wanted` by at most `turns` of a whole turn; both unit vectors, and so is the
// result. Of two ways equally long (straight back) it takes the left one.
Vec2 turnedTowards(Vec2 heading, Vec2 wanted, float turns);

}  // namespace drover::minds
