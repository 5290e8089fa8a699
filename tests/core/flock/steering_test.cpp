// Tests the four forces against numbers computed by hand.
#include "core/flock/steering.h"

#include <gtest/gtest.h>

#include "tests/core/flock/one_flock.h"

namespace drover::flock::steering_test {
namespace {

constexpr FlockId kFlock{0};
const Plane kTorus(1000, Edges::kTorus);

StepRules rulesOf(const Species& species) { return {kTorus, 1, species}; }

Steering steered(const FlockStore& store) {
    Steering s;
    perceive(store, kFlock, s);
    steerAlignment(store, kFlock, s);
    steerCohesion(store, kFlock, s);
    steerSeparation(store, kFlock, s);
    steerWander(store, kFlock, s);
    return s;
}

void expectNear(Vec2 found, Vec2 expected, float tolerance = 1e-5f) {
    EXPECT_NEAR(found.x, expected.x, tolerance);
    EXPECT_NEAR(found.y, expected.y, tolerance);
}

TEST(Alignment, IsTheMeanOfTheNeighboursUnitVelocities) {
    const FlockStore store =
        flockOf(kTorus, {},
                {agentAt(kTorus, 100, 100, {5, 5}), agentAt(kTorus, 103, 100, {4, 0}),
                 agentAt(kTorus, 100, 103, {0, -9}), agentAt(kTorus, 97, 100, {0.3f, 0.4f})});
    // ((1, 0) + (0, -1) + (0.6, 0.8)) / 3
    expectNear(steered(store).forces[kAlignment].get(0), {1.6f / 3, -0.2f / 3});
}

TEST(Alignment, ANeighbourAtRestCountsAndContributesZero) {
    const FlockStore store =
        flockOf(kTorus, {},
                {agentAt(kTorus, 100, 100), agentAt(kTorus, 103, 100, {4, 0}), agentAt(kTorus, 100, 103)});
    expectNear(steered(store).forces[kAlignment].get(0), {0.5f, 0});
}

TEST(Cohesion, SeeksTheNeighboursCentre) {
    const FlockStore store =
        flockOf(kTorus, {.max_speed = 20},
                {agentAt(kTorus, 100, 100, {1, 2}), agentAt(kTorus, 106, 102), agentAt(kTorus, 106, 114)});
    // C - p = (6, 8): (0.6, 0.8) * 20 - (1, 2)
    expectNear(steered(store).forces[kCohesion].get(0), {11, 14}, 1e-4f);
}

TEST(Cohesion, IsZeroAtTheCentreWhateverTheVelocity) {
    const FlockStore store = flockOf(
        kTorus, {}, {agentAt(kTorus, 100, 100, {7, 7}), agentAt(kTorus, 105, 100), agentAt(kTorus, 95, 100)});
    EXPECT_EQ(steered(store).forces[kCohesion].get(0), Vec2{});
}

TEST(Separation, SumsTheInverseDistances) {
    const FlockStore store =
        flockOf(kTorus, {}, {agentAt(kTorus, 100, 100), agentAt(kTorus, 103, 104), agentAt(kTorus, 100, 98)});
    // -(3, 4) / 25 + (0, 2) / 4
    expectNear(steered(store).forces[kSeparation].get(0), {-0.12f, 0.34f}, 2e-5f);
}

TEST(Separation, ACoincidentPairPartsAlongOneDrawnDirection) {
    const FlockStore store = flockOf(kTorus, {}, {agentAt(kTorus, 100, 100), agentAt(kTorus, 100, 100)});
    const Steering s = steered(store);
    const Vec2 first = s.forces[kSeparation].get(0);
    EXPECT_NEAR(length(first), 1 / kTouching_m, 0.01f);
    EXPECT_EQ(s.forces[kSeparation].get(1), first * -1.0f);
}

TEST(Separation, IsContinuousWhereAgentsBeginToTouch) {
    const auto pushAt = [](double gap) {
        const Plane small(50, Edges::kTorus);
        const FlockStore store = flockOf(small, {}, {agentAt(small, 25, 25), agentAt(small, 25 + gap, 25)});
        return steered(store).forces[kSeparation].get(0).x;
    };
    EXPECT_NEAR(pushAt(1.01e-3), -990, 1);
    EXPECT_NEAR(pushAt(0.99e-3), -1000, 1);
    EXPECT_NEAR(pushAt(1e-6), -1000, 1);
}

TEST(Neighbourhood, ReachesToNAndNoFarther) {
    const FlockStore store =
        flockOf(kTorus, {.neighbourhood = 20},
                {agentAt(kTorus, 100, 100), agentAt(kTorus, 119.999, 100), agentAt(kTorus, 100, 120.001)});
    const Steering s = steered(store);
    EXPECT_EQ(s.neighbours[0], 1);
    EXPECT_EQ(s.neighbours[1], 1);
    EXPECT_EQ(s.neighbours[2], 0);
    EXPECT_EQ(s.forces[kAlignment].get(2), Vec2{});
    EXPECT_EQ(s.forces[kCohesion].get(2), Vec2{});
    EXPECT_EQ(s.forces[kSeparation].get(2), Vec2{});
}

TEST(Neighbourhood, IsTheSameAcrossTheSeam) {
    std::vector<Agent> inside, across;
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {3.0, 4.0}, {-6.0, 1.0}, {2.0, -7.0}}) {
        const Vec2 velocity{static_cast<float>(x) + 1, static_cast<float>(y)};
        inside.push_back(agentAt(kTorus, 500 + x, 500 + y, velocity));
        across.push_back(agentAt(kTorus, x, y, velocity));
    }
    const Steering a = steered(flockOf(kTorus, {}, inside)), b = steered(flockOf(kTorus, {}, across));
    for (std::size_t i = 0; i < inside.size(); ++i) {
        for (const ForceKind kind : {kAlignment, kCohesion, kSeparation, kWander}) {
            expectNear(a.forces[kind].get(i), b.forces[kind].get(i), 1e-4f);
        }
    }
}

