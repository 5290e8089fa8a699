// Tests that a step means the same a second, however long it is, and that a folded herd moves as its whole
// herd does: laws of single steps, and what herds look like after a while.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/angle.h"
#include "core/flock/alone.h"
#include "tests/core/flock/one_flock.h"

namespace drover::flock::step_test {
namespace {

TEST(Step, TheMeanForceIsTheMeanOfManyDraws) {
    for (const Choice<Dithering>& mode : kDitherings) {
        Species species = gazelles();
        species.dithering = mode.value;
        species.max_force = 1000;  // cuts some of the sums
        const Forces forces{Vec2{1, 0.1f}, Vec2{-9, 12}, Vec2{0.5f, -3}, Vec2{}};
        const StepRules rules(kWideTorus, 1, species);
        const Vec2 heading{1, 0};
        Vec2 sum;
        constexpr std::uint32_t kDraws = 40'000;
        for (std::uint32_t number = 0; number < kDraws; ++number) {
            const LeafDraw draw = drawLeaf(1, kFlock, 0, number);
            Forces drawn = forces;
            drawn[kWander] = wanderForce(rules, heading, draw);
            sum += combined(rules, drawn, draw);
        }
        const Vec2 mean = expected(rules, forces, heading * species.wander_distance);
        EXPECT_NEAR(mean.x, sum.x / kDraws, 10) << mode.name;
        EXPECT_NEAR(mean.y, sum.y / kDraws, 10) << mode.name;
    }
}

TEST(Step, DrawsBelongToWindowsOfTime) {
    Species species = gazelles();
    const StepRules rules(kWideTorus, 1, species);
    // 240 steps a second: four in a row use one draw, all of it.
    std::uint32_t age = 0;
    for (std::uint32_t i = 0; i < 240; ++i) {
        const StepDraw draw = rules.drawOf(age, rules.ticksOf(1.0f / 240));
        EXPECT_EQ(draw.number, i / 4);
        EXPECT_EQ(draw.deviation, 1);
        age += rules.ticksOf(1.0f / 240);
    }
    // A longer step uses the first draw of its windows and goes on behind them.
    EXPECT_EQ(rules.drawOf(age, rules.ticksOf(0.1f)).number, 60u);
    EXPECT_FLOAT_EQ(rules.drawOf(age, rules.ticksOf(0.1f)).deviation, 1 / std::sqrt(6.0f));
    EXPECT_EQ(rules.drawOf(age + rules.ticksOf(0.1f), rules.ticksOf(0.1f)).number, 66u);
    species.integration = Integration::kPaper;
    const StepRules paper(kWideTorus, 1, species);
    EXPECT_EQ(paper.ticksOf(0.5f), 1u);
    EXPECT_EQ(paper.drawOf(7, 1).number, 7u);
    EXPECT_EQ(paper.drawOf(7, 1).deviation, 1);
}

// With a window and a step of the paper's tick both integrations are the same as long as no bound is met.
TEST(Step, AWindowOfThePapersTickIsThePapersStep) {
    Species species{.depth = 3, .max_speed = 1000};
    species.window = 0.5f;
    for (const float speed : {1.0f, 7.0f}) {
        FlockStore windows(kWideTorus, 3, LodRules{.enabled = false}, {species});
        species.integration = Integration::kPaper;
        FlockStore paper(kWideTorus, 3, LodRules{.enabled = false}, {species});
        species.integration = Integration::kWindows;
        UpdateScratch scratch;
        for (FlockStore* store : {&windows, &paper}) {
            store->add(SpeciesId{0}, agentAt(kWideTorus, 500, 500, {speed, 0}));
            for (int i = 0; i < 6; ++i) updateFlock(*store, kFlock, 0.5f, {}, scratch);
        }
        const Vec2 apart = kWideTorus.offset(windows.roots().get(0).place, paper.roots().get(0).place);
        EXPECT_NEAR(length(apart), 0, 0.01f);
    }
}

FlockStore herdsOf(const Species& species, const LodRules& lod, std::uint32_t herds) {
    FlockStore store(kWideTorus, 5, lod, {species});
    for (std::uint32_t i = 0; i < herds; ++i) {
        const Vec2 heading = direction(Angle{i * 0x12345678u});
        store.add(SpeciesId{0}, {kWideTorus.place(50'000, 50'000), heading * species.manner.pace, heading});
    }
    return store;
}

// Means over herds and over samples, one a second.
Look settledLook(const Species& species, float period) {
    constexpr std::uint32_t kHerds = 12;
    FlockStore store = herdsOf(species, {.enabled = false}, kHerds);
    RunScratch scratch;
    Look mean;
    const int per_second = static_cast<int>(std::lround(1 / period));
    for (int second = 0; second < 30; ++second) {
        for (int i = 0; i < per_second; ++i) updateFlocks(store, 0, kHerds, period, {}, scratch);
        if (second < 10) continue;
        for (std::uint32_t i = 0; i < kHerds; ++i) {
            const Look look = lookAt(store, FlockId{i});
            mean.polarisation += look.polarisation / (20 * kHerds);
            mean.spread_m += look.spread_m / (20 * kHerds);
            mean.farthest_m = std::max(mean.farthest_m, look.farthest_m);
        }
    }
    return mean;
}

TEST(Step, AHerdLooksTheSameAtAnyPeriod) {
    Species species = gazelles();
    species.manner = measureManner(species);
    const Look often = settledLook(species, 1.0f / 60);
    EXPECT_GT(often.polarisation, 0.98);
    for (const float period : {1.0f / 240, 1.0f / 30, 0.1f, 0.25f, 0.5f}) {
        const Look look = settledLook(species, period);
        EXPECT_NEAR(look.polarisation, often.polarisation, 0.03) << period;
        EXPECT_NEAR(look.spread_m, often.spread_m, 0.2 * often.spread_m) << period;
        EXPECT_LT(look.farthest_m, 6 * often.spread_m) << period;
    }
}

TEST(Step, AfterALongPauseAHerdIsStillTogether) {
    Species species = gazelles();
    species.manner = measureManner(species);
    FlockStore store = herdsOf(species, {.enabled = false}, 8);
    RunScratch scratch;
    for (const float elapsed : {1.0f, 2.5f, 10.0f, 10.0f}) updateFlocks(store, 0, 8, elapsed, {}, scratch);
    for (std::uint32_t i = 0; i < 8; ++i) EXPECT_LT(lookAt(store, FlockId{i}).farthest_m, 80);
}

TEST(Manner, AHerdAloneHasThePaceAndTheTurningOfItsWholeHerd) {
    Species species = gazelles();
    species.manner = measureManner(species);
    constexpr std::uint32_t kHerds = 2000;
    for (const float period : {1.0f / 30, 0.7f, 5.0f}) {
        FlockStore store = herdsOf(species, {}, kHerds);
        RunScratch scratch;
        const float seconds = 60;
        for (int i = 0; i < std::lround(seconds / period); ++i)
            updateFlocks(store, 0, kHerds, period, kWideTorus.place(0, 0), scratch);
        double cosine = 0;
        for (std::uint32_t i = 0; i < kHerds; ++i) {
            const Agent root = store.roots().get(i);
            ASSERT_TRUE(store.isAlone(FlockId{i}));
            EXPECT_NEAR(length(root.velocity), species.manner.pace, 1e-3f);
            cosine += static_cast<double>(dot(root.heading, direction(Angle{i * 0x12345678u}))) / kHerds;
        }
        const double turning = -std::log(cosine) / static_cast<double>(seconds);
        EXPECT_NEAR(turning / static_cast<double>(species.manner.turning), 1, 0.15) << period;
    }
}

TEST(Manner, AHerdBeginsAsASettledOne) {
    Species species = gazelles();
    species.manner = measureManner(species);
    for (const Reinit reinit : {Reinit::kConserving, Reinit::kSeeded, Reinit::kRetained}) {
        constexpr std::uint32_t kHerds = 200;
        FlockStore store = herdsOf(species, {.enabled = false, .reinit = reinit}, kHerds);
        UpdateScratch scratch;
        Look mean;
        for (std::uint32_t i = 0; i < kHerds; ++i) {
            const Vec2 before = store.roots().get(i).velocity;
            updateFlock(store, FlockId{i}, 0, {}, scratch);
            const Look look = lookAt(store, FlockId{i});
            mean.polarisation += look.polarisation / kHerds, mean.spread_m += look.spread_m / kHerds;
            EXPECT_LT(length(store.roots().get(i).velocity - before), 1e-4f);
        }
        EXPECT_NEAR(mean.polarisation, species.manner.polarisation, 0.02);
        EXPECT_NEAR(mean.spread_m / static_cast<double>(species.manner.spread[5]), 1, 0.1);
    }
}

// With one to sixteen leaves, at any period.
TEST(Manner, AFoldedHerdKeepsThePaceOfItsWholeHerd) {
    Species species = gazelles();
    species.manner = measureManner(species);
    for (std::uint32_t level = 1; level < 5; ++level) {
        for (const float period : {1.0f / 30, 0.5f}) {
            constexpr std::uint32_t kHerds = 20;
            // Zones so wide that all leaves stand at this level.
            FlockStore store = herdsOf(species, {.zone_width = 8000, .lod_test = LodTest::kRootOnly}, kHerds);
            const Place player = kWideTorus.place(50'000 - 8000 * (5.5 - level), 50'000);
            RunScratch scratch;
            double speed = 0;
            int looks = 0;
            for (int i = 0; i < std::lround(40 / period); ++i) {
                updateFlocks(store, 0, kHerds, period, player, scratch);
                if (static_cast<float>(i) * period < 10) continue;
                for (std::uint32_t herd = 0; herd < kHerds; ++herd)
                    speed += static_cast<double>(length(store.roots().get(herd).velocity)), ++looks;
            }
            EXPECT_EQ(store.count(kFlock), 1u << level);
            EXPECT_NEAR(speed / looks / static_cast<double>(species.manner.pace), 1, 0.05)
                << level << " " << period;
        }
    }
}

TEST(Manner, SaysWhatIsWrongWithASpecies) {
    Species good = gazelles(), papers, still = gazelles(), milling = gazelles();
    for (Species* species : {&still, &milling})
        species->alignment.weight = species->wander.weight = species->separation.weight = 0;
    still.cohesion.probability = 1;
    milling.cohesion.probability = 0.5f;
    for (Species* species : {&good, &papers, &still, &milling}) species->manner = measureManner(*species);
    EXPECT_EQ(flawOf(good), "");
    EXPECT_NE(flawOf(papers).find("scatter"), std::string::npos);  // the paper's defaults at 60 Hz
    EXPECT_NE(flawOf(still).find("hardly move"), std::string::npos);
    EXPECT_NE(flawOf(milling).find("mill about"), std::string::npos);
    papers.integration = Integration::kPaper;
    papers.manner = measureManner(papers);
    EXPECT_EQ(papers.manner.pace, 0);
    EXPECT_EQ(flawOf(papers), "");
}

TEST(Manner, OfAnimalsWithoutForceIsThatTheyAnswerNone) {
    Species species;
    species.max_force = 0;
    const Manner manner = measureManner(species, true);
    EXPECT_GT(manner.response, 0);
    EXPECT_EQ(manner.along, 0);
    EXPECT_EQ(manner.across, 0);
}

}  // namespace
}  // namespace drover::flock::step_test
