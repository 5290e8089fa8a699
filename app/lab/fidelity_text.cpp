#include "app/lab/fidelity_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/lab/world_run.h"
#include "core/base/grouped.h"

namespace drover::lab {
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
    {"from the twin, m", "mean", "distance_mean_m", 2,
     [](const BandFidelity& b) { return b.distance_m.mean; }},
    {"from the twin, m", "p50", "distance_p50_m", 2, [](const BandFidelity& b) { return b.distance_m.p50; }},
    {"from the twin, m", "p99", "distance_p99_m", 2, [](const BandFidelity& b) { return b.distance_m.p99; }},
    {"from the twin, m", "max", "distance_max_m", 2, [](const BandFidelity& b) { return b.distance_m.max; }},
    {"from the twin, m", "run", "run_distance_mean_m", 2,
     [](const BandFidelity& b) { return b.run_distance_m; }},
    {"twin's", "way, m", "twin_way_m", 1, [](const BandFidelity& b) { return b.way_m; }},
    {"polarisation", "here", "polarisation", 3, [](const BandFidelity& b) { return b.polarisation; }},
    {"polarisation", "twin", "twin_polarisation", 3,
     [](const BandFidelity& b) { return b.twin_polarisation; }},
    {"polarisation", "differ", "polarisation_difference", 3,
     [](const BandFidelity& b) { return b.polarisation_difference; }},
    {"spread, m", "here", "spread_m", 2, [](const BandFidelity& b) { return b.spread_m; }},
    {"spread, m", "twin", "twin_spread_m", 2, [](const BandFidelity& b) { return b.twin_spread_m; }},
    {"spread, m", "differ", "spread_difference_m", 2,
     [](const BandFidelity& b) { return b.spread_difference_m; }},
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
