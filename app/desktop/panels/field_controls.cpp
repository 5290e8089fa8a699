#include "app/desktop/panels/field_controls.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace drover::desktop {

std::string spelledOut(std::string_view name) {
    std::string text(name);
    std::ranges::replace(text, '_', ' ');
    return text;
}

FieldControl::FieldControl(Desk& desk, std::string_view panel, const PanelField& shown, double reset)
    : desk_(desk), shown_(shown), reset_(reset), path_(shown.field) {
    name_ = shown.name ? shown.name : std::string(panel) + "." + shown.field;
}

std::string FieldControl::tip(const char* text) const {
    return std::string(shown_.tip) + (*shown_.tip ? "\n" : "") + text;
}

std::optional<double> FieldControl::slide(double present, double low, double high, const char* text,
                                          int decimals) {
    const std::string whole_tip = tip(text);
    const NumberField field{
        .name = name_.c_str(),
        .label = shown_.label,
        .low = std::max(low, std::min({shown_.least, present, reset_})),
        .high = std::min(high, std::max({shown_.most, present, reset_})),
        .unit = shown_.unit,
        .tip = whole_tip.c_str(),
        .reset = reset_,
        .is_logarithmic = shown_.is_logarithmic,
        .decimals = decimals,
    };
    const auto change = numberField(desk_, field, present);
    if (!change || change->value == present) return std::nullopt;
    gesture = change->gesture;
    return change->value;
}

void FieldControl::flag(const char* name, bool& field, const char* text) {
    if (!path_.isHere(name)) return;
    const auto wanted = toggle(desk_, name_.c_str(), shown_.label, field, tip(text).c_str());
    if (!wanted) return;
    field = *wanted;
    gesture = 0;
}

std::optional<std::size_t> FieldControl::choose(std::span<const std::string> names, std::size_t present,
                                                const std::string& whole_tip) {
    const auto chosen =
        desktop::choice(desk_, name_.c_str(), shown_.label, names, present, whole_tip.c_str());
    if (chosen) gesture = 0;
    return chosen;
}

void readings(Desk& desk, std::string_view panel, std::span<const minds::Reading> lines) {
    for (const minds::Reading& line : lines)
        reading(desk, fmt::format("{}.{}", panel, line.name).c_str(), line.label, line.text, line.tip);
}

}  // namespace drover::desktop
