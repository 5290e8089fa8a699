// The budget's line in the plot of AI time: where it stands, whether the mouse holds it, which budget it is
// dragged to.
#pragma once

#include <cstdint>
#include <optional>

#include "app/desktop/plots/canvas.h"

namespace drover::desktop {

inline constexpr ValueRange kBudgetRange_ms = {0.05, 50};

// All changes of one drag have the same gesture, which is no other's: one step to undo.
struct BudgetDrag {
    double budget_ms = 0;
    std::uint32_t gesture = 0;
};

class BudgetLine {
  public:
    static constexpr float kReach = 5;  // pixels above and below that the mouse can take it by

    // Held, the axis must stay as it is, or the line would run away from the mouse.
    bool isHeld() const { return is_held_; }
    bool isUnder(const PlotScale& scale, double budget_ms, ImVec2 mouse, float ui_scale) const;

    void take(const PlotScale& scale, double budget_ms, float mouse_y);
    std::optional<BudgetDrag> drag(const PlotScale& scale, float mouse_y);
    void release() { is_held_ = false; }

    // The line, its grip at the right, and the budget as a text when `shows_value`.
    void draw(ImDrawList& list, const PlotScale& scale, double budget_ms, bool shows_value,
              const PlotTheme& theme) const;

  private:
    bool is_held_ = false;
    float below_mouse_ = 0;  // so that it does not jump when it is taken
    double last_ms_ = 0;
    std::uint32_t gesture_ = 0x8000'0000;  // apart from those that the panels count from 1
};

}  // namespace drover::desktop
