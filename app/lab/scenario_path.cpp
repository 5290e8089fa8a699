#include "app/lab/scenario_path.h"
#include "core/world/files/scenario_file.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>
#include <vector>

namespace drover::lab {
namespace {

using Json = nlohmann::ordered_json;
using Step = std::variant<std::string, std::size_t>;  // a name, or a place in a list

constexpr const char* kParameters = "load.parameters";

struct Found {
    Json* number = nullptr;
    std::string placed;  // the path with places instead of names
};

std::string spelled(const Step& step) {
    if (const auto* place = std::get_if<std::size_t>(&step)) return fmt::format("[{}]", *place);
    return "'" + printable(std::get<std::string>(step)) + "'";
}

InputError errorAt(const std::string& placed, std::string found, std::string allowed) {
    InputError error;
    error.field = placed;
    error.found = std::move(found);
    error.allowed = std::move(allowed);
    return error;
}

// The steps of "species[0].task.priority". Empty if the path is not spelled like that.
std::vector<Step> stepsOf(const std::string& path) {
    std::vector<Step> steps;
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
        if (end == at) return {};
        steps.emplace_back(path.substr(at, end - at));
        at = end;
        while (at < path.size() && path[at] == '[') {
            const std::size_t close = std::min(path.find(']', at), path.size());
            std::size_t place = 0;
            const auto [last, error] = std::from_chars(path.data() + at + 1, path.data() + close, place);
            if (close == path.size() || error != std::errc() || last != path.data() + close) return {};
            steps.emplace_back(place);
            at = close + 1;
        }
        if (at < path.size() && path[at] != '.') return {};
        ++at;
    }
    return steps;
}

// The names of an object's members that are numbers or can have numbers in them.
std::string namesIn(const Json& object) {
    std::string names;
    for (const auto& [name, value] : object.items()) {
        if (value.is_number() || value.is_structured()) names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

// What can stand after the path of a list.
std::string itemsOf(const Json& list) {
    if (list.empty()) return "nothing: this list is empty";
    std::string names;
    for (const Json& item : list) {
        if (item.contains("name"))
            names += (names.empty() ? ", or a name: " : ", ") + printable(item["name"].get<std::string>());
    }
    return (list.size() == 1 ? "[0]" : fmt::format("[0] to [{}]", list.size() - 1)) + names;
}

Json* itemOf(Json& list, const Step& step, std::string& placed) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto* name = std::get_if<std::string>(&step);
        const bool is_it = !name                 ? std::get<std::size_t>(step) == i
                           : list[i].is_object() ? list[i].value("name", "") == *name
                                                 : false;
        if (is_it) {
            placed += fmt::format("[{}]", i);
            return &list[i];
        }
    }
    if (placed != kParameters || !std::holds_alternative<std::string>(step)) return nullptr;
    const auto& name = std::get<std::string>(step);
    placed += "." + name;
    list.push_back({{"name", name}, {"value", 0}});
    return &list.back();
}

// One step down from `at`; null if there is nothing.
Json* down(Json& at, const Step& step, std::string& placed) {
    if (at.is_array()) return itemOf(at, step, placed);
    const auto* name = std::get_if<std::string>(&step);
    if (!name || !at.is_object() || !at.contains(*name)) return nullptr;
    placed += (placed.empty() ? "" : ".") + *name;
    return &at[*name];
}

std::string allowedIn(const Json& at) {
    if (at.is_array()) return itemsOf(at);
    if (at.is_object()) return namesIn(at);
    return "the path of a number, which ends here";
}

std::string kindOf(const Json& at) {
    if (at.is_string()) return "a text";
    if (at.is_boolean()) return "true or false";
    return at.is_array() ? "a list" : "a group of fields";
}

Result<Found> find(Json& root, const std::string& path) {
    const std::vector<Step> steps = stepsOf(path);
    if (steps.empty()) {
        return errorAt("", "'" + printable(path) + "'",
                       "a path such as species[0].task.priority or load.budget.fixed_ms");
    }
    Found found{&root, ""};
    for (const Step& step : steps) {
        Json* next = down(*found.number, step, found.placed);
        if (!next) return errorAt(found.placed, spelled(step), allowedIn(*found.number));
        found.number = next;
    }
    if (found.placed.starts_with(kParameters) && found.number->contains("value")) {
        found.number = &(*found.number)["value"];
        found.placed += ".value";
    }
    if (found.number->is_number()) return found;
    const bool has_more = found.number->is_structured();
    return errorAt(found.placed, kindOf(*found.number),
                   has_more ? "a number in it: " + allowedIn(*found.number) : "a number");
}

Json jsonOf(const world::Scenario& scenario) { return Json::parse(world::writeScenario(scenario)); }

}  // namespace

Result<std::string> placedPath(const world::Scenario& scenario, const std::string& path) {
    Json json = jsonOf(scenario);
    Result<Found> found = find(json, path);
    if (!found) return std::move(found.error);
    return std::move(found->placed);
}

Result<world::Scenario> withNumbers(const world::Scenario& scenario, std::span<const NumberAt> numbers) {
    Json json = jsonOf(scenario);
    for (const NumberAt& at : numbers) {
        Result<Found> found = find(json, at.path);
        if (!found) return std::move(found.error);
        *found->number = Json::parse(at.number);
    }
    Result<world::Scenario> out =
        world::parseScenario("", json.dump(), std::numeric_limits<std::uint64_t>::max());
    if (!out) {
        out.error.line = 0;  // the user never sees this text
        return out;
    }
    // How a herd moves is kept if nothing changes it. Otherwise it is measured when the world begins.
    for (std::size_t i = 0; i < out->species.size(); ++i) {
        flock::Species& kind = out->species[i].kind;
        kind.manner = scenario.species[i].kind.manner;
        if (kind != scenario.species[i].kind) kind.manner = {};
    }
    return out;
}

std::string pathBeginnings(const world::Scenario& scenario) { return namesIn(jsonOf(scenario)); }

}  // namespace drover::lab
