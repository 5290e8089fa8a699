#include "core/minds/pursuit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/angle.h"
#include "core/base/random.h"
#include "core/minds/pursuit_agents.h"

namespace drover::minds::pursuit_test {
namespace {

constexpr std::int64_t kFrame_ns = 16'666'667;

float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
// The angle between two unit vectors in full circles. Exact for small angles, unlike one from the cosine.
double turnsBetween(Vec2 a, Vec2 b) {
    return std::abs(std::atan2(static_cast<double>(cross(a, b)), static_cast<double>(dot(a, b)))) /
           6.283185307179586;
}

TEST(Pursuit, TurnsTheShorterWayAndNeverTooFar) {
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const RandomBlock r = randomBlock(1, i, 0, 0, Purpose::kSteering);
        const Vec2 from = direction(Angle{r[0]}), to = direction(Angle{r[1]});
        const float turns = 0.5f * unitFloat(r[2]);
        const Vec2 now = turnedTowards(from, to, turns);
        ASSERT_NEAR(length(now), 1, 1e-6);
        ASSERT_LE(turnsBetween(from, now), static_cast<double>(turns) + 1e-4);
        ASSERT_NEAR(turnsBetween(from, now) + turnsBetween(now, to), turnsBetween(from, to), 1e-4);
    }
    EXPECT_EQ(turnedTowards({1, 0}, {-1, 0}, 0.25f), (Vec2{0, 1}));
    EXPECT_EQ(turnedTowards({1, 0}, {0, 1}, 7), (Vec2{0, 1}));
}

TEST(Pursuit, KeepsAccelerationTurnRateAndSpeedForEveryElapsed) {
    PursuitSettings settings{.plane = {80, Edges::kTorus}};
    Pursuit pursuit(settings);
    for (std::uint32_t draw = 0; draw < 200'000; ++draw) {
        const RandomBlock r = randomBlock(2, draw, 0, 0, Purpose::kSteering);
        const std::uint32_t a = r[0] % pursuit.size();
        const std::int64_t elapsed = r[1] % 3 == 0 ? kFrame_ns : static_cast<std::int64_t>(r[2] * 2.5);
        const float speed = pursuit.speed[a];
        const Vec2 heading = pursuit.heading[a];
        pursuit.update(a, elapsed);
        const auto t =
            static_cast<float>(static_cast<double>(std::min(elapsed, Pursuit::kLongestElapsed_ns)) * 1e-9);
        ASSERT_TRUE(std::isfinite(pursuit.speed[a]));
        ASSERT_NEAR(length(pursuit.heading[a]), 1, 1e-5);
        ASSERT_LE(std::abs(pursuit.speed[a] - speed), settings.max_acceleration * t + 1e-5f);
        ASSERT_LE(turnsBetween(heading, pursuit.heading[a]),
                  static_cast<double>(settings.max_turn_rate * t) + 1e-4);
        ASSERT_GE(pursuit.speed[a], 0);
        ASSERT_LE(pursuit.speed[a], settings.max_speed);
    }
}

TEST(Pursuit, FollowsItsTarget) {
    PursuitSettings settings{.agents = 2};
    Pursuit pursuit(settings);
    EXPECT_EQ(pursuit.target[0], 1u);
    pursuit.place(0, settings.plane.place(100, 100));
    pursuit.place(1, settings.plane.place(200, 100));
    // 100 m at 10 m/s, plus time to accelerate. It then stays about where following and avoiding balance.
    for (int frame = 0; frame < 60 * 20; ++frame) pursuit.update(0, kFrame_ns);
    EXPECT_LT(length(settings.plane.offset(pursuit.places[0], pursuit.places[1])),
              settings.follow_distance_m);
    EXPECT_GT(length(settings.plane.offset(pursuit.places[0], pursuit.places[1])), 1);
}

TEST(Pursuit, AvoidsThoseWhoAreNearAcrossTheSeamToo) {
    PursuitSettings settings{.agents = 3};
    Pursuit pursuit(settings);
    pursuit.place(0, settings.plane.place(1, 1));
    pursuit.place(1, settings.plane.place(499, 1));
    pursuit.place(2, settings.plane.place(250, 250));
    pursuit.perceive(0);
    EXPECT_NEAR(pursuit.push[0].x, 1 - 2.0f / settings.avoid_distance_m, 1e-5);
    EXPECT_NEAR(pursuit.push[0].y, 0, 1e-5);
    pursuit.perceive(2);
    EXPECT_EQ(pursuit.push[2], Vec2{});
    pursuit.place(1, pursuit.places[0]);  // on the same spot they part
    pursuit.perceive(0);
    pursuit.perceive(1);
    EXPECT_EQ(pursuit.push[0], pursuit.push[1] * -1.0f);
    EXPECT_NEAR(length(pursuit.push[0]), 1, 1e-5);
}

// The push equals that of a pass over all agents, bit for bit: the grid misses none, and its order does not
// matter.
TEST(Pursuit, SeesAllThatAPassOverEverybodySees) {
    for (const double size : {10.0, 20.0, 60.0}) {  // one, two and seven cells per side
        PursuitSettings settings{.plane = {size, Edges::kTorus}, .agents = 60};
        Pursuit pursuit(settings);
        for (int round = 0; round < 50; ++round)
            for (std::uint32_t a = 0; a < pursuit.size(); ++a) pursuit.update(a, 5 * kFrame_ns);
        Pursuit afresh(settings);
        for (std::uint32_t a = 60; a-- > 0;) {
            afresh.place(a, pursuit.places[a]);
            afresh.heading[a] = pursuit.heading[a];
        }
        for (std::uint32_t a = 0; a < 60; ++a) {
            pursuit.perceive(a);
            afresh.perceive(a);
            ASSERT_EQ(pursuit.push[a], afresh.push[a]);
            Vec2 sum;
            for (std::uint32_t b = 0; b < 60; ++b) {
                const Vec2 away = settings.plane.offset(pursuit.places[b], pursuit.places[a]);
                if (b != a && length(away) < settings.avoid_distance_m)
                    sum += unit(away) * (1 - length(away) / settings.avoid_distance_m);
            }
            ASSERT_NEAR(sum.x, pursuit.push[a].x, 1e-3);
            ASSERT_NEAR(sum.y, pursuit.push[a].y, 1e-3);
        }
    }
}

std::uint64_t hashOf(const Pursuit& pursuit) {
    StateHash hash;
    pursuit.addTo(hash);
    return hash.value();
}

TEST(Pursuit, TheSameSeedAndCallsGiveTheSameStates) {
    const auto run = [](std::uint64_t seed) {
        Pursuit pursuit(PursuitSettings{.seed = seed});
        for (int frame = 0; frame < 300; ++frame)
            for (std::uint32_t a = 0; a < pursuit.size(); ++a) pursuit.update(a, kFrame_ns);
        return hashOf(pursuit);
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
}

// With all periods 1 and enough time, the process manager gives the same as updating each agent whole.
TEST(PursuitAgents, EverythingEveryFrameIsTheNaiveVersion) {
    load::ModelClock clock;
    load::ProcessManager manager;
    Pursuit managed(PursuitSettings{}), whole(PursuitSettings{});
    ASSERT_EQ(addPursuit(manager, managed, {1, 1, 1, 1}, kFrame_ns), "");
    for (int frame = 0; frame < 200; ++frame) {
        manager.run(1'000'000'000, clock);
        for (std::uint32_t a = 0; a < whole.size(); ++a) whole.update(a, kFrame_ns);
    }
    EXPECT_EQ(hashOf(managed), hashOf(whole));
}

// 100 agents, 2 us per atom. Periods 2, 4, 2, 1 make 2 * (1/2 + 1/4 + 1/2 + 1) = 4.5 us per agent and frame,
// so 450 us per frame on average. Chosen delays spread that evenly; without delays, frames 4, 8, ... cost 800
// us.
TEST(PursuitAgents, ActivationDelaysFlattenThePeaks) {
    const auto dearest = [](std::int64_t max_delay) {
        load::ModelClock clock;
        load::ProcessManager manager({.max_delay = max_delay});
        Pursuit pursuit(PursuitSettings{}, [&](std::int64_t ns) { clock.advance(ns); });
        EXPECT_EQ(addPursuit(manager, pursuit, {}, kFrame_ns), "");
        std::int64_t most = 0;
        for (int frame = 0; frame < 100; ++frame) {
            manager.run(1'000'000'000, clock);
            most = std::max(most, manager.report().consumed_ns);
            EXPECT_FALSE(manager.report().isDegraded());
        }
        return most;
    };
    EXPECT_EQ(dearest(0), 800'000);
    EXPECT_LE(dearest(3), 500'000);
}

TEST(PursuitAgents, RefusesAManagerInUseAndBadPeriods) {
    load::ProcessManager manager;
    Pursuit pursuit(PursuitSettings{.agents = 2});
    EXPECT_EQ(addPursuit(manager, pursuit, {0, 1, 1, 1}, kFrame_ns),
              "perceive.period: found 0, allowed 1 to 65536");
    EXPECT_EQ(addPursuit(manager, pursuit, {}, kFrame_ns), "");
    EXPECT_NE(addPursuit(manager, pursuit, {}, kFrame_ns), "");
}

}  // namespace
}  // namespace drover::minds::pursuit_test
