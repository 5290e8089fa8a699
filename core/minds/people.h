// People who walk through a building (MODEL 12): the door between the crowd of core/people and the world, in
// which each person is a task. Those who are chosen in one round decide together, from what was before it, so
// neither their order nor the number of cores changes a bit.
//
// A person who has reached the last goal of its route keeps its row, and is away.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/meeting/crowd.h"
#include "core/minds/animals.h"
#include "core/minds/people_settings.h"
#include "core/people/crowd.h"
#include "core/people/entrances.h"

namespace drover::minds {

class People final : public Animals {
  public:
    explicit People(const Birth& birth);

    std::unique_ptr<Animals> copy() const override { return std::make_unique<People>(*this); }
    const Kind& kind() const override { return kPeople; }

    void beginFrame(Place player, cores::Team* team) override;
    void endFrame(cores::Team* team) override;
    void update(std::uint32_t i, std::int64_t elapsed_ns, bool thinks = true) override;
    void runPart(std::size_t part, std::uint32_t i, std::int64_t elapsed_ns) override;
    bool areMovedTogether() const override { return true; }
    void moveNoted(cores::Team* team) override;
    double work_us(std::uint32_t i) const override;
    double thought_us(std::uint32_t i) const override;
    // Who is outside, and who is folded.
    bool rests(std::uint32_t i) const override { return crowd_.state(i) != people::State::kWalks; }
    std::uint64_t stirs() const override { return crowd_.stirs(); }

    Vec2 velocityOf(std::uint32_t i) const override;
    Vec2 headingOf(std::uint32_t i) const override { return heading_[i]; }
    bool arePlacesOfNow() const override { return true; }
    std::optional<Place> pointOf(std::uint32_t i) const override;
    bool isAway(std::uint32_t i) const override { return crowd_.state(i) == people::State::kAway; }
    std::optional<std::uint32_t> targetOf(std::uint32_t) const override { return std::nullopt; }
    const char* deedOf(std::uint32_t) const override { return "follows"; }
    std::size_t stateOf(std::uint32_t i) const override;
    std::vector<Reading> tellOf(std::uint32_t i) const override;
    std::vector<Reading> tellOfAll() const override;
    std::uint64_t arrived() const override { return crowd_.arrived(); }

    PeopleMeasures measures() const override { return measures_; }

    // From here on who is new stands here, as many as there is room for, and not with its group. `people`:
    // how many they will be; 0: no more.
    void placeNew(const ground::Box& area, std::uint32_t route, std::uint32_t people);
    void landChanged(const Birth& birth) override;
    const people::Crowd& crowd() const { return crowd_; }
    // How many were not there in the beginning, because the area of their group was full, or lay in shapes.
    std::uint32_t withoutRoom() const { return without_room_; }
    std::uint32_t inShapes() const { return in_shapes_; }
    people::Crowd& crowd() { return crowd_; }

    std::any get(std::uint32_t i) const override;
    void comeBack(const std::any& animal) override;
    void addNew(std::size_t sort, Place at) override;
    void keep(std::span<const std::uint32_t> rows) override;
    void addTo(StateHash& hash) const override;

  private:
    struct Placing {
        ground::Box area;
        people::Walking walks;
        std::uint32_t people = 0;
    };
    void letBackIn();
    std::int64_t horizonOf(std::uint32_t i) const;
    std::int64_t momentOf(std::int64_t part) const {
        return around_.now_ns - (parts_ - part) * (around_.now_ns - before_ns_) / parts_;
    }
    bool isOnItsWay(std::uint32_t i) const { return around_.now_ns < crowd_.goesUntil_ns(i); }
    void shunOthers();
    void beginPart(std::int64_t part, cores::Team* team);
    void addThoseWhoGoOn();
    void walkParts(cores::Team* team);
    Vec2 awayFromOthers(std::uint32_t i);
    void countGates();
    const PeopleGroup& groupOf(std::uint32_t i) const;
    void expect(std::uint32_t people);
    void addOutside(std::uint16_t entrance, std::uint32_t number);
    void addPerson(people::Entrances::Guest guest);

    std::uint64_t seed_;
    std::int64_t back_after_ns_;  // 0: never
    double unfold_within_m_, fold_beyond_m_;
    bool has_groups_;
    std::vector<PeopleGroup> groups_;
    std::vector<std::uint32_t> group_end_;  // the first row behind each group's
    std::vector<PeopleEntrance> come_by_;
    people::Crowd crowd_;
    people::Entrances entrances_;
    // When the frame began, and into how many parts it is divided.
    std::int64_t before_ns_ = 0, parts_ = 1;
    people::Levels levels_;
    std::uint32_t next_back_ = 0;   // the next one who is asked whether it comes back
    std::vector<people::Due> due_;  // people chosen since the last round
    std::vector<bool> is_chosen_;   // by person, of due_
    std::vector<Vec2> heading_;     // the last direction, of those who stand
    std::vector<Place> points_;     // of those who are folded
    meeting::Crowd others_;         // around one of them

    // Counts of the last frame. `passed_by_tenth_`: when the last frame before each tenth of a second was,
    // and how many had passed the gates that are measured.
    struct Passed {
        std::int64_t at_ns = 0;
        std::uint32_t people = 0;
    };
    static constexpr std::int64_t kTenths = 16;
    PeopleMeasured measured_of_;
    PeopleMeasures measures_;
    std::array<Passed, kTenths> passed_by_tenth_ = {};
    Passed passed_;
    std::int64_t tenth_ = 0;
    std::uint32_t without_room_ = 0, in_shapes_ = 0;
    Placing placing_;
};

}  // namespace drover::minds
