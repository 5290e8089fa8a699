#include "app/desktop/notices.h"

#include <fmt/format.h>

#include "app/desktop/drawer.h"
#include "app/desktop/drawing_tool.h"
#include "app/desktop/own_manager.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

// A herd near by wants to think 30 times a second. No budget is enough for that in a slower window.
constexpr double kSlow_fps = 45;
// With so few, slow motion begins by itself.
constexpr double kVerySlow_fps = 20;
constexpr double kPatience_s = 2, kSaid_s = 12;

bool hasDraggedBudget(const Session& session) {
    const load::BudgetSettings& present = session.scenario().load.budget;
    const load::BudgetSettings& before = session.origin().as_loaded.load.budget;
    return present.fixed_ns != before.fixed_ns || present.policy != before.policy;
}

bool hasTriedAll(const Layout& layout) {
    return layout.has_dragged && layout.has_spiked && layout.has_compared;
}

// The scenario's own spikes are not the user's.
bool hasSpiked(const Session& session) {
    return session.world().spikes().size() > session.origin().as_loaded.spikes.size();
}

}  // namespace

void Notices::goSlowly(Desk& desk, double fps, double passed_s) {
    const bool is_real = desk.session.scenario().load.clock == world::ClockKind::kReal;
    const bool is_slow =
        is_real && fps > 0 && fps < kSlow_fps && !desk.session.now().is_past && !desk.session.now().is_paused;
    slow_s_ = is_slow ? slow_s_ + passed_s : 0;
    is_slow_ = slow_s_ >= kPatience_s;
    if (is_slow_ && fps < kVerySlow_fps && !keeps_real_clock_) {
        chose_slow_motion_ = true;
        desk.session.useClock(world::ClockKind::kModel);
    }
    if (is_real && !is_slow_) chose_slow_motion_ = false;
    said_s_ = chose_slow_motion_ ? said_s_ + passed_s : 0;
}

void Notices::draw(Desk& desk, const ScreenRect& world, double fps, double passed_s) {
    goSlowly(desk, fps, passed_s);
    const bool is_slow_motion = chose_slow_motion_ && said_s_ < kSaid_s &&
                                desk.session.scenario().load.clock == world::ClockKind::kModel;
    const bool offers_clock = (is_slow_ || is_slow_motion) && !keeps_real_clock_;
    desk.layout.has_dragged |= hasDraggedBudget(desk.session);
    desk.layout.has_spiked |= hasSpiked(desk.session);
    const bool is_beside = desk.session.beside() != nullptr;
    desk.layout.has_compared |= is_beside;
    const bool hints = !hasTriedAll(desk.layout) && !desk.session.script() && !is_beside;
    const bool draws = desk.view.tool != Tool::kNone;
    const bool is_told = desk.layout.drawer == "own";  // the panel says it
    const std::string trouble = is_told ? std::string() : troubleOfOwn(desk);
    if ((!offers_clock && !hints && !draws && trouble.empty()) || world.size.x < desk.theme.px(360)) return;
    const bool is_line = trouble.empty() && hints && !draws && !offers_clock;
    if (is_line && world.size.y < desk.theme.px(80)) return;  // it would lie on a card
    ImGui::SetNextWindowPos({world.at.x + world.size.x / 2, world.end().y}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.theme.px(8), desk.theme.px(4)});
    ImGui::Begin("##notice", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoScrollbar);
    ImGui::PopStyleVar();
    if (!trouble.empty())
        tellTrouble(desk, trouble);
    else if (draws)
        drawing(desk);
    else if (offers_clock)
        sayHowSlow(desk, fps);
    else
        hint(desk);
    ImGui::End();
}

