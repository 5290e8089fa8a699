// Tests entrances.h and walking.h: people come in at their rate and only where there is room, and each has a
// speed and a route of its group.
#include "core/people/entrances.h"

#include <gtest/gtest.h>

#include <memory>

#include "core/people/scenes.h"
#include "core/people/walking.h"
#include "running.h"

namespace drover::people::entrances_test {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;

// A hall of 44 x 2 m with people outside, who come in at its left end.
struct Hall {
    Crowd crowd;
    Entrances entrances;
    std::int64_t frame = 0;

    Hall(std::uint32_t people, Entrance entrance, std::int64_t back_after_ns = 0)
        : crowd(std::make_shared<const Building>(rimea1().building)),
          entrances({entrance}, back_after_ns, 1) {
        learnWays(crowd);
        for (std::uint32_t i = 0; i < people; ++i) {
            crowd.addAway(0, 1.34f, 0);
            entrances.add({0, false});
        }
    }
    std::int64_t now_ns() const { return frame * kFrame_ns; }
    std::uint32_t inside() const {
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < crowd.size(); ++i) count += crowd.state(i) != State::kAway;
        return count;
    }
    void run(int frames, bool does_walk = true) {
        for (std::vector<Due> due; frames-- > 0; ++frame) {
            crowd.beginFrame(now_ns(), nullptr);
            entrances.letIn(crowd, now_ns());
            if (does_walk) runFrame(crowd, frame, {}, due);
        }
    }
    std::uint64_t hash() const {
        StateHash hash;
        crowd.addTo(hash), entrances.addTo(hash);
        return hash.value();
    }
};

TEST(Entrances, LetPeopleInAtTheirRate) {
    Hall hall(100, {{{0.5, 0.5}, {4, 1.5}}, 2 * kSecond_ns, kSecond_ns / 2});
    hall.run(115);
    EXPECT_EQ(hall.inside(), 0u) << "the first one comes after two seconds";
    hall.run(10);
    EXPECT_EQ(hall.inside(), 1u);
    hall.run(600);  // until 12.08 s
    EXPECT_EQ(hall.inside(), 21u);
    EXPECT_EQ(hall.entrances.waiting(hall.now_ns()), 0u);
}

TEST(Entrances, NoneComesInWhereThereIsNoRoom) {
    Hall hall(100, {{{0.5, 0.5}, {1.5, 1.5}}, 0, kSecond_ns / 20});
    hall.run(600, false);  // those who are in stand still
    EXPECT_GT(hall.inside(), 4u);
    EXPECT_LT(hall.inside(), 16u);
    EXPECT_EQ(hall.inside() + hall.entrances.waiting(hall.now_ns()), 100u);
    const Walls walls(hall.crowd.building().plane, hall.crowd.building().shapes);
    EXPECT_GE(gapsOf(hall.crowd, walls, hall.now_ns()).bodies, 0);
    const std::uint32_t before = hall.inside();
    hall.run(300);
    EXPECT_GT(hall.inside(), before + 5) << "they come in once the others walk on";
}

TEST(Entrances, WhoHasLeftComesInAgainIfItMay) {
    const Entrance entrance{{{38, 0.5}, {40, 1.5}}, 0, kSecond_ns};
    Hall once(3, entrance), again(3, entrance, kSecond_ns);
    once.run(60 * 30), again.run(60 * 30);
    EXPECT_EQ(once.crowd.arrived(), 3u);
    EXPECT_GT(again.crowd.arrived(), 12u);
    EXPECT_EQ(again.entrances.waiting(again.now_ns()), 0u);
}

TEST(Entrances, KeepTheirPeopleWhenOthersAreTakenOut) {
    Hall hall(6, {{{0.5, 0.5}, {4, 1.5}}, 0, kSecond_ns});
    hall.run(130);  // three have come
    ASSERT_EQ(hall.inside(), 3u);
    const std::vector<std::uint32_t> out{1, 4}, rows{0, 2, 3, 5};
    hall.crowd.remove(out), hall.entrances.keep(rows);
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(hall.entrances.guest(i).has_come, i < 2) << i;
    hall.run(240);
    EXPECT_EQ(hall.inside(), 4u);
}

TEST(Entrances, AreAValue) {
    Hall hall(30, {{{0.5, 0.5}, {4, 1.5}}, 0, kSecond_ns / 4});
    hall.run(100);
    Hall copy = hall;
    hall.run(200);
    EXPECT_NE(copy.hash(), hall.hash());
    copy.run(200);
    EXPECT_EQ(copy.hash(), hall.hash());
}

TEST(Walking, SpeedsFollowAges) {
    struct Age {
        AgeShares ages;
        float slowest, fastest;
    };
    for (const Age& age : {Age{{.under_30 = 1}, 0.58f, 1.61f}, Age{{.from_30_to_50 = 5}, 1.41f, 1.54f},
                           Age{{.over_50 = 2}, 0.68f, 1.41f}, Age{{.impaired = 1}, 0.46f, 0.76f}}) {
        float least = 9, most = 0;
        for (std::uint32_t i = 0; i < 500; ++i) {
            const float speed = mannerOf({.ages = age.ages}, kWeidmann, 1, 0, i).speed;
            least = std::min(least, speed), most = std::max(most, speed);
        }
        const float room = 0.02f * (age.fastest - age.slowest);
        EXPECT_GE(least, age.slowest);
        EXPECT_LE(most, age.fastest);
        EXPECT_LT(least, age.slowest + room);
        EXPECT_GT(most, age.fastest - room);
    }
}

TEST(Walking, RoutesAndAgesHaveTheirShares) {
    const Walking walking{.ages = {.over_50 = 1, .impaired = 3}, .routes = {{4, 1}, {2, 3}}};
    int second = 0, slow = 0;
    for (std::uint32_t i = 0; i < 4000; ++i) {
        const Manner manner = mannerOf(walking, kWeidmann, 7, 3, i);
        ASSERT_TRUE(manner.route == 4 || manner.route == 2);
        second += manner.route == 2, slow += manner.speed < 0.68f;
    }
    EXPECT_NEAR(second, 3000, 100);
    EXPECT_NEAR(slow, 3000 * (0.68 - 0.46) / (0.76 - 0.46), 100);
}

TEST(Walking, OneSpeedWhereItDoesNotSpread) {
    EXPECT_EQ(mannerOf({.route = 3, .speed = 1.2}, kWeidmann, 1, 0, 5).speed, 1.2f);
    EXPECT_EQ(mannerOf({.route = 3, .speed = 1.2}, kWeidmann, 1, 0, 5).route, 3);
    EXPECT_NE(mannerOf({.spread = 0.2}, kWeidmann, 1, 0, 5).speed,
              mannerOf({.spread = 0.2}, kWeidmann, 1, 0, 6).speed);
}

}  // namespace
}  // namespace drover::people::entrances_test
