// Flocks compared with their twins: equal worlds show no difference, and jumps are found.
#include "app/lab/fidelity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/command_line/exit.h"
#include "app/lab/world_run.h"
#include "core/flock/store.h"
#include "core/world/files/scenario_file.h"
#include "tests/worlds.h"

namespace drover::lab::fidelity_test {
namespace {

using world::shipped;

// A shipped scenario without what saves time.
world::Scenario unsaved(const std::string& name) {
    world::Scenario scenario = shipped(name);
    scenario.load.manager = "unmanaged";
    scenario.load.parameters.clear();
    scenario.lod.enabled = false;
    return scenario;
}

FidelityReport reportOf(const world::Scenario& scenario, std::uint64_t frames,
                        std::vector<world::LoggedCommand> log = {}) {
    world::World world(scenario);
    Fidelity fidelity(scenario);
    runWorld(world,
             {.frames = frames,
              .commands = [&](std::uint64_t frame,
                              std::vector<world::Command>& now) { addBefore(log, frame, now); },
              .after_frame = [&](const world::World& w, const Given& given) { fidelity.follow(w, given); }});
    return fidelity.report(world);
}

void expectNoDifference(const FidelityReport& report, std::uint64_t flocks) {
    std::uint64_t seen = 0;
    for (const BandFidelity& band : report.bands) {
        seen += band.flocks;
        EXPECT_EQ(band.distance_m.max, 0);
        EXPECT_EQ(band.run_distance_m, 0);
        EXPECT_EQ(band.polarisation_difference, 0);
        EXPECT_EQ(band.spread_difference_m, 0);
        EXPECT_EQ(band.polarisation, band.twin_polarisation);
        EXPECT_EQ(band.spread_m, band.twin_spread_m);
        if (band.flocks > 0) {
            EXPECT_GT(band.way_m, 0);
            EXPECT_GT(band.spread_m, 0);
        }
    }
    EXPECT_EQ(seen, flocks);
}

TEST(Fidelity, AWorldThatSavesNothingIsItsTwin) {
    for (const char* name : {"fidelity", "seam", "open-country"}) {
        const world::Scenario scenario = unsaved(name);
        expectNoDifference(reportOf(scenario, 60), scenario.flocks());
    }
}

TEST(Fidelity, TheTwinIsToldWhatTheWorldIsTold) {
    const world::Scenario scenario = unsaved("seam");
    const std::vector<world::LoggedCommand> log = {{5, world::MovePlayer{3, 4}},
                                                   {10, world::SetPause{true}},
                                                   {20, world::SetPause{false}},
                                                   {30, world::SetTimeScale{3}},
                                                   {40, world::Restart{99}},
                                                   {45, world::SetTimeScale{0.5}},
                                                   {60, world::LoadScenario{unsaved("open-country")}}};
    expectNoDifference(reportOf(scenario, 55, log), scenario.flocks());
    expectNoDifference(reportOf(scenario, 80, log), shipped("open-country").flocks());
    // Commands about detail and load do not go to the twin: only the world begins to save time.
    world::Scenario saving = scenario;
    saving.lod.enabled = true;
    const FidelityReport report = reportOf(
        scenario, 200, {{5, world::SetLod{saving.lod}}, {5, world::SetBudget{}}, {5, world::SetManager{}}});
    double difference = 0;
    for (const BandFidelity& band : report.bands) difference += band.spread_difference_m;
    EXPECT_GT(difference, 0);
}

TEST(Fidelity, ConservingDoesNotJumpAndRandomDoes) {
    world::Scenario scenario = shipped("fidelity");
    const FidelityReport conserving = reportOf(scenario, 600);
    EXPECT_LE(conserving.largest_jump_m, 0.01f);
    for (const BandFidelity& band : conserving.bands) {
        EXPECT_GT(band.flocks, 0u);  // the shipped scenario has flocks in all three bands
        EXPECT_GT(band.distance_m.mean, 0);
        EXPECT_LE(band.distance_m.p50, band.distance_m.max);
    }
    scenario.lod.reinit = flock::Reinit::kRandom;
    const FidelityReport random = reportOf(scenario, 600);
    EXPECT_GT(random.largest_jump_m, 0.01f);
}

// Four leaves on the corners of a square of 2 m; two head east, two north.
TEST(Fidelity, ShapesByHand) {
    const Plane plane(1000, Edges::kTorus);
    flock::Species species;
    species.depth = 2;
    flock::FlockStore flocks(plane, 1, flock::LodRules{}, {species});
    const auto agentAt = [&](double x, double y, Vec2 heading) {
        return flock::Agent{plane.place(x, y), heading * 2, heading};
    };
    const FlockId flock = flocks.add(SpeciesId{0}, agentAt(0, 0, {1, 0}));
    const FlockShape alone = shapeOf(flocks, flock);
    EXPECT_EQ(alone.polarisation, 1);
    EXPECT_EQ(alone.spread_m, 0);
    const std::vector<flock::Leaf> corners = {{3, agentAt(-1, -1, {1, 0})},
                                              {4, agentAt(-1, 1, {1, 0})},
                                              {5, agentAt(1, -1, {0, 1})},
                                              {6, agentAt(1, 1, {0, 1})}};
    flocks.setMembrane(flock, corners);
    EXPECT_NEAR(shapeOf(flocks, flock).polarisation, std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(shapeOf(flocks, flock).spread_m, std::sqrt(2.0), 1e-5);
    // A leaf that stands for two agents counts twice: headings (1 + 1) / 4 one way, 2 / 4 the other.
    const std::vector<flock::Leaf> mixed = {
        {3, agentAt(-2, 0, {1, 0})}, {4, agentAt(-2, 0, {1, 0})}, {2, agentAt(4, 0, {0, 1})}};
    flocks.setMembrane(flock, mixed);
    EXPECT_NEAR(shapeOf(flocks, flock).polarisation, std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(shapeOf(flocks, flock).spread_m, std::sqrt((4 + 4 + 2 * 16) / 4.0), 1e-5);
}

TEST(Fidelity, RefusesWhatIsTooLarge) {
    world::Scenario scenario = shipped("plains");
    scenario.species[0].flocks = 100'000;
    try {
        const Fidelity fidelity(scenario);
        FAIL() << "a twin of " << scenario.agents() << " agents";
    } catch (const command_line::Exit& e) {
        EXPECT_EQ(e.code, command_line::kBadData);
        EXPECT_NE(e.message.find("3,240,960 agents, allowed up to 200,000"), std::string::npos) << e.message;
    }
}

}  // namespace
}  // namespace drover::lab::fidelity_test
