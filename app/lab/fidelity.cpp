#include "app/lab/fidelity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/command_line/exit.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab {
namespace {

[[noreturn]] void refuse(const char* what, std::uint64_t found, std::uint64_t allowed) {
    command_line::fail(command_line::kBadData,
                       "--fidelity: found {} {}, allowed up to {}: the twin keeps and moves every agent in "
                       "every frame; take a scenario with fewer or smaller flocks, or leave --fidelity out",
                       grouped(found), what, grouped(allowed));
}

// The same world without anything that saves time. Nothing is charged to its clock, because the twin's cost
// is not used.
world::Scenario twinOf(const world::Scenario& scenario) {
    std::uint64_t pairs = 0;
    for (const world::SpeciesEntry& entry : scenario.species)
        pairs += entry.flocks * entry.kind.agents() * entry.kind.agents();
    if (scenario.agents() > Fidelity::kMostAgents) refuse("agents", scenario.agents(), Fidelity::kMostAgents);
    if (pairs > Fidelity::kMostPairs) refuse("pairs of agents in flocks", pairs, Fidelity::kMostPairs);
    world::Scenario twin = scenario;
    twin.lod.enabled = false;
    twin.lod.max_leaves = std::max(twin.lod.max_leaves, static_cast<std::uint32_t>(scenario.agents()));
    world::forEachOther(twin, [](const minds::Kind&, world::AnimalsEntry& entry) {
        entry.count = 0;  // flocks do not see single animals
    });
    twin.spikes.clear();
    twin.load = {};
    return twin;
}

// The command for the twin, or nothing if the command is about detail, importance or load.
std::optional<world::Command> twinOf(const world::Command& command) {
    if (const auto* load = std::get_if<world::LoadScenario>(&command))
        return world::LoadScenario{twinOf(load->scenario)};
    const world::About about = world::aboutOf(command);
    const bool is_for_one = about == world::About::kView || about == world::About::kLoad;
    return is_for_one ? std::nullopt : std::optional(command);
}

// Flocks are compared with the twin's flocks of the same number and tree.
void refuseOtherFlocks(const world::Command& command, const world::Scenario& scenario) {
    const auto* animals = std::get_if<world::SetAnimals>(&command);
    const bool is_about_flocks = animals && animals->species < scenario.species.size();
    if (!is_about_flocks && !std::holds_alternative<world::SetTree>(command)) return;
    throw command_line::Exit{command_line::kBadData,
                             "--fidelity: found a command that brings or takes flocks or changes a tree, "
                             "allowed a log without 'animals' of a species and without 'tree'"};
}

double metresBetween(const Plane& plane, Place a, Place b) {
    return static_cast<double>(length(plane.offset(a, b)));
}

// Adds one flock's comparison to the sums of its band.
void compare(BandFidelity& band, const FlockShape& flock, const FlockShape& twin) {
    ++band.flocks;
    band.polarisation += flock.polarisation;
    band.twin_polarisation += twin.polarisation;
    band.polarisation_difference += std::abs(flock.polarisation - twin.polarisation);
    band.spread_m += flock.spread_m;
    band.twin_spread_m += twin.spread_m;
    band.spread_difference_m += std::abs(flock.spread_m - twin.spread_m);
}

}  // namespace

FlockShape shapeOf(const flock::FlockStore& flocks, FlockId flock) {
    FlockShape shape{.centre = {flocks.roots().x[row(flock)], flocks.roots().y[row(flock)]}};
    if (flocks.isAlone(flock)) return shape;
    const flock::Tree& tree = flocks.treeOf(flock);
    const std::span<const flock::Node> nodes = flocks.nodes(flock);
    double weights = 0, heading_x = 0, heading_y = 0, square_m2 = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const flock::Agent leaf = flocks.leaves().get(flocks.first(flock) + i);
        double weight = 1;  // the number of agents that the leaf stands for
        for (std::uint32_t level = tree.level(nodes[i]); level < tree.depth; ++level)
            weight *= tree.branching;
        const double away_m = metresBetween(flocks.plane(), shape.centre, leaf.place);
        weights += weight;
        heading_x += weight * static_cast<double>(leaf.heading.x);
        heading_y += weight * static_cast<double>(leaf.heading.y);
        square_m2 += weight * away_m * away_m;
    }
    shape.polarisation = std::sqrt(heading_x * heading_x + heading_y * heading_y) / weights;
    shape.spread_m = std::sqrt(square_m2 / weights);
    return shape;
}

Fidelity::Fidelity(const world::Scenario& scenario) : twin_(twinOf(scenario)) {}

void Fidelity::follow(const world::World& world, const Given& given) {
    commands_.clear();
    for (const world::Command& command : given.commands) {
        refuseOtherFlocks(command, twin_.scenario());
        if (std::optional<world::Command> both = twinOf(command)) commands_.push_back(std::move(*both));
    }
    twin_.step(given.frame_time, commands_);
    observe(world);
}

void Fidelity::observe(const world::World& world) {
    const flock::FlockStore& flocks = world.flocks();
    const flock::FlockStore& twins = twin_.flocks();
    if (twin_.frame() <= 1) {  // a new world, or one that was restarted
        birthplaces_.clear();
        for (std::uint32_t i = 0; i < twins.size(); ++i)
            birthplaces_.push_back(shapeOf(twins, FlockId{i}).centre);
        distance_sums_ = {};
        flock_seconds_ = {};
        sampled_s_ = 0;
    }
    if (world.isPaused() || world.frame() % kSampleFrames != 0) return;
    const double passed_s = world.time() - std::exchange(sampled_s_, world.time());
    for (std::uint32_t i = 0; i < flocks.size(); ++i) {
        const std::size_t band = record::row(world.bandOf(FlockId{i}));
        const double distance_m = metresBetween(flocks.plane(), {flocks.roots().x[i], flocks.roots().y[i]},
                                                {twins.roots().x[i], twins.roots().y[i]});
        distance_sums_[band] += distance_m * passed_s;
        flock_seconds_[band] += passed_s;
    }
}

