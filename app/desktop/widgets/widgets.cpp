#include "app/desktop/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <vector>

namespace drover::desktop {
namespace {

// Puts a label on the left and the control on the right, or below the label if the control needs more width.
void beginRow(const char* label, float needed) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    const float at = besideLabel();
    // Always leave space for a scroll bar. Otherwise this decision could make the bar appear, which would
    // change the decision.
    const ImGuiStyle& style = ImGui::GetStyle();
    if (at + needed <= ImGui::GetWindowWidth() - style.WindowPadding.x - style.ScrollbarSize)
        ImGui::SameLine(at);
    ImGui::SetNextItemWidth(-1);
}

// Wide enough for the longest name, so the control does not move when another one is chosen.
float widthFor(std::span<const char* const> names) {
    float widest = 0;
    for (const char* name : names) widest = std::max(widest, ImGui::CalcTextSize(name).x);
    return widest + ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
}

// Ends a line at a blank, or inside a word that is wider than the line. ImGui's own wrapping would also break
// 65,536 at the comma.
const char* lineEnd(std::string_view text, float width) {
    const char *begin = text.data(), *end = begin + std::min(text.size(), text.find('\n'));
    const char* stop = ImGui::GetFont()->CalcWordWrapPositionA(
        ImGui::GetFontSize() / ImGui::GetFont()->FontSize, begin, end, width);
    if (stop >= end) return end;
    const char* blank = stop;
    while (blank > begin && *blank != ' ') --blank;
    return blank > begin ? blank : std::max(stop, begin + 1);
}

void wrapped(std::string_view text, float width) {
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    while (!text.empty()) {
        const char* end = lineEnd(text, width);
        ImGui::TextUnformatted(text.data(), end);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
    }
    ImGui::PopStyleVar();
    ImGui::EndGroup();
}

}  // namespace

float besideLabel() {
    return std::max(ImGui::GetWindowContentRegionMax().x * 0.42f,
                    ImGui::GetItemRectSize().x + ImGui::GetStyle().WindowPadding.x + 8);
}

bool beginTooltip(Desk& desk) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsMouseDown(0)) return false;
    if (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0) return false;
    // Beside a panel, where it covers none of its fields, if there is room.
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowSize().x + desk.theme.px(8);
    const bool is_panel = ImGui::GetWindowSize().x < ImGui::GetIO().DisplaySize.x / 2;
    if (is_panel && right + desk.theme.px(340) < ImGui::GetIO().DisplaySize.x)
        ImGui::SetNextWindowPos({right, ImGui::GetItemRectMin().y});
    ImGui::BeginTooltip();
    return true;
}

void endTooltip(Desk& desk, const char* tip) {
    wrapped(tip, desk.theme.px(320));
    ImGui::EndTooltip();
}

void tooltip(Desk& desk, const char* tip) {
    if (tip && *tip && beginTooltip(desk)) endTooltip(desk, tip);
}

// For those who walk with the keyboard: where they are. Call right after the item.
static void noteFocus(Desk& desk, const char* name) {
    if (ImGui::GetIO().NavVisible && ImGui::IsItemFocused())
        desk.map.note("focus", "focus", ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), name);
}

void beginPane(const char* name, const ScreenRect& rect, ImVec2 padding, ImGuiWindowFlags more) {
    ImGui::SetNextWindowPos(rect.at);
    ImGui::SetNextWindowSize(rect.size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(
        name, nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | more);
    ImGui::PopStyleVar(2);
}

void beginCard(Desk& desk, const char* name, const ScreenRect& rect, ImVec2 padding, ImGuiWindowFlags more,
               WhileDragging then) {
    constexpr float kFaded = 0.3f;
    const ImGuiWindow* const held = ImGui::GetCurrentContext()->ActiveIdWindow;
    const bool is_dragging = ImGui::GetFrameCount() - desk.widgets.dragged_at <= 1;
    const bool fades = is_dragging && then == WhileDragging::kFades && held != nullptr &&
                       std::string_view(held->RootWindow->Name) != name;
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, fades ? kFaded : 1.0f);
    beginPane(name, rect, padding, more);
}

void endCard() {
    ImGui::End();
    ImGui::PopStyleVar();
}

void noteWindow(Desk& desk, const std::string& name, const char* kind, std::string_view value) {
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    desk.map.note(name, kind, min, {min.x + size.x, min.y + size.y}, value);
}

void noteItem(Desk& desk, const char* name, const char* kind, std::string_view value) {
    if (ImGui::IsWindowAppearing()) return;  // in its first frame a window is not yet where it will be
    desk.map.note(name, kind, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), value);
    noteFocus(desk, name);
}

std::optional<std::size_t> choice(Desk& desk, const char* name, const char* label,
                                  std::span<const char* const> names, std::size_t present, const char* tip) {
    beginRow(label, widthFor(names));
    return bareChoice(desk, name, names, present, tip);
}

