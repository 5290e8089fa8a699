// The Level of detail panel: zones, hysteresis, how children appear, and a drawing of the zones with their
// levels. MODEL 2 defines the fields.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numbers>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/world/commands/outside.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::desktop {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

constexpr PanelField kFields[] = {
    {.field = "enabled", .label = "Detail follows the player"},
    {.field = "zone_width",
     .label = "Zone width",
     .unit = "m",
     .tip = "Wanted level at distance d from the player: D - floor(d / zone width), between 0 and D.",
     .decimals = 0,
     .is_logarithmic = true,
     .least = 5,
     .most = 500},
    {.field = "hysteresis",
     .label = "Hysteresis",
     .unit = "m",
     .tip = "How far beyond its zone a node must be before it collapses. In the paper: 0.",
     .decimals = 1,
     .most = 50},
    {.field = "lod_test", .name = "lod.test", .label = "Distance of", .tip = "Which distance is measured."},
    {.field = "reinit",
     .label = "Children appear",
     .tip = "Where the children of a node start. Conserving and seeded keep the flock's centre in place."},
    {.field = "reinit_radius",
     .label = "Around parent",
     .unit = "m",
     .tip = "Radius of the disc in which the children are placed: for random, and for species that move by "
            "the steps of the paper, of which no herd is measured. In the paper: 10 m.",
     .decimals = 1,
     .most = 100},
    {.field = "max_leaves",
     .label = "Most leaves",
     .tip = "Limits memory and time.",
     .is_logarithmic = true,
     .least = 1},
};

std::uint32_t deepest(const world::Scenario& scenario) {
    std::uint32_t depth = 0;
    for (const world::SpeciesEntry& entry : scenario.species) depth = std::max(depth, entry.kind.depth);
    return depth;
}

// Half circles around the player. Outside the last one a flock is its root alone.
void drawRings(Desk& desk, const flock::LodRules& rules, std::uint32_t depth_of_all, ImVec2 middle,
               float ring_px) {
    const UiTheme& theme = desk.theme;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 line = ImGui::GetColorU32(theme.outline), text = ImGui::GetColorU32(theme.text);
    const auto rings = static_cast<int>(depth_of_all);
    for (int ring = rings; ring >= 1; --ring) {
        ImVec4 fill = theme.accent;
        fill.w = 0.10f + 0.45f * static_cast<float>(rings - ring + 1) / static_cast<float>(rings + 1);
        const float radius = ring_px * static_cast<float>(ring);
        draw.PathArcTo(middle, radius, kPi, 2 * kPi, 48);
        draw.PathFillConvex(ImGui::GetColorU32(ImVec4(theme.panel.x, theme.panel.y, theme.panel.z, 1)));
        draw.PathArcTo(middle, radius, kPi, 2 * kPi, 48);
        draw.PathFillConvex(ImGui::GetColorU32(fill));
        draw.PathArcTo(middle, radius, kPi, 2 * kPi, 48);
        draw.PathStroke(line, 0, theme.px(1));
    }
    const float step = ring_px / std::max(rules.zone_width, 1e-3f);
    for (int ring = 0; ring <= rings; ++ring) {
        char depth[12];
        std::snprintf(depth, sizeof depth, "%d", rings - ring);
        const ImVec2 size = ImGui::CalcTextSize(depth);
        const float radius = ring_px * (static_cast<float>(ring) + 0.5f);
        draw.AddText({middle.x - size.x / 2, middle.y - radius - size.y / 2}, text, depth);
        if (ring == 0 || rules.hysteresis <= 0) continue;
        // Dashes beyond the border show where a node that moves away collapses.
        const float late =
            ring_px * static_cast<float>(ring) + std::min(rules.hysteresis * step, ring_px * 0.9f);
        for (int dash = 0; dash < 24; dash += 2) {
            const float from = kPi * (1 + static_cast<float>(dash) / 24);
            draw.PathArcTo(middle, late, from, from + kPi / 24, 3);
            draw.PathStroke(ImGui::GetColorU32(theme.muted), 0, theme.px(1));
        }
    }
    draw.AddCircleFilled({middle.x, middle.y - theme.px(3)}, theme.px(3), text);
}

// Writes the borders' distances along the ground: always the outermost, inner ones if there is space.
void drawDistances(Desk& desk, const flock::LodRules& rules, std::uint32_t depth_of_all, ImVec2 middle,
                   float ring_px) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    float free_to = std::numeric_limits<float>::max();
    for (std::uint32_t ring = depth_of_all; ring >= 1; --ring) {
        char metres[24];
        std::snprintf(metres, sizeof metres, "%.0f%s", static_cast<double>(rules.zone_width) * ring,
                      ring == depth_of_all ? " m" : "");
        const float half = ImGui::CalcTextSize(metres).x / 2;
        const float x = middle.x + ring_px * static_cast<float>(ring);
        if (x + half > free_to) continue;
        draw.AddText({x - half, middle.y + desk.theme.px(2)}, ImGui::GetColorU32(desk.theme.muted), metres);
        free_to = x - half - desk.theme.px(4);
    }
}

void drawZones(Desk& desk, const flock::LodRules& rules, std::uint32_t depth_of_all) {
    const UiTheme& theme = desk.theme;
    const float width = ImGui::GetContentRegionAvail().x;
    const float line_px = ImGui::GetTextLineHeight();
    const auto rings = static_cast<float>(depth_of_all) + 1;  // one more for the area outside all borders
    const float ring_px =
        std::clamp(std::min(width / 2, theme.px(190)) / rings, line_px * 0.9f, theme.px(34));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{width, ring_px * rings + line_px * 1.3f};
    ImGui::InvisibleButton("zones", size);
    noteItem(desk, "lod.zones", "drawing");
    tooltip(desk,
            "The zones around the player from above, each with the wanted level of the nodes in it.\n"
            "A flock that is all at level k has B^k leaves. Dashes: where a node that moves away "
            "collapses.");
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.PushClipRect(corner, {corner.x + size.x, corner.y + size.y}, true);
    const ImVec2 middle{corner.x + width / 2, corner.y + ring_px * rings};
    drawRings(desk, rules, depth_of_all, middle, ring_px);
    drawDistances(desk, rules, depth_of_all, middle, ring_px);
    draw.PopClipRect();
}

}  // namespace

void drawLodPanel(Desk& desk) {
    const world::Scenario& scenario = desk.session.scenario();
    flock::LodRules rules = scenario.lod;
    if (const auto gesture =
            fieldControls(desk, "lod", kFields, rules, desk.session.origin().as_loaded.lod)) {
        desk.session.change(world::SetLod{rules}, *gesture);
    }
    if (const std::uint64_t refused = desk.session.world().refused()) {
        paragraph(desk, fmt::format("Full: {} leaves could not expand in this frame.", refused),
                  desk.theme.warning);
    }
    const std::uint32_t depth = deepest(scenario);
    if (depth == 0) return;
    if (desk.session.world().flocks().doesOwnerDecide()) {
        const std::string text = std::string(desk.session.world().manager().info().title) +
                                 " chooses the level of each herd; the zones are not looked at.";
        message(desk, "lod.unseen", text);
    } else if (scenario.lod.enabled) {
        paragraph(desk, "Wanted level of a node, by zone around the player:");
        drawZones(desk, scenario.lod, depth);
    } else {
        paragraph(desk, "Every flock has its full depth everywhere. This costs the most.");
    }
}

}  // namespace drover::desktop
