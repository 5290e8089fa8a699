// Tests queue.h, seats.h and the levels of a crowd: folded people leave when full ones do, and none is
// lost, doubled, in a wall or in another.
#include "core/people/queue.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/people/gate_flow.h"
#include "core/people/scenes.h"
#include "running.h"

namespace drover::people::queue_test {
namespace {

using ground::Point;

constexpr Levels kAllFolded{{}, -1, -1};

Levels around(const Building& building, Point player, double within_m = 3) {
    return {building.plane.place(player.x, player.y), within_m, 1.5 * within_m};
}

// Runs until all have left; `levels(seconds)` gives the levels, or null. Returns how many seconds that took.
template <class LevelsAt>
double timeToLeave(Crowd& crowd, LevelsAt levels_at, std::int64_t most_frames = 300 * 60) {
    for (std::int64_t frame = 0; frame < most_frames; ++frame) {
        const double second = static_cast<double>(frame * kFrame_ns) * 1e-9;
        const std::optional<Levels> levels = levels_at(second);
        crowd.beginFrame(frame * kFrame_ns, nullptr, levels ? &*levels : nullptr);
        runFrame(crowd, frame);
        if (crowd.arrived() == crowd.size()) return second;
    }
    return HUGE_VAL;
}

class OfEachScene : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Queue, OfEachScene, testing::Range(0, 3));
Scene sceneOf(int number) {
    return number == 0 ? rimea12(1.0, 80) : number == 1 ? twoRooms(60) : middleRoom(80);
}

TEST_P(OfEachScene, FoldedPeopleLeaveWhenFullOnesDo) {
    const Scene scene = sceneOf(GetParam());
    Crowd full = crowdOf(scene, 1), folded = full;
    const double full_s = timeToLeave(full, [](double) { return std::optional<Levels>(); });
    const double folded_s = timeToLeave(folded, [](double) { return std::optional(kAllFolded); });
    EXPECT_NEAR(folded_s, full_s, 0.08 * full_s) << scene.name;
    EXPECT_TRUE(folded.points().empty());
    EXPECT_GT(folded.folds(), 5u);
}

TEST_P(OfEachScene, APlayerWhoWalksToAndFroChangesLittle) {
    const Scene scene = sceneOf(GetParam());
    Crowd full = crowdOf(scene, 1), watched = full;
    const Point gate = scene.building.gates[0].middle();
    const double full_s = timeToLeave(full, [](double) { return std::optional<Levels>(); });
    const double watched_s = timeToLeave(watched, [&](double second) {
        const double back_m = 4 * (1 - std::cos(0.3 * second));
        return std::optional(around(scene.building, gate - Point{back_m, back_m * 0.2}));
    });
    EXPECT_NEAR(watched_s, full_s, 0.1 * full_s) << scene.name;
    EXPECT_GT(watched.unfolds(), 20u);
}

// A player who jumps about: points fold and unfold all the time.
TEST(Queue, NoneIsLostDoubledInAWallOrInAnother) {
    const Scene scene = twoRooms(80);
    const Walls walls(scene.building.plane, scene.building.shapes);
    Crowd crowd = crowdOf(scene, 3);
    std::mt19937_64 random(5);
    Levels levels = kAllFolded;
    for (std::int64_t frame = 0; frame < 60 * 60; ++frame) {
        const auto within = [&](double most) { return static_cast<double>(random() % 1000) / 1000 * most; };
        if (frame % 40 == 0) levels = around(scene.building, {within(40), within(13)}, within(8));
        crowd.beginFrame(frame * kFrame_ns, nullptr, &levels);
        runFrame(crowd, frame, {frame % 200 < 100 ? 6 : 20});
        const Gaps gaps = gapsOf(crowd, walls, frame * kFrame_ns);
        ASSERT_GE(gaps.bodies, 0) << frame;
        ASSERT_GE(gaps.walls, 0) << frame;
        std::uint32_t walking = 0, folded = 0, in_points = 0;
        for (std::uint32_t i = 0; i < crowd.size(); ++i)
            walking += crowd.state(i) == State::kWalks, folded += crowd.state(i) == State::kFolded;
        for (const FoldedPoint& point : crowd.points()) in_points += point.count;
        ASSERT_EQ(folded, in_points);
        ASSERT_EQ(walking + folded + crowd.arrived(), crowd.size());
    }
    EXPECT_GT(crowd.unfolds(), 50u);
}

TEST(Queue, ACrowdWithPointsIsAValue) {
    const Scene scene = twoRooms(80);
    Crowd first = crowdOf(scene, 3);
    const Levels levels = around(scene.building, {5, 7});
    const auto run = [&](Crowd& crowd, std::int64_t from) {
        for (std::int64_t frame = from; frame < from + 900; ++frame) {
            crowd.beginFrame(frame * kFrame_ns, nullptr, &levels);
            runFrame(crowd, frame);
        }
    };
    const auto hashOf = [](const Crowd& crowd) {
        StateHash hash;
        crowd.addTo(hash);
        return hash.value();
    };
    run(first, 0);
    Crowd second = first;
    run(first, 900), run(second, 900);
    EXPECT_EQ(hashOf(first), hashOf(second));
    EXPECT_FALSE(first.points().empty());
}

TEST(Queue, IsAsLongAsItsAreaAtTheDensityOfAQueue) {
    const Scene scene = bottleneck(1.0, 1);
    const Building& building = scene.building;
    WayField way(std::make_shared<const Walls>(building.plane, building.shapes), building.area,
                 building.cell_m, building.goals[0].areas, building.gates);
    way.advance(1u << 30);
    Queues queues(std::make_shared<const Building>(building));
    queues.learn(0, way);
    const QueueId queue = way.queueAt({5, 10});
    ASSERT_NE(queue, kNoQueue);
    EXPECT_EQ(way.queueAt({5, 16}), kNoQueue);
    for (const double area_m2 : {5.0, 20.0, 35.0}) {
        const double length_m = queues.lengthOf(queue, area_m2);
        EXPECT_NEAR(queues.areaOf(queue, length_m), area_m2, 0.1);
        // Half a circle before the door, and the door itself.
        EXPECT_NEAR(length_m, std::sqrt(2 * area_m2 / 3.1416) + 0.2, 0.5) << area_m2;
    }
}

double flowThrough(double width_m, double passage_m, const QueueSpeeds& speeds = {1.34, 0},
                   const Gait& gait = kWeidmann) {
    return flowOf({.a = {0, 0}, .b = {width_m, 0}, .passage_m = passage_m}, gait, speeds);
}

TEST(Queue, FlowOfAGateGrowsWithItsWidth) {
    EXPECT_NEAR(flowThrough(1.2, 0.4), 1.90 * 1.2 - 0.37, 0.1);
    EXPECT_EQ(flowThrough(0.35, 0.4), 0) << "no body fits through";
    for (double width_m = 0.6; width_m < 4; width_m += 0.1) {
        EXPECT_LT(flowThrough(width_m, 0.4), flowThrough(width_m + 0.1, 0.4));
        EXPECT_LE(flowThrough(width_m, 5), flowThrough(width_m, 0.4));
    }
}

TEST(Queue, FlowFollowsThoseWhoPass) {
    EXPECT_GT(flowThrough(1.2, 0.4, {1.6, 0}), flowThrough(1.2, 0.4, {1.34, 0}));
    EXPECT_LT(flowThrough(1.2, 0.4, {1.34, 0.2}), flowThrough(1.2, 0.4, {1.34, 0}));
    EXPECT_LT(flowThrough(1.2, 4, {1.34, 0.2}) / flowThrough(1.2, 4),
              flowThrough(1.2, 0.4, {1.34, 0.2}) / flowThrough(1.2, 0.4))
        << "in a passage slow people hold up others for longer";
    EXPECT_GT(flowThrough(1.2, 0.4, {1.572, 0}, kMeasured), flowThrough(1.2, 0.4, {1.572, 0}));
}

// A gate closes before people who are folded: they stay. It opens, and they go on.
TEST(Queue, FoldedPeopleWaitBeforeAClosedGate) {
    const Scene scene = rimea12(1.0, 60);
    Crowd crowd = crowdOf(scene, 1);
    std::int64_t frame = 0;
    const auto run = [&](int seconds) {
        for (const std::int64_t end = frame + seconds * 60; frame < end; ++frame) {
            crowd.beginFrame(frame * kFrame_ns, nullptr, &kAllFolded);
            runFrame(crowd, frame);
        }
    };
    const auto setGate = [&](bool is_open) {
        crowd.setGate(0, is_open);
        run(2);
        while (!crowd.advanceWays(500)) {  // no one knows the way
            crowd.beginFrame(++frame * kFrame_ns, nullptr, &kAllFolded);
            runFrame(crowd, frame);
        }
    };
    run(15);
    setGate(false);
    run(40);
    const std::uint32_t arrived = crowd.arrived();
    EXPECT_LT(arrived, 40u);
    run(40);
    EXPECT_EQ(crowd.arrived(), arrived);
    setGate(true);
    run(120);
    EXPECT_EQ(crowd.arrived(), crowd.size());
}

}  // namespace
}  // namespace drover::people::queue_test
