// Tests undo.h: the log of parameter changes, without a session.
#include "app/desktop/undo.h"

#include <gtest/gtest.h>

namespace drover::desktop::undo_test {
namespace {

double scaleOf(const world::Command& command) { return std::get<world::SetTimeScale>(command).scale; }
double scaleOf(const Change& change) { return scaleOf(std::get<world::Command>(change)); }

TEST(UndoLog, AGestureIsOneStep) {
    UndoLog log;
    log.add(world::SetTimeScale{1}, world::SetTimeScale{2}, 5);
    log.add(world::SetTimeScale{2}, world::SetTimeScale{3}, 5);
    log.add(world::SetTimeScale{3}, world::SetTimeScale{4}, 6);
    EXPECT_EQ(scaleOf(log.undo()), 3);
    EXPECT_EQ(scaleOf(log.undo()), 1);
    EXPECT_FALSE(log.canUndo());
    EXPECT_EQ(scaleOf(log.redo()), 3);
    EXPECT_EQ(scaleOf(log.redo()), 4);
    EXPECT_FALSE(log.canRedo());
}

TEST(UndoLog, ADragBackToWhereItBeganIsNoStep) {
    UndoLog log;
    log.add(world::SetTimeScale{1}, world::SetTimeScale{2}, 5);
    log.add(world::SetTimeScale{2}, world::SetTimeScale{1}, 5);
    log.add(world::SetTimeScale{1}, world::SetTimeScale{9}, 6);
    EXPECT_EQ(scaleOf(log.undo()), 1);
    EXPECT_FALSE(log.canUndo());
}

TEST(UndoLog, CoresAreChangedBetweenCommands) {
    UndoLog log;
    log.add(world::SetTimeScale{1}, world::SetTimeScale{2}, 0);
    log.add(UseCores{4}, UseCores{4}, 0);
    log.add(UseCores{4}, UseCores{2}, 3);
    log.add(UseCores{2}, UseCores{1}, 3);
    EXPECT_EQ(std::get<UseCores>(log.undo()).cores, 4u);
    EXPECT_EQ(scaleOf(log.undo()), 1);
    EXPECT_FALSE(log.canUndo());
    EXPECT_EQ(scaleOf(log.redo()), 2);
    EXPECT_EQ(std::get<UseCores>(log.redo()).cores, 1u);
}

TEST(UndoLog, AChangeEndsWhatCouldBeRedone) {
    UndoLog log;
    log.add(world::SetTimeScale{1}, world::SetTimeScale{2}, 0);
    log.undo();
    log.add(world::SetTimeScale{1}, world::SetTimeScale{5}, 0);
    EXPECT_FALSE(log.canRedo());
    EXPECT_EQ(scaleOf(log.undo()), 1);
}

TEST(UndoLog, WhatIsNoChangeIsNoStep) {
    UndoLog log;
    log.add(world::SetTimeScale{1}, world::SetTimeScale{1}, 0);
    EXPECT_FALSE(log.canUndo());
}

TEST(Restoring, KnowsEachKindOfParameterAndNothingElse) {
    world::Scenario scenario;
    scenario.species.resize(2);
    scenario.species[1].task.nominal_ms = 77;
    scenario.load.think_us = 3;
    EXPECT_EQ(std::get<world::SetTask>(*restoring(world::SetTask{1, {}}, scenario, 1)).task.nominal_ms, 77);
    EXPECT_EQ(std::get<world::SetLoad>(*restoring(world::SetLoad{9, 9}, scenario, 1)).think_us, 3);
    EXPECT_EQ(scaleOf(*restoring(world::SetTimeScale{9}, scenario, 4)), 4);
    scenario.species[1].flocks = 12;
    scenario.species[1].kind.depth = 3;
    scenario.pursuit.count = 7;
    scenario.pursuit.task.nominal_ms = 88;
    const auto animals = std::get<world::SetAnimals>(*restoring(world::SetAnimals{1, 3}, scenario, 1));
    EXPECT_EQ(animals.count, 12u);
    EXPECT_TRUE(animals.brings_back);
    EXPECT_EQ(std::get<world::SetAnimals>(*restoring(world::SetAnimals{3, 3}, scenario, 1)).count, 7u);
    EXPECT_EQ(std::get<world::SetTree>(*restoring(world::SetTree{1, 8, 9}, scenario, 1)).depth, 3u);
    EXPECT_EQ(std::get<world::SetMindCosts>(*restoring(world::SetMindCosts{}, scenario, 1)).cost_us[1], 8);
    EXPECT_EQ(std::get<world::SetTask>(*restoring(world::SetTask{3, {}}, scenario, 1)).task.nominal_ms, 88);
    EXPECT_FALSE(restoring(world::SetTask{7, {}}, scenario, 1));  // there is no such kind
    EXPECT_FALSE(restoring(world::SetAnimals{7, 1}, scenario, 1));
    EXPECT_FALSE(restoring(world::SetTree{2, 2, 2}, scenario, 1));
    EXPECT_FALSE(isAboutTheSame(world::SetAnimals{0, 1}, world::SetAnimals{1, 1}));
    scenario.world.shapes = {{ground::Surface::kRock, {{1, 2}}, 3}};
    EXPECT_EQ(std::get<world::RemoveShape>(*restoring(world::AddShape{}, scenario, 1)).number, 1u);
    EXPECT_EQ(std::get<world::AddShape>(*restoring(world::RemoveShape{0}, scenario, 1)).shape.radius, 3);
    EXPECT_FALSE(restoring(world::RemoveShape{1}, scenario, 1));
    EXPECT_FALSE(restoring(world::SetGate{0, false}, scenario, 1));
    scenario.people.settings.gates.resize(1);
    EXPECT_TRUE(std::get<world::SetGate>(*restoring(world::SetGate{0, false}, scenario, 1)).is_open);
    const world::Command building = *restoring(world::SetBuilding{}, scenario, 1);
    EXPECT_EQ(std::get<world::SetBuilding>(building).gates.size(), 1u);
    EXPECT_EQ(std::get<world::SetBuilding>(building).shapes.size(), 1u);
    scenario.people.count = 9;
    EXPECT_EQ(std::get<world::SetAnimals>(*restoring(world::AddPeople{}, scenario, 1)).count, 9u);
    EXPECT_FALSE(restoring(world::SetPause{true}, scenario, 1));
    EXPECT_FALSE(restoring(world::Restart{1}, scenario, 1));
    EXPECT_FALSE(isAboutTheSame(world::SetTask{0, {}}, world::SetTask{1, {}}));
    EXPECT_TRUE(isAboutTheSame(world::SetTask{1, {}}, world::SetTask{1, {}}));
    EXPECT_FALSE(isAboutTheSame(world::SetSets{0, {}}, world::SetSets{1, {}}));
    EXPECT_FALSE(restoring(world::SetSets{7, {}}, scenario, 1));
}

}  // namespace
}  // namespace drover::desktop::undo_test
