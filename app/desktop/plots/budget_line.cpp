#include "app/desktop/plots/budget_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover::desktop {
namespace {

// Three digits, as in the title.
double rounded(double budget_ms) {
    const double parts = std::pow(10, 2 - std::floor(std::log10(budget_ms)));  // whole, for an exact quotient
    return std::round(budget_ms * parts) / parts;
}

// Beyond the axis the line stays at the edge, where it can be grabbed again.
float lineY(const PlotScale& scale, double budget_ms) {
    return std::clamp(scale.y(budget_ms), scale.area.min.y, scale.area.max.y);
}

}  // namespace

bool BudgetLine::isUnder(const PlotScale& scale, double budget_ms, Point mouse, float ui_scale) const {
    return scale.area.has(mouse) && std::abs(mouse.y - lineY(scale, budget_ms)) <= kReach * ui_scale;
}

void BudgetLine::take(const PlotScale& scale, double budget_ms, float mouse_y) {
    is_held_ = true;
    below_mouse_ = lineY(scale, budget_ms) - mouse_y;
    last_ms_ = budget_ms;
    ++gesture_;
}

std::optional<BudgetDrag> BudgetLine::drag(const PlotScale& scale, float mouse_y) {
    const float y = std::clamp(mouse_y + below_mouse_, scale.area.min.y, scale.area.max.y);
    const bool has_moved = std::abs(y - lineY(scale, last_ms_)) >= 0.5F;
    const double low = kBudgetRange_ms.low, high = kBudgetRange_ms.high;
    const double budget_ms = std::clamp(rounded(std::clamp(scale.valueAt(y), low, high)), low, high);
    if (!has_moved || budget_ms == last_ms_) return std::nullopt;
    last_ms_ = budget_ms;
    return BudgetDrag{budget_ms, gesture_};
}

void BudgetLine::draw(ScreenSheet& sheet, const PlotScale& scale, double budget_ms, bool shows_value,
                      const PlotTheme& theme) const {
    const Colour colour = theme.series[kBudgetSeries];
    const float y = lineY(scale, budget_ms), s = theme.scale;
    const float right = scale.area.max.x, half = shows_value ? s : s / 2;
    sheet.line({scale.area.min.x, y}, {right, y}, colour, 2 * half);
    // A grip with two arrows, up and down, with an outline so that it is visible over lines.
    const float x = right - 7 * s, wide = 4 * s, away = 2.5F * s, tall = 4 * s;
    for (const auto& [edge, fill] : {std::pair{1.5F * s, theme.background}, std::pair{0.F, colour}}) {
        for (const float up : {-1.F, 1.F}) {
            const float base = y + up * (away - edge), tip = y + up * (away + tall + edge);
            sheet.list.AddTriangleFilled({x - wide - 2 * edge, base}, {x + wide + 2 * edge, base}, {x, tip},
                                         fill);
        }
    }
    if (!shows_value) return;
    const ShortText text = shortText("budget {} ms", valueText(budget_ms).view());
    const float width = textWidth(theme.label, text.view()), height = theme.label.height_px;
    const float above = y - height - 4 * s;
    const Point at{x - 2 * wide - width, above >= scale.area.min.y ? above : y + 4 * s};
    sheet.list.AddRectFilled({at.x - 3 * s, at.y - s}, {at.x + width + 3 * s, at.y + height + s}, theme.panel,
                             2 * s);
    sheet.text(at, theme.label, theme.text, text.view());
}

}  // namespace drover::desktop
