// What WorldPane draws over the world view: whom the selected animal goes after, the legend of colours, and
// the minimap.
#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <initializer_list>

#include "app/desktop/animal_drawing.h"
#include "app/desktop/readings.h"
#include "app/desktop/selection.h"
#include "app/desktop/way_drawing.h"
#include "app/desktop/widgets/widgets.h"
#include "app/desktop/world_pane.h"
#include "core/flock/store.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/world_view.h"
#include "render/legend.h"
#include "render/lights/gather.h"
#include "render/lights/glyph.h"
#include "render/lights/minimap.h"
#include "render/sight.h"

namespace drover::desktop {
namespace {

constexpr float kCloseUpFrom = 0.45f;  // of Camera::risen(): from there on the corner is near the ground
constexpr double kCloseUp_m = 24, kCloseUpShare = 0.2;  // what it shows; at most this share of all
constexpr double kHerdReach = 3;                        // of how far a herd's animals stray, likewise
constexpr float kArrow = 70;                            // pixels at scale 1, of an animal's largest force
constexpr float kLeastNeighbourhood = 120;  // pixels at scale 1, for forces to be drawn over the world

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

void besideSample(const char* text) {
    const float line = ImGui::GetTextLineHeight();
    ImGui::Dummy({line * 1.05f, line});
    ImGui::SameLine(0, line * 0.2f);
    ImGui::TextUnformatted(text);
}

void drawEntry(const render::LegendEntry& entry) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    drawGlyph(*ImGui::GetWindowDrawList(), entry.shape, {at.x + line / 2, at.y + line / 2}, line * 0.48f,
              render::packed(entry.colour), entry.is_group);
    besideSample(entry.text.c_str());
}

// A surface of the ground, as it is drawn: filled, with a rim; rock hatched, a fence with posts.
void drawSurface(const UiTheme& theme, const render::RenderTheme& picture, ground::Surface surface) {
    const float line = ImGui::GetTextLineHeight(), inset = line * 0.15f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const render::LandColours& colours = picture.land[static_cast<std::size_t>(surface)];
    const ImU32 fill = render::packed(colours.fill), rim = render::packed(colours.rim);
    const bool is_line = surface == ground::Surface::kWall || surface == ground::Surface::kFence;
    const float high = is_line ? line * 0.12f : line / 2 - inset;
    const ImVec2 low{at.x + inset, at.y + line / 2 - high}, end{at.x + line - inset, at.y + line / 2 + high};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, end, fill);
    list.AddRect(low, end, rim, 0, 0, theme.px(1.2f));
    if (surface == ground::Surface::kRock) list.AddLine({low.x, end.y}, {end.x, low.y}, rim, theme.px(1));
    if (surface == ground::Surface::kFence)
        for (const float x : {low.x, end.x}) list.AddCircleFilled({x, at.y + line / 2}, line * 0.2f, rim);
    besideSample(drover::nameOf(surface));
}

// Circles around each other, as wide as these shares of a line.
void drawRings(const UiTheme& theme, ImU32 colour, std::initializer_list<float> radii, const char* text) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (const float radius : radii)
        ImGui::GetWindowDrawList()->AddCircle({at.x + line / 2, at.y + line / 2}, line * radius, colour, 0,
                                              theme.px(1.5f));
    besideSample(text);
}

void drawWayEntry(ImU32 colour) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (const float x : {0.25f, 0.75f})
        drawWayHead(*ImGui::GetWindowDrawList(), {at.x + line * x, at.y + line / 2}, {1, 0}, colour,
                    line * 0.25f);
    besideSample("the way that herds go");
}

// As lights show it without colours: a disc, or a ring.
void drawForm(const UiTheme& theme, ImU32 colour, bool is_disc) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos(), middle{at.x + line * 0.4f, at.y + line / 2};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_disc)
        list.AddCircleFilled(middle, line * 0.32f, colour);
    else
        list.AddCircle(middle, line * 0.3f, colour, 0, theme.px(1.6f));
    ImGui::Dummy({line * 0.8f, line});
    ImGui::SameLine(0, theme.px(4));
}