TEST(Wander, LeadsToACircleAhead) {
    const Species species{.wander_radius = 3, .wander_distance = 3};
    Vec2 sum;
    for (std::uint32_t update = 0; update < 4000; ++update) {
        const LeafDraw draw = drawLeaf(1, kFlock, 0, update);
        const Vec2 force = wanderForce(rulesOf(species), {0.6f, 0.8f}, draw);
        EXPECT_NEAR(length(force - Vec2{1.8f, 2.4f}), 3, 1e-5f);
        sum += force;
    }
    // Targets all round the circle: their mean is its centre. One coordinate's deviation is 3 / sqrt 2, that
    // of the mean 0.034.
    expectNear(sum * (1.0f / 4000), {1.8f, 2.4f}, 0.15f);
}

TEST(Wander, AnAgentAtRestKeepsItsHeading) {
    const FlockStore store = flockOf(kTorus, {.wander_radius = 0, .wander_distance = 3},
                                     {agentAt(kTorus, 1, 1), agentAt(kTorus, 9, 9)});
    EXPECT_EQ(steered(store).forces[kWander].get(0), (Vec2{3, 0}));
}

constexpr Forces kForces{Vec2{1, 0}, Vec2{0, 1}, Vec2{-1, 0}, Vec2{0, -1}};

TEST(Dithering, SumTakesWhatIsDrawn) {
    Species species{.alignment = {1, 2}, .cohesion = {1, 3}, .separation = {0, 100}, .wander = {1, 5}};
    const LeafDraw draw = drawLeaf(1, kFlock, 0, 0);
    EXPECT_EQ(combined(rulesOf(species), kForces, draw), (Vec2{2, 3 - 5}));
    species.separation.probability = 1;
    EXPECT_EQ(combined(rulesOf(species), kForces, draw), (Vec2{2 - 100, 3 - 5}));
}

TEST(Dithering, EachForceIsDrawnAsOftenAsItsProbabilitySays) {
    const StepRules paper = rulesOf({});
    std::array<int, kForceKinds> hits{};
    int first_and_third = 0;
    constexpr int kDraws = 40'000;
    for (std::uint32_t i = 0; i < kDraws; ++i) {
        const LeafDraw draw = drawLeaf(9, kFlock, i, 3);
        for (const ForceKind k : {kAlignment, kCohesion, kSeparation, kWander})
            hits[k] += isDrawn(paper, k, draw);
        first_and_third += isDrawn(paper, kAlignment, draw) && isDrawn(paper, kSeparation, draw);
    }
    for (std::size_t k = 0; k < kForceKinds; ++k)
        EXPECT_NEAR(hits[k] / double{kDraws}, static_cast<double>(paper.chances[k]), 0.0125);
    EXPECT_NEAR(first_and_third / double{kDraws}, 0.2, 0.0125);  // independent of each other
}

