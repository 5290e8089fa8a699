// Tests whole updates: bounded, finite, the same by stages as at once, and free of allocation after the first
// ones.
#include "core/flock/update.h"
#include "core/flock/store.h"

#include <gtest/gtest.h>

#include "core/base/allocations.h"
#include "tests/core/flock/one_flock.h"
#include "tests/finite.h"

namespace drover::flock::update_test {
namespace {

constexpr FlockId kFlock{0};

void expectFiniteAndBounded(const FlockStore& store) {
    for (const AgentColumns* columns : {&store.roots(), &store.leaves()}) {
        EXPECT_TRUE(allFinite(columns->vx) && allFinite(columns->vy));
        EXPECT_TRUE(allFinite(columns->hx) && allFinite(columns->hy));
    }
    for (std::uint32_t i = 0; i < store.size(); ++i) {
        const float max_speed = store.speciesOf(FlockId{i}).max_speed;
        const Agent root = store.roots().get(i);
        EXPECT_LE(length(root.velocity), max_speed * 1.00001f);
        EXPECT_NEAR(length(root.heading), 1, 1e-4f);
    }
}

TEST(Update, StagesOneByOneGiveTheBitsOfAllAtOnce) {
    const Plane plane(300, Edges::kTorus);
    for (const bool is_alone : {false, true}) {
        const LodRules lod{.enabled = false};
        const Species species{.branching = 3, .depth = is_alone ? 0u : 3u};
        FlockStore at_once(plane, 8, lod, {species}), by_stages(plane, 8, lod, {species});
        for (FlockStore* store : {&at_once, &by_stages})
            store->add(SpeciesId{0}, agentAt(plane, 1, 299, {3, 1}));
        UpdateScratch scratch;
        Steering steering;
        for (int i = 0; i < 200; ++i) {
            updateFlock(at_once, kFlock, 0.1f, {}, scratch);
            followPlayer(by_stages, kFlock, {}, scratch.membrane);
            perceive(by_stages, kFlock, steering, by_stages.rulesOf(kFlock).aheadOf(0.1f));
            steerWander(by_stages, kFlock, steering);
            steerSeparation(by_stages, kFlock, steering);
            steerCohesion(by_stages, kFlock, steering);
            steerAlignment(by_stages, kFlock, steering);
            act(by_stages, kFlock, 0.1f, steering);
        }
        EXPECT_EQ(at_once.roots().x, by_stages.roots().x);
        EXPECT_EQ(at_once.roots().vy, by_stages.roots().vy);
        EXPECT_EQ(at_once.leaves().x, by_stages.leaves().x);
        EXPECT_EQ(at_once.leaves().vx, by_stages.leaves().vx);
    }
}

TEST(Update, AStageThatIsNotCalledLeavesItsLastForceStanding) {
    const Plane plane(300, Edges::kTorus);
    Species species{.alignment = {1, 1}, .cohesion = {0, 0}, .separation = {0, 0}, .wander = {0, 0}};
    FlockStore store =
        flockOf(plane, species, {agentAt(plane, 100, 100, {1, 0}), agentAt(plane, 101, 100, {0, 1})});
    Steering s;
    perceive(store, kFlock, s);
    steerAlignment(store, kFlock, s);
    act(store, kFlock, 0.5f, s);
    act(store, kFlock, 0.5f, s);
    // Each is pushed by 1 N along the other's first heading, for one second in total.
    EXPECT_NEAR(store.leaves().vy[store.first(kFlock)], 1.0f / 50, 1e-6f);
    EXPECT_NEAR(store.leaves().vx[store.first(kFlock) + 1], 1.0f / 50, 1e-6f);
}

TEST(Update, RowsFollowTheirLeavesWhenTheMembraneChanges) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3, LodRules{}, {Species{.branching = 2, .depth = 2}});
    store.add(SpeciesId{0}, agentAt(plane, 500, 500, {1, 0}));
    MembraneScratch scratch;
    followPlayer(store, kFlock, plane.place(560, 500), scratch);  // one level: 60 m away
    ASSERT_EQ(store.count(kFlock), 2u);
    Steering s;
    perceive(store, kFlock, s);
    s.neighbours = {7, 9};
    std::vector<Leaf> wider;
    for (const Node node : {Node{3}, Node{4}, Node{2}})
        wider.push_back({node, store.leaves().get(store.first(kFlock))});
    store.setMembrane(kFlock, wider);
    fit(store, kFlock, s);
    EXPECT_EQ(s.neighbours, (std::vector<float>{0, 0, 9}));
    EXPECT_EQ(s.nodes, (std::vector<Node>{3, 4, 2}));
}

TEST(Update, ElapsedZeroMovesNothingButTheMembrane) {
    const Plane plane(1000, Edges::kTorus);
    FlockStore store(plane, 3, LodRules{}, {Species{}});
    store.add(SpeciesId{0}, agentAt(plane, 500, 500, {1, 0}));
    UpdateScratch scratch;
    EXPECT_GT(updateFlock(store, kFlock, 0, plane.place(500, 500), scratch).expansions, 0u);
    const auto x = store.leaves().x;
    updateFlock(store, kFlock, 0, plane.place(500, 500), scratch);
    EXPECT_EQ(store.leaves().x, x);
    EXPECT_EQ(store.ageOf(kFlock), 0u);
    expectFiniteAndBounded(store);
}

