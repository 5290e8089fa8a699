// What WorldPane draws over the world view: whom the selected animal goes after, the legend of colours, and
// the minimap.
#include <fmt/format.h>

#include <algorithm>

#include "app/desktop/selection.h"
#include "app/desktop/widgets/widgets.h"
#include "app/desktop/world_pane.h"
#include "render/glyph_sizes.h"
#include "render/legend.h"

namespace drover::desktop {
namespace {

constexpr ImGuiWindowFlags kCorner = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize;

// The same shape as in the world view, nose up.
void drawGlyph(ImDrawList& list, render::Shape shape, ImVec2 centre, float radius, ImU32 colour,
               bool is_outline) {
    if (static_cast<std::size_t>(shape) >= render::kOutlines.size()) {
        list.AddCircleFilled(centre, radius * 0.8f, colour);
        return;
    }
    const render::Outline& outline = render::kOutlines[static_cast<std::size_t>(shape)];
    std::array<ImVec2, 2 * render::kOutlinePoints - 2> points;
    std::size_t n = 0;
    const auto add = [&](Vec2 p, float side) {
        points[n++] = {centre.x + side * p.y * radius, centre.y - p.x * radius};
    };
    for (std::size_t i = 0; i < render::kOutlinePoints; ++i) add(outline[i], -1);
    for (std::size_t i = render::kOutlinePoints - 2; i > 0; --i) add(outline[i], 1);
    if (is_outline) {
        list.AddPolyline(points.data(), static_cast<int>(n), colour, ImDrawFlags_Closed, 1.5f);
        return;
    }
    // Filled as a fan around the tail, because outlines with a notch are not convex.
    const ImVec2 tail = points[render::kOutlinePoints - 1];
    for (std::size_t i = 0; i < n; ++i) list.AddTriangleFilled(tail, points[i], points[(i + 1) % n], colour);
}

// From the ring around `from` to a ring around `to`.
void drawArrow(Desk& desk, ImVec2 from, ImVec2 to, float ring) {
    const ImU32 colour = render::packed(desk.view.draw.theme->selection);
    const float head = desk.theme.px(9), width = desk.theme.px(1.6f) * desk.theme.stroke;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircle(to, ring, colour, 0, width);
    const Vec2 way{to.x - from.x, to.y - from.y};
    if (length(way) < 2 * ring + head) return;
    const Vec2 ahead = unit(way), side = Vec2{-ahead.y, ahead.x} * (head / 2);
    const ImVec2 tip{to.x - ahead.x * ring, to.y - ahead.y * ring};
    const ImVec2 tail{tip.x - ahead.x * head, tip.y - ahead.y * head};
    list.AddLine({from.x + ahead.x * ring, from.y + ahead.y * ring}, tail, colour, width);
    list.AddTriangleFilled(tip, {tail.x + side.x, tail.y + side.y}, {tail.x - side.x, tail.y - side.y},
                           colour);
}

}  // namespace

// An arrow from the selected animal to the one that it flees from, chases or follows, with its name.
void WorldPane::drawTarget(Desk& desk) {
    const world::World& world = desk.session.world();
    const world::WorldView view = world.view();
    const auto selected = desk.view.draw.selected_task;
    const auto target = selected ? view.targetOf(*selected) : std::nullopt;
    if (!target) return;
    const Plane& plane = view.plane();
    const render::Camera& camera = desk.view.camera;
    const render::DrawSettings& draw = desk.view.draw;
    const render::Vec2d from_m = shownAt(view, *selected, draw.is_smooth),
                        to_m = shownAt(view, *target, draw.is_smooth);
    const render::Vec2d from = camera.toScreen(plane, desk.view.viewport, from_m);
    const auto points_per_metre =
        static_cast<float>(1 / (camera.metres_per_pixel * static_cast<double>(pixels_per_point_)));
    // The short way, across the seam if need be.
    const Vec2 way = plane.offset(plane.place(from_m.x, from_m.y), plane.place(to_m.x, to_m.y));
    const ImVec2 a{static_cast<float>(from.x) / pixels_per_point_,
                   static_cast<float>(from.y) / pixels_per_point_};
    const ImVec2 b{a.x + way.x * points_per_metre, a.y - way.y * points_per_metre};
    const render::Sight sight(plane, camera, desk.view.viewport);
    const float ring = render::largestGlyph(sight, draw, 1) * points_per_metre + desk.theme.px(6);
    drawArrow(desk, a, b, ring);
    const std::string text = fmt::format("{} {}", deedOf(world, *selected), nameOf(world, *target));
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 at{b.x + ring + desk.theme.px(6), b.y - size.y / 2};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x - 3, at.y - 1}, {at.x + size.x + 3, at.y + size.y + 1},
                       render::packed(render::withAlpha(draw.theme->background, 200)), 3);
    list.AddText(at, render::packed(draw.theme->text), text.c_str());
    desk.map.note("world.target", "arrow", {std::min(a.x, b.x), std::min(a.y, b.y)},
                  {std::max(a.x, b.x), std::max(a.y, b.y)}, text);
}

