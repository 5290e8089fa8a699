#include "app/desktop/world_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "app/desktop/building_view.h"
#include "app/desktop/one_animal.h"
#include "app/desktop/selection.h"
#include "app/desktop/way_drawing.h"
#include "app/desktop/widgets/widgets.h"
#include "core/flock/store.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

constexpr double kFirstReach = 16;  // of the near reach, seen at first: how the far ones give way

// The commands of views and of the player take no larger numbers.
double within(double metres) { return std::clamp(metres, -kMaxWorldSize, kMaxWorldSize); }

const char* ringName(render::RingLabel::Ring ring) {
    switch (ring) {
        case render::RingLabel::Ring::kNear: return "world.near";
        case render::RingLabel::Ring::kMiddle: return "world.middle";
        case render::RingLabel::Ring::kFront: return "world.front";
        case render::RingLabel::Ring::kZone: break;
    }
    return "world.zone";
}

std::string textOf(const render::RingLabel& label) {
    const auto metres = static_cast<double>(label.radius_m);
    switch (label.ring) {
        case render::RingLabel::Ring::kNear: return fmt::format("near: up to {:g} m", metres);
        case render::RingLabel::Ring::kMiddle: return fmt::format("middle: up to {:g} m, far beyond", metres);
        case render::RingLabel::Ring::kFront: return fmt::format("unfolded up to {:.0f} m", metres);
        case render::RingLabel::Ring::kZone: break;
    }
    return fmt::format("{:g} m", metres);
}

}  // namespace

void WorldPane::lookAtFirst(Desk& desk) {
    const Plane& plane = desk.session.world().flocks().plane();
    ViewState& view = desk.view;
    view.draw.selected_task.reset();
    // A world of a single herd is about that herd: its tree is shown, and the close-up shows it.
    const world::WorldView first = desk.session.world().view();
    if (first.flocks.size() == 1 && first.tasks.size() == 1) view.draw.selected_task = 0;
    if (showBuilding(desk)) return;
    view.follows_player = true, view.follows_selected = false;
    view.camera.lookAt(plane, metresOf(plane, desk.session.world().player()));
    const double wide_m = kFirstReach * static_cast<double>(desk.session.world().view().nearReach());
    view.camera.metres_per_pixel = std::min(wide_m, plane.worldSize()) /
                                   static_cast<double>(std::min(view.viewport.width, view.viewport.height));
    view.camera.stayInReach(plane, view.viewport);
}

render::Vec2d WorldPane::mousePixel() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return {static_cast<double>(mouse.x * pixels_per_point_),
            static_cast<double>(mouse.y * pixels_per_point_)};
}

void WorldPane::draw(Desk& desk, const ScreenRect& rect, const ScreenLayout& screen, const Input& input,
                     double passed_s, const render::Renderer& renderer) {
    pixels_per_point_ =
        ImGui::GetIO().DisplayFramebufferScale.x > 0 ? ImGui::GetIO().DisplayFramebufferScale.x : 1;
    const float p = pixels_per_point_;
    desk.view.viewport = {rect.at.x * p, rect.at.y * p, rect.size.x * p, rect.size.y * p};
    minimap_ = close_up_ = {};
    if (rect.isEmpty()) return;
    desk.view.camera.stayInReach(desk.session.world().flocks().plane(), desk.view.viewport);
    follow(desk, passed_s);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    beginPane("##world", rect, {0, 0}, kWorldPane);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("##ground", rect.size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    noteItem(desk, "world.view", "view", fmt::format("{:.4g} m a pixel", desk.view.camera.metres_per_pixel));
    handleMouse(desk);
    drawOverBudget(desk, rect, desk.session.era().history);
    drawRingLabels(desk, screen, renderer);
    drawWays(desk, *ImGui::GetWindowDrawList(), pixels_per_point_);
    drawGates(desk, *ImGui::GetWindowDrawList(), pixels_per_point_);
    drawHunts(desk);
    drawTarget(desk);
    drawAnimalForces(desk, *ImGui::GetWindowDrawList(), desk.view.viewport, desk.view.camera);
    drawInspectorLine(desk, screen.inspector);
    ImGui::End();
    movePlayer(desk, input, passed_s);
    // With both views, the other one is in the corner.
    if (desk.view.eyes.sight != Sight::kBoth) drawCorner(desk, screen.corner);
}

void WorldPane::handleMouse(Desk& desk) {
    ViewState& view = desk.view;
    const world::World& world = desk.session.world();
    const Plane& plane = world.flocks().plane();
    const ImGuiIO& io = ImGui::GetIO();
    const render::Vec2d mouse = mousePixel();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
        // A camera that follows an animal zooms about it: anything else would go out of sight.
        const render::Vec2d middle{static_cast<double>(view.viewport.x + view.viewport.width / 2),
                                   static_cast<double>(view.viewport.y + view.viewport.height / 2)};
        const bool is_following = view.follows_player || view.follows_selected;
        view.camera.zoomAbout(plane, view.viewport, is_following ? middle : mouse,
                              std::pow(1.25, static_cast<double>(io.MouseWheel)));
    }
    if (drag_ == Drag::kNone && drawing_.handleMouse(desk, mouse, pixels_per_point_)) return;
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive() && view.tool == Tool::kNone) drawHover(desk);
    if (ImGui::IsItemActivated()) {
        const render::Vec2d player =
            view.camera.toScreen(plane, view.viewport, metresOf(plane, world.player()));
        const double reach = static_cast<double>(desk.theme.px(16) * pixels_per_point_);
        const bool is_at_player = ImGui::IsMouseDown(0) && distanceSq(player, mouse) < reach * reach;
        drag_ = is_at_player ? Drag::kPlayer : Drag::kPan;
        has_dragged_ = false;
    }
    if (drag_ == Drag::kNone) return;
    if (!ImGui::IsItemActive()) {
        if (!has_dragged_ && drag_ == Drag::kPan && ImGui::IsMouseReleased(0)) {
            view.draw.selected_task =
                taskAt(world.view(), view, mouse, static_cast<double>(desk.theme.px(22) * pixels_per_point_));
            const auto selected = view.draw.selected_task;
            if (!selected) view.follows_selected = false;
            if (selected && *selected < world.flocks().size()) {
                const render::Vec2d at = view.camera.toWorld(plane, view.viewport, mouse);
                view.selected_leaf = leafNearest(world.flocks(), FlockId{*selected}, plane.place(at.x, at.y));
            }
        }
        drag_ = Drag::kNone;
        return;
    }
    for (const int button : {0, 1, 2}) has_dragged_ |= ImGui::IsMouseDragging(button, desk.theme.px(4));
    if (!has_dragged_) return;
    if (drag_ == Drag::kPlayer) {
        const render::Vec2d to = view.camera.toWorld(plane, view.viewport, mouse);
        view.follows_player = false;  // or the view would move under the mouse
        desk.session.send(world::MovePlayer{within(to.x), within(to.y)});
    } else {
        view.follows_player = view.follows_selected = false;
        view.camera.pan(plane, {static_cast<double>(io.MouseDelta.x * pixels_per_point_),
                                static_cast<double>(io.MouseDelta.y * pixels_per_point_)});
    }
}