// Species with each number at its limits, one at a time and all together.
std::vector<Species> extremeSpecies() {
    std::vector<Species> out;
    const auto with = [&](auto change) {
        Species s{.branching = 3, .depth = 2};
        change(s);
        out.push_back(s);
    };
    for (const float mass : {0.01f, 1e5f}) with([=](Species& s) { s.mass = mass; });
    for (const float speed : {0.01f, 1000.0f}) with([=](Species& s) { s.max_speed = speed; });
    for (const float force : {0.0f, 1e6f}) with([=](Species& s) { s.max_force = force; });
    for (const float reach : {0.0f, 1000.0f}) with([=](Species& s) { s.neighbourhood = reach; });
    for (const float p : {0.0f, 1.0f}) {
        for (const float w : {0.0f, 1e6f}) {
            with([=](Species& s) { s.alignment = s.cohesion = s.separation = s.wander = {p, w}; });
        }
    }
    for (const float r : {0.0f, 1000.0f}) with([=](Species& s) { s.wander_radius = s.wander_distance = r; });
    for (const float step : {0.001f, 10.0f}) with([=](Species& s) { s.max_step = step; });
    for (const std::uint32_t n : {1u, 1000u})
        with([=](Species& s) { s.max_substeps = n, s.max_step = 0.01f; });
    with([](Species& s) {
        s.mass = 0.01f, s.max_force = 1e6f, s.max_speed = 1000, s.neighbourhood = 1000;
        s.alignment = s.cohesion = s.separation = s.wander = {1, 1e6f};
        s.wander_radius = s.wander_distance = 1000;
    });
    return out;
}

TEST(Update, EveryParameterAtItsEndsStaysFinite) {
    for (const double world : {50.0, 1e6}) {
        for (const Edges edges : {Edges::kTorus, Edges::kOpen}) {
            const Plane plane(world, edges);
            for (Species species : extremeSpecies()) {
                for (const Choice<Dithering>& mode : kDitherings) {
                    species.dithering = mode.value;
                    const float radius =
                        species.max_speed > 100 ? 0.0f : 1000.0f;  // zero: all agents on the same spot
                    FlockStore store(plane, 8, LodRules{.enabled = false, .reinit_radius = radius},
                                     {species});
                    store.add(SpeciesId{0}, agentAt(plane, 1, 1, {0.005f, 0}));
                    UpdateScratch scratch;
                    for (const float elapsed : {0.0f, 0.016f, 10.0f, 1e-6f, 3.3f, 0.0f, 10.0f}) {
                        updateFlock(store, kFlock, elapsed, {}, scratch);
                        expectFiniteAndBounded(store);
                        if (testing::Test::HasFailure()) return;
                    }
                }
            }
        }
    }
}

TEST(Update, NoWayIsLongerThanMaxSpeedTimesElapsed) {
    const Plane plane(20000, Edges::kTorus);
    FlockStore store(plane, 8, LodRules{.enabled = false}, {Species{.branching = 4, .depth = 2}});
    store.add(SpeciesId{0}, agentAt(plane, 500, 500, {20, 0}));
    UpdateScratch scratch;
    updateFlock(store, kFlock, 0.1f, {}, scratch);
    for (const float elapsed : {0.016f, 0.5f, 0.7f, 4.0f, 10.0f}) {
        std::vector<Agent> before;
        for (std::uint32_t i = 0; i < 16; ++i) before.push_back(store.leaves().get(store.first(kFlock) + i));
        updateFlock(store, kFlock, elapsed, {}, scratch);
        for (std::uint32_t i = 0; i < 16; ++i) {
            const Agent after = store.leaves().get(store.first(kFlock) + i);
            EXPECT_LE(length(plane.offset(before[i].place, after.place)), 20 * elapsed * 1.0001f);
            EXPECT_LE(length(after.velocity), 20.0f);
        }
    }
}

TEST(Update, CoincidentAgentsPart) {
    const Plane plane(1000, Edges::kTorus);
    std::vector<Agent> agents(8, agentAt(plane, 500, 500));
    FlockStore store = flockOf(plane, {}, agents);
    UpdateScratch scratch;
    for (int i = 0; i < 20; ++i) updateFlock(store, kFlock, 0.1f, {}, scratch);
    for (std::uint32_t i = 0; i < 8; ++i) {
        for (std::uint32_t j = 0; j < i; ++j) {
            const Agent a = store.leaves().get(store.first(kFlock) + i),
                        b = store.leaves().get(store.first(kFlock) + j);
            EXPECT_GT(length(plane.offset(a.place, b.place)), 1e-3f);
        }
    }
    expectFiniteAndBounded(store);
}

TEST(Update, ASteadyFrameAllocatesNothing) {
    const Plane plane(2000, Edges::kTorus);
    FlockStore store(plane, 8, LodRules{}, {Species{}, Species{.branching = 4, .depth = 4}});
    for (int i = 0; i < 50; ++i) {
        store.add(static_cast<SpeciesId>(i % 2), agentAt(plane, 37 * i, 1000, {1, 0}));
    }
    UpdateScratch scratch;
    const Place player = plane.place(1000, 1000);
    std::size_t steady_frames = 0;
    for (int frame = 0; frame < 400; ++frame) {
        LodCounts counts;
        const std::size_t before = allocationsSoFar();
        for (std::uint32_t i = 0; i < store.size(); ++i)
            counts += updateFlock(store, FlockId{i}, 0.016f, player, scratch);
        if (frame < 20 || counts.expansions + counts.collapses > 0) continue;
        ++steady_frames;
        EXPECT_EQ(allocationsSoFar(), before);
    }
    EXPECT_GT(steady_frames, 50u);
    EXPECT_GT(store.membraneLeaves(), 100u);
}

}  // namespace
}  // namespace drover::flock::update_test
