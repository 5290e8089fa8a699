// Worlds on several cores: the same bits on any number of threads, and the budget kept on each core.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/cores/team.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/world/commands/outside.h"
#include "core/world/frame/round.h"
#include "core/world/world.h"
#include "tests/clocks.h"
#include "tests/worlds.h"

namespace drover::world::round_test {
namespace {

using load::TickingClock;

Scenario herds(std::uint32_t flocks) {
    Scenario s = twoHerds(3000, flocks, flocks / 4);
    s.player = {1500, 1500, 60, {{2200, 1500}, {1500, 1500}}};
    s.wildlife.count = 5;
    s.pursuit.count = 20;
    return s;
}

bool areAlike(const flock::AgentColumns& a, std::size_t first_a, const flock::AgentColumns& b,
              std::size_t first_b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const flock::Agent one = a.get(first_a + i), other = b.get(first_b + i);
        if (one.place != other.place || one.velocity != other.velocity || one.heading != other.heading)
            return false;
    }
    return true;
}

bool areAlike(const flock::FlockStore& a, const flock::FlockStore& b) {
    if (!areAlike(a.roots(), 0, b.roots(), 0, a.size())) return false;
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const FlockId flock{i};
        if (a.isAlone(flock) != b.isAlone(flock)) return false;
        if (a.isAlone(flock)) continue;
        if (!std::ranges::equal(a.nodes(flock), b.nodes(flock))) return false;
        if (!areAlike(a.leaves(), a.first(flock), b.leaves(), b.first(flock), a.count(flock))) return false;
    }
    return true;
}

class OnThreads : public testing::TestWithParam<unsigned> {};

TEST_P(OnThreads, EveryManagerEndsInTheBitsOfOneThread) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(GetParam());
    for (const load::ManagerInfo& manager : load::kManagers) {
        for (const flock::Reinit reinit : {flock::Reinit::kConserving, flock::Reinit::kRetained}) {
            Scenario scenario = herds(600);
            scenario.load.manager = std::string(manager.name);
            scenario.lod.reinit = reinit;
            if (manager.sets_detail) scenario.load.budget.fixed_ns = 20'000'000;  // for unfolded herds
            World alone(scenario), shared(scenario, nullptr, team.get());
            for (int i = 0; i < 60; ++i) {
                alone.step(0.05);
                shared.step(0.05);
                ASSERT_EQ(shared.record().whole.c_total_ns, alone.record().whole.c_total_ns)
                    << manager.name << i;
            }
            EXPECT_EQ(shared.stateHash(), alone.stateHash()) << manager.name;
            EXPECT_GT(alone.flocks().liveLeaves(), 750u);
        }
    }
}

// As when somebody drags the number of cores.
TEST_P(OnThreads, TheTeamMayChangeBetweenFrames) {
    const std::unique_ptr<cores::Team> teams[] = {nullptr, cores::makeTeam(GetParam()), cores::makeTeam(2)};
    for (const load::ManagerInfo& manager : load::kManagers) {
        Scenario scenario = herds(600);
        scenario.load.manager = std::string(manager.name);
        if (manager.sets_detail) scenario.load.budget.fixed_ns = 20'000'000;
        World alone(scenario), shared(scenario);
        for (std::size_t i = 0; i < 60; ++i) {
            const std::unique_ptr<cores::Team>& team = teams[i * i / 7 % 3];
            shared.setTeam(team.get());
            alone.step(0.05);
            shared.step(0.05);
            EXPECT_EQ(shared.outside().cores, team ? team->size() : 1);
            ASSERT_EQ(shared.record().whole.c_total_ns, alone.record().whole.c_total_ns) << manager.name << i;
        }
        EXPECT_EQ(shared.stateHash(), alone.stateHash()) << manager.name;
    }
}

TEST(Teams, AWorldThatIsAssignedToKeepsItsOwn) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(2);
    const World other(herds(10));
    World world(herds(20), nullptr, team.get());
    world = other;
    world.step(0.05);
    EXPECT_EQ(world.outside().cores, 2u);
    World copy(world);
    copy.step(0.05);
    EXPECT_EQ(copy.outside().cores, 2u);
    world.setTeam(nullptr);
    world.step(0.05);
    EXPECT_EQ(world.outside().cores, 1u);
    EXPECT_EQ(world.stateHash(), copy.stateHash());
}

