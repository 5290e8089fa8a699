#include "app/lab/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "app/command_line/exit.h"
#include "app/command_line/manager_choice.h"
#include "app/lab/scenario_path.h"
#include "core/base/read_number.h"
#include "core/load/manager.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::lab {
namespace {

constexpr std::uint64_t kMostValues = 10'000, kMostRuns = 10'000'000;

double numberOf(const std::string& value) { return std::strtod(value.c_str(), nullptr); }
std::int64_t nanosecondsOf(const std::string& ms) { return std::llround(numberOf(ms) * 1e6); }

std::vector<std::string> reinitNames() {
    std::vector<std::string> names;
    for (const Choice<flock::Reinit>& choice : flock::kReinits) names.emplace_back(choice.name);
    return names;
}
std::vector<std::string> offOn() { return {"off", "on"}; }

void setManager(world::Scenario& s, const std::string& value) {
    command_line::setManager(s.load, command_line::managerOf("manager", value));
}

// Sets the total number of flocks. The species keep their proportions; the remainder goes to the first ones.
void setFlocks(world::Scenario& s, const std::string& value) {
    const auto wanted = static_cast<std::uint64_t>(numberOf(value));
    const std::uint64_t now = std::max<std::uint64_t>(s.flocks(), 1);
    std::uint64_t left = wanted;
    for (world::SpeciesEntry& entry : s.species) {
        entry.flocks = static_cast<std::uint32_t>(wanted * entry.flocks / now);
        left -= entry.flocks;
    }
    for (std::size_t i = 0; left > 0 && !s.species.empty(); i = (i + 1) % s.species.size(), --left)
        ++s.species[i].flocks;
}

// Sets the size of every spike. A scenario without spikes gets a step like that of Tan and Wong.
void setSpikes(world::Scenario& s, const std::string& value) {
    if (s.spikes.empty()) s.spikes.emplace_back();
    for (world::Spike& spike : s.spikes) spike.size_ns = nanosecondsOf(value);
}

void setTasks(world::Scenario& s, double world::TaskRules::* field, double value) {
    for (world::SpeciesEntry& entry : s.species) entry.task.*field = value;
    world::forEachOther(s, [&](const minds::Kind&, world::AnimalsEntry& entry) {
        entry.task.*field = value;
        for (world::WildSpeciesEntry& own : entry.species) own.task.*field = value;
    });
}

const SweepKey kKeys[] = {
    {.name = "budget-ms",
     .text = "the budget of a frame, ms",
     .high = 1000,
     .apply = [](world::Scenario& s, const std::string& v) { s.load.budget.fixed_ns = nanosecondsOf(v); }},
    {.name = "target-ms",
     .text = "the frame time that policy frame_target keeps, ms",
     .low = 0.1,
     .high = 1000,
     .apply = [](world::Scenario& s,
                 const std::string& v) { s.load.budget.target_frame_ns = nanosecondsOf(v); }},
    {.name = "flocks",
     .text = "total flocks; the species keep the scenario's proportions",
     .low = 1,
     .high = 100e6,
     .is_whole = true,
     .apply = setFlocks},
    {.name = "think-us",
     .text = "think cost charged for every updated leaf, us",
     .high = 1e6,
     .apply = [](world::Scenario& s, const std::string& v) { s.load.think_us = numberOf(v); }},
    {.name = "base-load-ms",
     .text = "what the rest of a frame takes, ms",
     .high = 1000,
     .apply = [](world::Scenario& s, const std::string& v) { s.load.base_load_ms = numberOf(v); }},
    {.name = "spike-ms",
     .text = "size of every spike, ms; without one, a step in frames 200 to 400",
     .high = 10'000,
     .apply = setSpikes},
    {.name = "zone-width",
     .text = "distance from one zone border to the next, m",
     .high = kMaxWorldSize,
     .apply = [](world::Scenario& s,
                 const std::string& v) { s.lod.zone_width = static_cast<float>(numberOf(v)); }},
    {.name = "hysteresis",
     .text = "how far beyond its zone a node collapses, m",
     .high = kMaxWorldSize,
     .apply = [](world::Scenario& s,
                 const std::string& v) { s.lod.hysteresis = static_cast<float>(numberOf(v)); }},
    {.name = "nominal-ms",
     .text = "nominal period of every task, ms",
     .low = 1,
     .high = 60'000,
     .apply = [](world::Scenario& s,
                 const std::string& v) { setTasks(s, &world::TaskRules::nominal_ms, numberOf(v)); }},
    {.name = "maximum-ms",
     .text = "longest period of every task, ms",
     .low = 1,
     .high = 60'000,
     .apply = [](world::Scenario& s,
                 const std::string& v) { setTasks(s, &world::TaskRules::maximum_ms, numberOf(v)); }},
    {.name = "player-speed",
     .text = "speed along the tour, m/s",
     .high = 10'000,
     .apply = [](world::Scenario& s, const std::string& v) { s.player.speed = numberOf(v); }},
    {.name = "manager",
     .text = "the load manager",
     .choices = command_line::managerNames,
     .takes_scripts = true,
     .apply = setManager},
    {.name = "reinit",
     .text = "how the children of an expanded node are placed",
     .choices = reinitNames,
     .apply =
         [](world::Scenario& s, const std::string& v) {
             for (const Choice<flock::Reinit>& choice : flock::kReinits) {
                 if (v == choice.name) s.lod.reinit = choice.value;
             }
         }},
    {.name = "lod",
     .text = "the level of detail",
     .choices = offOn,
     .apply = [](world::Scenario& s, const std::string& v) { s.lod.enabled = v == "on"; }},
};

[[noreturn]] void refuse(const std::string& text, const std::string& found, const std::string& allowed) {
    command_line::fail(command_line::kUsage, "--vary {}: found {}, allowed {}", printable(text), found,
                       allowed);
}

// The key with this name; null if there is none.
const SweepKey* findKey(const std::string& name) {
    const auto found = std::find_if(std::begin(kKeys), std::end(kKeys),
                                    [&](const SweepKey& key) { return name == key.name; });
    return found == std::end(kKeys) ? nullptr : found;
}

[[noreturn]] void refuseName(const std::string& text, const std::string& name, const world::Scenario& base) {
    std::vector<std::string> names;
    for (const SweepKey& key : kKeys) names.emplace_back(key.name);
    refuse(text, "'" + printable(name) + "'",
           fmt::format("{}, or the path of a number, which begins with one of {}", fmt::join(names, ", "),
                       pathBeginnings(base)));
}

// The axis without its values.
SweepAxis axisOf(const std::string& text, const std::string& name, const world::Scenario& base) {
    if (const SweepKey* key = findKey(name)) return {name, key, name, {}};
    if (name == "seed") refuse(text, "'seed'", "--seed, and --seeds for several");
    const Result<std::string> placed = placedPath(base, name);
    if (placed) return {name, nullptr, *placed.value, {}};
    if (placed.error.field.empty()) refuseName(text, name, base);
    command_line::fail(command_line::kUsage, "--vary {}: {}", printable(text), placed.error.message());
}

// The numbers that are allowed as a value. The range of a path's number is known to the scenario's reader.
struct NumberRange {
    double low = -std::numeric_limits<double>::max(), high = std::numeric_limits<double>::max();
    bool is_whole = false;

