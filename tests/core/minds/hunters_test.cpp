// Hunters: they prowl, chase, tire, catch and eat, and see others as they were when the frame began.
#include "core/minds/hunters.h"

#include <gtest/gtest.h>

#include "core/meeting/surroundings.h"

namespace drover::minds::hunters_test {
namespace {

constexpr std::int64_t kStep_ns = 50'000'000;

// A hunter and an animal that runs away from it: rows 1 and 0, looks 1 and 0.
class Savanna : public testing::Test {
  protected:
    Savanna() {
        relations.set(1, 0, {meeting::Deed::kHunt, 120, 1});
        begin(relations);
    }
    void begin(const meeting::Relations& to) {
        around = meeting::Surroundings(
            plane, to, {{.animals = 32, .max_speed = 20, .spread_m = 10}, {.max_speed = 22}}, 2);
        hunters = Hunters(7, plane, 0);
        hunters.addNew(0, plane.place(500, 500));
    }
    // A folded herd, or a whole one of a single animal.
    void step(Place herd, Vec2 velocity, bool is_whole = true) {
        now_ns += kStep_ns;
        meeting::Disc disc{.place = herd, .velocity = velocity, .at_ns = now_ns, .radius_m = 10};
        if (is_whole) {
            disc.look |= meeting::Disc::kUnfolded, disc.radius_m = 0;
            around.makeRoomForMembers(1);
            around.renewMembers(0, 0, 1)[0] = {herd, velocity, 1};
        }
        if (!around.areEmpty()) {
            around.renew(0, disc);
            around.renew(
                1,
                {.place = hunters.places[0], .velocity = hunters.velocityOf(0), .at_ns = now_ns, .look = 1});
            const std::uint32_t both[] = {0, 1};
            around.endFrame(both, now_ns, kStep_ns, nullptr);
        }
        hunters.see({.others = &around, .now_ns = now_ns + kStep_ns, .first_row = 1, .first_look = 1});
        hunters.update(0, kStep_ns);
    }
    const Hunter& hunter() const { return hunters.hunter(0); }
    Place ahead(float metres) const { return plane.moved(hunters.places[0], Vec2{metres, 0}); }

    Plane plane{1000, Edges::kTorus};
    meeting::Relations relations{2};
    meeting::Surroundings around;
    Hunters hunters{7, plane, 0};
    std::int64_t now_ns = 0;
};

TEST_F(Savanna, AChaseCostsBreathAndEndsInRest) {
    step(ahead(40), {20, 0});
    ASSERT_EQ(hunter().state, HunterState::kChase);
    EXPECT_EQ(hunters.quarryOf(0), 0u);
    float breath = hunter().breath_s;
    while (hunter().state == HunterState::kChase) {
        ASSERT_LT(now_ns, 20'000'000'000);
        step(ahead(40), {20, 0});
        if (hunter().state == HunterState::kChase) {
            ASSERT_LT(hunter().breath_s, breath);
        }
        breath = hunter().breath_s;
    }
    EXPECT_EQ(hunter().state, HunterState::kRest);
    EXPECT_NEAR(static_cast<double>(now_ns) * 1e-9, static_cast<double>(Hunters::kBreath_s), 0.2);
    EXPECT_EQ(hunter().catches, 0u);
    EXPECT_FALSE(hunters.quarryOf(0));
    for (int i = 0; i < 20; ++i) step(ahead(40), {});
    EXPECT_GT(hunter().breath_s, 0) << "it gets its breath back";
    EXPECT_EQ(hunter().state, HunterState::kRest) << "and is not tempted";
}

TEST_F(Savanna, ACatchMakesItEat) {
    const Place herd = ahead(30);
    while (hunter().catches == 0) {
        ASSERT_LT(now_ns, 12'000'000'000);
        step(herd, {});
    }
    EXPECT_EQ(hunter().state, HunterState::kEat);
    EXPECT_LE(length(plane.offset(hunters.places[0], herd)), Hunters::kReach_m + 0.01f);
    EXPECT_EQ(hunters.caught(), 1u);
    for (int i = 0; i < 100; ++i) step(herd, {});
    EXPECT_EQ(hunter().catches, 1u) << "it eats, however near the others are";
    EXPECT_LT(length(hunter().velocity), 0.1f);
}

TEST_F(Savanna, AFoldedHerdIsChasedByItsRim) {
    step(ahead(60), {}, false);
    EXPECT_EQ(hunter().state, HunterState::kChase);
    EXPECT_EQ(hunters.quarryOf(0), 0u);
}

TEST_F(Savanna, WhatIsOutOfSightIsNotChased) {
    for (int i = 0; i < 100; ++i) step(ahead(200), {});
    EXPECT_EQ(hunter().state, HunterState::kProwl);
}

TEST_F(Savanna, AQuarryThatIsFarAheadHasEscaped) {
    step(ahead(40), {});
    ASSERT_EQ(hunter().state, HunterState::kChase);
    step(ahead(200), {});
    EXPECT_EQ(hunter().state, HunterState::kRest);
}

TEST_F(Savanna, WithoutRelationsItProwls) {
    begin(meeting::Relations(2));
    ASSERT_TRUE(around.areEmpty());
    const Place born = hunters.places[0];
    for (int i = 0; i < 200; ++i) {
        step(ahead(5), {}, false);
        ASSERT_EQ(hunter().state, HunterState::kProwl);
        ASSERT_LE(length(hunter().velocity), Hunters::kWalk * 1.001f);
    }
    EXPECT_GT(length(plane.offset(born, hunters.places[0])), 1);
    EXPECT_EQ(hunter().breath_s, Hunters::kBreath_s);
}

}  // namespace
}  // namespace drover::minds::hunters_test
