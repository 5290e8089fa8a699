// Flocks among others: what they do to each other does not depend on the order in which they are updated, and
// is nothing where nobody minds anybody. How herds answer a push, and what flight costs them.
#include "core/flock/around.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "core/cores/team.h"
#include "core/flock/manner.h"
#include "core/flock/update.h"
#include "tests/core/flock/one_flock.h"

namespace drover::flock::around_test {
namespace {

Species measuredGazelles() {
    Species kind = gazelles();
    kind.manner = measureManner(kind, true);
    return kind;
}

// A dozen herds on a narrow ground, every other one full.
FlockStore crowd() {
    const Species kind = measuredGazelles();
    FlockStore store(Plane(300, Edges::kTorus), 3, {}, {kind});
    for (std::uint32_t i = 0; i < 12; ++i)
        store.add(SpeciesId{0},
                  {store.plane().place(i % 4 * 60, i / 4 * 80.0), {kind.manner.pace, 0}, {1, 0}});
    store.letOwnerDecide();
    UpdateScratch scratch;
    for (std::uint32_t i = 0; i < 12; ++i) {
        store.setDepth(FlockId{i}, i % 2 == 0 ? kind.depth : 0);
        changeLevel(store, FlockId{i}, {}, scratch);
    }
    store.letFlee(true);
    return store;
}

meeting::Surroundings around(const FlockStore& store, meeting::Deed deed) {
    meeting::Relations relations(1);
    relations.set(0, 0, {deed, 25, 1});
    return {store.plane(), relations, {lookRulesOf(store.allSpecies()[0])}, 12};
}

// Frames in which all herds run in this order. Returns the roots and the leaves.
FlockStore run(FlockStore store, meeting::Surroundings others, std::vector<std::uint32_t> order,
               cores::Team* team = nullptr) {
    UpdateScratch scratch;
    scratch.team = team;
    for (int frame = 0; frame <= 40; ++frame) {
        const std::int64_t now_ns = frame * 100'000'000LL;
        scratch.around = {.others = &others, .now_ns = now_ns};
        if (frame > 0)
            for (const std::uint32_t herd : order) moveFlock(store, FlockId{herd}, 0.1f, scratch);
        if (others.areEmpty()) continue;
        others.makeRoomForMembers(store.leaves().size());
        for (const std::uint32_t herd : order) show(store, FlockId{herd}, now_ns, others);
        others.endFrame(order, now_ns, 100'000'000, team);
    }
    return store;
}

void expectSame(const FlockStore& a, const FlockStore& b) {
    for (const auto& [one, other] :
         {std::pair(&a.roots(), &b.roots()), std::pair(&a.leaves(), &b.leaves())}) {
        EXPECT_TRUE(std::ranges::equal(one->x, other->x) && std::ranges::equal(one->y, other->y));
        EXPECT_TRUE(std::ranges::equal(one->vx, other->vx) && std::ranges::equal(one->vy, other->vy));
    }
}

std::vector<std::uint32_t> inOrder() {
    std::vector<std::uint32_t> order(12);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

TEST(Around, TheOrderOfRunsChangesNothing) {
    const FlockStore start = crowd();
    const meeting::Surroundings others = around(start, meeting::Deed::kAvoid);
    const FlockStore forward = run(start, others, inOrder());
    expectSame(forward, run(start, others, {11, 3, 7, 0, 1, 10, 2, 9, 4, 8, 5, 6}));
    const FlockStore alone = run(start, {}, inOrder());
    EXPECT_FALSE(std::ranges::equal(alone.roots().x, forward.roots().x)) << "they have not met";
}

TEST(Around, TheNumberOfThreadsChangesNothing) {
    const FlockStore start = crowd();
    const meeting::Surroundings others = around(start, meeting::Deed::kAvoid);
    const FlockStore here = run(start, others, inOrder());
    for (const unsigned threads : {2u, 5u}) {
        const std::unique_ptr<cores::Team> team = cores::makeTeam(threads);
        expectSame(here, run(start, others, inOrder(), team.get()));
    }
}

TEST(Around, WhereNobodyMindsAnybodyNothingChanges) {
    const FlockStore start = crowd();
    const meeting::Surroundings others = around(start, meeting::Deed::kIgnore);
    EXPECT_TRUE(others.areEmpty());
    expectSame(run(start, {}, inOrder()), run(start, others, inOrder()));
    // One that others mind, but that itself does not.
    meeting::Relations relations(2);
    relations.set(1, 0, {meeting::Deed::kAvoid, 25, 1});
    const meeting::LookRules rules = lookRulesOf(start.allSpecies()[0]);
    expectSame(run(start, {}, inOrder()),
               run(start, {start.plane(), relations, {rules, rules}, 12}, inOrder()));
}

// What is told of an animal is what its update adds to its forces.
TEST(Around, ThePartsOfAPushAreThoseOfTheUpdate) {
    const FlockStore store = crowd();
    for (const auto& [deed, name, text] : meeting::kDeeds) {
        if (deed == meeting::Deed::kIgnore || deed == meeting::Deed::kHunt) continue;
        SCOPED_TRACE(name);
        meeting::Relations relations(1);
        relations.set(0, 0, {deed, 100, 1});
        meeting::Surroundings others(store.plane(), relations, {lookRulesOf(store.allSpecies()[0])}, 12);
        others.makeRoomForMembers(store.leaves().size());
        for (const std::uint32_t herd : inOrder()) show(store, FlockId{herd}, 0, others);
        others.endFrame(inOrder(), 0, 100'000'000, nullptr);
        const Around now{.others = &others, .now_ns = 100'000'000, .push = {3, 0}};
        Pushes update, told;
        float most = 0;
        for (const std::uint32_t herd : inOrder()) {
            const FlockId flock{herd};
            const bool is_alone = store.isAlone(flock);
            ASSERT_TRUE(update.begin(store, flock, 0.1f, now));
            const Push on_herd = is_alone ? update.onHerd(store, 0.1f) : Push{};
            const PushRows on_leaves = is_alone ? PushRows{} : update.onLeaves(store, 0.1f, nullptr);
            for (std::uint32_t leaf = 0; leaf < (is_alone ? 1 : store.count(flock)); ++leaf) {
                ASSERT_TRUE(told.begin(store, flock, 0.1f, now));
                const PushParts parts = told.parts(store, leaf, 0.1f);
                const Vec2 all = is_alone ? on_herd.force : Vec2{on_leaves.x[leaf], on_leaves.y[leaf]};
                EXPECT_NEAR(parts.sum().x, all.x, 1e-3f * (1 + length(all)));
                EXPECT_NEAR(parts.sum().y, all.y, 1e-3f * (1 + length(all)));
                EXPECT_EQ(parts.land, (Vec2{3, 0}));
                const Vec2 other = deed == meeting::Deed::kFlee ? parts.others : parts.fear;
                EXPECT_LT(length(other), 1e-3f);
                most = std::max(most, length(parts.others + parts.fear));
            }
        }
        EXPECT_GT(most, 1) << "they have met";
    }
}

TEST(Manner, GazellesAnswerAPushAsTheyWereSeenTo) {
    const Manner manner = measuredGazelles().manner;
    EXPECT_NEAR(manner.response, 5.8f, 0.58f);
    EXPECT_NEAR(manner.along, 0.81f, 0.081f);
    EXPECT_NEAR(manner.across, 0.91f, 0.091f);
    const Manner unpushed = measureManner(measuredGazelles());
    EXPECT_EQ(unpushed.response, 0) << "not measured where nothing can push them";
    EXPECT_EQ(unpushed.pace, manner.pace);
}

// A folded herd that is pushed along its way, steadily, gains response * along * force / mass.
TEST(Around, AFoldedHerdAnswersAPushByItsManner) {
    Species kind = measuredGazelles();
    kind.manner.turning = 0;
    FlockStore store(Plane(1e5, Edges::kTorus), 3, {}, {kind});
    store.add(SpeciesId{0}, {store.plane().place(5e4, 5e4), {kind.manner.pace, 0}, {1, 0}});
    UpdateScratch scratch;
    constexpr float kForce = -20;
    scratch.around.push = {kForce, 0};
    for (int i = 0; i < 600; ++i) moveFlock(store, FlockId{0}, 0.1f, scratch);
    const float gained = kind.manner.response * kind.manner.along * kForce / kind.mass;
    EXPECT_NEAR(length(store.roots().get(0).velocity), kind.manner.pace + gained, 0.1f);
}

class Hunted : public testing::Test {
  protected:
    explicit Hunted(std::uint32_t depth = 0)
        : kind(measuredGazelles()), store(Plane(1000, Edges::kTorus), 3, {}, {kind}) {
        store.add(SpeciesId{0}, {store.plane().place(500, 500), {kind.manner.pace, 0}, {1, 0}});
        store.letOwnerDecide();
        store.setDepth(FlockId{0}, depth);
        changeLevel(store, FlockId{0}, {}, scratch);
        store.letFlee(true);
        meeting::Relations relations(2);
        relations.set(0, 1, {meeting::Deed::kFlee, 60, 1});
        others = {store.plane(), relations, {lookRulesOf(kind), {.max_speed = 22}}, 2};
    }
    // A hunter that stays so far behind.
    void step(float behind_m) {
        now_ns += 100'000'000;
        others.makeRoomForMembers(store.leaves().size());
        show(store, FlockId{0}, now_ns, others);
        others.renew(1, {.place = store.plane().moved(store.roots().get(0).place, Vec2{-behind_m, 0}),
                         .velocity = store.roots().get(0).velocity,
                         .at_ns = now_ns,
                         .look = 1});
        const std::uint32_t both[] = {0, 1};
        others.endFrame(both, now_ns, 100'000'000, nullptr);
        scratch.around = {.others = &others, .now_ns = now_ns + 100'000'000};
        moveFlock(store, FlockId{0}, 0.1f, scratch);
    }
    const Flight& flight() { return store.flight(FlockId{0}); }
    float speed() const { return length(store.roots().get(0).velocity); }

    Species kind;
    FlockStore store;
    UpdateScratch scratch;
    meeting::Surroundings others;
    std::int64_t now_ns = 0;
};
// So what comes late is not dearer the later it is.
TEST_F(Hunted, OfALateUpdateOthersPushInTheLastSecondAlone) {
    step(30);
    FlockStore at_once = store;
    now_ns += 5'000'000'000;
    scratch.around = {.now_ns = now_ns - 1'000'000'000};
    moveFlock(store, FlockId{0}, 4, scratch);
    scratch.around = {.others = &others, .now_ns = now_ns};
    moveFlock(store, FlockId{0}, 1, scratch);
    moveFlock(at_once, FlockId{0}, 5, scratch);
    EXPECT_EQ(at_once.roots().get(0).place, store.roots().get(0).place);
    EXPECT_EQ(at_once.roots().get(0).velocity, store.roots().get(0).velocity);
}

class WholeHunted : public Hunted {
  protected:
    WholeHunted() : Hunted(5) {}
};

TEST_F(Hunted, AHerdSprintsWhileItHasBreath) {
    for (int i = 0; i < 30; ++i) step(40);
    EXPECT_GT(speed(), 1.1f * kind.max_speed);
    EXPECT_NEAR(flight().breath_s, 3, 0.1f);
    EXPECT_GT(flight().alarm, 0.95f);
    EXPECT_EQ(flight().boost_s, Flight::kBoost_s);
    for (int i = 0; i < 60; ++i) step(40);
    EXPECT_EQ(flight().breath_s, 0);
    EXPECT_LE(speed(), 1.0001f * kind.max_speed);
    for (int i = 0; i < 20; ++i) step(300);
    EXPECT_NEAR(flight().breath_s, 0.4f, 0.05f) << "it comes back five times as slowly";
    EXPECT_EQ(flight().alarm, 0);
    EXPECT_NEAR(flight().boost_s, Flight::kBoost_s - 2, 0.05f);
}

TEST_F(WholeHunted, ItsAnimalsSprintToo) {
    const auto fastest = [&] {
        float speed = 0;
        for (std::uint32_t i = 0; i < store.count(FlockId{0}); ++i)
            speed = std::max(speed, length(store.leaves().get(store.first(FlockId{0}) + i).velocity));
        return speed;
    };
    for (int i = 0; i < 30; ++i) step(40);
    EXPECT_GT(fastest(), 1.1f * kind.max_speed);
    EXPECT_LT(flight().breath_s, 5);
    store.flight(FlockId{0}).breath_s = 0;
    step(40);
    EXPECT_LE(fastest(), 1.0001f * kind.max_speed);
}

}  // namespace
}  // namespace drover::flock::around_test
