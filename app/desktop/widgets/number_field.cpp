// The number field of widgets.h: a slider that also takes typed numbers. Typing is our own code, because
// ImGui's clamp lets NaN through.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

std::string spelled(double value, const NumberField& field) {
    return fmt::format("{:.{}f}{}{}", value, field.decimals, *field.unit ? " " : "", field.unit);
}

// Where a value lies in the slider, 0 to 1.
double shareOf(double value, const NumberField& field) {
    const double share = field.is_logarithmic && field.low > 0
                             ? std::log(value / field.low) / std::log(field.high / field.low)
                             : (value - field.low) / (field.high - field.low);
    return std::fmin(std::fmax(share, 0), 1);
}

// Filled up to the value, like a thermometer.
void drawLevel(Desk& desk, ImVec2 min, ImVec2 max, double share) {
    const float pad = ImGui::GetStyle().GrabMinSize / 2 + 2;
    const float x = min.x + pad + static_cast<float>(share) * (max.x - min.x - 2 * pad);
    ImVec4 fill = desk.theme.accent;
    fill.w = 0.3f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float round = ImGui::GetStyle().FrameRounding;
    list.AddRectFilled(min, {x, max.y}, ImGui::GetColorU32(fill), round, ImDrawFlags_RoundCornersLeft);
    list.AddRectFilled({x - 1, max.y - desk.theme.px(4)}, {x + 1, max.y},
                       ImGui::GetColorU32(desk.theme.accent));
    list.AddRectFilled({x - 1, min.y}, {x + 1, min.y + desk.theme.px(4)},
                       ImGui::GetColorU32(desk.theme.accent));
}

void beginRow(Desk& desk, const NumberField& field) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(field.label);
    tooltip(desk, field.tip);
    ImGui::SameLine(besideLabel());
    ImGui::SetNextItemWidth(-1);
}

std::optional<NumberChange> typed(Desk& desk, const NumberField& field, ImGuiID id, double present) {
    WidgetState& state = desk.widgets;
    ImGui::PushID(state.typings);
    if (state.is_fresh) takeKeyboard(desk);
    const bool is_entered =
        ImGui::InputText("##typed", state.text, sizeof state.text,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopID();
    const bool is_left = !state.is_fresh && ImGui::IsItemDeactivated();
    noteItem(desk, field.name, ImGui::IsItemActive() ? "text" : "number", spelled(present, field));
    state.is_fresh = false;
    if (!is_entered && !is_left) return std::nullopt;
    state.typing = 0;
    if (is_left && !is_entered && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
        return std::nullopt;
    double value = 0;
    state.complaint = parseNumber(state.text, field.low, field.high, value, field.unit);
    if (!state.complaint.empty()) {
        state.complaining = id;
        state.complaint_until_s = ImGui::GetTime() + 8;
        return std::nullopt;
    }
    state.complaining = 0;
    if (value == present) return std::nullopt;
    return NumberChange{value, ++state.gesture};
}

bool isByKeyboard() { return ImGui::GetCurrentContext()->ActiveIdSource != ImGuiInputSource_Mouse; }

std::optional<NumberChange> dragged(Desk& desk, const NumberField& field, ImGuiID id, double present) {
    WidgetState& state = desk.widgets;
    double value = present;
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp |
        (field.is_logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
    // We draw the number ourselves: ImGui would round the value to the digits it shows. And the knob: it
    // would lie over the digits.
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, 0);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, 0);
    const bool is_moved = ImGui::SliderScalar("##slider", ImGuiDataType_Double, &value, &field.low,
                                              &field.high, "", flags | ImGuiSliderFlags_NoRoundToFormat);
    ImGui::PopStyleColor(2);
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    drawLevel(desk, min, max, shareOf(present, field));
    const std::string text = spelled(present, field);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::GetWindowDrawList()->AddText({(min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2},
                                        ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
    noteItem(desk, field.name, "number", text);
    if (ImGui::IsItemActivated()) ++state.gesture, state.before_gesture = present;
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0)) state.dragged_at = ImGui::GetFrameCount();
    tooltip(desk, field.tip);
    const bool wants_typing =
        ImGui::IsItemHovered() &&
        ((ImGui::IsMouseClicked(0) && ImGui::GetIO().KeyCtrl) || ImGui::IsMouseDoubleClicked(0));
    if (wants_typing) {
        state.typing = id, state.is_fresh = true, state.complaining = 0, ++state.typings;
        // The first click of a double click has moved the slider, so this restores the old value.
        const std::string shown = fmt::format("{:.{}f}", state.before_gesture, field.decimals);
        std::strncpy(state.text, shown.c_str(), sizeof state.text - 1);
        ImGui::ClearActiveID();
        if (present != state.before_gesture) return NumberChange{state.before_gesture, state.gesture};
        return std::nullopt;
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(1)) {
        state.complaining = 0;
        return present == field.reset ? std::nullopt
                                      : std::optional(NumberChange{field.reset, ++state.gesture});
    }
    if (!is_moved || !std::isfinite(value)) return std::nullopt;
    state.complaining = 0;
    // Round to the decimals shown, so that the value is exactly what the user reads.
    const double scale = std::pow(10, field.decimals);
    double rounded = std::round(value * scale) / scale;
    // A key moves by a hundredth of the range, which may be less than what is shown.
    if (rounded == present && value != present && isByKeyboard())
        rounded += std::copysign(1 / scale, value - present);
    return NumberChange{std::fmin(std::fmax(rounded, field.low), field.high), state.gesture};
}

void complain(Desk& desk, const NumberField& field) {
    paragraph(desk, desk.widgets.complaint, desk.theme.warning);
    desk.map.note(fmt::format("{}.error", field.name), "message", ImGui::GetItemRectMin(),
                  ImGui::GetItemRectMax(), desk.widgets.complaint);
}

}  // namespace

