// The way through a lesson, and how predictions are judged. Frames are made up here; no world runs.
#include "app/lessons/lesson_run.h"

#include "tests/app/lessons/a_lesson.h"

namespace drover::lessons::lesson_run_test {
namespace {

// A frame with the budget that the test lesson has in it, or another one.
record::FrameRecord frameOf(std::uint64_t frame, double budget_ms) {
    record::FrameRecord record{};
    record.frame = frame;
    record.budget_ns = static_cast<std::int64_t>(budget_ms * 1e6);
    return record;
}

void runAll(LessonRun& run, double later_ms = 2) {
    run.run();
    for (std::uint64_t frame = run.step().firstFrame(); frame <= run.step().lastFrame(); ++frame)
        run.observe(frameOf(frame, frame < 21 ? 4 : later_ms));
}

TEST(LessonRun, PredictsRunsAndExplains) {
    LessonRun run(aLesson());
    EXPECT_EQ(run.phase(), Phase::kReading);
    run.run();
    EXPECT_EQ(run.phase(), Phase::kReading) << "the world is not there yet";
    run.arrive();
    EXPECT_EQ(run.phase(), Phase::kPredicting);
    EXPECT_FALSE(run.canRun());
    run.run();
    EXPECT_EQ(run.phase(), Phase::kPredicting) << "nothing is predicted yet";
    EXPECT_FALSE(run.commit({.number = 9})) << "over the greatest";
    EXPECT_TRUE(run.commit({.number = 5}));
    EXPECT_TRUE(run.commit({.number = 2.2})) << "another one, as long as nothing runs";
    run.run();
    EXPECT_EQ(run.phase(), Phase::kRunning);
    EXPECT_FALSE(run.commit({.number = 3}));
    for (std::uint64_t frame = 11; frame <= 39; ++frame) run.observe(frameOf(frame, 2));
    EXPECT_EQ(run.phase(), Phase::kRunning);
    EXPECT_FALSE(run.isDone());
    run.observe(frameOf(40, 2));
    EXPECT_EQ(run.phase(), Phase::kExplained);
    EXPECT_TRUE(run.isDone());
    EXPECT_EQ(run.judgement().said, "2.2 ms");
    EXPECT_EQ(run.judgement().happened, "2 ms");
    EXPECT_EQ(run.watch()->measured().size(), 30u);
    EXPECT_EQ(run.watch()->measured()[9].frame, 20u);
}

TEST(LessonRun, APredictionMayBeMadeOnTheWayToTheStart) {
    LessonRun run(aLesson());
    EXPECT_TRUE(run.commit({.number = 4}));
    EXPECT_FALSE(run.canRun());
    run.arrive();
    EXPECT_TRUE(run.canRun());
}

TEST(LessonRun, ANumberIsRightWithinItsTolerance) {
    for (const auto& [said, is_right] : {std::pair{1.4, false}, {1.5, true}, {2.5, true}, {2.6, false}}) {
        LessonRun run(aLesson());
        run.arrive();
        run.commit({.number = said});
        runAll(run);
        EXPECT_EQ(run.judgement().is_right, is_right) << said;
        EXPECT_EQ(run.isDone(), is_right) << said;
    }
}

TEST(LessonRun, AChoiceIsRightIfItsConditionHolds) {
    LessonRun run(aLesson());
    run.stepOn();
    run.arrive();
    EXPECT_FALSE(run.commit({.choice = 0}));
    run.commit({.choice = 1});
    runAll(run);
    EXPECT_FALSE(run.judgement().is_right);
    EXPECT_EQ(run.judgement().said, "It grows.");
    EXPECT_EQ(run.judgement().happened, "It shrinks.");
    run.again();
    run.arrive();
    runAll(run, 6);
    EXPECT_TRUE(run.judgement().is_right) << "judged by what is seen, not by what the lesson expects";
    run.again();
    run.arrive();
    runAll(run, 4);
    EXPECT_EQ(run.judgement().happened, "none of these");
}

TEST(LessonRun, ACurveIsRightIfItIsNearOnAverage) {
    const auto judged = [](double level) {
        LessonRun run(aLesson());
        run.stepOn();
        run.stepOn();
        run.arrive();
        EXPECT_TRUE(run.commit({.curve = {{11, level}, {40, level}}}));
        runAll(run, 4);
        return run.judgement();
    };
    EXPECT_TRUE(judged(4.5).is_right);
    EXPECT_FALSE(judged(4.6).is_right);
    EXPECT_EQ(judged(5).happened, "the right shape, 1 ms too high");
    EXPECT_EQ(judged(2).happened, "the right shape, 2 ms too low");
}

TEST(LessonRun, AChallengeMustBeMetToo) {
    LessonRun run(aLesson());
    run.stepOn();
    run.stepOn();
    run.arrive();
    run.commit({.curve = {{11, 4}, {40, 4}}});
    runAll(run, 4);
    EXPECT_TRUE(run.judgement().is_right);
    EXPECT_FALSE(run.isDone()) << "the budget is 4 ms in the end";
    run.again();
    run.arrive();
    run.commit({.curve = {{11, 4}, {20, 4}, {21, 3}, {40, 3}}});
    runAll(run, 3);
    EXPECT_TRUE(run.isDone());
}

TEST(LessonRun, StepsOnAndBackAndAgain) {
    LessonRun run(aLesson());
    EXPECT_FALSE(run.canStepBack());
    run.stepBack();
    EXPECT_EQ(run.stepNumber(), 1u);
    run.arrive();
    run.commit({.number = 2});
    runAll(run);
    run.again();
    EXPECT_EQ(run.phase(), Phase::kReading);
    ASSERT_TRUE(run.answer().has_value()) << "the prediction stays";
    EXPECT_EQ(run.answer()->number, 2);
    EXPECT_FALSE(run.watch().has_value());
    run.stepOn();
    EXPECT_EQ(run.stepNumber(), 2u);
    EXPECT_EQ(run.phase(), Phase::kReading);
    EXPECT_FALSE(run.answer().has_value());
    run.stepBack();
    EXPECT_EQ(run.stepNumber(), 1u);
    run.stepOn();
    run.stepOn();
    EXPECT_FALSE(run.canStepOn());
    run.stepOn();
    EXPECT_EQ(run.stepNumber(), 3u);
}

TEST(LessonRun, LooksAgainWhereTheWorldWentBackWithinTheStep) {
    LessonRun run(aLesson());
    run.lookAgain();
    EXPECT_FALSE(run.watch().has_value()) << "nothing runs";
    run.arrive();
    run.commit({.number = 3});
    run.run();
    for (std::uint64_t frame = 11; frame <= 35; ++frame) run.observe(frameOf(frame, 8));
    run.lookAgain();
    for (std::uint64_t frame = 11; frame <= 40; ++frame) run.observe(frameOf(frame, 3));
    EXPECT_EQ(run.phase(), Phase::kExplained);
    EXPECT_EQ(run.judgement().happened, "3 ms") << "what was taken back does not count";
}

TEST(LessonRun, WaitsForAgainAfterWanderingOff) {
    LessonRun run(aLesson());
    run.arrive();
    run.commit({.number = 2});
    run.run();
    for (std::uint64_t frame = 11; frame <= 20; ++frame) run.observe(frameOf(frame, 4));
    run.observe(frameOf(300, 4));
    EXPECT_TRUE(run.hasWandered());
    for (std::uint64_t frame = 21; frame <= 40; ++frame) run.observe(frameOf(frame, 2));
    EXPECT_EQ(run.phase(), Phase::kRunning) << "of another course";
    run.again();
    EXPECT_FALSE(run.hasWandered());
    run.arrive();
    run.wander();
    run.run();
    EXPECT_EQ(run.phase(), Phase::kPredicting) << "the world is elsewhere";
    run.again();
    run.arrive();
    runAll(run);
    EXPECT_TRUE(run.isDone());
}

}  // namespace
}  // namespace drover::lessons::lesson_run_test