// Says which animal is under the mouse, once it rests.
void WorldPane::drawHover(Desk& desk) {
    constexpr double kRest_s = 0.25;
    constexpr std::size_t kMostSearched = 200'000;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) rests_since_s_ = ImGui::GetTime();
    const world::World& world = desk.session.world();
    const world::WorldView view = world.view();
    if (ImGui::GetTime() - rests_since_s_ < kRest_s || view.tasks.size() > kMostSearched) return;
    const auto task =
        taskAt(view, desk.view, mousePixel(), static_cast<double>(desk.theme.px(14) * pixels_per_point_));
    if (!task) return;
    const bool is_point = *task < view.flocks.size() && view.flocks.isAlone(FlockId{*task});
    const std::string text = fmt::format(
        "{}{}\nlast thought {:.2f} s ago\nthinks every {:.2f} s instead of {:.2f} s", nameOf(world, *task),
        is_point ? ", seen as one point" : "", static_cast<double>(view.sinceUpdate(*task)),
        static_cast<double>(view.periodOf(*task)) * 1e-9,
        static_cast<double>(view.tasks[*task].nominal_ns) * 1e-9);
    ImGui::SetTooltip("%s", text.c_str());
    desk.map.note("world.hover", "tooltip", io.MousePos, {io.MousePos.x + 1, io.MousePos.y + 1}, text);
}

// The speed is proportional to the width of the view, so it looks the same at any zoom.
void WorldPane::movePlayer(Desk& desk, const Input& input, double passed_s) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || desk.are_arrows_taken || input.isCtrl() || !desk.message.empty()) return;
    const auto held = [&](SDL_Scancode a, SDL_Scancode b) {
        return input.isHeld(a) || input.isHeld(b) ? 1.0 : 0.0;
    };
    const double x = held(SDL_SCANCODE_D, SDL_SCANCODE_RIGHT) - held(SDL_SCANCODE_A, SDL_SCANCODE_LEFT);
    const double y = held(SDL_SCANCODE_W, SDL_SCANCODE_UP) - held(SDL_SCANCODE_S, SDL_SCANCODE_DOWN);
    if (x == 0 && y == 0) return;
    const double seen_m = static_cast<double>(desk.view.viewport.width) * desk.view.camera.metres_per_pixel;
    const double way = seen_m * 0.25 * (input.isShift() ? 3 : 1) * std::min(passed_s, 0.1) / std::hypot(x, y);
    const Plane& plane = desk.session.world().flocks().plane();
    const render::Vec2d from = metresOf(plane, desk.session.world().player());
    desk.session.send(world::MovePlayer{within(from.x + x * way), within(from.y + y * way)});
}

