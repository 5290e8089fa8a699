// Tracks: what is recorded is what the world does, the same each time, and no animal leaps.
#include "app/perception/track.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/perception/pane_maker.h"
#include "core/flock/store.h"
#include "core/world/world_view.h"

#include "core/world/animals/population.h"

namespace drover::perception::tracks_test {
namespace {

const world::Scenario& measuredMeadow() {
    static const world::Scenario scenario = world::measured(meadow());
    return scenario;
}

Trial trialAt(double step_ms) { return {.step_ms = step_ms, .place = 2, .seeds = {11, 12, 13, 14}}; }

std::optional<Panes> panesOf(const Trial& trial, std::uint32_t frames) {
    return makePanes(measuredMeadow(), {.frames = frames}, trial, [](double) { return true; });
}

float offset_m(Track::Spot from, Track::Spot to) {
    return length(measuredMeadow().plane().offset(from.place(), to.place()));
}

TEST(PerceptionTrack, HasAllAnimalsInEveryPane) {
    const Panes panes = *panesOf(trialAt(0.5), 20);
    for (const Track& track : panes) {
        EXPECT_EQ(track.animals(), measuredMeadow().agents());
        EXPECT_EQ(track.spots.size(), track.animals() * 20);
    }
}

TEST(PerceptionTrack, IsTheSameEachTime) {
    const Panes one = *panesOf(trialAt(0.5), 20), other = *panesOf(trialAt(0.5), 20);
    for (std::size_t i = 0; i < kPanes; ++i) EXPECT_EQ(one[i].hash, other[i].hash);
    EXPECT_NE(one[0].hash, one[2].hash) << "other seeds, other worlds";
}

// A whole pane shows the leaves where they are.
TEST(PerceptionTrack, ShowsTheWorldAsItIs) {
    world::World world(paneScenario(measuredMeadow(), {}, trialAt(1), 1));
    const Track track = *recordTrack(world, {.settling = 5, .frames = 10}, [](double) { return true; });
    const flock::FlockStore& flocks = world.flocks();
    ASSERT_EQ(flocks.count(FlockId{0}), 32u) << "no level of detail";
    EXPECT_EQ(track.hash, world.stateHash());
    for (std::uint32_t i = 0; i < 32; ++i) {
        const flock::Agent leaf = flocks.leaves().get(flocks.first(FlockId{0}) + i);
        const Track::Spot spot = track.at(9)[i];
        EXPECT_LT(length(flocks.plane().offset(leaf.place, spot.place())), 0.01f);
        EXPECT_LT(length(spot.facing() - leaf.heading), 0.001f);
    }
}

// Also where herds fold and unfold, and where their thoughts are late: no animal moves by more than half its
// drawn length beyond what it may run.
TEST(PerceptionTrack, NoAnimalLeaps) {
    const Panes panes = *panesOf(trialAt(0.5), 240);
    for (const Track& track : panes) {
        float most = 0;
        for (std::uint32_t frame = 1; frame < track.frames; ++frame)
            for (std::size_t i = 0; i < track.animals(); ++i)
                most = std::max(most, offset_m(track.at(frame - 1)[i], track.at(frame)[i]));
        EXPECT_LT(most, 20.0f / 60 + 3.2f);
    }
}

// A machine on which all thoughts of a frame take 50 ms.
Trial lateTrial() { return {.step_ms = 50, .place = 2, .seeds = {11, 12, 13, 14}}; }

// Each frame of the pane that is not managed is shown as long as its thoughts took; the others are never
// late.
TEST(PerceptionTrack, OfLateFramesHasTheirTimes) {
    const Design design{.part = Part::kFrames, .frames = 60};
    const Panes panes = *makePanes(measuredMeadow(), design, lateTrial(), [](double) { return true; });
    for (std::uint32_t pane = 1; pane <= kPanes; ++pane) {
        const Track& track = panes[pane - 1];
        ASSERT_EQ(track.since_s.size(), track.frames);
        EXPECT_EQ(track.spots.size(), track.animals() * track.frames);
        if (pane == 2) {
            EXPECT_NEAR(track.frameTime_s(), 0.050, 0.002);
            EXPECT_EQ(track.frames, 20u);
        } else {
            EXPECT_EQ(track.frames, 60u);
            EXPECT_NEAR(track.end_s, 1, 1e-9);
        }
    }
    const Track& late = panes[1];
    EXPECT_EQ(late.frameAt(0), 0u);
    EXPECT_EQ(late.frameAt(late.since_s[1] - 1e-6), 0u);
    EXPECT_EQ(late.frameAt(late.since_s[1]), 1u);
    EXPECT_EQ(late.frameAt(100), 19u) << "stands still at the end";
}

// The world is as far as its time: frames that are late are longer, not slower.
TEST(PerceptionTrack, LateFramesMoveAnimalsAsFar) {
    const Design design{.part = Part::kFrames, .frames = 60};
    const Panes panes = *makePanes(measuredMeadow(), design, lateTrial(), [](double) { return true; });
    const auto speed = [](const Track& track) {
        double way_m = 0;
        for (std::uint32_t frame = 1; frame < track.frames; ++frame)
            for (std::size_t i = 0; i < track.animals(); ++i)
                way_m += static_cast<double>(offset_m(track.at(frame - 1)[i], track.at(frame)[i]));
        return way_m / static_cast<double>(track.animals()) / track.since_s.back();
    };
    EXPECT_NEAR(speed(panes[1]) / speed(panes[0]), 1, 0.1);
}

TEST(PerceptionTrack, CanBeStopped) {
    int frames = 0;
    EXPECT_FALSE(
        makePanes(measuredMeadow(), {.frames = 20}, trialAt(1), [&](double) { return ++frames < 30; }));
    EXPECT_EQ(frames, 30);
}

TEST(PaneMaker, MakesPanesOnAThreadAndCanBeStopped) {
    PaneMaker maker;
    maker.begin({.frames = 20}, trialAt(1));
    maker.begin({.frames = 2}, trialAt(1));
    while (!maker.isDone()) std::this_thread::yield();
    const std::shared_ptr<const Panes> panes = maker.take();
    ASSERT_TRUE(panes);
    EXPECT_EQ((*panes)[0].frames, 2u);
    EXPECT_NEAR(maker.share(), 1, 1e-9);
    EXPECT_FALSE(maker.take()) << "taken once";
    maker.begin({.frames = 3600}, trialAt(1));  // ended by the destructor
}

}  // namespace
}  // namespace drover::perception::tracks_test