std::string parseNumber(std::string_view text, double low, double high, double& value,
                        std::string_view unit) {
    const auto trim = [&] {
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    };
    trim();
    if (!unit.empty() && text.ends_with(unit)) text.remove_suffix(unit.size());
    trim();
    const std::string source(text);
    std::string spelt = source;
    const std::string allowed = fmt::format("allowed {:g} to {:g}", low, high);
    if (const std::size_t comma = spelt.find(','); comma != std::string::npos) {
        const bool may_be_thousands = spelt.size() - comma == 4;
        if (may_be_thousands || spelt.find_first_of(",.", comma + 1) != std::string::npos)
            return fmt::format("'{}' can be read in two ways, write it without a comma; {}", source, allowed);
        spelt[comma] = '.';
    }
    char* end = nullptr;
    const double number = std::strtod(spelt.c_str(), &end);
    if (source.empty() || *end != '\0') return fmt::format("'{}' is not a number; {}", source, allowed);
    if (std::isnan(number)) return fmt::format("'{}' is not a number; {}", source, allowed);
    if (std::isinf(number)) return fmt::format("'{}' is infinite; {}", source, allowed);
    if (number < low) return fmt::format("{:g} is too small; {}", number, allowed);
    if (number > high) return fmt::format("{:g} is too large; {}", number, allowed);
    value = number;
    return {};
}

std::optional<NumberChange> numberField(Desk& desk, const NumberField& field, double present) {
    ImGui::PushID(field.name);
    const ImGuiID id = ImGui::GetID("##field");
    if (*field.label) beginRow(desk, field);
    const std::optional<NumberChange> change =
        desk.widgets.typing == id ? typed(desk, field, id, present) : dragged(desk, field, id, present);
    if (desk.widgets.complaining == id) {
        if (ImGui::GetTime() > desk.widgets.complaint_until_s) desk.widgets.complaining = 0;
        if (field.complains_above) {
            const ImVec2 above{ImGui::GetItemRectMin().x, ImGui::GetItemRectMin().y - desk.theme.px(6)};
            ImGui::SetNextWindowPos(above, ImGuiCond_Always, {0, 1});
            ImGui::SetNextWindowSize({desk.theme.px(260), 0});
            ImGui::Begin("##complaint", nullptr,
                         ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
            complain(desk, field);
            ImGui::End();
        } else {
            complain(desk, field);
        }
    }
    ImGui::PopID();
    return change;
}

}  // namespace drover::desktop