// A bar from the first entry to the last, between the words and the forms of both.
void drawRamp(const UiTheme& theme, const std::vector<render::LegendEntry>& entries) {
    drawForm(theme, render::packed(entries.front().colour), true);
    ImGui::TextUnformatted(entries.front().text.c_str());
    ImGui::SameLine(0, theme.px(6));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = theme.px(90), height = theme.px(9);
    const float y = at.y + (ImGui::GetTextLineHeight() - height) / 2;
    const float step = width / static_cast<float>(entries.size() - 1);
    for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
        const ImU32 from = render::packed(entries[i].colour), to = render::packed(entries[i + 1].colour);
        const float x = at.x + step * static_cast<float>(i);
        ImGui::GetWindowDrawList()->AddRectFilledMultiColor({x, y}, {x + step, y + height}, from, to, to,
                                                            from);
    }
    ImGui::Dummy({width, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, theme.px(6));
    drawForm(theme, render::packed(entries.back().colour), false);
    ImGui::TextUnformatted(entries.back().text.c_str());
}

// How much of the world shows a whole herd, in metres.
double reachOf(const flock::Species& species) {
    return std::max(kHerdReach * static_cast<double>(species.manner.farthest),
                    static_cast<double>(species.neighbourhood));
}

// From the ring around `from` to a ring around `to`.
void drawArrow(const UiTheme& theme, ImU32 colour, ImVec2 from, ImVec2 to, float ring) {
    const float head = theme.px(9), width = theme.px(1.6f) * theme.stroke;
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

// Where an animal is shown, and how far around it a ring leaves it free.
WorldPane::Shown WorldPane::shown(Desk& desk, const world::WorldView& view, std::size_t task) const {
    constexpr float kAround_m = 2;
    const render::Camera& camera = desk.view.camera;
    const render::Vec2d metres = shownAt(view, task, desk.view.draw.is_smooth);
    const render::Vec2d at = camera.toScreen(view.plane(), desk.view.viewport, metres);
    const render::Vec2d way = camera.offset(view.plane(), metres);
    const render::Sight sight(view.plane(), camera, desk.view.viewport);
    const float far = sight.farOf({static_cast<float>(way.x), static_cast<float>(way.y)});
    const float near_px = kAround_m * sight.pixels_per_radian / std::max(far, 1.0f) / pixels_per_point_;
    return {{static_cast<float>(at.x) / pixels_per_point_, static_cast<float>(at.y) / pixels_per_point_},
            std::max(near_px, desk.theme.px(4)) + desk.theme.px(5)};
}

// Where a target is seen, the short way, across the seam if need be.
ImVec2 WorldPane::goneOn(Desk& desk, const world::WorldView& view, std::size_t task,
                         std::size_t target) const {
    const Plane& plane = view.plane();
    const render::Vec2d from_m = shownAt(view, task, desk.view.draw.is_smooth),
                        to_m = shownAt(view, target, desk.view.draw.is_smooth);
    const Vec2 way = plane.offset(plane.place(from_m.x, from_m.y), plane.place(to_m.x, to_m.y));
    const render::Vec2d from = desk.view.camera.offset(plane, from_m);
    const auto at = desk.view.camera.pixelOf(
        desk.view.viewport, {static_cast<float>(from.x) + way.x, static_cast<float>(from.y) + way.y, 0});
    if (!at) return shown(desk, view, task).at;
    return {static_cast<float>(at->x) / pixels_per_point_, static_cast<float>(at->y) / pixels_per_point_};
}

// An arrow from the selected animal to the one that it flees from, chases or follows, with its name.
void WorldPane::drawTarget(Desk& desk) {
    const world::World& world = desk.session.world();
    const world::WorldView view = world.view();
    const auto selected = desk.view.draw.selected_task;
    const auto target = selected ? view.targetOf(*selected) : std::nullopt;
    if (!target) return;
    const render::DrawSettings& draw = desk.view.draw;
    const auto [a, ring] = shown(desk, view, *selected);
    const ImVec2 b = goneOn(desk, view, *selected, *target);
    drawArrow(desk.theme, render::packed(draw.theme->selection), a, b, ring);
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

// An arrow from each hunter to the herd that it chases, and two rings around each herd that is hunted or
// flees.
void WorldPane::drawHunts(Desk& desk) {
    const world::WorldView view = desk.session.world().view();
    const ImU32 colour = render::packed(render::withAlpha(desk.view.draw.theme->selection, 170));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const std::uint32_t herd : view.hunted) {
        const auto [at, ring] = shown(desk, view, herd);
        for (const float wider : {ring, ring + desk.theme.px(4)})
            list.AddCircle(at, wider, colour, 0, desk.theme.px(1.2f) * desk.theme.stroke);
    }
    for (std::size_t other = 0; other < view.population.others.size(); ++other) {
        const minds::Animals& animals = *view.population.others[other];
        for (std::uint32_t i = 0; i < animals.size(); ++i) {
            const auto quarry = animals.quarryOf(i);
            if (!quarry) continue;
            const std::uint32_t hunter = view.population.firstRow(other) + i;
            const auto [at, ring] = shown(desk, view, hunter);
            drawArrow(desk.theme, colour, at, goneOn(desk, view, hunter, *quarry), ring);
        }
    }
}

// Over the animal whose forces the Inspect panel shows, where its neighbourhood is large enough to see and
// the picture is a map.
void WorldPane::drawAnimalForces(Desk& desk, ImDrawList& list) {
    const world::WorldView view = desk.session.world().view();
    const render::Camera& camera = desk.view.camera;
    const auto selected = desk.view.draw.selected_task;
    if (!selected || *selected >= view.flocks.size() || view.flocks.isAlone(FlockId{*selected})) return;
    const bool is_map = camera.isStraightDown() && std::abs(camera.yaw - render::Camera::kNorth) < 0.01f;
    const float px_per_m = static_cast<float>(
        1 / (camera.metresPerPixel(desk.view.viewport) * static_cast<double>(pixels_per_point_)));
    const float reach_px = view.flocks.speciesOf(FlockId{*selected}).neighbourhood * px_per_m;
    if (!is_map || reach_px < desk.theme.px(kLeastNeighbourhood)) return;
    const OneAnimal* const animal = animal_.look(view.flocks, FlockId{*selected}, desk.view.selected_leaf,
                                                 view.aroundOf(FlockId{*selected}));
    if (animal == nullptr) return;
    const float carry_s = desk.view.draw.is_smooth ? render::Gather::carryOf(view, *selected) : 0;
    const Place place = view.plane().moved(animal->agent.place, animal->agent.velocity * carry_s);
    const render::Vec2d at = camera.toScreen(view.plane(), desk.view.viewport, metresOf(view.plane(), place));
    const ImVec2 centre{static_cast<float>(at.x) / pixels_per_point_,
                        static_cast<float>(at.y) / pixels_per_point_};
    drawForces(list, desk.theme, *animal, {centre, px_per_m, desk.theme.px(kArrow)});
    desk.map.note("world.animal", "drawing", {centre.x - reach_px, centre.y - reach_px},
                  {centre.x + reach_px, centre.y + reach_px}, "");
}

void drawOverBudget(Desk& desk, const ScreenRect& rect, const record::History& history) {
    if (!isOverBudget(history)) return;
    const float wide = std::min(rect.size.x, rect.size.y) * 0.16f;
    ImVec4 colour = desk.theme.warning;
    colour.w = 0.45f;
    const ImU32 edge = ImGui::GetColorU32(colour);
    colour.w = 0;
    const ImU32 none = ImGui::GetColorU32(colour);
    const ImVec2 a = rect.at, b = rect.end();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilledMultiColor(a, {b.x, a.y + wide}, edge, edge, none, none);
    list.AddRectFilledMultiColor({a.x, b.y - wide}, b, none, none, edge, edge);
    list.AddRectFilledMultiColor(a, {a.x + wide, b.y}, edge, none, none, edge);
    list.AddRectFilledMultiColor({b.x - wide, a.y}, b, none, edge, edge, none);
    desk.map.note("world.over_budget", "tint", a, b, "");
}

// A line to the animal that the card of the inspector is about.
void WorldPane::drawInspectorLine(Desk& desk, const ScreenRect& inspector) {
    const auto selected = desk.view.draw.selected_task;
    const world::WorldView view = desk.session.world().view();
    if (inspector.isEmpty() || !selected || *selected >= view.tasks.size()) return;
    const auto [at, ring] = shown(desk, view, *selected);
    const ImVec2 from{inspector.at.x, inspector.at.y + desk.theme.px(24)};
    const Vec2 way{at.x - from.x, at.y - from.y};
    if (length(way) < 2 * ring) return;
    const Vec2 ahead = unit(way);
    ImGui::GetWindowDrawList()->AddLine(
        from, {at.x - ahead.x * ring, at.y - ahead.y * ring},
        render::packed(render::withAlpha(desk.view.draw.theme->selection, 150)),
        desk.theme.px(1.3f) * desk.theme.stroke);
}

namespace {

void chooseColours(Desk& desk) {
    const auto present = static_cast<std::size_t>(desk.view.draw.colour_by);
    for (std::size_t i = 0; i < render::kColourBys.size(); ++i) {
        const render::ColourByInfo& by = render::kColourBys[i];
        if (i > 0) ImGui::SameLine(0, desk.theme.px(3));
        const std::string tip = fmt::format("{} Key {}", by.text, i + 1);
        if (pressedButton(desk, fmt::format("world.colour.{}", by.name).c_str(), by.title, i == present,
                          tip.c_str()))
            desk.colourBy(static_cast<render::ColourBy>(i));
    }
}

// What all the signs mean, one below the other.
void explainSigns(Desk& desk, const std::vector<render::LegendEntry>& entries) {
    const UiTheme& theme = desk.theme;
    const world::WorldView view = desk.session.world().view();
    if (!render::isRamp(desk.view.draw.colour_by))
        for (const render::LegendEntry& entry : entries) drawEntry(entry);
    if (!view.species.empty())
        drawEntry({desk.view.draw.theme->text, "a light: a point that thinks, for a herd or an animal",
                   render::Shape::kKite, false});
    const ImU32 text = render::packed(desk.view.draw.theme->text);
    if (render::isRamp(desk.view.draw.colour_by)) {
        drawForm(theme, text, true), ImGui::TextUnformatted("a disc: on time");
        drawForm(theme, text, false), ImGui::TextUnformatted("a ring: late, and the later the thinner");
    }
    for (const ground::Surface surface : render::surfacesOf(view))
        drawSurface(theme, *desk.view.draw.theme, surface);
    if (hasWays(desk)) drawWayEntry(text);
    if (desk.settings.shows_pulses) drawRings(theme, text, {0.42f}, "a ring that fades: it has just thought");
    if (desk.session.world().flocks().canFlee())
        drawRings(theme, text, {0.46f, 0.3f}, "two rings: it is hunted, or flees");
}

}  // namespace

// One line: what the colours mean. A click on it shows all colourings and signs.
void WorldPane::drawLegend(Desk& desk, const ScreenRect& rect) {
    if (rect.isEmpty()) return;
    const UiTheme& theme = desk.theme;
    constexpr const char* kAll = "##signs";
    beginCard(desk, "##legend", rect, {theme.px(8), theme.px(6)}, ImGuiWindowFlags_NoNav);
    const render::ColourByInfo& by = render::kColourBys[static_cast<std::size_t>(desk.view.draw.colour_by)];
    const std::vector<render::LegendEntry> entries =
        render::legendOf(desk.session.world().view(), desk.view.draw);
    float legend_end = rect.at.x;
    {
        const SmallText small(desk);
        ImGui::TextColored(theme.muted, "%s:", by.title);
        ImGui::SameLine(0, theme.px(6));
        if (render::isRamp(desk.view.draw.colour_by) && entries.size() > 1) {
            drawRamp(theme, entries);
            legend_end = ImGui::GetItemRectMax().x;
        } else {
            for (const render::LegendEntry& entry : entries) {
                drawEntry(entry);
                legend_end = ImGui::GetItemRectMax().x;
                ImGui::SameLine(0, theme.px(10));
            }
        }
    }
    legend_width_ = legend_end - rect.at.x + theme.px(8);
    ImGui::SetCursorScreenPos(rect.at);
    if (ImGui::InvisibleButton("##open", rect.size)) ImGui::OpenPopup(kAll);
    noteItem(desk, "world.legend", "legend", by.title);
    tooltip(
        desk,
        fmt::format("Colours: {}. A click shows what else they can mean, and all signs.", by.title).c_str());
    ImGui::SetNextWindowPos({rect.at.x, rect.end().y + theme.px(4)});
    if (ImGui::BeginPopup(kAll)) {
        chooseColours(desk);
        ImGui::Spacing();
        explainSigns(desk, entries);
        ImGui::EndPopup();
    }
    endCard();
}

// The other scale: near the ground a map of the world, from high above what is near the player.
void WorldPane::drawCorner(Desk& desk, const ScreenRect& corner) {
    if (corner.isEmpty()) return;
    ImGui::SetNextWindowPos(corner.at);
    ImGui::SetNextWindowSize(corner.size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("##corner", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    // Drawn where this window is among the others.
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
            static_cast<Desk*>(command->UserCallbackData)->draw_corner();
        },
        &desk);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    if (desk.view.camera.risen() > kCloseUpFrom)
        drawCloseUp(desk, corner);
    else
        drawMinimap(desk, corner);
    list.AddRect(corner.at, corner.end(), render::packed(desk.view.draw.theme->border), 0, 0,
                 desk.theme.px(1.5f));
    ImGui::End();
}

void WorldPane::drawMinimap(Desk& desk, const ScreenRect& corner) {
    ImGui::InvisibleButton("##map", corner.size);
    noteItem(desk, "world.minimap", "map");
    tooltip(desk, "The whole world. Click or drag to move the view.");
    minimap_ = pixelsOf(corner);
    if (!ImGui::IsItemActive()) return;
    const Plane& plane = desk.session.world().flocks().plane();
    desk.view.camera.lookAt(plane,
                            render::minimapCamera(plane, minimap_).toWorld(plane, minimap_, mousePixel()));
    desk.view.follows_player = desk.view.follows_selected = false;
}

// What is inspected, or the surroundings of the player, from near the ground.
void WorldPane::drawCloseUp(Desk& desk, const ScreenRect& corner) {
    const world::WorldView world = desk.session.world().view();
    const render::DrawSettings& draw = desk.view.draw;
    const bool is_inspected = draw.selected_task && *draw.selected_task < world.tasks.size();
    const render::Vec2d middle = is_inspected ? shownAt(world, *draw.selected_task, draw.is_smooth)
                                              : metresOf(world.plane(), world.player);
    close_up_ = pixelsOf(corner);
    close_up_camera_ = desk.view.camera;
    close_up_camera_.lean = 0;
    close_up_camera_.lookAt(world.plane(), middle);
    const bool is_herd = is_inspected && *draw.selected_task < world.flocks.size();
    close_up_camera_.seen_m =
        std::min(is_herd ? reachOf(world.flocks.speciesOf(FlockId{*draw.selected_task})) : kCloseUp_m,
                 desk.view.camera.whole_m * kCloseUpShare);
    ImGui::InvisibleButton("##close_up", corner.size);
    noteItem(desk, "world.close_up", "view");
    tooltip(desk, "The same from near by. A click takes the view there; V goes up again.");
    if (ImGui::IsItemClicked()) {
        desk.view.flight = {.from = desk.view.camera, .to = close_up_camera_, .share = 0};
        desk.view.follows_selected = is_inspected, desk.view.follows_player = !is_inspected;
    }
    const char* const title = is_inspected ? "inspected, from near by" : "at your feet";
    const UiTheme& theme = desk.theme;
    ImFont* const font = theme.small ? theme.small : ImGui::GetFont();
    const float height = font->FontSize * ImGui::GetIO().FontGlobalScale;
    const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, title);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner.at, {corner.at.x + size.x + theme.px(10), corner.at.y + size.y + theme.px(4)},
                       render::packed(render::withAlpha(draw.theme->background, 220)));
    list.AddText(font, height, {corner.at.x + theme.px(5), corner.at.y + theme.px(2)},
                 render::packed(draw.theme->text), title);
}

}  // namespace drover::desktop
