// Tests that leaves think in turns: everybody in the end, the same bits in vectors, and herds that stay as
// they are while few of their leaves think.
#include <gtest/gtest.h>

#include <set>

#include "core/base/angle.h"
#include "core/flock/alone.h"
#include "core/flock/kernels.h"
#include "tests/core/flock/one_flock.h"

namespace drover::flock::turns_test {
namespace {

Species gazelles(std::uint32_t depth) {
    Species kind = flock::gazelles();
    kind.depth = depth;
    kind.manner = {.pace = 17, .turning = 0.001f};
    return kind;
}

FlockStore herd(const Species& species) {
    FlockStore store(kWideTorus, 11, LodRules{.enabled = false}, {species});
    store.add(SpeciesId{0}, agentAt(kWideTorus, 500, 500, {9, 4}));
    UpdateScratch scratch;
    for (int i = 0; i < 30; ++i) updateFlock(store, kFlock, 0.05f, {}, scratch);
    return store;
}

std::vector<Agent> leavesOf(const FlockStore& store) {
    std::vector<Agent> agents;
    for (std::uint32_t i = 0; i < store.count(kFlock); ++i)
        agents.push_back(store.leaves().get(store.first(kFlock) + i));
    return agents;
}

bool isSame(const Agent& a, const Agent& b) {
    return a.place == b.place && a.velocity == b.velocity && a.heading == b.heading;
}

TEST(Turns, WhereAllThinkTheBitsAreThoseOfAWorldWithoutTurns) {
    for (const std::uint32_t depth : {1u, 3u, 5u, 8u}) {
        FlockStore plain = herd(gazelles(depth)), turns = plain;
        turns.thinkInTurns(true);
        UpdateScratch scratch;
        for (const float t : {0.02f, 0.3f, 0.9f, 0.02f}) {
            moveFlock(plain, kFlock, t, scratch);
            moveFlock(turns, kFlock, t, scratch, turns.count(kFlock));
        }
        const std::vector<Agent> expected = leavesOf(plain), found = leavesOf(turns);
        for (std::size_t i = 0; i < expected.size(); ++i)
            ASSERT_TRUE(isSame(expected[i], found[i])) << depth << ' ' << i;
    }
}

// Who gets a new force: in four updates of a quarter each leaf once.
TEST(Turns, EachLeafHasItsTurnOnce) {
    FlockStore store = herd(gazelles(5));
    store.thinkInTurns(true);
    UpdateScratch scratch;
    moveFlock(store, kFlock, 0.02f, scratch, 32);
    moveFlock(store, kFlock, 0.02f, scratch, 3);  // an odd place to go on from
    std::multiset<std::uint32_t> thought;
    for (int update = 0; update < 4; ++update) {
        std::vector<Intent> before;
        for (std::uint32_t i = 0; i < 32; ++i) before.push_back(store.intent(store.first(kFlock) + i));
        moveFlock(store, kFlock, 0.02f, scratch, 8);
        for (std::uint32_t i = 0; i < 32; ++i) {
            const Intent now = store.intent(store.first(kFlock) + i);
            if (now.x != before[i].x || now.y != before[i].y) thought.insert(i);
        }
    }
    EXPECT_EQ(thought.size(), 32u);
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(thought.count(i), 1u) << i;
}

// A leaf that does not think keeps its force for Species::max_step, and then goes straight on.
TEST(Turns, AForceActsUntilItsTimeIsOver) {
    Species species = gazelles(2);
    species.max_step = 0.1f;
    FlockStore store = herd(species);
    store.thinkInTurns(true);
    UpdateScratch scratch;
    moveFlock(store, kFlock, 0.04f, scratch, kAllThink);
    const auto velocities = [&] {
        std::vector<Vec2> all;
        for (const Agent& agent : leavesOf(store)) all.push_back(agent.velocity);
        return all;
    };
    const std::vector<Vec2> first = velocities();
    moveFlock(store, kFlock, 0.03f, scratch, 0);
    const std::vector<Vec2> second = velocities();
    EXPECT_NE(first, second);
    moveFlock(store, kFlock, 0.03f, scratch, 0);
    EXPECT_NE(second, velocities());
    const std::vector<Vec2> last = velocities();
    moveFlock(store, kFlock, 0.05f, scratch, 0);
    EXPECT_EQ(last, velocities());
}

TEST(Turns, EveryTargetGivesTheScalarBits) {
    for (const std::uint32_t depth : {1u, 2u, 3u, 5u, 8u, 10u}) {
        FlockStore start = herd(gazelles(depth));
        start.thinkInTurns(true);
        const std::uint32_t leaves = start.count(kFlock);
        std::vector<std::vector<Agent>> found;
        std::vector<std::uint64_t> turns;
        for (const Kernels& target : kernels()) {
            FlockStore store = start;
            store.setKernels(target);
            UpdateScratch scratch;
            std::uint32_t thinkers = 0;
            for (const float t : {0.02f, 0.4f, 0.016f, 1.2f, 0.03f, 0.03f, 0.25f, 0.016f}) {
                moveFlock(store, kFlock, t, scratch, thinkers);
                thinkers = (thinkers * 5 + 3) % (leaves + 2);
            }
            found.push_back(leavesOf(store));
            turns.push_back(store.turnOf(kFlock));
        }
        for (std::size_t k = 1; k < found.size(); ++k) {
            EXPECT_EQ(turns[k], turns[0]);
            for (std::uint32_t i = 0; i < leaves; ++i)
                ASSERT_TRUE(isSame(found[k][i], found[0][i]))
                    << kernels()[k].name << ' ' << depth << ' ' << i;
        }
    }
}

// Flocks that are alone, in one go and one by one.
TEST(Turns, FlocksThatAreAloneThinkOrGoStraightOn) {
    FlockStore start(kWideTorus, 5, LodRules{.zone_width = 1}, {gazelles(5)});
    for (std::uint32_t i = 0; i < 300; ++i)
        start.add(SpeciesId{0}, agentAt(kWideTorus, 100 + 10 * i, 500, {16, 1}));
    start.thinkInTurns(true);
    FlockStore one_by_one = start, scalar = start;
    scalar.setKernels(*findKernels("scalar"));
    UpdateScratch scratch;
    std::vector<AloneUpdate> due;
    for (std::uint32_t round = 0; round < 7; ++round) {
        due.clear();
        for (std::uint32_t i = 0; i < 300; ++i) due.push_back({FlockId{i}, 0.05f, (i + round) % 3 == 0});
        const std::vector<float> headings(start.roots().hx.begin(), start.roots().hx.end());
        moveAlone(start, due, scratch);
        moveAlone(scalar, due, scratch);
        for (const AloneUpdate& one : due)
            moveFlock(one_by_one, one.flock, one.elapsed, scratch, one.thinks ? kAllThink : 0);
        for (std::uint32_t i = 0; i < 300; ++i)
            if (!due[i].thinks) {
                ASSERT_NEAR(start.roots().hx[i], headings[i], 1e-6f) << i;
            }
    }
    for (std::uint32_t i = 0; i < 300; ++i) {
        ASSERT_TRUE(isSame(start.roots().get(i), one_by_one.roots().get(i))) << i;
        ASSERT_TRUE(isSame(start.roots().get(i), scalar.roots().get(i))) << i;
    }
}

// Eight herds for a minute, with a part of their leaves thinking in each update.
Look herdsAfter(float period_s, std::uint32_t thinkers) {
    constexpr std::uint32_t kHerds = 8;
    FlockStore store(kWideTorus, 3, LodRules{.enabled = false}, {gazelles(5)});
    UpdateScratch scratch;
    for (std::uint32_t i = 0; i < kHerds; ++i) {
        store.add(SpeciesId{0}, agentAt(kWideTorus, 1000 + 2000 * i, 500, {9, 4}));
        changeLevel(store, FlockId{i}, {}, scratch);
    }
    store.thinkInTurns(true);
    Look look;
    int seen = 0;
    for (int update = 0; static_cast<float>(update) * period_s < 60; ++update) {
        for (std::uint32_t i = 0; i < kHerds; ++i) moveFlock(store, FlockId{i}, period_s, scratch, thinkers);
        if (static_cast<float>(update) * period_s < 20) continue;
        for (std::uint32_t i = 0; i < kHerds; ++i, ++seen) {
            const Look now = lookAt(store, FlockId{i});
            look.polarisation += now.polarisation;
            look.spread_m += now.spread_m;
        }
    }
    return {look.polarisation / seen, look.spread_m / seen};
}

TEST(Turns, AQuarterOfTheThoughtsIsNotSeen) {
    for (const float period_s : {1.0f / 60, 1.0f / 30, 0.1f}) {
        const Look all = herdsAfter(period_s, kAllThink), quarter = herdsAfter(period_s, 8);
        EXPECT_NEAR(quarter.polarisation, all.polarisation, 0.02) << period_s;
        EXPECT_NEAR(quarter.spread_m, all.spread_m, 0.1 * all.spread_m) << period_s;
    }
}

}  // namespace
}  // namespace drover::flock::turns_test
