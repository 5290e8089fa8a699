#include <gtest/gtest.h>

#include <algorithm>

#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/task_table.h"
#include "core/world/commands/outside.h"
#include "core/world/files/scenario_file.h"
#include "panel_frames.h"
#include "tests/one_core.h"

namespace drover::desktop::panels_test {
namespace {

TEST(Panels, FitAColumnInEveryScenario) {
    for (const std::string& scenario : command_line::scenarioNames()) {
        for (const PanelInfo& panel : kPanels) {
            PanelFrames frames(scenario.c_str(), panel.draw, {300, 1400});
            for (int i = 0; i < 3; ++i) frames.step();
            EXPECT_LE(frames.overflow_px, 0.5f) << panel.name << " in " << scenario;
        }
    }
}

TEST(Panels, AskForNothingUnlessSomebodyTouchesThem) {
    for (const PanelInfo& panel : kPanels) {
        PanelFrames frames("all-minds", panel.draw);
        const std::string before = world::writeScenario(frames.session.scenario());
        for (int i = 0; i < 5; ++i) frames.step();
        EXPECT_EQ(world::writeScenario(frames.session.scenario()), before) << panel.name;
        EXPECT_FALSE(frames.session.undoLog().canUndo()) << panel.name;
    }
}

TEST(LoadPanel, ChangesTheManagerAndItsParameters) {
    PanelFrames frames("wildlife", drawLoadWithControls);
    ASSERT_EQ(frames.session.world().manager().info().name, "elastic");
    ASSERT_TRUE(frames.click("load.parameters")) << "folded at first";
    ASSERT_TRUE(frames.choose("load.parameter.cost_estimate", "peak"));
    EXPECT_EQ(frames.session.world().manager().parameter(0), 2);
    ASSERT_TRUE(frames.choose("load.manager", "Load balancing"));
    EXPECT_EQ(frames.session.world().manager().info().name, "load_balancing");
    EXPECT_FALSE(frames.find("load.parameter.cost_estimate")) << "the new manager has other parameters";
    EXPECT_TRUE(frames.find("load.parameter.phasing"));
    undo(frames.session);
    frames.step();
    EXPECT_EQ(frames.session.world().manager().info().name, "elastic");
    EXPECT_EQ(frames.session.world().manager().parameter(0), 2) << "its parameter is restored too";
}

TEST(LoadPanel, ABudgetThatIsDraggedIsOneStepToUndo) {
    PanelFrames frames("wildlife", drawLoadWithControls);
    const auto budget = [&] { return frames.session.scenario().load.budget.fixed_ns; };
    const std::int64_t before = budget();
    ASSERT_TRUE(frames.drag("load.budget_ms", 0.6f, 0.05f));
    EXPECT_LT(budget(), 200'000);
    EXPECT_GE(budget(), 50'000);
    undo(frames.session);
    frames.step();
    EXPECT_EQ(budget(), before);
    EXPECT_FALSE(frames.session.undoLog().canUndo());
}

TEST(LoadPanel, APolicyShowsTheFieldsThatItReads) {
    PanelFrames frames("wildlife", drawLoadWithControls);
    ASSERT_TRUE(frames.choose("load.policy", "frame target"));
    EXPECT_EQ(frames.session.scenario().load.budget.policy, load::BudgetPolicy::kFrameTarget);
    ASSERT_TRUE(frames.drag("load.least_ms", 0.5f, 1));
    const load::BudgetSettings& budget = frames.session.scenario().load.budget;
    EXPECT_EQ(budget.least_ns, 50'000'000);
    EXPECT_EQ(budget.greatest_ns, 50'000'000) << "it was 30 ms and rises with the minimum";
}

TEST(LoadPanel, TheCoresAreDraggedAndUndone) {
    PanelFrames frames("plains", drawLoadPanel, {320, 1400}, 4);
    Session& session = frames.session;
    EXPECT_EQ(frames.value("load.cores"), "4");
    ASSERT_TRUE(frames.drag("load.cores", 0.9f, 0.01f));
    EXPECT_EQ(session.cores().now, 1u);
    EXPECT_EQ(session.world().outside().cores, 1u) << "from the next frame on";
    EXPECT_EQ(frames.value("load.cores"), "1");
    undo(session);
    frames.step();
    EXPECT_EQ(session.cores().now, 4u);
    EXPECT_FALSE(session.undoLog().canUndo()) << "a drag is one step";
    ASSERT_TRUE(frames.drag("load.cores", 0.1f, 1));
    EXPECT_EQ(session.cores().now, session.cores().most);
    ASSERT_TRUE(frames.click("load.cores", 1));
    EXPECT_EQ(session.cores().now, 4u) << "as many as at first";
    EXPECT_EQ(frames.message, "");
}

TEST(LoadPanel, WithOneCoreThereIsNothingToDrag) {
    if (!OneCore::kIsKept) GTEST_SKIP() << "this system binds no process to a core";
    const OneCore bound;
    PanelFrames frames("plains", drawLoadPanel);
    EXPECT_EQ(frames.value("load.cores"), "1");
    ASSERT_TRUE(frames.drag("load.cores", 0.1f, 0.9f));
    EXPECT_EQ(frames.session.cores().now, 1u);
    EXPECT_FALSE(frames.session.undoLog().canUndo());
}

// `nested`: the hunt in every frame, the herds in every second one, the far grazers in every second of those.
TEST(LoadPanel, ShowsTheTreeOfSchedulers) {
    PanelFrames frames("nested", drawLoadWithControls);
    const world::World& world = frames.session.world();
    const auto text = [&](std::size_t scheduler) {
        return frames.value("load.scheduler." + std::to_string(scheduler));
    };
    bool has_seen_both = false;
    for (int i = 0; i < 8; ++i) {
        frames.step();
        frames.frame();
        const bool has_run = world.manager().schedulerReport(world.schedulerTask(2))->has_run;
        EXPECT_NE(text(2).find(has_run ? ", ran, " : ", did not run, "), std::string::npos) << text(2);
        has_seen_both |= has_run;
    }
    EXPECT_TRUE(has_seen_both);
    const load::SchedulerReport& report = *world.manager().schedulerReport(world.schedulerTask(2));
    char used[64];
    std::snprintf(used, sizeof used, "used %.2f of %.2f ms", static_cast<double>(report.used_ns) * 1e-6,
                  static_cast<double>(report.offered_ns) * 1e-6);
    EXPECT_NE(text(2).find(used), std::string::npos) << text(2);
    EXPECT_NE(text(2).find("every 2 runs, phase "), std::string::npos) << text(2);
    EXPECT_NE(text(2).find("zebras, wildebeest: "), std::string::npos) << text(2);
    EXPECT_EQ(text(0).substr(0, 29), "hunt, every frame, ran, used ");
    EXPECT_GT(frames.find("load.scheduler.2")->x, frames.find("load.scheduler.1")->x) << "it is inside";
    EXPECT_NE(frames.value("load.scheduler.manager").find("Priorities, every frame"), std::string::npos);
}

TEST(LoadPanel, SaysThatAManagerDoesNotLookAtSchedulers) {
    PanelFrames frames("nested", drawLoadWithControls);
    ASSERT_TRUE(frames.choose("load.manager", "Elastic tasks"));
    EXPECT_EQ(frames.value("load.scheduler.2"), "far grazers, every 2 runs, zebras, wildebeest");
    EXPECT_EQ(frames.value("load.schedulers.unseen"),
              "This manager does not look at schedulers. It runs their tasks as its own.");
    EXPECT_FALSE(frames.find("load.scheduler.manager"));
    ASSERT_TRUE(frames.click("load.schedulers", 0, 0.2f));
    EXPECT_FALSE(frames.find("load.scheduler.2")) << "folded";
}

TEST(LoadPanel, HasNoTreeWithoutSchedulers) {
    PanelFrames frames("plains", drawLoadPanel);
    EXPECT_FALSE(frames.find("load.schedulers"));
}

TEST(SpikesPanel, ThrowsTheSpikeThatItShows) {
    PanelFrames frames("seam", drawSpikesWithControls);
    const std::size_t before = frames.session.world().spikes().size();
    ASSERT_TRUE(frames.choose("spike.shape", "train"));
    ASSERT_TRUE(frames.choose("spike.place", "inside"));
    const std::uint64_t frame = frames.session.world().frame();
    ASSERT_TRUE(frames.click("spike.inject"));
    ASSERT_EQ(frames.session.world().spikes().size(), before + 1);
    const world::Spike spike = frames.session.world().spikes().back();
    EXPECT_EQ(spike.shape, world::SpikeShape::kTrain);
    EXPECT_EQ(spike.place, world::SpikePlace::kInside);
    EXPECT_EQ(spike.first_frame, frame + 1);
    EXPECT_EQ(spike.last_frame, frame + 120);
    EXPECT_FALSE(frames.session.undoLog().canUndo()) << "spikes cannot be undone";
    EXPECT_EQ(frames.session.world().record().spike_inside_ns, spike.size_ns)
        << "it starts in the next frame";
    EXPECT_EQ(frames.value("spike.list.0"), "Now: 20 ms of the AI's time gone (119 frames left)");
}

TEST(SpikesPanel, ForgetsASpikeThatIsOver) {
    PanelFrames frames("seam", drawSpikesWithControls);
    frames.session.send(world::AddSpike{{.first_frame = 4, .last_frame = 5}});
    frames.step();
    EXPECT_EQ(frames.session.world().frame(), 2u);
    frames.frame();
    EXPECT_EQ(frames.value("spike.list.0"), "In 1 frame: frames 20 ms longer (step)");
    frames.step();
    frames.frame();
    EXPECT_EQ(frames.value("spike.list.0"), "Now: frames 20 ms longer (2 frames left)");
    frames.step();
    frames.step();
    frames.frame();
    EXPECT_FALSE(frames.find("spike.list.0"));
}

TEST(SpikesPanel, ALateSpikeStaysWithinItsBounds) {
    SpikeDraft draft;
    draft.spike.last_frame = world::kMaxSpikeFrame;
    const world::Spike spike = nextSpike(draft, world::kMaxSpikeFrame - 5);
    EXPECT_EQ(spike.first_frame, world::kMaxSpikeFrame - 4);
    EXPECT_EQ(spike.last_frame, world::kMaxSpikeFrame);
    EXPECT_FALSE(world::flawOf(spike));
}

TEST(LodPanel, ChangesTheZones) {
    PanelFrames frames("membrane", drawLodPanel);
    const auto lod = [&] { return frames.session.scenario().lod; };
    const float before = lod().zone_width;
    ASSERT_TRUE(frames.drag("lod.zone_width", 0.5f, 0.95f));
    EXPECT_GT(lod().zone_width, 300);
    ASSERT_TRUE(frames.click("lod.zone_width", 1));
    EXPECT_EQ(lod().zone_width, before) << "a right click is a reset";
    ASSERT_TRUE(frames.choose("lod.reinit", "random"));
    EXPECT_EQ(lod().reinit, flock::Reinit::kRandom);
    ASSERT_TRUE(frames.find("lod.zones"));
    ASSERT_TRUE(frames.click("lod.enabled", 0, 0.05f));
    EXPECT_FALSE(lod().enabled);
    EXPECT_FALSE(frames.find("lod.zones")) << "no zones while it is off";
}

TEST(PeriodsPanel, PeriodsNeverCross) {
    PanelFrames frames("plains", drawPeriodsPanel);
    ASSERT_TRUE(frames.drag("periods.maximum_ms", 0.5f, 0));
    const world::TaskRules task = frames.session.scenario().species[0].task;
    EXPECT_EQ(task.maximum_ms, 1);
    EXPECT_EQ(task.nominal_ms, 1) << "T0 follows Tmax down: T0 above Tmax would be refused";
    undo(frames.session);
    frames.step();
    EXPECT_EQ(frames.session.scenario().species[0].task.maximum_ms,
              frames.session.origin().as_loaded.species[0].task.maximum_ms);
    EXPECT_EQ(frames.session.scenario().species[0].task.nominal_ms,
              frames.session.origin().as_loaded.species[0].task.nominal_ms);
}

TEST(PeriodsPanel, ChangesTheSpeciesThatIsChosenAlone) {
    PanelFrames frames("plains", drawPeriodsPanel);
    const auto& species = frames.session.scenario().species;
    ASSERT_GE(species.size(), 2u);
    const float first = species[0].task.factors.type;
    ASSERT_TRUE(frames.choose("periods.species", species[1].name));
    ASSERT_TRUE(frames.drag("periods.type", 0.1f, 0.5f));
    EXPECT_NEAR(frames.session.scenario().species[1].task.factors.type, 5, 0.4);
    EXPECT_EQ(frames.session.scenario().species[0].task.factors.type, first);
}

TEST(ForcesPanel, ChangesHowASpeciesMoves) {
    PanelFrames frames("plains", drawForcesPanel);
    ASSERT_TRUE(frames.drag("forces.cohesion.probability", 0.2f, 1));
    ASSERT_TRUE(frames.drag("forces.max_speed", 0.3f, 0));
    ASSERT_TRUE(frames.choose("forces.dithering", "off"));
    const flock::Species& kind = frames.session.scenario().species[0].kind;
    EXPECT_EQ(kind.cohesion.probability, 1);
    EXPECT_FLOAT_EQ(kind.max_speed, 0.01f);
    EXPECT_EQ(kind.dithering, flock::Dithering::kOff);
    EXPECT_EQ(kind.depth, frames.session.origin().as_loaded.species[0].kind.depth);
}

TEST(FramePanel, ShowsMoreTasksThanPixelsInFewBoxes) {
    PanelFrames frames("plains", drawFrameCard, {700, 76});
    frames.session.change(world::SetManager{"unmanaged", {}});
    frames.step();
    frames.frame();
    ASSERT_GT(frames.session.world().events().size(), 2000u) << "every flock runs in every frame";
    EXPECT_EQ(frames.value("frame.summary"), "2,048 herds thought; 0 wait");
    EXPECT_LT(frames.vertices, 700 * 4 + 1500) << "no more boxes than pixels, and some text";
}

TEST(FramePanel, TasksAreListedWhileItIsSeen) {
    PanelFrames frames("plains", drawFrameCard, {700, 76});
    frames.step();
    EXPECT_FALSE(frames.session.world().events().empty());
    frames.session.step(1.0 / 60);
    EXPECT_TRUE(frames.session.world().events().empty()) << "the strip was not drawn";
    frames.step();
    EXPECT_FALSE(frames.session.world().events().empty());
}

// Of very many that wait it has the first ones.
TEST(FramePanel, ListsNoMoreWaitingTasksThanItCanShow) {
    PanelFrames frames("plains", drawFrameCard, {900, 76});
    frames.session.change(world::SetAnimals{.species = 0, .count = 20'000, .region = {}});
    for (int i = 0; i < 20; ++i) frames.step();
    frames.frame();
    const auto waits = [](const record::TaskEvent& event) { return event.was_delayed; };
    EXPECT_EQ(std::ranges::count_if(frames.session.world().events(), waits),
              static_cast<std::ptrdiff_t>(kMostListed));
    EXPECT_GT(frames.session.world().record().whole.delayed, kMostListed);
}

TEST(FramePanel, AClickSelectsTheFlockUnderIt) {
    PanelFrames frames("plains", drawFrameCard, {700, 76});
    frames.step();
    frames.frame();
    ASSERT_FALSE(frames.session.world().events().empty());
    ASSERT_TRUE(frames.point("frame.strip", 0.001f));
    EXPECT_FALSE(frames.view.draw.selected_task);
    ASSERT_TRUE(frames.click("frame.strip", 0, 0.001f));
    ASSERT_TRUE(frames.view.draw.selected_task);
    EXPECT_LT(*frames.view.draw.selected_task, frames.session.world().flocks().size());
}

TEST(InspectPanel, ShowsAFlockAndItsTask) {
    PanelFrames frames("plains", drawInspectPanel);
    ASSERT_TRUE(frames.click("inspect.nearest"));
    ASSERT_TRUE(frames.view.draw.selected_task);
    const std::uint32_t flock = *frames.view.draw.selected_task;
    const world::World& world = frames.session.world();
    EXPECT_EQ(world.bandOf(FlockId{flock}), record::Band::kNear);
    const std::string t0 = frames.value("inspect.t0");
    EXPECT_NEAR(std::stod(t0), static_cast<double>(world.tasks().columns.state[flock].nominal_ns) * 1e-6,
                0.06);
    const std::uint32_t leaves = world.flocks().count(FlockId{flock});
    EXPECT_EQ(frames.value("inspect.leaves"),
              std::to_string(leaves) + (leaves == 1 ? " stands" : " stand") + " for 32 animals");
    EXPECT_TRUE(frames.find("inspect.tree"));
    ASSERT_TRUE(frames.click("inspect.follow", 0, 0.1f));
    EXPECT_TRUE(frames.view.follows_selected);
    EXPECT_FALSE(frames.view.follows_player) << "the view cannot follow two";
    ASSERT_TRUE(frames.click("inspect.close"));
    EXPECT_FALSE(frames.view.draw.selected_task);
    EXPECT_FALSE(frames.view.follows_selected);
}

TEST(InspectPanel, KeepsTheTrailOfOneFlockInOneWorld) {
    PanelFrames frames("plains", drawInspectPanel);
    frames.view.draw.selected_task = 7;
    for (int i = 0; i < 10; ++i) frames.step();
    const auto seen = [&] {
        return std::count_if(frames.state.trail.period_ms.begin(), frames.state.trail.period_ms.end(),
                             [](float period) { return !std::isnan(period); });
    };
    EXPECT_EQ(seen(), 10);
    frames.session.step(1.0 / 60);  // a frame in which the panel is not drawn
    frames.step();
    EXPECT_EQ(seen(), 11);
    frames.view.draw.selected_task = 8;
    frames.frame();
    EXPECT_EQ(seen(), 1);
}

TEST(InspectPanel, LetsGoOfAFlockThatIsNotThere) {
    PanelFrames frames("plains", drawInspectPanel);
    frames.view.draw.selected_task = 2000;
    frames.frame();
    EXPECT_TRUE(frames.find("inspect.tree"));
    ASSERT_EQ(frames.session.load("membrane"), "");
    frames.step();
    frames.frame();
    EXPECT_FALSE(frames.view.draw.selected_task);
}

}  // namespace
}  // namespace drover::desktop::panels_test
