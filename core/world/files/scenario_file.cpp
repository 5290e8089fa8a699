#include "core/world/files/scenario_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/world/memory/memory_need.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/scenario/schedulers.h"

namespace drover::world {
namespace {

// Checks that involve more than one field.
void checkTask(const JsonValue* owner, const std::string& path, const TaskRules& task, FieldReader& reader) {
    if (task.maximum_ms >= task.nominal_ms || !owner) return;
    const JsonValue* rules = owner->find("task");
    const JsonValue* at = rules ? rules->find("maximum_ms") : nullptr;
    if (!at && rules) at = rules->find("nominal_ms");
    reader.fail(at ? *at : *owner, path + ".task.maximum_ms", fmt::format("{} ms", task.maximum_ms),
                fmt::format("the nominal period, {} ms, or more", task.nominal_ms));
}

// What a kind's entry in the file says of its sets, at the frequency of these rules.
void checkSets(const JsonValue* owner, const std::string& path, const KindEntry<const Scenario>& entry,
               const TaskRules& task, FieldReader& reader) {
    const JsonValue* sets = owner ? owner->find("sets") : nullptr;
    if (!sets) return;
    const SetsFlaw flaw = flawOf(entry.parts(), entry.sets, task.frequency);
    if (!flaw.isFlaw()) return;
    if (flaw.set >= sets->items.size()) return reader.fail(*sets, path + ".sets", flaw.found, flaw.allowed);
    const JsonValue& set = sets->items[flaw.set];
    const JsonValue* at = set.find(flaw.field);
    reader.fail(at ? *at : set, fmt::format("{}.sets[{}].{}", path, flaw.set, flaw.field), flaw.found,
                flaw.allowed);
}

void checkOwnRules(const JsonValue* owner, const std::string& path, const KindEntry<const Scenario>& entry,
                   FieldReader& reader) {
    const std::vector<WildSpeciesEntry>& own = entry.animals->species;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const JsonValue& at = owner->find("species")->items[i];
        const std::string at_path = fmt::format("{}.species[{}]", path, i);
        checkTask(&at, at_path, own[i].task, reader);
        checkSets(owner, path, entry, own[i].task, reader);
        for (std::size_t j = 0; j < i; ++j)
            if (own[j].species == own[i].species)
                reader.fail(at, at_path + ".species", "a species a second time", "each at most once");
    }
}

void checkKinds(const JsonValue& root, const Scenario& scenario, FieldReader& reader) {
    for (std::uint32_t kind = 0; kind < kindsOf(scenario); ++kind) {
        const KindEntry<const Scenario> entry = entryOf(scenario, kind);
        const bool is_herd = entry.animals == nullptr;
        const JsonValue* owner = is_herd ? &root.find("species")->items[kind] : root.find(entry.kind->name);
        const std::string path = is_herd ? fmt::format("species[{}]", kind) : std::string(entry.kind->name);
        if (!is_herd) checkOwnRules(owner, path, entry, reader);
        checkTask(owner, path, entry.task, reader);
        checkSets(owner, path, entry, entry.task, reader);
    }
}

void checkSchedulers(const JsonValue& root, const Scenario& scenario, FieldReader& reader) {
    const auto flaw = flawOf(scenario.schedulers, kindNames(scenario));
    if (!flaw) return;
    const JsonValue& entry = root.find("schedulers")->items[flaw->scheduler];
    const JsonValue* at = entry.find(flaw->field);
    std::string path = fmt::format("schedulers[{}].{}", flaw->scheduler, flaw->field);
    if (flaw->member) {
        at = &at->items[*flaw->member];
        path += fmt::format("[{}]", *flaw->member);
    }
    reader.fail(at ? *at : entry, path, flaw->allowed);
}

void checkClaim(const JsonValue& claim, const std::string& path, const InputError& flaw,
                FieldReader& reader) {
    const JsonValue* owner = &claim;
    std::string_view field = flaw.field;
    if (field.starts_with("times.")) {
        owner = claim.find("times");
        field.remove_prefix(std::string_view("times.").size());
    }
    const JsonValue* at = owner ? owner->find(field) : nullptr;
    reader.fail(at ? *at : claim, path + "." + flaw.field, flaw.found, flaw.allowed);
}

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

void checkShapes(const JsonValue& root, const Scenario& scenario, FieldReader& reader) {
    const auto flaw = ground::flawOf(scenario.world.shapes, scenario.plane());
    if (!flaw) return;
    const std::string path = "world." + flaw->field;
    reader.fail(valueAt(root, path), path, flaw->found, flaw->allowed);
}

void checkPeople(const JsonValue& root, const Scenario& scenario, FieldReader& reader) {
    if (!root.find("people")) return;
    const auto flaw = minds::flawOf(scenario.people.settings, scenario.plane());
    if (flaw) {
        const std::string path = "people." + flaw->field;
        return reader.fail(valueAt(root, path), path, flaw->found, flaw->allowed);
    }
    std::uint64_t come_in = 0;
    for (const minds::PeopleEntrance& entrance : scenario.people.settings.entrances)
        come_in += entrance.people;
    if (come_in > scenario.people.count)
        reader.fail(valueAt(root, "people.entrances"), "people.entrances",
                    fmt::format("{} people who come in", come_in),
                    fmt::format("at most people.count, {}", scenario.people.count));
}

void checkTogether(const JsonValue& root, const Scenario& scenario, FieldReader& reader) {
    checkKinds(root, scenario, reader);
    if (const JsonValue* load = root.find("load")) {
        const JsonValue* manager = load->find("manager");
        const JsonValue* parameters = load->find("parameters");
        const JsonValue* at = load::findManager(scenario.load.manager) ? parameters : manager;
        if (const std::string flaw = flawOfScript(scenario.load); !flaw.empty())
            return reader.fail(*load->find("script"), "load.script", flaw,
                               "a manager in Lua, as OWN_MANAGER.md tells");
        if (const std::string allowed = flawOf(scenario.load); !allowed.empty()) {
            reader.fail(at ? *at : *load, at == parameters ? "load.parameters" : "load.manager", allowed);
        }
        if (const std::optional<load::Refusal> refusal = load::refusalOf(scenario.load.budget)) {
            const JsonValue* budget = load->find("budget");
            reader.fail(budget ? *budget : *load, "load.budget", "what does not go together",
                        fmt::format("{}: {}", refusal->field, refusal->allowed));
        }
    }
    checkSchedulers(root, scenario, reader);
    if (const auto flaw = flawOf(scenario.relations, scenario)) {
        const JsonValue& entry = root.find("relations")->items[flaw->relation];
        const JsonValue* at = entry.find(flaw->field);
        reader.fail(at ? *at : entry, fmt::format("relations[{}].{}", flaw->relation, flaw->field),
                    flaw->allowed);
    }
    checkShapes(root, scenario, reader);
    checkPeople(root, scenario, reader);
    for (std::size_t i = 0; i < scenario.spikes.size(); ++i) {
        if (const std::optional<InputError> flaw = flawOf(scenario.spikes[i])) {
            const JsonValue& spike = root.find("spikes")->items[i];
            const JsonValue* at = spike.find(flaw->field);
            reader.fail(at ? *at : spike, fmt::format("spikes[{}].{}", i, flaw->field), flaw->found,
                        flaw->allowed);
        }
    }
    for (std::size_t i = 0; i < scenario.claims.size(); ++i) {
        if (const std::optional<InputError> flaw = flawOf(scenario.claims[i]))
            checkClaim(root.find("claims")->items[i], fmt::format("claims[{}]", i), *flaw, reader);
    }
}

}  // namespace

Result<Scenario> parseScenario(std::string file, std::string source, std::uint64_t memory_bytes) {
    Result<JsonDocument> document = parseJson(std::move(file), std::move(source));
    if (!document) return std::move(document.error);
    Scenario scenario;
    std::optional<InputError> error;
    FieldReader reader(*document, error);
    reader.read(document->root, "", scenario);
    const JsonValue* species_list = document->root.find("species");
    const JsonValue& species = species_list ? *species_list : document->root;
    if (scenario.species.empty() && scenario.flocks() + othersOf(scenario) == 0)
        reader.missing(species, "species",
                       "something that lives: flocks, wildlife, pursuit agents, hunters or people");
    if (error) return std::move(*error);

    checkTogether(document->root, scenario, reader);
    if (error) return std::move(*error);
    if (const std::optional<CountFlaw> flaw = flawOfCounts(scenario, memory_bytes)) {
        reader.fail(species, "species", flaw->found, flaw->allowed);
        if (flaw->is_memory) error->kind = InputError::Kind::kNoMemory;
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
