// Tan & Wong's wildlife (2008, section 5): hares, javelinas, groundhogs and bobcats of a North American
// desert, 25 each, state machines whose updates a load manager stretches. They publish no script; what the
// animals do here is ours.
//
// Hares and groundhogs graze, wander and rest, and flee from a bobcat that they see. Bobcats wander and rest,
// and when hungry chase the nearest of both; a caught animal is gone and another of its kind appears
// elsewhere, so that there are always as many. Javelinas mind nobody, but drive a bobcat off that comes
// close, and bobcats give way to them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/plane.h"
#include "core/base/state_hash.h"
#include "core/minds/near_grid.h"

namespace drover::minds {

enum class Wild : std::uint8_t { kHare, kJavelina, kGroundhog, kBobcat };
constexpr std::size_t kWildSpecies = 4;

enum class WildState : std::uint8_t { kGraze, kWander, kFlee, kChase, kRest };
constexpr std::size_t kWildStates = 5;

// What distinguishes the species. `fears_m` and `hunts_m`: as near as this an animal of that species, in the
// order of Wild, is fled from or chased; 0: never.
struct WildTraits {
    std::string_view name;
    float walk_speed, run_speed;  // metre a second
    float acceleration;           // metre a second squared
    float stamina_s;              // how long it can run when rested
    float graze_share;            // of its quiet time; the rest it wanders
    std::array<float, kWildSpecies> fears_m, hunts_m;
};
constexpr std::array<WildTraits, kWildSpecies> kWildTraits = {{
    //             walk  run  accel. stamina graze   fears hare, javelina, groundhog, bobcat   hunts
    {"hare", 1.0f, 14, 12, 30, 0.7f, {0, 0, 0, 30}, {0, 0, 0, 0}},
    {"javelina", 1.2f, 9, 6, 25, 0.6f, {0, 0, 0, 0}, {0, 0, 0, 10}},
    {"groundhog", 0.6f, 4.5f, 6, 15, 0.8f, {0, 0, 0, 20}, {0, 0, 0, 0}},
    {"bobcat", 1.3f, 13, 10, 20, 0.0f, {0, 8, 0, 0}, {45, 0, 45, 0}},
}};

struct WildlifeSettings {
    std::uint64_t seed = 1;
    Plane plane = {400, Edges::kTorus};
    std::uint32_t of_each_species = 25;
    std::int64_t cost_ns = 375'000;  // of one update; SPEC 8: about what theirs cost
};

class Wildlife {
  public:
    static constexpr std::int64_t kLongestElapsed_ns = 10'000'000'000;

    // `charge(cost_ns)` is called once in each update; none: updates cost what they cost.
    explicit Wildlife(const WildlifeSettings& settings, std::function<void(std::int64_t)> charge = {});

    // Brings one animat on by the time since its last update, cut to 0..10 s: it looks, decides, moves. One
    // decision and one step, however long: a late update is no dearer than one in time. The state stays
    // finite, speeds inside the species' bounds.
    void update(std::uint32_t animat, std::int64_t elapsed_ns);

    std::uint32_t animats() const { return static_cast<std::uint32_t>(species.size()); }
    std::uint64_t catches() const { return catches_; }
    void addTo(StateHash& hash) const;

    // Columns, one entry an animat. Written by update; a test or a scenario may place animals before it.
    void place(std::uint32_t animat, Place at);
    std::vector<Wild> species;
    std::vector<WildState> state;
    std::vector<Place> places;
    std::vector<Vec2> velocity;       // metre a second
    std::vector<Vec2> heading;        // unit: where it wanders to
    std::vector<float> energy;        // 0 exhausted .. 1 rested
    std::vector<float> state_left_s;  // until a quiet animal thinks of something else
    std::vector<float> sated_s;       // until a bobcat is hungry again
    std::vector<std::uint32_t> updates;

  private:
    struct Sight {
        std::uint32_t animat = ~0u;
        Vec2 offset = {};
        float squared_m2 = 0;
        bool isSomebody() const { return animat != ~0u; }
    };
    const WildTraits& traits(std::uint32_t animat) const;
    Sight nearest(std::uint32_t animat, const std::array<float, kWildSpecies>& within_m, float times) const;
    void decide(std::uint32_t animat, const Sight& threat, const Sight& prey);
    void beQuiet(std::uint32_t animat, WildState next);
    Vec2 wantedVelocity(std::uint32_t animat, const Sight& threat, const Sight& prey) const;
    void move(std::uint32_t animat, Vec2 wanted, const Sight& prey, float elapsed_s);
    void live(std::uint32_t animat, float elapsed_s);
    void caught(std::uint32_t hunter, std::uint32_t prey);

    WildlifeSettings settings_;
    std::function<void(std::int64_t)> charge_;
    NearGrid grid_;
    std::uint64_t catches_ = 0;
};

}  // namespace drover::minds
