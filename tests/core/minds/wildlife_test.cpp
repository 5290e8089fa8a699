#include "core/minds/wildlife.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/random.h"

namespace drover::minds::wildlife_test {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;

float distance(const Wildlife& wildlife, const Plane& plane, std::uint32_t a, std::uint32_t b) {
    return length(plane.offset(wildlife.places[a], wildlife.places[b]));
}

// One of each species, far apart: 0 hare, 1 javelina, 2 groundhog, 3 bobcat.
struct Four {
    WildlifeSettings settings{.of_each_species = 1};
    Wildlife wildlife{settings};
    Four() {
        for (std::uint32_t i = 0; i < 4; ++i) put(i, 50.0 + 100.0 * i, 50);
        for (float& energy : wildlife.energy) energy = 1;
    }
    void put(std::uint32_t animat, double x, double y) { wildlife.place(animat, settings.plane.place(x, y)); }
    void run(double seconds, int updates_a_second = 30) {
        for (int i = 0; i < seconds * updates_a_second; ++i)
            for (std::uint32_t a = 0; a < 4; ++a) wildlife.update(a, kSecond_ns / updates_a_second);
    }
    float apart(std::uint32_t a, std::uint32_t b) { return distance(wildlife, settings.plane, a, b); }
};

TEST(Wildlife, TwentyFiveOfEachMakeAHundred) {
    const Wildlife wildlife{WildlifeSettings{}};
    EXPECT_EQ(wildlife.size(), 100u);
    std::array<int, kWildSpecies> of = {};
    for (const Wild species : wildlife.species) ++of[static_cast<std::size_t>(species)];
    EXPECT_EQ(of, (std::array<int, kWildSpecies>{25, 25, 25, 25}));
}

TEST(Wildlife, AHareFleesFromABobcatThatItSeesAndNoSooner) {
    Four four;
    four.put(3, 50 + 31, 50);  // a hare sees bobcats within 30 m
    four.wildlife.sated_s[3] = 100;
    four.wildlife.update(0, kSecond_ns / 30);
    EXPECT_NE(four.wildlife.state[0], WildState::kFlee);
    four.put(3, 50 + 20, 50);
    four.wildlife.update(0, kSecond_ns / 30);
    EXPECT_EQ(four.wildlife.state[0], WildState::kFlee);
    const float before = four.apart(0, 3);
    for (int i = 0; i < 30; ++i) four.wildlife.update(0, kSecond_ns / 30);
    EXPECT_GT(four.apart(0, 3), before + 5);
}

TEST(Wildlife, ABobcatCatchesUpWithAGroundhog) {
    Four four;
    four.put(2, 200, 200);
    four.put(3, 230, 200);
    four.run(0.1);
    EXPECT_EQ(four.wildlife.state[3], WildState::kChase);
    EXPECT_EQ(four.wildlife.caught(), 0u);
    // 30 m at 13 - 4.5 m/s, plus time to accelerate: within 6 s.
    four.run(6);
    EXPECT_EQ(four.wildlife.caught(), 1u);
    EXPECT_GT(four.wildlife.sated_s[3], 0);
    EXPECT_NE(four.wildlife.state[3], WildState::kChase);
    EXPECT_NE(four.wildlife.state[2], WildState::kFlee);
}

TEST(Wildlife, AJavelinaDrivesABobcatOff) {
    Four four;
    four.put(1, 300, 300);
    four.put(3, 306, 300);
    four.wildlife.sated_s[3] = 100;
    four.run(0.1);
    EXPECT_EQ(four.wildlife.state[1], WildState::kChase);
    EXPECT_EQ(four.wildlife.state[3], WildState::kFlee);
    four.run(5);
    EXPECT_GT(four.apart(1, 3), 8);
    EXPECT_EQ(four.wildlife.caught(), 0u);
}

TEST(Wildlife, EveryStateOccursAndQuietOnesAreTheMost) {
    Wildlife wildlife{WildlifeSettings{}};
    std::array<int, kWildStates> seen = {};
    for (int frame = 0; frame < 30 * 60; ++frame)
        for (std::uint32_t a = 0; a < wildlife.size(); ++a) {
            wildlife.update(a, kSecond_ns / 30);
            ++seen[static_cast<std::size_t>(wildlife.state[a])];
        }
    for (const int count : seen) EXPECT_GT(count, 100);
    EXPECT_GT(seen[0] + seen[1] + seen[4], seen[2] + seen[3]);
    EXPECT_GT(wildlife.caught(), 0u);
}

// For elapsed times in 0..10 s and some outside, all values are finite, speeds are within the species' limit,
// and headings are unit vectors.
TEST(Wildlife, StaysFiniteHoweverLateItIsUpdated) {
    Wildlife wildlife{WildlifeSettings{.plane = {60, Edges::kTorus}}};  // crowded on purpose
    for (std::uint32_t draw = 0; draw < 200'000; ++draw) {
        const RandomBlock r = randomBlock(2, draw, 0, 0, Purpose::kSteering);
        const std::uint32_t a = r[0] % wildlife.size();
        const std::int64_t elapsed = draw % 7 == 0 ? 0 : static_cast<std::int64_t>(r[1]) * 3 - kSecond_ns;
        wildlife.update(a, elapsed);
        const Vec2 v = wildlife.velocity[a];
        ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
        ASSERT_LE(length(v), kWildTraits[static_cast<std::size_t>(wildlife.species[a])].run_speed * 1.00001f);
        ASSERT_NEAR(length(wildlife.heading[a]), 1, 1e-5);
        ASSERT_GE(wildlife.energy[a], 0);
        ASSERT_LE(wildlife.energy[a], 1);
        ASSERT_GE(wildlife.state_left_s[a], 0);
        ASSERT_LE(wildlife.state_left_s[a], 10);
    }
}

TEST(Wildlife, TheSameSeedAndCallsGiveTheSameStates) {
    const auto run = [](std::uint64_t seed) {
        Wildlife wildlife{WildlifeSettings{.seed = seed}};
        for (std::uint32_t draw = 0; draw < 50'000; ++draw) {
            const RandomBlock r = randomBlock(2, draw, 0, 0, Purpose::kSteering);
            wildlife.update(r[0] % wildlife.size(), static_cast<std::int64_t>(r[1] % 200'000'000));
        }
        StateHash hash;
        wildlife.addTo(hash);
        return hash.value();
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
}

TEST(Wildlife, EachUpdateChargesItsCostOnce) {
    std::int64_t charged = 0;
    Wildlife wildlife(WildlifeSettings{.cost_ns = 1234}, [&](std::int64_t ns) { charged += ns; });
    for (std::uint32_t a = 0; a < wildlife.size(); ++a) wildlife.update(a, 33'000'000);
    EXPECT_EQ(charged, 123'400);
}

TEST(Wildlife, LivesInOpenCountryToo) {
    const Plane open(100, Edges::kOpen);
    Wildlife wildlife{WildlifeSettings{.plane = open}};
    for (int round = 0; round < 200; ++round)
        for (std::uint32_t a = 0; a < wildlife.size(); ++a) {
            wildlife.update(a, 10 * kSecond_ns);
            // Never beyond the fence, at four times the world's size.
            ASSERT_LE(std::abs(open.xMetres(wildlife.places[a]) - 50), 200.001);
            ASSERT_LE(std::abs(open.yMetres(wildlife.places[a]) - 50), 200.001);
        }
}

TEST(Wildlife, ALongStepDoesNotGoPastThePrey) {
    Four four;
    four.put(2, 200, 200);
    four.put(3, 205, 200);
    four.wildlife.velocity[3] = {-13, 0};
    four.wildlife.update(3, kSecond_ns);
    EXPECT_EQ(four.wildlife.caught(), 1u);
    EXPECT_NEAR(four.settings.plane.xMetres(four.wildlife.places[3]), 200, 0.01);
}

// Part by part, each by what the part before has found, however old that is.
TEST(Wildlife, ABornAgainHareDoesNotFleeFromWhatTheOneBeforeItSaw) {
    Four four;
    four.put(3, 50.5, 50);
    four.wildlife.runPart(0, 0, 0);
    for (std::size_t part = 0; part < 4; ++part) four.wildlife.runPart(part, 3, kSecond_ns / 10);
    ASSERT_EQ(four.wildlife.caught(), 1u);
    ASSERT_GT(four.apart(0, 3), 45) << "where it is born nobody is to be seen";
    four.wildlife.runPart(1, 0, 0);
    EXPECT_NE(four.wildlife.state[0], WildState::kFlee);
}

}  // namespace
}  // namespace drover::minds::wildlife_test
