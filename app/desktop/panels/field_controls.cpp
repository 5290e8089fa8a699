#include "app/desktop/panels/field_controls.h"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace drover::desktop {
namespace {

using Tip = std::array<char, 1200>;

// Writes the panel's tip, then the description's text. Returns the length.
int writeTip(Tip& tip, const Shown& shown, const char* text) {
    const int written =
        std::snprintf(tip.data(), tip.size(), "%s%s%s", shown.tip, *shown.tip ? "\n" : "", text);
    return std::clamp(written, 0, static_cast<int>(tip.size()) - 1);
}

}  // namespace

void spellOut(std::span<char> out, std::string_view name) {
    name = name.substr(0, out.size() - 1);
    *std::replace_copy(name.begin(), name.end(), out.begin(), '_', ' ') = '\0';
}

std::optional<double> FieldControl::slide(double present, double low, double high, const char* text,
                                          int decimals) {
    Tip tip;
    writeTip(tip, shown_, text);
    const NumberField field{
        .name = shown_.name,
        .label = shown_.label,
        .low = std::max(low, std::min({shown_.least, present, reset_})),
        .high = std::min(high, std::max({shown_.most, present, reset_})),
        .unit = shown_.unit,
        .tip = tip.data(),
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
    Tip tip;
    writeTip(tip, shown_, text);
    if (const auto wanted = toggle(desk_, shown_.name, shown_.label, field, tip.data())) {
        field = *wanted;
        gesture = 0;
    }
}

std::optional<std::size_t> FieldControl::choose(std::span<const Option> options, std::size_t present,
                                                const char* text) {
    assert(options.size() <= kMostOptions);
    Tip tip;
    int used = writeTip(tip, shown_, text);
    std::array<std::array<char, 32>, kMostOptions> spelled;
    std::array<const char*, kMostOptions> names;
    for (std::size_t i = 0; i < options.size(); ++i) {
        spellOut(spelled[i], options[i].name);
        names[i] = spelled[i].data();
        const auto room = tip.size() - static_cast<std::size_t>(used);
        const int more = std::snprintf(tip.data() + used, room, "\n- %s: %s", names[i], options[i].text);
        used = std::clamp(used + more, 0, static_cast<int>(tip.size()) - 1);
    }
    const auto chosen = desktop::choice(desk_, shown_.name, shown_.label,
                                        std::span(names).first(options.size()), present, tip.data());
    if (!chosen || *chosen == present) return std::nullopt;
    gesture = 0;
    return chosen;
}

}  // namespace drover::desktop