// A flock that all cores move together, beside others, under both clocks. It unfolds in the first frame.
TEST_P(OnThreads, AllCoresMoveAVeryLargeFlockTogether) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(GetParam());
    Scenario scenario = herds(40);
    scenario.load.manager = "unmanaged";
    scenario.lod.enabled = false;
    scenario.lod.max_leaves = 1u << 20;
    SpeciesEntry large = scenario.species[0];
    large.name = "large", large.flocks = 1, large.kind.branching = 6, large.kind.depth = 6;
    scenario.species.push_back(large);
    ASSERT_GT(large.kind.agents(), Round::kMostForOneCore);
    World alone(scenario), shared(scenario, nullptr, team.get());
    scenario.load.clock = ClockKind::kReal;
    TickingClock clock(20);
    World timed(scenario, &clock, team.get());
    for (int i = 0; i < 3; ++i) {
        for (World* world : {&alone, &shared, &timed}) world->step(0.05);
    }
    EXPECT_GT(shared.flocks().liveLeaves(), Round::kMostForOneCore);
    EXPECT_EQ(shared.stateHash(), alone.stateHash());
    EXPECT_TRUE(areAlike(timed.flocks(), alone.flocks()));
}

// Does every part at once, and counts the loops of several.
class CountingTeam final : public cores::Team {
  public:
    unsigned size() const override { return 3; }
    void start(std::uint32_t parts, Part part) override {
        loops += parts > 1;
        for (std::uint32_t i = 0; i < parts; ++i) part(i, i % 3);
    }
    void finish() override {}
    int loops = 0;
};

TEST(Round, OnlyAVeryLargeFlockIsDivided) {
    constexpr int kStages = 4;  // show, sort, see, act; the leaves stand so close that they are one band
    for (const std::uint32_t branching : {4u, 5u}) {
        flock::Species species{.branching = branching, .depth = 6};
        flock::FlockStore store({4000, Edges::kTorus}, 1, {.enabled = false, .max_leaves = 1u << 20},
                                {species});
        const FlockId flock = store.add(SpeciesId{0}, {{}, {5, 0}, {1, 0}});
        flock::UpdateScratch scratch;
        flock::changeLevel(store, flock, {}, scratch);
        CountingTeam team;
        Round round(&team, nullptr);
        round.beginFrame(store, std::nullopt);
        round.add({.work = {.flock = flock, .elapsed = 0.02f}, .expected_ns = 1'000'000});
        round.finish();
        const bool is_very_large = branching == 5;
        ASSERT_EQ(store.count(flock) > Round::kMostForOneCore, is_very_large);
        if (is_very_large) {
            EXPECT_GE(team.loops, kStages);
        } else {
            EXPECT_EQ(team.loops, 0) << "it is one piece";
        }
    }
}

// A long thought is divided into pieces.
TEST(Round, ALongThoughtIsDivided) {
    flock::FlockStore store({4000, Edges::kTorus}, 1, {}, {flock::Species{}});
    CountingTeam team;
    Round round(&team, nullptr);
    round.beginFrame(store, std::nullopt);
    round.add({.work = {.burn_ns = 1'000'000}, .expected_ns = 1'000'000});
    round.finish();
    EXPECT_EQ(team.loops, 1);
}

INSTANTIATE_TEST_SUITE_P(Threads, OnThreads, testing::Values(2u, 3u, 8u));

// Cores whose time is modelled: each part goes to the core that is free first. The owner's is from finish()
// on.
class ScriptedTeam final : public cores::Team {
  public:
    ScriptedTeam(unsigned size, TickingClock& clock) : free_ns_(size), clock_(clock) {}
    unsigned size() const override { return static_cast<unsigned>(free_ns_.size()); }
    void start(std::uint32_t parts, Part part) override {
        std::ranges::fill(free_ns_, clock_.time_ns.load());
        parts_ = parts;
        part_.emplace(part);
    }
    void finish() override {
        free_ns_[0] = clock_.time_ns;
        std::int64_t end_ns = clock_.time_ns;
        const std::uint32_t parts = std::exchange(parts_, 0);
        for (std::uint32_t i = 0; i < parts; ++i) {
            for (std::size_t core = 1; core < free_ns_.size(); ++core)
                if (free_ns_[core] >= held_from_ns_)
                    free_ns_[core] = std::max(free_ns_[core], held_until_ns_);
            const auto core = std::ranges::min_element(free_ns_);
            clock_.time_ns = *core;
            (*part_)(i, static_cast<unsigned>(core - free_ns_.begin()));
            *core = clock_.time_ns;
            end_ns = std::max(end_ns, clock_.time_ns.load());
        }
        clock_.time_ns = end_ns;
    }
    // All but the owner's core have something else to do meanwhile; what they have begun they go on with.
    void holdUp(std::int64_t from_ns, std::int64_t until_ns) {
        held_from_ns_ = from_ns, held_until_ns_ = until_ns;
    }

  private:
    std::vector<std::int64_t> free_ns_;  // by core
    std::uint32_t parts_ = 0;
    std::optional<Part> part_;
    std::int64_t held_from_ns_ = 0, held_until_ns_ = 0;
    TickingClock& clock_;
};

