#include "app/desktop/panels/field_controls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover::desktop {

std::string spelledOut(std::string_view name) {
    std::string text(name);
    std::ranges::replace(text, '_', ' ');
    return text;
}

void FieldPath::visitObject(const char* name, FunctionRef<void(Fields&)> describe, const char*) {
    const std::string_view object(name);
    if (path_.size() <= object.size() || !path_.starts_with(object) || path_[object.size()] != '.') return;
    path_.remove_prefix(object.size() + 1);
    describe(*this);
}

FieldControl::FieldControl(Desk& desk, std::string_view panel, const PanelField& shown, double reset)
    : FieldPath(shown.field), desk_(desk), shown_(shown), reset_(reset) {
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

bool FieldControl::flag(const char* name, bool& field, const char* text) {
    if (!isHere(name)) return false;
    const auto wanted = toggle(desk_, name_.c_str(), shown_.label, field, tip(text).c_str());
    if (!wanted) return false;
    field = *wanted;
    gesture = 0;
    return true;
}

bool FieldControl::visitNumber(const char* name, double& field, const NumberRange& range, const char* text) {
    if (!isHere(name)) return false;
    const auto value = slide(field, range.low, range.high, text, shown_.decimals);
    field = value.value_or(field);
    return value.has_value();
}

// No panel shows a whole number that may be negative, or one that a double does not hold.
bool FieldControl::visitWhole(const char*, std::int64_t&, std::int64_t, std::int64_t, const char*) {
    return false;
}
bool FieldControl::visitWhole(const char* name, std::uint64_t& field, std::uint64_t low, std::uint64_t high,
                              const char* text) {
    if (!isHere(name)) return false;
    const auto value =
        slide(static_cast<double>(field), static_cast<double>(low), static_cast<double>(high), text, 0);
    if (value) field = static_cast<std::uint64_t>(std::llround(*value));
    return value.has_value();
}

bool FieldControl::visitChoice(const char* name, std::size_t& present, std::span<const ChoiceText> choices,
                               const char* text) {
    if (!isHere(name)) return false;
    std::vector<std::string> names;
    std::string whole_tip = tip(text);
    for (const ChoiceText& choice : choices) {
        names.push_back(spelledOut(choice.name));
        whole_tip += "\n- " + names.back() + ": " + choice.text;
    }
    const auto chosen =
        desktop::choice(desk_, name_.c_str(), shown_.label, names, present, whole_tip.c_str());
    if (!chosen) return false;
    present = *chosen;
    gesture = 0;
    return true;
}

void readings(Desk& desk, std::string_view panel, std::span<const minds::Reading> lines) {
    for (const minds::Reading& line : lines)
        reading(desk, fmt::format("{}.{}", panel, line.name).c_str(), line.label, line.text, line.tip);
}

}  // namespace drover::desktop
