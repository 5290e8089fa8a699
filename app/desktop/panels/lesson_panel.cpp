// The Lessons panel: the list of lessons; in one of them the step's text and question, the prediction, the
// run, and what came of it. Nothing is locked meanwhile.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/command_line/exit.h"
#include "app/desktop/panels/claim_list.h"
#include "app/desktop/panels/lesson_plot.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

using lessons::LessonRun;
using lessons::Phase;
using lessons::PredictionKind;
using lessons::Step;

void readShipped(LessonCourse& course) {
    course.is_read = true;
    try {
        course.shipped = lessons::shippedLessons();
    } catch (const command_line::Exit& wrong) {
        course.trouble = wrong.message;
    }
}

// Where the number of a lesson or the mark of a choice is.
float markWidth() { return ImGui::GetTextLineHeight() * 1.2f; }

void drawList(Desk& desk, LessonCourse& course) {
    if (!course.is_read) readShipped(course);
    paragraph(desk, "Predict, run, and see why. Everything else stays in your hands.");
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < course.shipped.size(); ++i) {
        const lessons::LoadedLesson& one = course.shipped[i];
        ImGui::PushID(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (clickable(desk, one.lesson.title, false, markWidth())) chosen = i;
        noteItem(desk, fmt::format("lesson.list.{}", one.name).c_str(), "option", one.lesson.title);
        tooltip(desk, one.lesson.text.c_str());
        const std::string number = fmt::format("{}", i + 1);
        ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(desk.theme.muted), number.c_str());
        const float indent = markWidth();
        ImGui::Indent(indent);
        {
            const SmallText small(desk);
            paragraph(desk, one.lesson.text);
        }
        ImGui::Unindent(indent);
        ImGui::PopID();
    }
    if (chosen) beginLesson(desk.session, course, course.shipped[*chosen]);
}

void commit(LessonCourse& course) { course.run->commit(course.draft); }

int decimalsFor(double range) { return range >= 100 ? 0 : range >= 20 ? 1 : 2; }

void askNumber(Desk& desk, LessonCourse& course) {
    const lessons::Prediction& p = course.run->step().prediction;
    const std::string unit = lessons::unitOf(p.measured);
    ImGui::SetNextItemWidth(-1);
    const auto changed = numberField(desk,
                                     {.name = "lesson.number",
                                      .label = "",
                                      .low = p.least,
                                      .high = p.greatest,
                                      .unit = unit.c_str(),
                                      .tip = "Your prediction. Drag, or double click to type.",
                                      .reset = p.least,
                                      .decimals = decimalsFor(p.greatest - p.least)},
                                     course.draft.number);
    if (changed) {
        course.draft.number = changed->value;
        commit(course);
    }
    const std::string range =
        fmt::format("From {:.6g} to {}", p.least, world::spelled(p.measured, p.greatest));
    if (!course.run->answer()) {
        const std::string words = fmt::format("I say {}", world::spelled(p.measured, course.draft.number));
        if (button(desk, "lesson.commit", words.c_str(), "Takes the number as it stands.")) commit(course);
        ImGui::SameLine();
    }
    paragraph(desk, range);
}

bool isTyped(char letter) {
    const ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
    return std::find(typed.begin(), typed.end(), static_cast<ImWchar>(letter)) != typed.end();
}

