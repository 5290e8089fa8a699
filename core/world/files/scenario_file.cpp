#include "core/world/files/scenario_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/world/memory/memory_need.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::world {
namespace {

// The value that a path such as shapes[3].corners[2].x leads to, or the nearest one above it that is there.
const JsonValue& valueAt(const JsonValue& root, std::string_view path) {
    const JsonValue* at = &root;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of(".["), path.size());
        const std::string_view step = path.substr(0, end);
        const JsonValue* next = nullptr;
        if (step.ends_with(']')) {
            std::size_t item = 0;
            std::from_chars(step.data(), step.data() + step.size(), item);
            if (item < at->items.size()) next = &at->items[item];
        } else {
            next = at->find(step);
        }
        if (!next) break;
        at = next;
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return *at;
}

}  // namespace

Result<Scenario> parseScenario(std::string file, std::string source, std::uint64_t memory_bytes) {
    Result<JsonDocument> document = parseJson(std::move(file), std::move(source));
    if (!document) return std::move(document.error);
    Scenario scenario;
    Flaw error;
    FieldReader reader(*document, error);
    reader.read(document->root, "", scenario);
    const JsonValue* species_list = document->root.find("species");
    const JsonValue& species = species_list ? *species_list : document->root;
    if (scenario.species.empty() && scenario.flocks() + othersOf(scenario) == 0)
        reader.missing(species, "species",
                       "something that lives: flocks, wildlife, pursuit agents, hunters or people");
    if (error) return std::move(*error);

    if (const Flaw flaw = flawOf(scenario)) {
        const JsonValue& at = valueAt(document->root, flaw->field);
        flaw->found.empty() ? reader.fail(at, flaw->field, flaw->allowed)
                            : reader.fail(at, flaw->field, flaw->found, flaw->allowed);
        return std::move(*error);
    }
    if (const Flaw flaw = flawOfCounts(scenario, memory_bytes)) {
        reader.fail(species, "species", flaw->found, flaw->allowed);
        error->kind = flaw->kind;
    }
    if (error) return std::move(*error);
    return scenario;
}

Result<Scenario> readScenario(const std::string& path, std::uint64_t memory_bytes) {
    Result<std::string> source = readFile(path, JsonLimits{}.bytes);
    if (!source) return std::move(source.error);
    return parseScenario(path, std::move(*source), memory_bytes);
}

std::string writeScenario(const Scenario& scenario) { return FieldWriter::write(scenario); }

std::string scenarioSchema() { return SchemaWriter::write<Scenario>("Drover scenario"); }

}  // namespace drover::world