void WorldPane::drawLegend(Desk& desk, const ScreenRect& rect) {
    if (rect.size.x < desk.theme.px(420) || rect.size.y < desk.theme.px(260)) return;
    const UiTheme& theme = desk.theme;
    ImGui::SetNextWindowPos({rect.at.x + theme.px(10), rect.at.y + theme.px(10)});
    ImGui::SetNextWindowBgAlpha(0.85f);
    ImGui::Begin("##legend", nullptr, kCorner);
    std::array<const char*, render::kColourBys.size()> titles;
    for (std::size_t i = 0; i < titles.size(); ++i) titles[i] = render::kColourBys[i].title;
    const auto present = static_cast<std::size_t>(desk.view.draw.colour_by);
    ImGui::SetNextItemWidth(theme.px(150));
    if (const auto chosen =
            bareChoice(desk, "world.colour_by", titles, present, render::kColourBys[present].text)) {
        desk.settings.colour_by = render::kColourBys[*chosen].name;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    for (const render::LegendEntry& entry : render::legendOf(desk.session.world().view(), desk.view.draw)) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        drawGlyph(list, entry.shape, {at.x + line / 2, at.y + line / 2}, line * 0.48f,
                  render::packed(entry.colour), entry.is_group);
        ImGui::Dummy({line * 1.2f, line});
        ImGui::SameLine();
        ImGui::TextUnformatted(entry.text.c_str());
    }
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    desk.map.note("world.legend", "legend", min, {min.x + size.x, min.y + size.y}, titles[present]);
    ImGui::End();
}

void WorldPane::drawMinimap(Desk& desk, const ScreenRect& rect) {
    const float side =
        std::clamp(std::min(rect.size.x, rect.size.y) * 0.28f, desk.theme.px(110), desk.theme.px(300));
    if (rect.size.x < 3 * side || rect.size.y < 1.6f * side) return;
    const float edge = desk.theme.px(10);
    ImGui::SetNextWindowPos({rect.end().x - side - edge, rect.end().y - side - edge});
    ImGui::SetNextWindowSize({side, side});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("##minimap", nullptr,
                 (kCorner & ~ImGuiWindowFlags_AlwaysAutoResize) | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("##map", {side, side});
    noteItem(desk, "world.minimap", "map");
    tooltip(desk, "The whole world. Click or drag to move the view.");
    const ImVec2 min = ImGui::GetItemRectMin();
    const float p = pixels_per_point_;
    minimap_ = {min.x * p, min.y * p, side * p, side * p};
    if (ImGui::IsItemActive()) {
        const Plane& plane = desk.session.world().flocks().plane();
        render::Camera whole = desk.view.camera;
        whole.fit(plane, minimap_);
        desk.view.camera.lookAt(plane, whole.toWorld(plane, minimap_, mousePixel()));
        desk.view.follows_player = desk.view.follows_selected = false;
    }
    ImGui::GetWindowDrawList()->AddRect(min, {min.x + side, min.y + side},
                                        ImGui::GetColorU32(desk.theme.outline));
    ImGui::End();
}

}  // namespace drover::desktop