void Notices::sayHowSlow(Desk& desk, double fps) {
    const bool is_slow_motion = desk.session.scenario().load.clock == world::ClockKind::kModel;
    const std::string text =
        is_slow_motion
            ? fmt::format(
                  "Slow motion: every frame is shown. This computer shows {:.0f} a second; the world has 60.",
                  fps)
            : fmt::format(
                  "This machine shows {:.0f} frames a second: too few for herds near by to keep their rate. "
                  "So all look late.",
                  fps);
    ImGui::TextUnformatted(text.c_str());
    noteItem(desk, "notice", "message", is_slow_motion ? "slow motion" : "slow");
    if (is_slow_motion)
        ImGui::SameLine();
    else if (
        button(
            desk, "notice.model_clock", "Slow motion: show every frame",
            "Starts again under the model clock, which charges each thought what the model says. The world "
            "may then be slower than real time, and what one sees is the same on every machine. The Load "
            "panel has this switch, too."))
        desk.session.useClock(world::ClockKind::kModel);
    ImGui::SameLine();
    if (!button(desk, "notice.real_clock", is_slow_motion ? "Real time" : "Stay in real time",
                "Shows what this machine can do."))
        return;
    keeps_real_clock_ = true;
    if (is_slow_motion) desk.session.useClock(world::ClockKind::kReal);
}

// The user's own manager failed.
void Notices::tellTrouble(Desk& desk, const std::string& trouble) {
    ImGui::PushTextWrapPos(desk.theme.px(420));
    ImGui::TextColored(desk.theme.warning, "%s", trouble.c_str());
    ImGui::PopTextWrapPos();
    noteWindow(desk, "notice", "message", trouble);
    if (button(desk, "notice.own", "Show its text", "Opens the drawer.")) openDrawer(desk.layout, "own");
}

// How to use the tool, as long as one is chosen.
void Notices::drawing(Desk& desk) {
    ImGui::Text("%s Esc: done.", hintOf(desk.view.tool));
    noteWindow(desk, "notice", "message", hintOf(desk.view.tool));
}

namespace {

// A mouse, and which way its wheel is to be rolled.
void drawWheel(const Desk& desk, bool is_back) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 text = ImGui::GetColorU32(desk.theme.text), accent = ImGui::GetColorU32(desk.theme.accent);
    list.AddRect(at, {at.x + line * 0.7f, at.y + line}, text, line * 0.35f, 0, desk.theme.px(1.3f));
    list.AddLine({at.x + line * 0.35f, at.y + line * 0.22f}, {at.x + line * 0.35f, at.y + line * 0.45f},
                 accent, desk.theme.px(2));
    const float x = at.x + line * 1.02f, half = line * 0.17f, tip = is_back ? line * 0.68f : line * 0.32f;
    const float foot = line - tip;
    list.AddTriangleFilled({x - half, at.y + foot}, {x + half, at.y + foot}, {x, at.y + tip}, accent);
    ImGui::Dummy({line * 1.3f, line});
    ImGui::SameLine();
}

}  // namespace

// What is done is ticked off. When all is done, the line goes away for ever.
void Notices::hint(Desk& desk) {
    const Layout& layout = desk.layout;
    if (layout.has_dragged && layout.has_spiked && layout.has_flown) {
        if (button(desk, "notice.compare", "Compare two managers",
                   "Opens the drawer: two halves of the window show the same world under two managers."))
            openDrawer(desk.layout, "beside");
        return noteWindow(desk, "notice", "message", "compare");
    }
    const auto item = [&](bool is_done, const char* text) {
        const std::string line = fmt::format("{}{}", text, is_done ? " (done)" : "");
        ImGui::TextColored(is_done ? desk.theme.muted : desk.theme.text, "%s", line.c_str());
    };
    const std::string& sight = desk.session.scenario().view.hint;
    if (!sight.empty()) ImGui::TextUnformatted(sight.c_str());
    const SmallText small(desk);
    drawWheel(desk, desk.view.began_low);
    item(layout.has_flown, desk.view.began_low ? "Roll the wheel back" : "Roll the wheel forward");
    ImGui::SameLine(0, desk.theme.px(11));
    item(layout.has_spiked, "Press X: a spike");
    ImGui::SameLine(0, desk.theme.px(11));
    item(layout.has_dragged, "Drag the budget");
    const std::string done =
        fmt::format("{}{}{}", layout.has_flown ? " flown" : "", layout.has_spiked ? " spiked" : "",
                    layout.has_dragged ? " dragged" : "");
    noteWindow(desk, "notice", "message", (sight.empty() ? "hint" : sight) + done);
}

}  // namespace drover::desktop