// Under the model clock the world changes a level when the task runs. On the real clock the round
// changes it later, several together, after a core has seen that the flock wants another. Where memory is
// short, the order of the calls decides which flock gets it.
TEST_P(OnThreads, LevelsChangeAsUnderTheModelClock) {
    const std::unique_ptr<cores::Team> team = cores::makeTeam(GetParam());
    for (const std::uint32_t most_leaves : {1u << 20, 60u}) {
        Scenario scenario = herds(600);
        scenario.load.manager = "unmanaged";
        scenario.lod.max_leaves = most_leaves;
        World modelled(scenario);
        scenario.load.clock = ClockKind::kReal;
        TickingClock clock(20);
        World one(scenario, &clock), shared(scenario, &clock, team.get());
        std::uint64_t changes = 0, refused = 0;
        for (int i = 0; i < 80; ++i) {
            // Now and then all that was near is far, and the other way round.
            std::vector<Command> commands;
            if (i % 20 == 19) commands.emplace_back(MovePlayer{i % 40 == 19 ? 500.0 : 1500.0, 1500});
            const record::BandRecord& as_modelled = modelled.step(0.05, commands).whole;
            changes += as_modelled.expansions + as_modelled.collapses, refused += modelled.refused();
            for (World* world : {&one, &shared}) {
                const record::BandRecord& record = world->step(0.05, commands).whole;
                ASSERT_EQ(record.expansions, as_modelled.expansions) << i;
                ASSERT_EQ(record.collapses, as_modelled.collapses) << i;
                ASSERT_EQ(record.leaves, as_modelled.leaves) << i;
                ASSERT_EQ(world->refused(), modelled.refused()) << i;
                ASSERT_EQ(world->largestJump(), modelled.largestJump()) << i;
            }
        }
        EXPECT_TRUE(areAlike(one.flocks(), modelled.flocks()));
        EXPECT_TRUE(areAlike(shared.flocks(), modelled.flocks()));
        EXPECT_GT(changes, 200u);
        EXPECT_EQ(refused > 0, most_leaves == 60);
    }
}

class OnCores : public testing::TestWithParam<unsigned> {};

TEST_P(OnCores, TheBudgetIsTimeOnEachOfThemAndIsKept) {
    TickingClock clock(20);
    ScriptedTeam team(GetParam(), clock);
    Scenario scenario = herds(2000 * GetParam());
    scenario.load.clock = ClockKind::kReal;
    scenario.load.think_us = 5;
    scenario.wildlife.cost_us = 50;
    scenario.player.tour.clear();
    World world(scenario, &clock, GetParam() > 1 ? &team : nullptr);
    int missed = 0;
    double mean_ai = 0, mean_cost = 0;
    constexpr int kFirst = 60, kFrames = 400;
    for (int i = 0; i < kFrames; ++i) {
        const record::FrameRecord& r = world.step(1.0 / 60);
        if (i < kFirst) continue;
        EXPECT_EQ(r.budget_ns, 1'000'000);
        // A flock that wanders into the next zone costs more than expected; nothing else may.
        EXPECT_LE(r.ai_ns, 1'050'000) << i;
        missed += r.ai_ns > 1'020'000;  // the last pieces do not end together
        mean_ai += static_cast<double>(r.ai_ns) / (kFrames - kFirst);
        mean_cost += static_cast<double>(r.whole.c_total_ns) / (kFrames - kFirst);
    }
    EXPECT_LE(missed, 10);
    EXPECT_GT(mean_ai, 0.7e6);
    // Several cores do several times as much.
    EXPECT_GT(mean_cost, 0.7e6 * GetParam());
}

INSTANTIATE_TEST_SUITE_P(Cores, OnCores, testing::Values(1u, 2u, 3u, 8u));

// The fourth reading of a frame, at the end of the plan, comes late.
class SlowPlanClock final : public load::Clock {
  public:
    std::int64_t now() override {
        if (++readings_ == 4) time_ns_ += late_ns_;
        return time_ns_ += 20;
    }
    void beginFrame(std::int64_t late_ns = 2'000'000) { readings_ = 0, late_ns_ = late_ns; }

  private:
    std::int64_t late_ns_ = 0;
    std::int64_t time_ns_ = 0;
    int readings_ = 0;
};