void askChoice(Desk& desk, LessonCourse& course) {
    const auto& choices = course.run->step().prediction.choices;
    const std::uint32_t present = course.run->answer() ? course.run->answer()->choice : 0;
    const bool takes_keys = !ImGui::GetIO().WantTextInput && !ImGui::GetIO().KeyCtrl;
    for (std::uint32_t i = 1; i <= choices.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const float line = ImGui::GetTextLineHeight();
        const ImVec2 at = ImGui::GetCursorScreenPos(), c{at.x + line * 0.5f, at.y + line * 0.5f};
        const bool by_key = takes_keys && isTyped(static_cast<char>('0' + i));
        if (clickable(desk, choices[i - 1].text, i == present, markWidth()) || by_key) {
            course.draft.choice = i;
            commit(course);
        }
        noteItem(desk, fmt::format("lesson.choice.{}", i).c_str(), "option", i == present ? "chosen" : "");
        tooltip(desk, fmt::format("Also the key {}.", i).c_str());
        ImDrawList& draw = *ImGui::GetWindowDrawList();
        const ImU32 ink = ImGui::GetColorU32(desk.theme.text);
        draw.AddCircle(c, line * 0.32f, ink, 0, desk.theme.px(1.5f));
        if (i == present) draw.AddCircleFilled(c, line * 0.17f, ink);
        ImGui::PopID();
    }
}

void askCurve(Desk& desk, LessonCourse& course) {
    if (!drawLessonPlot(desk, course, true)) return;
    course.draft.curve = curveOf(course);
    if (!course.draft.curve.empty()) commit(course);
}

void ask(Desk& desk, LessonCourse& course) {
    switch (course.run->step().prediction.kind) {
        case PredictionKind::kNumber: return askNumber(desk, course);
        case PredictionKind::kChoice: return askChoice(desk, course);
        case PredictionKind::kCurve: return askCurve(desk, course);
    }
}

const char* howToPredict(PredictionKind kind) {
    switch (kind) {
        case PredictionKind::kNumber: return "First say a number.";
        case PredictionKind::kChoice: return "First choose what you expect.";
        case PredictionKind::kCurve: break;
    }
    return "First draw the line that you expect.";
}

void drawGoals(Desk& desk, const LessonRun& run) {
    const Step& step = run.step();
    if (!step.isChallenge()) return;
    paragraph(desk, step.challenge.text, desk.theme.text);
    const std::vector<world::ClaimState> states =
        run.watch() ? run.watch()->goals() : std::vector<world::ClaimState>(step.challenge.goals.size());
    for (std::size_t i = 0; i < states.size(); ++i)
        drawClaim(desk, fmt::format("lesson.goal.{}", i), step.challenge.goals[i], states[i]);
}

// "what you said, what happened" and why.
void drawOutcome(Desk& desk, const LessonCourse& course) {
    const LessonRun& run = *course.run;
    const lessons::Judgement judged = run.judgement();
    const bool is_missed = run.step().isChallenge() && !run.watch()->isChallengeMet();
    const char* verdict = is_missed         ? "Not there yet. Again goes back to the start."
                          : judged.is_right ? "As you said."
                                            : "Not as you said.";
    ImGui::Separator();
    heading(desk, verdict);
    noteItem(desk, "lesson.verdict", "message", verdict);
    paragraph(desk, fmt::format("You said: {}", judged.said), desk.theme.text);
    noteItem(desk, "lesson.said", "message", judged.said);
    paragraph(desk, fmt::format("What happened: {}", judged.happened), desk.theme.text);
    noteItem(desk, "lesson.happened", "message", judged.happened);
    ImGui::Spacing();
    message(desk, "lesson.explain", run.step().explain, desk.theme.text);
    paragraph(desk, fmt::format("More: docs/MODEL.md, {}.", run.step().link));
    if (course.hash.empty()) return;
    paragraph(desk, fmt::format("State at the end: {}", course.hash));
    noteItem(desk, "lesson.hash", "reading", course.hash);
    if (button(
            desk, "lesson.worksheet", "Save the worksheet",
            "A page to print: your predictions, what happened, and how to run it again. Steps that you have "
            "not run are left to be filled in."))
        saveWorksheet(desk, course);
}