    std::string words() const {
        const std::string kind = is_whole ? "a whole number" : "a number";
        return high == NumberRange{}.high ? kind : fmt::format("{} {:g} to {:g}", kind, low, high);
    }
};

NumberRange rangeOf(const SweepAxis& axis) {
    return axis.key ? NumberRange{axis.key->low, axis.key->high, axis.key->is_whole} : NumberRange{};
}

double parseNumber(const NumberRange& range, const std::string& text, const std::string& word) {
    double value = 0;
    if (!readWhole(word, value) || value < range.low || value > range.high ||
        (range.is_whole && value != std::floor(value))) {
        refuse(text, "'" + printable(word) + "'",
               fmt::format("{}, or FIRST..LAST+STEP or FIRST..LAST*FACTOR", range.words()));
    }
    return value;
}

// A whole number stays as it is: a double cannot hold all of 64 bits.
std::optional<std::string> wholeIn(const std::string& word) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return std::to_string(value);
}

void addRange(SweepAxis& axis, const std::string& text, const std::string& word, std::size_t dots) {
    const NumberRange range = rangeOf(axis);
    const std::size_t sign = word.find_first_of("+*", dots);
    if (sign == std::string::npos)
        refuse(text, "'" + printable(word) + "'",
               "a range with its step, FIRST..LAST+STEP or FIRST..LAST*FACTOR");
    const double first = parseNumber(range, text, word.substr(0, dots)),
                 last = parseNumber(range, text, word.substr(dots + 2, sign - dots - 2));
    const bool is_sum = word[sign] == '+';
    // A step has no range of its own.
    const double step = parseNumber({.is_whole = range.is_whole}, text, word.substr(sign + 1));
    if (last < first || (is_sum ? step <= 0 : step <= 1 || first <= 0)) {
        refuse(text, "'" + printable(word) + "'",
               "a range that rises: a step above 0, or a factor above 1 from a number above 0");
    }
    // Compute each value from the first one, so that rounding errors do not add up.
    for (std::uint64_t n = 0;; ++n) {
        const double value =
            is_sum ? first + static_cast<double>(n) * step : first * std::pow(step, static_cast<double>(n));
        if (value > last * (1 + 1e-12)) break;
        if (axis.values.size() >= kMostValues)
            refuse(text, "more values", fmt::format("{} of one key", kMostValues));
        axis.values.push_back(
            fmt::format("{}", range.is_whole ? std::round(value)
                                             : std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr)));
    }
}