TEST(Rounds, WhatThePlanTakesIsPartOfTheBudgetIfItCounts) {
    for (const bool counts : {true, false}) {
        SlowPlanClock clock;
        Scenario scenario = herds(8000);  // always more than the budget
        scenario.load.clock = ClockKind::kReal;
        scenario.load.think_us = 20;
        scenario.load.budget.fixed_ns = 4'000'000;
        scenario.load.budget.counts_manager = counts;
        World world(scenario, &clock);
        for (int i = 0; i < 100; ++i) {
            clock.beginFrame();
            const record::FrameRecord& r = world.step(1.0 / 60);
            if (i < 60) continue;
            EXPECT_GE(r.overhead_ns, 2'000'000);
            EXPECT_NEAR(static_cast<double>(r.ai_ns), 4e6, 0.5e6) << counts;
            EXPECT_NEAR(static_cast<double>(r.whole.c_total_ns), counts ? 2e6 : 4e6, 0.5e6);
            EXPECT_NEAR(static_cast<double>(world.busy_ns()), counts ? 4e6 : 6e6, 0.6e6);
        }
    }
}

// Periods would all change, and with them who is due.
TEST(Rounds, APlanThatTakesLongDoesNotMoveWhatTasksMayUse) {
    SlowPlanClock clock;
    Scenario scenario = herds(8000);
    scenario.load.clock = ClockKind::kReal;
    scenario.load.think_us = 20;
    scenario.load.budget.fixed_ns = 4'000'000;
    World world(scenario, &clock);
    double before = 0;
    for (int i = 0; i < 200; ++i) {
        clock.beginFrame(i % 16 == 15 ? 3'000'000 : 500'000);
        const record::FrameRecord& r = world.step(1.0 / 60);
        if (i > 60) {
            EXPECT_NEAR(r.desired_use, before, 0.01 * before) << i;
        }
        if (i % 16 == 15) {
            EXPECT_NEAR(static_cast<double>(r.ai_ns), 4e6, 0.5e6) << i;
        }
        before = r.desired_use;
    }
    EXPECT_NEAR(before, 3.5 / (1000.0 / 60), 0.02);
}

// Whenever the other core is lost to another program, the owner does the rest of the round, and the frame's
// last round knows of it.
TEST(Rounds, ACoreThatIsHeldUpDelaysOneRoundAtMost) {
    TickingClock clock(20);
    ScriptedTeam team(2, clock);
    Scenario scenario = herds(8000);  // always more than the budget
    scenario.load.clock = ClockKind::kReal;
    scenario.load.think_us = 20;
    scenario.load.budget.fixed_ns = 4'000'000;
    World world(scenario, &clock, &team);
    for (int i = 0; i < 60; ++i) world.step(1.0 / 60);
    for (std::int64_t after_ns = 0; after_ns < 4'000'000; after_ns += 500'000) {
        for (int i = 0; i < 5; ++i) world.step(1.0 / 60);
        EXPECT_GT(world.record().whole.c_total_ns, 7'000'000) << after_ns;  // seven eighths
        team.holdUp(clock.time_ns + after_ns, clock.time_ns + 20'000'000);
        EXPECT_LT(world.step(1.0 / 60).ai_ns, 7'000'000) << after_ns;  // most of it is one round
        // Lost from the first round on, it leaves a little more unused.
        EXPECT_GT(world.record().ai_ns, after_ns == 0 ? 3'700'000 : 3'800'000) << after_ns;
        clock.time_ns += 20'000'000;
    }
}

// Four minds that think for a millisecond each take eight cores half of one.
TEST(Rounds, ALongThoughtIsSharedOut) {
    TickingClock clock(20);
    ScriptedTeam team(8, clock);
    Scenario scenario;
    scenario.wildlife.count = 1;
    scenario.wildlife.cost_us = 1000;
    scenario.load.manager = "unmanaged";
    scenario.load.clock = ClockKind::kReal;
    World world(scenario, &clock, &team);
    for (int i = 0; i < 20; ++i) world.step(0.05);
    EXPECT_EQ(world.record().whole.run, 4u);
    EXPECT_GE(world.record().whole.c_total_ns, 4'000'000);
    EXPECT_LT(world.record().ai_ns, 700'000);
}

TEST(Rounds, AFlockThatIsRefusedItsLeavesMovesAsOnePoint) {
    Scenario scenario = herds(40);
    scenario.species.resize(1);
    scenario.species[0].region = {1500, 1500, 20};
    scenario.wildlife.count = scenario.pursuit.count = 0;
    scenario.lod.max_leaves = 1;
    scenario.load.manager = "unmanaged";
    World world(scenario);
    for (int i = 0; i < 5; ++i) world.step(0.02);
    EXPECT_GT(world.refused(), 0u);
    EXPECT_EQ(world.flocks().liveLeaves(), 40u);
    for (std::uint32_t i = 0; i < 40; ++i) EXPECT_GE(world.flocks().ageOf(FlockId{i}), 5u) << i;
}

}  // namespace
}  // namespace drover::world::round_test
