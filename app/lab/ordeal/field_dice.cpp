#include "app/lab/ordeal/field_dice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/load/managers.h"

namespace drover::lab::ordeal {
namespace {

// What fields of these names are drawn up to, where what is allowed would take a life too long.
struct Cap {
    std::string_view name;
    double most;
};
constexpr Cap kCaps[] = {{"flocks", 24},         {"depth", 3},           {"branching", 4},
                         {"of_each_species", 4}, {"agents", 8},          {"count", 12},
                         {"people", 30},         {"think_us", 50},       {"dry_run_frames", 40},
                         {"max_substeps", 8},    {"neighbourhood", 200}, {"first_frame", 100},
                         {"last_frame", 200}};

double mostOf(std::string_view name, double allowed) {
    const auto* const cap = std::ranges::find(kCaps, name, &Cap::name);
    return cap == std::end(kCaps) ? allowed : std::min(allowed, cap->most);
}

constexpr std::string_view kOddTexts[] = {"a",    "people",   "lion", "hare", "GAZELLES",
                                          "\x01", "\xff\xfe", "a\nb", "0",    "elastic"};

}  // namespace

// The ends of a range come often; a wide one is drawn by orders of magnitude.
double FieldDice::drawn(double low, double high) {
    const double way = dice_.unit();
    if (way < 0.15) return low;
    if (way < 0.25) return high;
    if (low == -high && high > 1000) return dice_.between(0, size_m_);
    if (low < 0 || high <= 1000 * std::max(low, 0.1)) return dice_.between(low, high);
    const double least = std::max(low, 1e-3);
    const int orders = std::ilogb(high / least) + 1;  // no power: it may differ from machine to machine
    const auto order = static_cast<int>(dice_.below(static_cast<std::uint64_t>(orders)));
    return std::clamp(std::ldexp(least * dice_.between(1, 2), order), low, high);
}

bool FieldDice::flag(const char*, bool& field, const char*) {
    if (!dice_.chance(share_)) return false;
    field = !field;
    return true;
}

bool FieldDice::text(const char* name, std::string& field, std::size_t low, std::size_t high, const char*) {
    if (!dice_.chance(share_ / 4)) return false;
    if (std::string_view(name) == "manager") {
        field = dice_.oneOf(load::kManagers).name;
        return true;
    }
    field = dice_.oneOf(kOddTexts);
    if (field.size() < low || field.size() > high) field = std::string(high, 'x');
    return true;
}

bool FieldDice::word(const char*, std::string& field, std::span<const std::string_view> words, const char*) {
    if (!dice_.chance(share_)) return false;
    field = dice_.oneOf(words);
    return true;
}

bool FieldDice::texts(const char*, std::vector<std::string>& field, std::size_t, std::size_t, const char*) {
    if (field.empty() || !dice_.chance(share_ / 4)) return false;
    field[dice_.below(field.size())] = dice_.oneOf(kOddTexts);
    return true;
}

bool FieldDice::visitNumber(const char* name, double& field, const NumberRange& range, const char*) {
    if (!dice_.chance(share_)) return false;
    field = range.also && dice_.chance(0.3) ? *range.also : drawn(range.low, mostOf(name, range.high));
    if (range.is_single) {
        const float single = static_cast<float>(field);
        if (static_cast<double>(single) < range.low || static_cast<double>(single) > range.high) return false;
    }
    return true;
}

bool FieldDice::visitWhole(const char* name, std::int64_t& field, std::int64_t low, std::int64_t high,
                           const char*) {
    if (!dice_.chance(share_)) return false;
    const double most = mostOf(name, static_cast<double>(high));
    field = std::clamp<std::int64_t>(std::llrint(drawn(static_cast<double>(low), most)), low, high);
    return true;
}

bool FieldDice::visitWhole(const char* name, std::uint64_t& field, std::uint64_t low, std::uint64_t high,
                           const char*) {
    if (!dice_.chance(share_)) return false;
    const double most = mostOf(name, std::min(static_cast<double>(high), 0x1p53));
    const double value = drawn(static_cast<double>(low), std::max(most, static_cast<double>(low)));
    field = std::clamp(static_cast<std::uint64_t>(std::llrint(value)), low, high);
    return true;
}

bool FieldDice::visitChoice(const char*, std::size_t& present, std::span<const ChoiceText> choices,
                            const char*) {
    if (!dice_.chance(share_)) return false;
    present = dice_.below(choices.size());
    return true;
}

void FieldDice::visitObject(const char*, FunctionRef<void(Fields&)> describe, const char*) {
    describe(*this);
}

void FieldDice::visitList(const char*, Items& items, std::size_t low, std::size_t high, const char*) {
    if (dice_.chance(share_ / 8)) items.renew(std::clamp<std::size_t>(dice_.below(4), low, high));
    for (std::size_t i = 0; i < items.size(); ++i) items.describeItem(i, *this);
}

void FieldDice::visitAlternative(const char*, const char*, Alternatives& one, const char*, const char*) {
    one.describePresent(*this);
}

}  // namespace drover::lab::ordeal
