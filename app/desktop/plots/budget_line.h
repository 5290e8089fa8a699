// The budget's line in the plot of AI time: its position, whether the mouse holds it, and the budget it is
// dragged to. plot_desk.cpp keeps one.
#pragma once

#include <cstdint>
#include <optional>

#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/plots/time_view.h"

namespace drover::desktop {

inline constexpr chart::ValueRange kBudgetRange_ms = {0.05, 50};

// A new budget from a drag. All changes of one drag share a gesture number, so that they are one step to
// undo.
struct BudgetDrag {
    double budget_ms = 0;
    std::uint32_t gesture = 0;
};

class BudgetLine {
  public:
    static constexpr float kReach = 5;  // pixels above and below the line within which the mouse can grab it

    // While it is held the axis must not change, or the line would move away from the mouse.
    bool isHeld() const { return is_held_; }
    bool isUnder(const PlotScale& scale, double budget_ms, Point mouse, float ui_scale) const;

    void take(const PlotScale& scale, double budget_ms, float mouse_y);
    std::optional<BudgetDrag> drag(const PlotScale& scale, float mouse_y);
    void release() { is_held_ = false; }

    // The line with a grip at its right end, and the budget as text if `shows_value`.
    void draw(ScreenSheet& sheet, const PlotScale& scale, double budget_ms, bool shows_value,
              const PlotTheme& theme) const;

  private:
    bool is_held_ = false;
    float below_mouse_ = 0;  // offset when grabbed, so that the line does not jump
    double last_ms_ = 0;
    std::uint32_t gesture_ = 0x8000'0000;  // the panels count theirs from 1
};

}  // namespace drover::desktop
