// Tan & Wong's wildlife (2008, section 5; MODEL 10): 25 hares, javelinas, groundhogs and bobcats each, as
// state machines that a load manager updates. The world runs them as tasks. The article publishes no
// behaviour; what the animals do here is ours.
//
// Hares and groundhogs graze, wander and rest, and flee from a bobcat that they see. Bobcats wander and rest,
// and a hungry one chases the nearest hare or groundhog. A caught animal disappears and another of its
// species appears elsewhere, so the numbers stay the same. Javelinas flee from no animal; they drive away a
// bobcat that comes close, and bobcats give way to them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/minds/animals.h"

namespace drover::minds {

enum class Wild : std::uint8_t { kHare, kJavelina, kGroundhog, kBobcat };
constexpr std::size_t kWildSpecies = 4;

enum class WildState : std::uint8_t { kGraze, kWander, kFlee, kChase, kRest };
constexpr std::size_t kWildStates = 5;
constexpr std::array<std::string_view, kWildStates> kWildStateNames = {"graze", "wander", "flee", "chase",
                                                                       "rest"};

// The species' parameters. `fears_m` and `hunts_m`, by species in the order of Wild: an animal of that
// species within this distance is fled from or chased; 0 means never.
struct WildTraits {
    std::string_view name;
    float walk_speed, run_speed;  // metre per second
    float acceleration;           // metre per second squared
    float stamina_s;              // how long a rested animal can run
    float graze_share;            // share of its quiet time that it grazes; otherwise it wanders
    std::array<float, kWildSpecies> fears_m = {}, hunts_m = {};
};
constexpr std::array<WildTraits, kWildSpecies> kWildTraits = {{
    // fears and hunts: hare, javelina, groundhog, bobcat
    {.name = "hare",
     .walk_speed = 1.0f,
     .run_speed = 14,
     .acceleration = 12,
     .stamina_s = 30,
     .graze_share = 0.7f,
     .fears_m = {0, 0, 0, 30}},
    {.name = "javelina",
     .walk_speed = 1.2f,
     .run_speed = 9,
     .acceleration = 6,
     .stamina_s = 25,
     .graze_share = 0.6f,
     .hunts_m = {0, 0, 0, 10}},
    {.name = "groundhog",
     .walk_speed = 0.6f,
     .run_speed = 4.5f,
     .acceleration = 6,
     .stamina_s = 15,
     .graze_share = 0.8f,
     .fears_m = {0, 0, 0, 20}},
    {.name = "bobcat",
     .walk_speed = 1.3f,
     .run_speed = 13,
     .acceleration = 10,
     .stamina_s = 20,
     .graze_share = 0.0f,
     .fears_m = {0, 8, 0, 0},
     .hunts_m = {45, 0, 45, 0}},
}};

struct WildlifeSettings {
    std::uint64_t seed = 1;
    Plane plane = {400, Edges::kTorus};
    std::uint32_t of_each_species = 25;
    std::int64_t cost_ns = 375'000;  // of one update: about the animats' cost in the article (MODEL 10)
};

// All that is known of one animal.
struct Animat {
    Wild species = Wild::kHare;
    WildState state = WildState::kWander;
    Place place;
    Vec2 velocity, heading, wanted;
    float energy = 1, state_left_s = 0, sated_s = 0;
    std::uint32_t updates = 0;
};

extern const Kind kWildlife;

class Wildlife final : public Animals {
  public:
    // Each update calls `charge(cost_ns)` once. Without it nothing is charged.
    explicit Wildlife(const WildlifeSettings& settings, std::function<void(std::int64_t)> charge = {});

    std::unique_ptr<Animals> copy() const override { return std::make_unique<Wildlife>(*this); }
    const Kind& kind() const override { return kWildlife; }

    // Any update is one decision and one step, so a late update costs no more. The state stays finite and
    // speeds stay within the species' limits.
    void update(std::uint32_t animat, std::int64_t elapsed_ns, bool thinks = true) override;
    // The last part sees where the prey that was looked at is now.
    void runPart(std::size_t part, std::uint32_t animat, std::int64_t elapsed_ns) override;
    void forgetParts() override { seen_.clear(); }

    std::size_t sortOf(std::uint32_t animat) const override {
        return static_cast<std::size_t>(species[animat]);
    }
    Vec2 velocityOf(std::uint32_t animat) const override { return velocity[animat]; }
    Vec2 headingOf(std::uint32_t animat) const override { return heading[animat]; }
    std::optional<std::uint32_t> targetOf(std::uint32_t animat) const override;
    const char* deedOf(std::uint32_t animat) const override {
        return state[animat] == WildState::kFlee ? "flees from" : "chases";
    }

    std::size_t stateOf(std::uint32_t animat) const override {
        return static_cast<std::size_t>(state[animat]);
    }
    std::vector<Reading> tellOf(std::uint32_t animat) const override;
    std::vector<Reading> tellOfAll() const override;

    std::any get(std::uint32_t animat) const override;
    void comeBack(const std::any& animal) override { add(std::any_cast<const Animat&>(animal)); }
    void addNew(std::size_t sort, Place at) override;
    void keep(std::span<const std::uint32_t> rows) override;
    void addTo(StateHash& hash) const override;

    std::uint64_t caught() const override { return catches_; }

    // Columns, one entry per animat. update() writes them; tests and scenarios may place animals before it.
    std::vector<Wild> species;
    std::vector<WildState> state;
    std::vector<Vec2> velocity;       // metre per second
    std::vector<Vec2> heading;        // unit vector: where it wanders to
    std::vector<Vec2> wanted;         // metre per second: the velocity that its last thought asked for
    std::vector<float> energy;        // 0 exhausted .. 1 rested
    std::vector<float> state_left_s;  // time until a quiet animal chooses a new state
    std::vector<float> sated_s;       // time until a bobcat is hungry again
    std::vector<std::uint32_t> updates;

  private:
    struct Sight {
        std::uint32_t animat = ~0u;
        Vec2 offset = {};
        float squared_m2 = 0;
        bool isSomebody() const { return animat != ~0u; }
    };
    struct Sights {
        Sight threat, prey;
    };
    void add(const Animat& animat);
    const WildTraits& traits(std::uint32_t animat) const;
    Sights lookAround(std::uint32_t animat) const;
    float grow(std::uint32_t animat, std::int64_t elapsed_ns);  // returns seconds
    Sight nearest(std::uint32_t animat, const std::array<float, kWildSpecies>& within_m, float times) const;
    void decide(std::uint32_t animat, const Sight& threat, const Sight& prey);
    void beQuiet(std::uint32_t animat, WildState next);
    Vec2 wantedVelocity(std::uint32_t animat, const Sight& threat, const Sight& prey) const;
    void move(std::uint32_t animat, const Sight& prey, float elapsed_s);
    void live(std::uint32_t animat, float elapsed_s);
    void caught(std::uint32_t hunter, std::uint32_t prey);

    WildlifeSettings settings_;
    std::function<void(std::int64_t)> charge_;
    std::uint64_t catches_ = 0;
    std::vector<Sights> seen_;  // by look(); empty before its first call
};

}  // namespace drover::minds