FidelityReport Fidelity::report(const world::World& world) const {
    FidelityReport report{.largest_jump_m = world.largestJump()};
    const Plane& plane = world.flocks().plane();
    std::array<std::vector<double>, record::kBands> distances;
    for (std::uint32_t i = 0; i < world.flocks().size(); ++i) {
        const FlockShape flock = shapeOf(world.flocks(), FlockId{i}),
                         twin = shapeOf(twin_.flocks(), FlockId{i});
        const std::size_t band = record::row(world.bandOf(FlockId{i}));
        distances[band].push_back(metresBetween(plane, flock.centre, twin.centre));
        report.bands[band].way_m += metresBetween(plane, birthplaces_[i], twin.centre);
        compare(report.bands[band], flock, twin);
    }
    for (std::size_t b = 0; b < record::kBands; ++b) {
        BandFidelity& band = report.bands[b];
        if (flock_seconds_[b] > 0) band.run_distance_m = distance_sums_[b] / flock_seconds_[b];
        if (band.flocks == 0) continue;
        band.distance_m = record::summarize(distances[b]);
        for (double* sum :
             {&band.way_m, &band.polarisation, &band.twin_polarisation, &band.polarisation_difference,
              &band.spread_m, &band.twin_spread_m, &band.spread_difference_m}) {
            *sum /= static_cast<double>(band.flocks);
        }
    }
    return report;
}

namespace {

// One value of a band: a column of the table and a field in JSON.
struct BandFigure {
    const char* group;
    const char* name;
    const char* json_name;
    int decimals;
    double (*of)(const BandFidelity&);
};

constexpr BandFigure kBandFigures[] = {
    {.group = "from the twin, m",
     .name = "mean",
     .json_name = "distance_mean_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.distance_m.mean; }},
    {.group = "from the twin, m",
     .name = "p50",
     .json_name = "distance_p50_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.distance_m.p50; }},
    {.group = "from the twin, m",
     .name = "p99",
     .json_name = "distance_p99_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.distance_m.p99; }},
    {.group = "from the twin, m",
     .name = "max",
     .json_name = "distance_max_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.distance_m.max; }},
    {.group = "from the twin, m",
     .name = "run",
     .json_name = "run_distance_mean_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.run_distance_m; }},
    {.group = "twin's",
     .name = "way, m",
     .json_name = "twin_way_m",
     .decimals = 1,
     .of = [](const BandFidelity& b) { return b.way_m; }},
    {.group = "polarisation",
     .name = "here",
     .json_name = "polarisation",
     .decimals = 3,
     .of = [](const BandFidelity& b) { return b.polarisation; }},
    {.group = "polarisation",
     .name = "twin",
     .json_name = "twin_polarisation",
     .decimals = 3,
     .of = [](const BandFidelity& b) { return b.twin_polarisation; }},
    {.group = "polarisation",
     .name = "differ",
     .json_name = "polarisation_difference",
     .decimals = 3,
     .of = [](const BandFidelity& b) { return b.polarisation_difference; }},
    {.group = "spread, m",
     .name = "here",
     .json_name = "spread_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.spread_m; }},
    {.group = "spread, m",
     .name = "twin",
     .json_name = "twin_spread_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.twin_spread_m; }},
    {.group = "spread, m",
     .name = "differ",
     .json_name = "spread_difference_m",
     .decimals = 2,
     .of = [](const BandFidelity& b) { return b.spread_difference_m; }},
};

}  // namespace

std::string fidelityLegend() {
    return fmt::format(
        "fidelity: every flock against its twin in the same world, unmanaged and without levels of detail, "
        "at the end;\n"
        "  run: mean over the run's time, sampled every {} frames; way: the twin's distance from its "
        "birthplace;\n"
        "  jump: the largest move of any flock's centre in one frame at a change of level\n",
        Fidelity::kSampleFrames);
}

Table fidelityTable() {
    Table table;
    table.headings = {{"", "manager"}, {"", "band"}, {"", "flocks"}};
    for (const BandFigure& figure : kBandFigures) table.headings.push_back({figure.group, figure.name});
    table.headings.push_back({"jump", "m"});
    return table;
}

void addRows(Table& table, const std::string& manager, const FidelityReport& report) {
    for (std::size_t b = 0; b < record::kBands; ++b) {
        const BandFidelity& band = report.bands[b];
        std::vector<std::string> cells = {b == 0 ? manager : "", record::kBandNames[b], grouped(band.flocks)};
        for (const BandFigure& figure : kBandFigures) {
            cells.push_back(band.flocks > 0 ? shortNumber(figure.of(band), figure.decimals) : "-");
        }
        cells.push_back(b == 0 ? fmt::format("{:.4f}", report.largest_jump_m) : "");
        table.rows.push_back(std::move(cells));
    }
}

nlohmann::ordered_json jsonOf(const FidelityReport& report) {
    nlohmann::ordered_json json = {{"largest_jump_m", report.largest_jump_m}};
    for (std::size_t b = 0; b < record::kBands; ++b) {
        nlohmann::ordered_json band = {{"flocks", report.bands[b].flocks}};
        for (const BandFigure& figure : kBandFigures) band[figure.json_name] = figure.of(report.bands[b]);
        json[record::kBandNames[b]] = std::move(band);
    }
    return json;
}

}  // namespace drover::lab
