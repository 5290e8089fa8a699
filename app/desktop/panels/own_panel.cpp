// The panel "Your own": the text of a manager to write and to try, what is wrong with it, what it takes, and
// what it prints.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "app/command_line/assets.h"
#include "app/command_line/manager_choice.h"
#include "app/desktop/own_manager.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/load/lua/own_manager.h"

namespace drover::desktop {
namespace {

using command_line::kOwnManager;

// Dear ImGui edits a text of fixed length; this lets it grow.
int grow(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag != ImGuiInputTextFlags_CallbackResize) return 0;
    auto& text = *static_cast<std::string*>(data->UserData);
    text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text.data();
    return 0;
}

void offerBeginnings(Desk& desk) {
    OwnText& own = desk.panels.own;
    const std::vector<std::string> names = command_line::shippedNames("managers");
    std::vector<std::string> shown = {"An example ..."};
    for (std::string name : names) {
        std::ranges::replace(name, '_', ' ');
        shown.push_back(name);
    }
    ImGui::SetNextItemWidth(desk.theme.px(125));
    std::vector<const char*> texts;
    for (const std::string& text : shown) texts.push_back(text.c_str());
    const auto chosen =
        bareChoice(desk, "own.example", texts, 0, "Begins with the text of a manager to read and to change.");
    if (!chosen || *chosen == 0) return;
    const auto file =
        command_line::assetsFolder() / "managers" / (names[*chosen - 1] + command_line::kScriptEnding);
    Result<std::string> text = readFile(file.string(), load::ScriptLimits::kMostText);
    if (!text) return;
    own.text = std::move(*text);
    own.path.clear();
    takeUp(desk);
}

void drawEditor(Desk& desk, float height) {
    OwnText& own = desk.panels.own;
    if (std::exchange(desk.panels.is_own_written_on, false)) takeKeyboard(desk);
    ImGui::PushFont(desk.theme.code);
    // Dear ImGui 1.90 gives the keyboard to no field that takes Tab, when the program asks for it.
    const bool is_active = ImGui::GetActiveID() == ImGui::GetID("##own.text");
    const bool is_taken = ImGui::InputTextMultiline(
        "##own.text", own.text.data(), own.text.capacity() + 1, {-1, height},
        ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_EnterReturnsTrue |
            (is_active ? ImGuiInputTextFlags_AllowTabInput : ImGuiInputTextFlags_None),
        grow, &own.text);
    ImGui::PopFont();
    noteItem(desk, "own.text", "text");
    if (!is_taken) return;
    desk.panels.is_own_written_on = true;
    takeUp(desk);
}

// One line: what became of the text.
void drawState(Desk& desk) {
    const OwnText& own = desk.panels.own;
    const std::string trouble = troubleOfOwn(desk);
    if (!own.flaw.empty())
        return message(desk, "own.state", fmt::format("Not taken up: {}.", own.flaw), desk.theme.warning);
    if (!trouble.empty()) return message(desk, "own.state", trouble, desk.theme.warning);
    if (own.isEdited()) return message(desk, "own.state", "Changed. Ctrl+Enter lets it run.");
    if (desk.session.scenario().load.manager != kOwnManager)
        return message(desk, "own.state", "It does not run now. Ctrl+Enter lets it run.");
    const double budget_ms = ms(desk.session.world().record().budget_ns);
    if (desk.session.scenario().load.clock == world::ClockKind::kModel)
        return message(desk, "own.state", "It runs. Under the model clock its own time is not counted.");
    message(desk, "own.state",
            fmt::format("It runs, and takes {:.2f} ms of the {:.2f} ms in each frame itself.", own.cost_ms,
                        budget_ms),
            own.cost_ms > budget_ms / 2 ? desk.theme.warning : desk.theme.text);
}

void drawLog(Desk& desk) {
    const load::ScriptPlan* const plan = load::ownPlanOf(desk.session.world().manager());
    if (plan == nullptr || plan->script() == nullptr || plan->script()->log().lines.empty()) return;
    if (!foldable(desk, "own.log", "What it printed", true)) return;
    constexpr std::size_t kShown = 12;
    const auto& lines = plan->script()->log().lines;
    const SmallText small(desk);
    for (std::size_t n = 0; n < std::min(lines.size(), kShown); ++n) {
        const load::ScriptLog::Line& line = lines[lines.size() - 1 - n];  // the last one first
        const std::string times = line.times > 1 ? fmt::format("  ({} times)", line.times) : "";
        paragraph(desk, fmt::format("{}: {}{}", line.frame, line.text, times), desk.theme.text);
        if (n == 0) noteItem(desk, "own.log.last", "message", line.text);
    }
}

void drawColumns(Desk& desk) {
    if (!foldable(desk, "own.columns", "What it sees and writes")) return;
    const SmallText small(desk);
    paragraph(desk,
              "frame.budget_ms, frame.time_ms, frame.now_ms, frame.number, frame.parameters; tasks.count; "
              "and by row, from 1:");
    for (const load::PlanColumnInfo& column : load::kPlanColumns) {
        ImGui::TextColored(column.is_written ? desk.theme.accent : desk.theme.text, "tasks.%s",
                           column.name.data());
        ImGui::SameLine(desk.theme.px(120));
        const std::string unit = column.unit.empty() ? "" : fmt::format("{}: ", column.unit);
        paragraph(desk, fmt::format("{}{}", unit, column.meaning));
    }
    paragraph(desk, "tasks:sort(\"distance\"), tasks:sum(\"cost\"), tasks:compress(budget_ms) are fast.");
}

}  // namespace

void drawOwnPanel(Desk& desk) {
    paragraph(desk,
              "A manager is a few lines of Lua. plan(frame, tasks) writes how often each herd thinks, or who "
              "thinks first. "
              "Dates, delays and the budget are kept for you.");
    offerBeginnings(desk);
    ImGui::SameLine();
    if (button(desk, "own.open", "Open ...", "A file in Lua. Whenever you save it, it is taken up."))
        desk.panels.own_asks = OwnAsks::kOpen;
    ImGui::SameLine();
    if (button(desk, "own.save", "Save ...", "As a file that your own editor can open, too."))
        desk.panels.own_asks = OwnAsks::kSave;
    if (!desk.panels.own.path.empty()) {
        const SmallText small(desk);
        paragraph(desk, fmt::format("{}: taken up whenever it is saved.",
                                    desk.panels.own.path.filename().string()));
    }
    const float line = ImGui::GetTextLineHeight();
    drawEditor(desk, std::max(12 * line, ImGui::GetContentRegionAvail().y - 13 * line));
    drawState(desk);
    if (button(desk, "own.take", "Let it run", "From the next frame on. Ctrl+Enter")) takeUp(desk);
    if (desk.session.scenario().load.manager == kOwnManager) offerManagerParameters(desk);
    drawLog(desk);
    drawColumns(desk);
}

}  // namespace drover::desktop
