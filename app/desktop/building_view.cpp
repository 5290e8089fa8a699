#include "app/desktop/building_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/people/crowd.h"

namespace drover::desktop {
namespace {

constexpr double kRoomAround = 1.18;  // around the building
constexpr float kOpen_px = 1.5f, kClosed_px = 5, kPost_px = 3;

// From a place to the nearest point of a gate's line, metres.
double distanceTo(const people::Gate& gate, ground::Point at) {
    const ground::Point way = gate.b - gate.a;
    const double share = std::clamp(dot(at - gate.a, way) / std::max(dot(way, way), 1e-9), 0.0, 1.0);
    return length(at - (gate.a + way * share));
}

}  // namespace

std::optional<render::Camera> buildingCamera(const Desk& desk) {
    const world::WorldView view = desk.session.world().view();
    const people::Crowd* const crowd = view.people();
    if (crowd == nullptr) return std::nullopt;
    const ground::Box& area = crowd->building().area;
    const ground::Point middle = (area.low + area.high) * 0.5, size = area.high - area.low;
    render::Camera camera = desk.view.camera;
    camera.lookAt(view.plane(), {middle.x, middle.y});
    const render::Viewport& v = desk.view.viewport;
    camera.seen_m = kRoomAround * std::max(size.x * static_cast<double>(v.height / v.width), size.y);
    camera.stayInReach(view.plane(), v);
    camera.whole_m = camera.seen_m;
    camera.yaw = render::Camera::kNorth;
    camera.lean = 0;
    return camera;
}

// An open one is a thin line between two posts; a closed one is thick and crossed out.
void drawGates(Desk& desk, ImDrawList& list, float pixels_per_point) {
    const world::WorldView view = desk.session.world().view();
    const people::Crowd* const crowd = view.people();
    if (crowd == nullptr) return;
    const auto onScreen = [&](ground::Point p) {
        const render::Vec2d at = desk.view.camera.toScreen(view.plane(), desk.view.viewport, {p.x, p.y});
        return ImVec2{static_cast<float>(at.x) / pixels_per_point,
                      static_cast<float>(at.y) / pixels_per_point};
    };
    const UiTheme& theme = desk.theme;
    const ImU32 open = ImGui::GetColorU32(theme.accent), closed = ImGui::GetColorU32(theme.warning);
    const std::vector<people::Gate>& gates = crowd->building().gates;
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
        const bool is_open = crowd->isOpen(i);
        const ImVec2 a = onScreen(gates[i].a), b = onScreen(gates[i].b);
        const ImVec2 middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
        const ImU32 colour = is_open ? open : closed;
        list.AddLine(a, b, colour, theme.px(is_open ? kOpen_px : kClosed_px));
        for (const ImVec2 post : {a, b}) list.AddCircleFilled(post, theme.px(kPost_px), colour);
        if (!is_open) {
            const float arm = theme.px(7), wide = theme.px(2);
            list.AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, closed, wide);
            list.AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, closed, wide);
        }
        const float reach = theme.px(8);
        desk.map.note(fmt::format("world.gate.{}", i), "gate", {middle.x - reach, middle.y - reach},
                      {middle.x + reach, middle.y + reach}, is_open ? "open" : "closed");
    }
}

std::optional<std::uint32_t> gateAt(const world::WorldView& view, Place place, double reach_m) {
    const people::Crowd* const crowd = view.people();
    std::optional<std::uint32_t> found;
    if (crowd == nullptr) return found;
    const ground::Point at{view.plane().xMetres(place), view.plane().yMetres(place)};
    double least = reach_m;
    const std::vector<people::Gate>& gates = crowd->building().gates;
    for (std::uint32_t i = 0; i < gates.size(); ++i) {
        const double distance = distanceTo(gates[i], at);
        if (distance <= least) found = i, least = distance;
    }
    return found;
}

}  // namespace drover::desktop