std::optional<std::size_t> choice(Desk& desk, const char* name, const char* label,
                                  std::span<const std::string> names, std::size_t present, const char* tip) {
    std::vector<const char*> all;
    for (const std::string& each : names) all.push_back(each.c_str());
    return choice(desk, name, label, all, present, tip);
}

std::optional<std::size_t> bareChoice(Desk& desk, const char* name, std::span<const char* const> names,
                                      std::size_t present, const char* tip,
                                      std::span<const char* const> lines) {
    std::optional<std::size_t> chosen;
    ImGui::PushID(name);
    const char* shown = present < names.size() ? names[present] : "";
    const bool is_open = ImGui::BeginCombo("##choice", shown, ImGuiComboFlags_HeightLarge);
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    if (!is_open) noteFocus(desk, name);
    if (is_open) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (ImGui::Selectable(names[i], i == present) && i != present) chosen = i;
            noteItem(desk, fmt::format("{}.{}", name, names[i]).c_str(), "option",
                     i == present ? "chosen" : "");
            if (i >= lines.size()) continue;
            ImGui::SameLine(widthFor(names));
            ImGui::TextColored(desk.theme.muted, "%s", lines[i]);
        }
        ImGui::EndCombo();
    } else {
        tooltip(desk, tip);
    }
    desk.map.note(name, "choice", min, max, shown);
    ImGui::PopID();
    return chosen;
}

std::optional<bool> toggle(Desk& desk, const char* name, const char* label, bool present, const char* tip) {
    ImGui::PushID(name);
    bool value = present;
    const bool is_changed = ImGui::Checkbox(label, &value);
    tooltip(desk, tip);
    noteItem(desk, name, "toggle", present ? "on" : "off");
    ImGui::PopID();
    return is_changed ? std::optional(value) : std::nullopt;
}

bool button(Desk& desk, const char* name, const char* label, const char* tip) {
    ImGui::PushID(name);
    const bool is_pressed = ImGui::Button(label);
    tooltip(desk, tip);
    noteItem(desk, name, "button");
    ImGui::PopID();
    return is_pressed;
}

void disabledButton(Desk& desk, const char* name, const char* label, const char* why) {
    ImGui::BeginDisabled();
    ImGui::PushID(name);
    ImGui::Button(label);
    ImGui::PopID();
    ImGui::EndDisabled();
    tooltip(desk, why);
    noteItem(desk, name, "button", "disabled");
}

bool pressedButton(Desk& desk, const char* name, const char* label, bool is_on, const char* tip) {
    ImGui::PushID(name);
    if (is_on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const bool is_pressed = ImGui::Button(label);
    if (is_on) ImGui::PopStyleColor();
    tooltip(desk, tip);
    noteItem(desk, name, "button", is_on ? "on" : "off");
    ImGui::PopID();
    return is_pressed;
}

void takeKeyboard(Desk& desk) {
    constexpr int kMostFrames = 6;
    ImGui::SetWindowFocus();  // Dear ImGui 1.90 finds no field of a window whose child has the focus
    ImGui::SetKeyboardFocusHere();
    desk.widgets.field_due_in = kMostFrames;
}

void heading(Desk& desk, std::string_view text) {
    if (desk.theme.large) ImGui::PushFont(desk.theme.large);
    paragraph(desk, text, desk.theme.text);
    if (desk.theme.large) ImGui::PopFont();
}

void paragraph(Desk& desk, std::string_view text) { paragraph(desk, text, desk.theme.muted); }

void paragraph(Desk&, std::string_view text, const ImVec4& colour) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    wrapped(text, ImGui::GetContentRegionAvail().x);
    ImGui::PopStyleColor();
}

void message(Desk& desk, const char* name, std::string_view text) {
    message(desk, name, text, desk.theme.muted);
}

void message(Desk& desk, const char* name, std::string_view text, const ImVec4& colour) {
    paragraph(desk, text, colour);
    noteItem(desk, name, "message", text);
}

bool foldable(Desk& desk, const char* name, const char* title, bool is_open_at_first) {
    const bool is_open = ImGui::TreeNodeEx(
        title, ImGuiTreeNodeFlags_NoTreePushOnOpen | (is_open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0));
    noteItem(desk, name, "tab", is_open ? "open" : "folded");
    return is_open;
}

bool clickable(Desk& desk, const std::string& text, bool is_chosen, float indent, float least_height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - indent;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
    const float height = std::max(size.y, least_height);
    const bool is_clicked = ImGui::Selectable("##text", is_chosen, 0, {0, height});
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                                        {at.x + indent, at.y + (height - size.y) / 2},
                                        ImGui::GetColorU32(desk.theme.text), text.c_str(), nullptr, width);
    return is_clicked;
}

void reading(Desk& desk, const char* name, const char* label, std::string_view value, const char* tip) {
    ImGui::BeginGroup();
    ImGui::TextColored(desk.theme.muted, "%s", label);
    ImGui::SameLine(besideLabel());
    ImGui::TextUnformatted(value.data(), value.data() + value.size());
    ImGui::EndGroup();
    tooltip(desk, tip);
    noteItem(desk, name, "reading", value);
}

}  // namespace drover::desktop
