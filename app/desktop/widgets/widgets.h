// The only way to make a control. Each notes itself in the UI map under a stable name such as load.budget_ms,
// explains itself in a tooltip, and hands back what the person wants; none writes anywhere.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/desktop/desk.h"

namespace drover::desktop {

// A finite number within a range: a slider that can be dragged, or typed into after Ctrl+click or a double
// click. A right click resets it. What is typed and is no such number changes nothing: the field says why.
struct NumberField {
    const char* name;   // in the UI map
    const char* label;  // empty: the field alone, as wide as ImGui::SetNextItemWidth says
    double low, high;
    const char* unit;  // may be empty
    const char* tip;   // symbol and equation
    double reset;
    bool is_logarithmic = false;
    int decimals = 2;
};
struct NumberChange {
    double value;
    std::uint32_t gesture;  // the same from a drag's beginning to its end; for Session::change
};
std::optional<NumberChange> numberField(Desk& desk, const NumberField& field, double present);

// One of several, from a list that drops down.
std::optional<std::size_t> choice(Desk& desk, const char* name, const char* label,
                                  std::span<const char* const> names, std::size_t present, const char* tip);
// Without a label; as wide as ImGui::SetNextItemWidth says.
std::optional<std::size_t> bareChoice(Desk& desk, const char* name, std::span<const char* const> names,
                                      std::size_t present, const char* tip);
std::optional<bool> toggle(Desk& desk, const char* name, const char* label, bool present, const char* tip);
bool button(Desk& desk, const char* name, const char* label, const char* tip);
// A button that cannot be pressed now, and says why in its tooltip.
void disabledButton(Desk& desk, const char* name, const char* label, const char* why);
// A button on top of something that is on or off, such as a tool of the tool bar.
bool pressedButton(Desk& desk, const char* name, const char* label, bool is_pressed, const char* tip);

void heading(Desk& desk, std::string_view text);
void paragraph(Desk& desk, std::string_view text);  // wrapped, muted
void paragraph(Desk& desk, std::string_view text, const ImVec4& colour);

// A line of the kind "leaves   12,345": noted, too.
void reading(Desk& desk, const char* name, const char* label, std::string_view value, const char* tip);

// Of the item that ImGui has just made.
void tooltip(Desk& desk, const char* tip);
void noteItem(Desk& desk, const char* name, const char* kind, std::string_view value = {});

// Why a text is not a number of the range, or nothing if it is; `value` is then set.
std::string parseNumber(std::string_view text, double low, double high, double& value);

}  // namespace drover::desktop