void addValue(SweepAxis& axis, const std::string& text, const std::string& word) {
    if (axis.key && axis.key->choices) {
        const std::vector<std::string> allowed = axis.key->choices();
        const bool is_script = axis.key->takes_scripts && command_line::isScriptFile(word);
        if (!is_script && std::find(allowed.begin(), allowed.end(), word) == allowed.end())
            refuse(text, "'" + printable(word) + "'", fmt::format("{}", fmt::join(allowed, ", ")));
        axis.values.push_back(word);
        return;
    }
    const std::size_t dots = word.find("..");
    if (dots != std::string::npos) return addRange(axis, text, word, dots);
    const double value = parseNumber(rangeOf(axis), text, word);
    axis.values.push_back(wholeIn(word).value_or(fmt::format("{}", value)));
}

}  // namespace

std::span<const SweepKey> sweepKeys() { return kKeys; }

SweepAxis parseAxis(const std::string& text, const world::Scenario& base) {
    const std::size_t equals = text.find('=');
    SweepAxis axis = axisOf(text, text.substr(0, equals), base);
    std::istringstream words((equals == std::string::npos ? "" : text.substr(equals + 1)) + ",");
    for (std::string word; std::getline(words, word, ',');) addValue(axis, text, word);
    return axis;
}

std::uint64_t SweepPlan::runs() const {
    std::uint64_t runs = seeds;
    for (const SweepAxis& axis : axes) {
        runs *= axis.values.size();
        if (runs > kMostRuns)
            command_line::fail(command_line::kUsage, "--vary: found more runs, allowed {} in a sweep",
                               kMostRuns);
    }
    return runs;
}

SweepRun SweepPlan::run(std::uint64_t number) const {
    SweepRun run{number, 0, std::vector<std::string>(axes.size())};
    std::uint64_t rest = number - 1;
    run.seed = first_seed + rest % seeds;
    rest /= seeds;
    for (std::size_t i = axes.size(); i-- > 0;) {
        run.values[i] = axes[i].values[rest % axes[i].values.size()];
        rest /= axes[i].values.size();
    }
    return run;
}

Result<world::Scenario> SweepPlan::scenarioOf(const world::Scenario& base, const SweepRun& run) const {
    world::Scenario scenario = base;
    scenario.seed = run.seed;
    std::vector<NumberAt> numbers;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i].key) {
            axes[i].key->apply(scenario, run.values[i]);
        } else {
            numbers.push_back({axes[i].name, run.values[i]});
        }
    }
    if (numbers.empty()) return scenario;
    return withNumbers(scenario, numbers);
}

Shard parseShard(const std::string& text) {
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto [slash, error] = std::from_chars(text.data(), end, shard.index);
    bool is_shard = error == std::errc() && slash != end && *slash == '/';
    if (is_shard) {
        const auto [last, wrong] = std::from_chars(slash + 1, end, shard.count);
        is_shard = wrong == std::errc() && last == end;
    }
    if (!is_shard || shard.index < 1 || shard.index > shard.count || shard.count > 1'000'000) {
        command_line::fail(command_line::kUsage, "--shard: found '{}', allowed I/N with I from 1 to N",
                           printable(text));
    }
    return shard;
}

}  // namespace drover::lab
