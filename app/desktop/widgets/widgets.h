// All controls of the panels are made here. Each adds itself to the UI map under a stable name such as
// load.budget_ms, has a tooltip, and returns what the user wants. None changes any state itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"

namespace drover::desktop {

// What the panels show of a time.
inline double ms(std::int64_t ns) { return static_cast<double>(ns) * 1e-6; }

// A finite number within a range: a slider to drag, or to type into after Ctrl+click or a double click. A
// right click resets it. Typing something else changes nothing, and the field says why.
struct NumberField {
    const char* name;   // in the UI map
    const char* label;  // empty: no label, and the width is ImGui::SetNextItemWidth's
    double low, high;
    const char* unit;  // may be empty
    const char* tip;   // symbol and equation
    double reset;      // the value that a right click restores
    bool is_logarithmic = false;
    int decimals = 2;
    bool complains_above = false;  // in a box of its own above the field, which stays where it is
};
struct NumberChange {
    double value;
    std::uint32_t gesture;  // the same number during one drag; for Session::change
};
std::optional<NumberChange> numberField(Desk& desk, const NumberField& field, double present);

// A drop-down list.
std::optional<std::size_t> choice(Desk& desk, const char* name, const char* label,
                                  std::span<const char* const> names, std::size_t present, const char* tip);
std::optional<std::size_t> choice(Desk& desk, const char* name, const char* label,
                                  std::span<const std::string> names, std::size_t present, const char* tip);
// Without a label. The width is ImGui::SetNextItemWidth's. `lines`: what each one is, beside its name.
std::optional<std::size_t> bareChoice(Desk& desk, const char* name, std::span<const char* const> names,
                                      std::size_t present, const char* tip,
                                      std::span<const char* const> lines = {});
std::optional<bool> toggle(Desk& desk, const char* name, const char* label, bool present, const char* tip);
bool button(Desk& desk, const char* name, const char* label, const char* tip);
// A button that cannot be pressed now. The tooltip says why.
void disabledButton(Desk& desk, const char* name, const char* label, const char* why);
// A button for something that is on or off, such as a tool of the plots.
bool pressedButton(Desk& desk, const char* name, const char* label, bool is_pressed, const char* tip);

// The next item is a text field that gets the keyboard. What is typed meanwhile waits for it.
void takeKeyboard(Desk& desk);

void heading(Desk& desk, std::string_view text);
void paragraph(Desk& desk, std::string_view text);  // wrapped, muted
void paragraph(Desk& desk, std::string_view text, const ImVec4& colour);

// A sentence that is in the UI map too.
void message(Desk& desk, const char* name, std::string_view text);
void message(Desk& desk, const char* name, std::string_view text, const ImVec4& colour);

// A heading that folds what is below it. True while that is shown.
bool foldable(Desk& desk, const char* name, const char* title, bool is_open_at_first = false);

// Text that can be clicked, wrapped, as high as `least_height` or higher, with a place at its left of
// `indent` pixels. Call within an ID of its own.
bool clickable(Desk& desk, const std::string& text, bool is_chosen, float indent, float least_height = 0);

// Small letters while it lives.
class SmallText {
  public:
    explicit SmallText(const Desk& desk) : font_(desk.theme.small) {
        if (font_) ImGui::PushFont(font_);
    }
    ~SmallText() {
        if (font_) ImGui::PopFont();
    }
    SmallText(const SmallText&) = delete;
    SmallText& operator=(const SmallText&) = delete;

  private:
    ImFont* font_;
};

// A line such as "leaves   12,345". It is in the UI map too.
void reading(Desk& desk, const char* name, const char* label, std::string_view value, const char* tip);

// Where a control or a value begins beside the label that ImGui has just made.
float besideLabel();

// These two act on the item that ImGui has just made.
void tooltip(Desk& desk, const char* tip);
// A tooltip with more above its text. If the first is true, draw that and call the second.
bool beginTooltip(Desk& desk);
void endTooltip(Desk& desk, const char* tip);

// A card over the world: translucent, with round corners. While the mouse drags a number, the cards without
// it fade, so that one sees what it does; those that show it stay. endCard() ends it.
enum class WhileDragging : std::uint8_t { kFades, kStays };
void beginCard(Desk& desk, const char* name, const ScreenRect& rect, ImVec2 padding,
               ImGuiWindowFlags more = 0, WhileDragging then = WhileDragging::kFades);
void endCard();

// A bare window that fills `rect`. ImGui::End() ends it.
void beginPane(const char* name, const ScreenRect& rect, ImVec2 padding, ImGuiWindowFlags more);
// The whole window that is being drawn.
void noteWindow(Desk& desk, const std::string& name, const char* kind, std::string_view value = {});
void noteItem(Desk& desk, const char* name, const char* kind, std::string_view value = {});

// Sets `value` if the text is a number in the range, with or without the unit, with a point or a comma.
// Otherwise returns what is wrong.
std::string parseNumber(std::string_view text, double low, double high, double& value,
                        std::string_view unit = {});

}  // namespace drover::desktop
