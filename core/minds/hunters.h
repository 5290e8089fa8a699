// Animals that hunt herds (MODEL 11). A hunter prowls until it is hungry and sees prey that it hunts: of the
// herds in its sight it chooses the animal that is nearest, and rather a straggler. It chases where that
// animal will be, for as long as its breath lasts. Then it rests; after a catch it eats. What is caught is
// counted and stays with its herd, whose tree keeps its size.
//
// Hunters see what the others were when the frame began (core/meeting/surroundings.h), like every mind.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/meeting/crowd.h"
#include "core/minds/animals.h"

namespace drover::minds {

enum class HunterState : std::uint8_t { kProwl, kChase, kRest, kEat };
constexpr std::array<std::string_view, 4> kHunterStateNames = {"prowl", "chase", "rest", "eat"};

// All that is known of one hunter.
struct Hunter {
    HunterState state = HunterState::kProwl;
    Place place;
    Vec2 velocity, heading;
    float breath_s = 0;                    // for which it can still run
    float state_left_s = 0;                // until it goes on from what it does
    std::uint32_t herd = ~0u, member = 0;  // its quarry: a row of the surroundings, and an animal of that
    std::uint32_t updates = 0, catches = 0;
};

extern const Kind kHunters;

class Hunters final : public Animals {
  public:
    static constexpr float kFastest = 22, kWalk = 1.5f;  // metre per second
    static constexpr float kBreath_s = 12;
    static constexpr float kReach_m = 2;  // within which it catches its quarry

    Hunters(std::uint64_t seed, const Plane& plane, std::uint32_t count, bool do_stand = false);

    std::unique_ptr<Animals> copy() const override { return std::make_unique<Hunters>(*this); }
    const Kind& kind() const override { return kHunters; }

    void update(std::uint32_t i, std::int64_t elapsed_ns, bool thinks = true) override;
    void runPart(std::size_t part, std::uint32_t i, std::int64_t elapsed_ns) override;

    Vec2 velocityOf(std::uint32_t i) const override { return hunters_[i].velocity; }
    Vec2 headingOf(std::uint32_t i) const override { return hunters_[i].heading; }
    std::optional<std::uint32_t> targetOf(std::uint32_t) const override { return std::nullopt; }
    const char* deedOf(std::uint32_t) const override { return "chases"; }
    std::optional<std::uint32_t> quarryOf(std::uint32_t i) const override;
    void forgetOthers() override;
    std::size_t stateOf(std::uint32_t i) const override {
        return static_cast<std::size_t>(hunters_[i].state);
    }
    std::vector<Reading> tellOf(std::uint32_t i) const override;
    std::vector<Reading> tellOfAll() const override;
    const Hunter& hunter(std::uint32_t i) const { return hunters_[i]; }
    bool areFires() const override { return do_stand_; }
    std::uint64_t caught() const override;

    std::any get(std::uint32_t i) const override;
    void comeBack(const std::any& animal) override { add(std::any_cast<const Hunter&>(animal)); }
    void addNew(std::size_t sort, Place at) override;
    void keep(std::span<const std::uint32_t> rows) override;
    void addTo(StateHash& hash) const override;

  private:
    // An animal that it may chase, as seen from a place.
    struct Quarry {
        std::uint32_t herd = ~0u, member = 0;
        Vec2 offset, velocity;
    };
    void add(const Hunter& hunter);
    Quarry choose(std::uint32_t i, std::int64_t at_ns);
    Quarry follow(std::uint32_t i, std::int64_t at_ns) const;
    Quarry nearestOf(std::uint32_t herd, Place from, std::int64_t at_ns) const;
    void decide(std::uint32_t i, std::int64_t at_ns);
    void move(std::uint32_t i, std::int64_t at_ns, float elapsed_s);
    void rest(Hunter& hunter, HunterState state, float seconds) const;

    std::uint64_t seed_;
    bool do_stand_ = false;  // where they were born
    std::vector<Hunter> hunters_;
    meeting::Crowd crowd_;  // in sight
};

}  // namespace drover::minds
