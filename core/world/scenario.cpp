#include "core/world/scenario.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/flock/store.h"
#include "core/world/scenario_fields.h"

namespace drover {
namespace {

// Columns grow by doubling, and blocks of rows come in powers of two: up to four times what is in use.
constexpr double kGrowth = 4;

double memoryOfFlocks(const SpeciesEntry& entry) {
    return static_cast<double>(entry.flocks) * FlockStore::kBytesAlone;
}

}  // namespace

std::uint64_t Scenario::flocks() const {
    std::uint64_t n = 0;
    for (const SpeciesEntry& entry : species) n += entry.flocks;
    return n;
}

std::uint64_t Scenario::agents() const {
    std::uint64_t n = 0;
    for (const SpeciesEntry& entry : species) n += entry.flocks * entry.kind.agents();
    return n;
}

double memoryNeeded(const Scenario& scenario) {
    double flocks = 0, retained = 0;
    for (const SpeciesEntry& entry : scenario.species) {
        flocks += memoryOfFlocks(entry);
        const Tree tree(entry.kind.branching, entry.kind.depth);
        retained += static_cast<double>(entry.flocks) *
                    (static_cast<double>(tree.nodes()) * FlockStore::kBytesPerRetainedNode + 8);
    }
    if (scenario.lod.reinit != Reinit::kRetained) retained = 0;
    const double leaves = std::min(static_cast<double>(scenario.agents()), static_cast<double>(scenario.lod.max_leaves));
    return flocks + kGrowth * leaves * FlockStore::kBytesPerLeafRow + 2 * retained;
}

Result<Scenario> parseScenario(std::string file, std::string source, std::uint64_t memory_bytes) {
    Result<JsonDocument> document = parseJson(std::move(file), std::move(source));
    if (!document) return std::move(document.error);
    Scenario scenario;
    std::optional<InputError> error;
    FieldReader reader(*document, error);
    reader.read(document->root, "", scenario);
    if (error) return std::move(*error);

    const JsonValue& species = *document->root.find("species");
    if (scenario.flocks() == 0 || scenario.flocks() > kMaxFlocks) {
        reader.fail(species, "species", fmt::format("{} flocks together", scenario.flocks()),
                    fmt::format("1 to {}", kMaxFlocks));
    } else if (memoryNeeded(scenario) > static_cast<double>(memory_bytes)) {
        reader.fail(species, "species",
                    fmt::format("{} flocks of {} agents in all, which can come to need {:.1f} GiB", scenario.flocks(),
                                scenario.agents(), memoryNeeded(scenario) / (1 << 30)),
                    fmt::format("what fits in {:.1f} GiB (fewer flocks, a smaller lod.max_leaves, another lod.reinit)",
                                static_cast<double>(memory_bytes) / (1 << 30)));
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

}  // namespace drover
