#include "app/desktop/panels/lesson_course.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/command_line/exit.h"
#include "app/command_line/version.h"
#include "app/desktop/file_actions.h"
#include "app/desktop/session.h"
#include "app/desktop/user_files.h"

namespace drover::desktop {
namespace {

using lessons::LessonRun;
using lessons::Phase;
using lessons::Step;

void beginStep(Session& session, LessonCourse& course) {
    const Step& step = course.run->step();
    course.draft = {.number = step.prediction.least};
    course.drawn = course.drawings[course.run->stepNumber() - 1];
    course.drawn.resize(std::min<std::size_t>(kCurveParts, step.frames));
    course.draft.curve = curveOf(course);
    if (!course.draft.curve.empty()) course.run->commit(course.draft);
    course.cursor = 0;
    course.is_new = true;
    course.wants_run = course.stood_ready = false;
    course.hash.clear();
    try {
        session.begin(Script{.scenario = lessons::scenarioOf(step, course.folder),
                             .source = step.scenario,
                             .commands = step.commands,
                             .start_frame = step.start_frame,
                             .last_frame = step.lastFrame()});
    } catch (const command_line::Exit& wrong) {
        course.trouble = wrong.message;
        course.run.reset();
    }
}

void startRun(LessonCourse& course) {
    course.run->run();
    course.observed = course.run->step().start_frame;
    course.wants_run = false;
}

// Hands over the frames that the world has gone since the last time, wherever they were shown.
void observe(Session& session, LessonCourse& course) {
    LessonRun& run = *course.run;
    const std::uint64_t frame = session.world().frame();
    if (frame < course.observed || run.hasWandered()) {
        run.lookAgain();
        course.observed = run.step().start_frame;
    }
    const record::FrameRange held = session.era().history.frames();
    while (course.observed < frame && run.phase() == Phase::kRunning && !run.hasWandered()) {
        const std::uint64_t next = course.observed + 1;
        if (next < held.first || next >= held.end) return;
        run.observe(session.era().history.atFrame(next));
        course.observed = next;
    }
    const bool is_at_end = run.phase() == Phase::kExplained && frame == run.step().lastFrame();
    if (!is_at_end) return;
    const std::uint64_t hash = session.world().stateHash();
    course.hash = fmt::format("{:016x}", hash);
    lessons::StepOutcome outcome{.answer = *run.answer(),
                                 .judgement = run.judgement(),
                                 .checks = run.watch()->checks(),
                                 .goals = run.watch()->goals(),
                                 .measured = run.watch()->measured(),
                                 .hash = hash};
    outcome.answer.commands = commandsSoFar(session);
    course.outcomes[run.stepNumber() - 1] = std::move(outcome);
}

}  // namespace

bool asksForDigit(const LessonCourse& course) {
    return course.run && course.run->phase() <= lessons::Phase::kPredicting &&
           course.run->step().prediction.kind == lessons::PredictionKind::kChoice;
}

void beginLesson(Session& session, LessonCourse& course, lessons::LoadedLesson lesson) {
    course.name = std::move(lesson.name);
    course.folder = std::move(lesson.folder);
    course.outcomes.assign(lesson.lesson.steps.size(), std::nullopt);
    course.drawings.assign(lesson.lesson.steps.size(), {});
    course.trouble.clear();
    course.run.emplace(std::move(lesson.lesson));
    beginStep(session, course);
}

void followLesson(Session& session, LessonCourse& course) {
    if (!course.run) return;
    LessonRun& run = *course.run;
    if (!session.script()) return run.wander();
    if (isAtStart(session) && (run.phase() == Phase::kReading || run.phase() == Phase::kPredicting))
        run.arrive();
    if (run.phase() == Phase::kPredicting && run.canRun()) {
        const bool is_started = course.wants_run && isAtStart(session);
        // Somebody who has predicted may set the world going by any other means, too.
        course.stood_ready |= isAtStart(session);
        const bool goes_by_itself =
            course.stood_ready && !session.now().is_past && session.world().frame() > run.step().start_frame;
        if (is_started) pause(session, false);
        if (is_started || goes_by_itself) startRun(course);
    }
    if (run.phase() == Phase::kRunning) observe(session, course);
}

void goToStep(Session& session, LessonCourse& course, int steps) {
    course.drawings[course.run->stepNumber() - 1] = course.drawn;
    steps > 0 ? course.run->stepOn() : course.run->stepBack();
    beginStep(session, course);
}

void runAgain(Session& session, LessonCourse& course) {
    course.run->again();
    course.wants_run = course.stood_ready = false;
    course.hash.clear();
    session.backToStart();
}

void leaveLesson(Session& session, LessonCourse& course) {
    course.run.reset();
    session.begin(std::nullopt);
    pause(session, false);
}

void saveWorksheet(Desk& desk, const LessonCourse& course) {
    const std::filesystem::path path = freeName(course.name, ".html");
    const std::string page =
        lessons::worksheetOf(course.run->lesson(), course.outcomes, command_line::versionText("drover"));
    desk.message = saveFile(path, page, Durability::kQuick);
    if (desk.message.empty()) desk.say("Saved as " + path.string(), {});
}

std::uint32_t frameOfPart(const Step& step, std::size_t part, std::size_t parts) {
    if (parts < 2) return step.firstFrame();
    return step.firstFrame() + static_cast<std::uint32_t>(part * (step.frames - 1) / (parts - 1));
}

std::vector<lessons::CurvePoint> curveOf(const LessonCourse& course) {
    std::vector<lessons::CurvePoint> points;
    for (std::size_t i = 0; i < course.drawn.size(); ++i)
        if (course.drawn[i])
            points.push_back({frameOfPart(course.run->step(), i, course.drawn.size()), *course.drawn[i]});
    if (points.size() < 2) points.clear();
    return points;
}

}  // namespace drover::desktop
