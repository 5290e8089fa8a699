// The ideal observer takes the test, in each of its forms: it is always right at the worst step, and guesses
// where all are alike.
#include "tests/app/perception/observer.h"

#include <gtest/gtest.h>

#include "app/perception/statistics.h"

#include "core/world/animals/population.h"

namespace drover::perception::observer_test {
namespace {

constexpr std::uint32_t kTrials = 16;  // in which all are alike

class IdealObserver : public testing::Test {
  protected:
    // An ideal observer needs a second.
    static Design designOf(Part part) {
        return {.part = part,
                .frames = 60,
                .trials_each = 8,
                .catch_each = kTrials,
                .steps = {{part == Part::kThoughts ? 0.25 : 50}}};
    }
    template <class Seen>
    std::uint32_t answerTo(const Design& design, const Trial& trial, Seen see) const {
        return observed(*makePanes(scenario_, design, trial, [](double) { return true; }), see);
    }
    template <class Seen>
    void findsTheWorst(Part part, Seen see) const {
        const Design design = designOf(part);
        std::uint32_t right = 0;
        for (const Trial& trial : trialsOf(design))
            if (trial.kind == TrialKind::kStep) right += answerTo(design, trial, see) == trial.place;
        EXPECT_EQ(right, design.trials_each);
    }
    // Each answer is compared with a place that nothing in the panes tells.
    template <class Seen>
    void guessesWhereAllAreAlike(Part part, Seen see) const {
        const Design design = designOf(part);
        std::uint32_t right = 0, place = 0;
        for (const Trial& trial : trialsOf(design))
            if (trial.kind == TrialKind::kAllAlike)
                right += answerTo(design, trial, see) == place++ % kPanes + 1;
        ASSERT_EQ(place, kTrials);
        const Interval interval = wilson(right, kTrials);
        EXPECT_LE(interval.low, kGuessing) << right;
        EXPECT_GE(interval.high, kGuessing) << right;
    }

    const world::Scenario scenario_ = world::measured(meadow());
};

TEST_F(IdealObserver, FindsTheWorstBudgetAlways) { findsTheWorst(Part::kThoughts, stillness); }
TEST_F(IdealObserver, GuessesWhereAllAreWhole) { guessesWhereAllAreAlike(Part::kThoughts, stillness); }

TEST_F(IdealObserver, FindsTheWorstBudgetWithTheEyes) {
    findsTheWorst(Part::kThoughts,
                  [&](const Track& track) { return stillnessInSight(track, scenario_.plane()); });
}
TEST_F(IdealObserver, GuessesWithTheEyesWhereAllAreWhole) {
    guessesWhereAllAreAlike(Part::kThoughts,
                            [&](const Track& track) { return stillnessInSight(track, scenario_.plane()); });
}

// Where no frame is late, all frames are equally long: an observer of frames names the first.
TEST_F(IdealObserver, FindsTheLatestFramesAlways) { findsTheWorst(Part::kFrames, repetition); }
TEST_F(IdealObserver, GuessesWhereNoFrameIsLate) { guessesWhereAllAreAlike(Part::kFrames, repetition); }

}  // namespace
}  // namespace drover::perception::observer_test
