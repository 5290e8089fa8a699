#include "render/legend.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "core/people/crowd.h"
#include "core/people/service.h"
#include "core/world/scenario/scenario_fields.h"
#include "render/paint.h"

namespace drover::render {
namespace {

constexpr int kRampEntries = 5;

Shape shapeOf(std::size_t kind) { return static_cast<Shape>(lookOf(kind)); }

std::vector<LegendEntry> speciesLegend(const world::WorldView& view, const RenderTheme& theme) {
    std::vector<LegendEntry> out;
    std::size_t kind = 0;
    const auto add = [&](std::string_view name, std::optional<Colour> own = std::nullopt) {
        out.push_back({own.value_or(theme.species[lookOf(kind)]), std::string(name), shapeOf(kind), false});
        ++kind;
    };
    for (const world::SpeciesEntry& entry : view.species) add(entry.name);
    for (const ValuePtr<minds::Animals>& animals : view.population.others) {
        const bool is_seen = animals->size() > 0 && animals->kind().name != "ways";
        // People are coloured by where they go.
        if (is_seen && animals->kind().name == "people") {
            const std::size_t goals = view.people()->building().goals.size();
            for (std::size_t goal = 0; goal < goals; ++goal)
                out.push_back({theme.species[(view.species.size() + goal) % theme.species.size()],
                               "to goal " + std::to_string(goal + 1), shapeOf(kind), false});
            ++kind;
            continue;
        }
        if (!is_seen) kind += animals->kind().sorts.size();
        for (std::size_t i = 0; is_seen && i < animals->kind().sorts.size(); ++i)
            animals->areFires() ? add(animals->nameOf(i), kFlame) : add(animals->kind().sorts[i].name);
    }
    return out;
}

std::vector<LegendEntry> depthLegend(const world::WorldView& view, const Paint& paint) {
    std::vector<LegendEntry> out;
    for (std::uint32_t level = 0; level <= paint.deepest() && !view.species.empty(); ++level) {
        char text[48];
        std::snprintf(text, sizeof text, level == 0 ? "0: a whole herd" : "%u", level);
        out.push_back({unpacked(paint.ofLevel(level)), text, shapeOf(0), level == 0});
    }
    return out;
}

std::string inWords(float ms) {
    char text[48];
    std::snprintf(text, sizeof text, ms < 100 ? "%.0f ms" : "%.1f s",
                  static_cast<double>(ms < 100 ? ms : ms / 1000));
    return text;
}

// From `best` on: each entry is a time with `unit` behind it.
std::vector<LegendEntry> rampLegend(const Paint& paint, const char* best, const char* unit) {
    std::vector<LegendEntry> out;
    for (int i = 0; i < kRampEntries; ++i) {
        const float ms = paint.most_ms() * static_cast<float>(i) / static_cast<float>(kRampEntries - 1);
        std::string text = i == 0 ? best : inWords(ms) + unit;
        out.push_back({unpacked(paint.ofValue(ms)), std::move(text), shapeOf(0), false});
    }
    return out;
}

std::vector<LegendEntry> delaysLegend(const Paint& paint) {
    std::vector<LegendEntry> out;
    for (const std::uint32_t delays : Paint::kDelaySteps) {
        char text[48];
        std::snprintf(text, sizeof text, delays == Paint::kDelaySteps.back() ? "%u frames and more" : "%u",
                      delays);
        out.push_back({unpacked(paint.ofDelays(delays)), text, shapeOf(0), false});
    }
    return out;
}

std::vector<LegendEntry> serviceLegend(const Paint& paint) {
    std::vector<LegendEntry> out;
    for (std::size_t level = 0; level < people::kServiceLevels.size(); ++level) {
        std::string text(1, people::kServiceLevels[level].name);
        if (level == 0) text = "free: " + text;
        if (level + 1 == people::kServiceLevels.size()) text += ": jammed";
        out.push_back({unpacked(paint.ofServiceLevel(level)), text, shapeOf(0), false});
    }
    return out;
}

}  // namespace

std::vector<ground::Surface> surfacesOf(const world::WorldView& view) {
    std::vector<ground::Surface> surfaces;
    for (const Choice<ground::Surface>& choice : choices(ground::Surface{}))
        if (std::ranges::find(view.shapes, choice.value, &ground::Shape::surface) != view.shapes.end())
            surfaces.push_back(choice.value);
    return surfaces;
}

bool isRamp(ColourBy colour_by) {
    return colour_by == ColourBy::kLateness || colour_by == ColourBy::kSinceUpdate;
}

std::vector<LegendEntry> legendOf(const world::WorldView& view, const DrawSettings& settings) {
    const Paint paint(view, settings);
    switch (settings.colour_by) {
        case ColourBy::kSpecies: return speciesLegend(view, *settings.theme);
        case ColourBy::kDepth: return depthLegend(view, paint);
        case ColourBy::kLateness: return rampLegend(paint, "on time", " late");
        case ColourBy::kSinceUpdate: return rampLegend(paint, "just now", " ago");
        case ColourBy::kDelays: return delaysLegend(paint);
        case ColourBy::kService: return serviceLegend(paint);
    }
    return {};
}

}  // namespace drover::render