// Where the world is, if it is not where the text is about.
void drawPlace(Desk& desk, const LessonRun& run) {
    const Session& session = desk.session;
    std::string place;
    if (!session.script()) {
        place = "You are elsewhere. Again comes back to the start of the step.";
    } else if (run.phase() == Phase::kReading) {
        place = fmt::format("On the way to frame {}: {:.0f} %", run.step().start_frame,
                            shareOfWay(session) * 100);
    } else if (run.phase() == Phase::kRunning) {
        place = fmt::format("Frame {} of {}{}", session.world().frame(), run.step().lastFrame(),
                            session.now().is_paused ? ", paused" : "");
    } else if (run.phase() == Phase::kPredicting && !isAtStart(session)) {
        place = "The world has gone on. Run begins at the start of the step.";
    }
    if (place.empty()) return;
    message(desk, "lesson.place", place);
}

// What has the focus gets it first.
bool hasEnter() {
    return !ImGui::GetIO().NavVisible && !ImGui::GetIO().WantTextInput &&
           ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
}

void drawRunButton(Desk& desk, LessonCourse& course) {
    const LessonRun& run = *course.run;
    if (run.phase() == Phase::kReading && desk.session.script()) {
        return disabledButton(desk, "lesson.run", "Run", "The world is still on its way to the start.");
    }
    if (!run.answer())
        return disabledButton(desk, "lesson.run", "Run", howToPredict(run.step().prediction.kind));
    if (button(desk, "lesson.run", "Run", "Runs the step. Also Enter.") || hasEnter()) {
        course.wants_run = true;
        if (!isAtStart(desk.session)) desk.session.backToStart();
    }
}

void drawButtons(Desk& desk, LessonCourse& course) {
    const LessonRun& run = *course.run;
    const bool is_before = run.phase() == Phase::kReading || run.phase() == Phase::kPredicting;
    if (is_before) {
        drawRunButton(desk, course);
    } else if (button(desk, "lesson.again", "Again", "To the start of the step.")) {
        return runAgain(desk.session, course);
    }
    ImGui::SameLine();
    if (!run.canStepBack()) {
        disabledButton(desk, "lesson.back", "Back", "This is the first step.");
    } else if (button(desk, "lesson.back", "Back", "To the step before.")) {
        return goToStep(desk.session, course, -1);
    }
    ImGui::SameLine();
    const bool is_over = run.phase() == Phase::kExplained;
    if (!run.canStepOn()) {
        disabledButton(desk, "lesson.next", "Next", "This is the last step.");
    } else if (button(desk, "lesson.next", "Next", "To the next step. After a run also Enter.") ||
               (is_over && hasEnter())) {
        return goToStep(desk.session, course, 1);
    }
    ImGui::SameLine();
    if (button(desk, "lesson.leave", "Leave", "To the list of lessons. The world goes on."))
        leaveLesson(desk.session, course);
}

void drawStep(Desk& desk, LessonCourse& course) {
    const LessonRun& run = *course.run;
    const Step& step = run.step();
    if (std::exchange(course.is_new, false)) ImGui::SetScrollY(0);  // it is the first in its column
    heading(desk, run.lesson().title);
    paragraph(desk, fmt::format("Step {} of {}", run.stepNumber(), run.lesson().steps.size()));
    noteItem(desk, "lesson.step", "message",
             fmt::format("{} of {}", run.stepNumber(), run.lesson().steps.size()));
    paragraph(desk, step.text, desk.theme.text);
    drawGoals(desk, run);
    ImGui::Spacing();
    message(desk, "lesson.question", step.question, desk.theme.accent);
    const bool is_before = run.phase() == Phase::kReading || run.phase() == Phase::kPredicting;
    is_before ? ask(desk, course) : void(drawLessonPlot(desk, course, false));
    drawButtons(desk, course);
    if (!course.run) return;
    drawPlace(desk, run);  // below: the buttons must not move when it goes
    if (run.phase() == Phase::kExplained) drawOutcome(desk, course);
}

}  // namespace

void drawLessonPanel(Desk& desk) {
    LessonCourse& course = desk.panels.lesson;
    course.run ? drawStep(desk, course) : drawList(desk, course);
    if (course.trouble.empty()) return;
    message(desk, "lesson.trouble", course.trouble, desk.theme.warning);
}

}  // namespace drover::desktop
