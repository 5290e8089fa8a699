// Wright & Marshall's testbed (MODEL 5): agents on a torus with a speed and a heading, which change at a
// limited rate. Each follows a target agent and avoids the others. The process manager runs it as perception,
// behaviour and action sets (pursuit_agents.h); the world runs it whole, as tasks of any manager.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/minds/animals.h"

namespace drover::minds {

// The article gives no numbers; these are ours.
struct PursuitSettings {
    static constexpr float kFastest = 10;  // metre per second

    std::uint64_t seed = 1;
    Plane plane = {500, Edges::kTorus};
    std::uint32_t agents = 100;

    float max_speed = kFastest;    // metre per second
    float max_acceleration = 4;    // metre per second squared, forward and back
    float max_turn_rate = 0.25f;   // full circles per second
    float follow_distance_m = 12;  // within this distance of its target it slows down
    float avoid_distance_m = 8;    // it avoids others nearer than this
    float avoid_weight = 2;        // of avoiding relative to following

    std::int64_t atom_cost_ns = 2'000;  // cost of each of the four steps below
};

// All that is known of one agent.
struct Pursuer {
    Place place;
    float speed = 0;  // metre per second
    Vec2 heading;
    std::uint32_t target = 0;
    Vec2 offset_to_target, push, follow_velocity, avoid_velocity;
};

extern const Kind kPursuit;

class Pursuit final : public Animals {
  public:
    // Each step calls `charge(atom_cost_ns)` once. Without it nothing is charged.
    explicit Pursuit(const PursuitSettings& settings, std::function<void(std::int64_t)> charge = {});

    // The four steps. Each reads the last results of the step before, however old they are.
    void perceive(std::uint32_t agent);  // writes offset_to_target and push
    void follow(std::uint32_t agent);    // follow_velocity
    void avoid(std::uint32_t agent);     // avoid_velocity
    // changes speed, heading and place within their limits
    void act(std::uint32_t agent, std::int64_t elapsed_ns);

    // All four steps, or the last one alone.
    void update(std::uint32_t agent, std::int64_t elapsed_ns, bool thinks = true) override;
    void runPart(std::size_t part, std::uint32_t agent, std::int64_t elapsed_ns) override;

    std::unique_ptr<Animals> copy() const override { return std::make_unique<Pursuit>(*this); }
    const Kind& kind() const override { return kPursuit; }
    const PursuitSettings& settings() const { return settings_; }

    Vec2 velocityOf(std::uint32_t agent) const override { return heading[agent] * speed[agent]; }
    Vec2 headingOf(std::uint32_t agent) const override { return heading[agent]; }
    std::optional<std::uint32_t> targetOf(std::uint32_t agent) const override {
        return target[agent] == agent ? std::nullopt : std::optional(target[agent]);
    }
    const char* deedOf(std::uint32_t) const override { return "follows"; }

    std::vector<Reading> tellOf(std::uint32_t agent) const override;
    std::vector<Reading> tellOfAll() const override;

    std::any get(std::uint32_t agent) const override;
    void comeBack(const std::any& animal) override { add(std::any_cast<const Pursuer&>(animal)); }
    void addNew(std::size_t sort, Place at) override;
    void keep(std::span<const std::uint32_t> rows) override;
    // Finds a new target for each agent that has none.
    void settle() override;
    void addTo(StateHash& hash) const override;
    void addPartsTo(StateHash& hash) const override;

    // Columns, one entry per agent.
    std::vector<float> speed;            // metre per second, 0..max_speed
    std::vector<Vec2> heading;           // unit vector
    std::vector<std::uint32_t> target;   // the agent that it follows
    std::vector<Vec2> offset_to_target;  // perceived, metre
    std::vector<Vec2> push;              // perceived: away from near agents; 1 from an agent that touches it
    std::vector<Vec2> follow_velocity, avoid_velocity;  // wanted; metre per second

  private:
    void add(const Pursuer& agent);
    std::uint32_t drawnTarget(std::uint32_t agent) const;
    void charge() const {
        if (charge_) charge_(settings_.atom_cost_ns);
    }

    PursuitSettings settings_;
    std::function<void(std::int64_t)> charge_;
};

// `heading` rotated towards `wanted` by at most `turns` full circles. Both are unit vectors, and so is the
// result. Straight back it rotates left.
Vec2 turnedTowards(Vec2 heading, Vec2 wanted, float turns);

}  // namespace drover::minds