void WorldPane::follow(Desk& desk, double passed_s) {
    ViewState& view = desk.view;
    const world::World& world = desk.session.world();
    const Plane& plane = world.flocks().plane();
    const double share = 1 - std::exp(-8 * std::clamp(passed_s, 0.0, 1.0));
    const world::WorldView shown = world.view();
    if (view.follows_selected && view.draw.selected_task && *view.draw.selected_task < shown.tasks.size()) {
        view.camera.follow(plane, shownAt(shown, *view.draw.selected_task, view.draw.is_smooth), share);
    } else if (view.follows_player) {
        view.camera.follow(plane, metresOf(plane, world.player()), share);
    }
}

void WorldPane::drawRingLabels(Desk& desk, const ScreenLayout& screen, const render::Renderer& renderer) {
    if (!desk.view.draw.shows_zones) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 text = render::packed(desk.view.draw.theme->text),
                ground = render::packed(render::withAlpha(desk.view.draw.theme->background, 200));
    // The front of the unfolded herds and the outermost ring always get their labels; inner rings get theirs
    // if there is space.
    std::vector<float> taken;
    const auto write = [&](const render::RingLabel& label) {
        const std::string metres = textOf(label);
        ImFont* font = desk.theme.small ? desk.theme.small : ImGui::GetFont();
        const float height = font->FontSize * ImGui::GetIO().FontGlobalScale;
        const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, metres.c_str());
        ImVec2 at{label.x / pixels_per_point_ - size.x / 2, label.y / pixels_per_point_ - size.y / 2};
        // A card would cover it: it stands beside the card instead.
        const auto isUnder = [&](const ScreenRect& card) {
            return !card.isEmpty() && at.x < card.end().x && at.x + size.x > card.at.x &&
                   at.y < card.end().y && at.y + size.y > card.at.y;
        };
        for (const ScreenRect& card : {screen.menu, screen.legend, screen.readings})
            if (isUnder(card)) at.x = card.end().x + desk.theme.px(6);
        if (isUnder(screen.corner) || isUnder(screen.drawer)) return;
        const float left = desk.view.viewport.x / pixels_per_point_ + desk.theme.px(4),
                    right = left + desk.view.viewport.width / pixels_per_point_ - desk.theme.px(8) - size.x;
        if (right < left) return;
        at.x = std::clamp(at.x, left, right);
        const float space = size.y + desk.theme.px(3);
        if (std::ranges::any_of(taken, [&](float y) { return std::abs(at.y - y) < space; })) return;
        taken.push_back(at.y);
        list.AddRectFilled({at.x - 3, at.y - 1}, {at.x + size.x + 3, at.y + size.y + 1}, ground, 3);
        list.AddText(font, height, at, text, metres.c_str());
        desk.map.note(ringName(label.ring), "text", at, {at.x + size.x, at.y + size.y}, metres);
    };
    const std::span<const render::RingLabel> labels = renderer.ringLabels();
    for (auto next = labels.rbegin(); next != labels.rend(); ++next)
        if (next->ring == render::RingLabel::Ring::kFront) write(*next);
    for (auto next = labels.rbegin(); next != labels.rend(); ++next)
        if (next->ring != render::RingLabel::Ring::kFront) write(*next);
    nameThePlayer(desk);
}

// The white dot is who looks at the world.
void WorldPane::nameThePlayer(Desk& desk) {
    const world::World& world = desk.session.world();
    const Plane& plane = world.flocks().plane();
    const render::Vec2d at =
        desk.view.camera.toScreen(plane, desk.view.viewport, metresOf(plane, world.player()));
    ImFont* const font = desk.theme.small ? desk.theme.small : ImGui::GetFont();
    const float height = font->FontSize * ImGui::GetIO().FontGlobalScale;
    constexpr const char* kYou = "you";
    const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, kYou);
    const ImVec2 text{static_cast<float>(at.x) / pixels_per_point_ - size.x / 2,
                      static_cast<float>(at.y) / pixels_per_point_ + desk.theme.px(13)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({text.x - 3, text.y - 1}, {text.x + size.x + 3, text.y + size.y + 1},
                       render::packed(render::withAlpha(desk.view.draw.theme->background, 200)), 3);
    list.AddText(font, height, text, render::packed(desk.view.draw.theme->player), kYou);
    desk.map.note("world.you", "text", text, {text.x + size.x, text.y + size.y}, kYou);
}

void WorldPane::tellView(Desk& desk) {
    const ViewState& view = desk.view;
    if (view.viewport.isEmpty()) return;
    const Plane& plane = desk.session.world().flocks().plane();
    const render::Vec2d half = view.camera.halfSeen(plane, view.viewport);
    const world::SetView now{within(view.camera.centre_m.x), within(view.camera.centre_m.y),
                             within(2 * half.x), within(2 * half.y)};
    if (now.x == told_.x && now.y == told_.y && now.width == told_.width && now.height == told_.height)
        return;
    told_ = now;
    desk.session.send(now);
}

}  // namespace drover::desktop