TEST(Dithering, FirstTakesTheMostUrgentForceThatIsNotZero) {
    Species species{.alignment = {1, 2},
                    .cohesion = {1, 3},
                    .separation = {1, 4},
                    .wander = {1, 5},
                    .dithering = Dithering::kFirst};
    const LeafDraw draw = drawLeaf(1, kFlock, 0, 0);
    EXPECT_EQ(combined(rulesOf(species), kForces, draw), (Vec2{-4, 0}));
    Forces forces = kForces;
    forces[kSeparation] = {};
    EXPECT_EQ(combined(rulesOf(species), forces, draw), (Vec2{2, 0}));
    species.alignment.probability = 0;
    EXPECT_EQ(combined(rulesOf(species), forces, draw), (Vec2{0, 3}));
    species.cohesion.probability = 0;
    EXPECT_EQ(combined(rulesOf(species), forces, draw), (Vec2{0, -5}));
}

TEST(Dithering, OffScalesTheWeights) {
    const Species species{.alignment = {0.5f, 2},
                          .cohesion = {0.25f, 4},
                          .separation = {0, 100},
                          .wander = {1, 3},
                          .dithering = Dithering::kOff};
    EXPECT_EQ(combined(rulesOf(species), kForces, drawLeaf(1, kFlock, 0, 0)), (Vec2{1, 1 - 3}));
}

TEST(Dithering, TheSumIsCutToMaxForce) {
    const Species species{
        .max_force = 10, .alignment = {1, 30}, .cohesion = {1, 40}, .separation = {0, 0}, .wander = {0, 0}};
    const Vec2 force = combined(rulesOf(species), kForces, drawLeaf(1, kFlock, 0, 0));
    expectNear(force, {6, 8}, 1e-4f);
    EXPECT_LE(length(force), 10.0f);
}

TEST(Dithering, AnAgentAloneFeelsTheSameWanderInEveryMode) {
    for (const Choice<Dithering>& mode : kDitherings) {
        const StepRules rules = rulesOf({.dithering = mode.value});
        for (std::uint32_t update = 0; update < 1000; ++update) {
            const LeafDraw draw = drawLeaf(3, kFlock, 0, update);
            const Vec2 wander = wanderForce(rules, {1, 0}, draw);
            ASSERT_EQ(combinedAlone(rules, wander, draw),
                      combined(rules, {Vec2{}, Vec2{}, Vec2{}, wander}, draw));
        }
    }
}

TEST(Motion, FollowsEquations7And8) {
    for (const Choice<Integration>& integration : kIntegrations) {
        const Species species{.mass = 50, .max_speed = 20, .integration = integration.value};
        const Agent start = agentAt(kTorus, 100, 100, {3, -1});
        const Agent end = moved(rulesOf(species), start, {100, 50}, 0.5f, 0.5f);
        // s = (3, -1) * 0.5 + (2, 1) * 0.125; v = (3, -1) + (2, 1) * 0.5
        expectNear(kTorus.offset(start.place, end.place), {1.75f, -0.375f});
        expectNear(end.velocity, {4, -0.5f});
        expectNear(end.heading, unit({4, -0.5f}));
    }
}

TEST(Motion, IsBoundedInSpeedAndWay) {
    const Species species{.mass = 0.01f, .max_speed = 20, .max_force = 1e6f};
    const Agent start = agentAt(kTorus, 100, 100, {0, 20});
    const Agent end = moved(rulesOf(species), start, {1e6f, 0}, 0.5f, 0.5f);
    EXPECT_LE(length(end.velocity), 20.0f);
    EXPECT_LE(length(kTorus.offset(start.place, end.place)), 10.0f + 1e-5f);
}

TEST(Motion, TurnsInwardAtTheFence) {
    const Plane open(100, Edges::kOpen);
    const Species species{.max_speed = 20};
    Agent agent = agentAt(open, 50 + 199.9, 50, {20, 1});
    agent = moved(StepRules(open, 1, species), agent, {}, 0.5f, 0.5f);
    EXPECT_LT(agent.velocity.x, 0);
    EXPECT_GT(agent.velocity.y, 0);
    EXPECT_NEAR(open.xMetres(agent.place), 250, 1e-3);
}

TEST(Substeps, DivideLongUpdatesUpToACap) {
    const Species species{.max_step = 0.5f, .max_substeps = 4};
    EXPECT_EQ(substeps(species, 0), 0u);
    EXPECT_EQ(substeps(species, 0.016f), 1u);
    EXPECT_EQ(substeps(species, 0.5f), 1u);
    EXPECT_EQ(substeps(species, 0.6f), 2u);
    EXPECT_EQ(substeps(species, 2.0f), 4u);
    EXPECT_EQ(substeps(species, 10), 4u);
}

}  // namespace
}  // namespace drover::flock::steering_test
