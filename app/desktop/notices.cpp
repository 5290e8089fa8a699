#include "app/desktop/notices.h"

#include <fmt/format.h>

#include "app/desktop/drawer.h"
#include "app/desktop/drawing_tool.h"
#include "app/desktop/own_manager.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

constexpr double kSlow_fps = 45;
// A herd near by wants to think 30 times a second. No budget is enough for that in a slower window.
constexpr std::uint64_t kSlowFrames = 20;

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

// Where lions hunt, or doors close, the load comes from the world: a spike is not what to try.
const char* sightOf(const world::Scenario& scenario) {
    if (!scenario.people.settings.gates.empty()) return "Press G and click a door: it closes. What then?";
    if (scenario.relations.empty() || scenario.hunters.count == 0) return nullptr;
    return "Two rings: lions hunt this herd, or it flees. Who waits for it?";
}

}  // namespace

bool Notices::isTooSlow(const Desk& desk, double fps) {
    const bool is_slow = fps > 0 && fps < kSlow_fps &&
                         desk.session.scenario().load.clock == world::ClockKind::kReal &&
                         !desk.session.now().is_past && !desk.session.now().is_paused;
    slow_frames_ = is_slow ? slow_frames_ + 1 : 0;
    return slow_frames_ >= kSlowFrames;
}

void Notices::draw(Desk& desk, const ScreenRect& world, double fps) {
    const bool offers_clock = isTooSlow(desk, fps) && !keeps_real_clock_;
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
    ImGui::Begin("##notice", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize |
                     (is_line ? ImGuiWindowFlags_NoBackground : 0));
    if (!trouble.empty())
        tellTrouble(desk, trouble);
    else if (draws)
        drawing(desk);
    else if (offers_clock)
        offerModelClock(desk, fps);
    else
        hint(desk);
    ImGui::End();
}

void Notices::offerModelClock(Desk& desk, double fps) {
    ImGui::TextUnformatted(
        fmt::format(
            "This machine shows {:.0f} frames a second: too few for herds near by to keep their rate.", fps)
            .c_str());
    noteItem(desk, "notice", "message", "slow");
    if (button(
            desk, "notice.model_clock", "Count each frame as the model says",
            "Starts again under the model clock. The world may then be slower than real time, and what one "
            "sees is the same on every machine. The Load panel has this switch, too."))
        desk.session.useClock(world::ClockKind::kModel);
    ImGui::SameLine();
    if (button(desk, "notice.real_clock", "Stay with the real clock", "Shows what this machine can do."))
        keeps_real_clock_ = true;
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

// What is done is ticked off. When all is done, the line goes away for ever.
void Notices::hint(Desk& desk) {
    const Layout& layout = desk.layout;
    if (layout.has_dragged && layout.has_spiked) {
        if (button(desk, "notice.compare", "Compare two managers",
                   "Opens the drawer: two halves of the window show the same world under two managers."))
            openDrawer(desk.layout, "beside");
        return noteWindow(desk, "notice", "message", "compare");
    }
    // Without a card it stands on the ground, whatever that looks like.
    const auto item = [&](bool is_done, const char* text) {
        const std::string line = fmt::format("{}{}", text, is_done ? " (done)" : "");
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float off = desk.theme.px(1);
        for (const ImVec2 by : {ImVec2{off, 0}, ImVec2{-off, 0}, ImVec2{0, off}, ImVec2{0, -off}})
            ImGui::GetWindowDrawList()->AddText({at.x + by.x, at.y + by.y},
                                                ImGui::GetColorU32(desk.theme.background), line.c_str());
        ImGui::TextColored(is_done ? desk.theme.muted : desk.theme.text, "%s", line.c_str());
    };
    const char* const sight = sightOf(desk.session.scenario());
    item(layout.has_spiked && !sight, sight ? sight : "Press X: a spike. Who gives way?");
    ImGui::SameLine(0, desk.theme.px(14));
    item(layout.has_dragged, "Drag the budget.");
    noteWindow(desk, "notice", "message", sight ? sight : "hint");
}

}  // namespace drover::desktop
