#include "app/desktop/eyes_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/desktop/selection.h"
#include "app/desktop/stopwatch.h"
#include "app/desktop/widgets/widgets.h"
#include "app/desktop/world_pane.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/world_view.h"
#include "render/offscreen.h"

namespace drover::desktop {
namespace {

using render::eyes::EyeCamera;

constexpr float kRadiansAWidth = 1.6f;  // that a drag over the whole view turns
constexpr double kXray_s = 0.7;         // that animals take to dissolve
constexpr float kTurns_per_s = 0.30f;   // radians, when the player walks by itself
constexpr float kTurnsByKey_per_s = 1.4f;
constexpr double kCornerReach_m = 520;  // across the view from above in the corner, at most
// Herds are looked at from far behind. People are in buildings, so they are looked at over their walls.
constexpr EyeCamera kOverWalls{.tilt = 0.42f, .behind_m = 21};

// The commands of the player take no larger numbers.
double inReach(double metres) { return std::clamp(metres, -kMaxWorldSize, kMaxWorldSize); }

}  // namespace

// Near herds count more.
void EyesPane::lookAtFirst(Desk& desk) {
    constexpr float kReach_m = 500;
    constexpr int kWays = 24;
    const world::WorldView world = desk.session.world().view();
    std::array<float, kWays> weight{};
    for (std::size_t task = 0; task < world.tasks.size(); ++task) {
        const Vec2 way = world.plane().offset(world.player, world.placeOf(task));
        const float far = length(way);
        if (far > kReach_m || far < 1) continue;
        for (int i = 0; i < kWays; ++i) {
            const float angle = static_cast<float>(i) * 2 * std::numbers::pi_v<float> / kWays;
            const float along = (way.x * std::cos(angle) + way.y * std::sin(angle)) / far;
            weight[static_cast<std::size_t>(i)] += std::max(along - 0.8f, 0.0f) * (1 - far / kReach_m);
        }
    }
    const auto best = std::ranges::max_element(weight) - weight.begin();
    desk.view.eyes.camera = world.people() != nullptr ? kOverWalls : EyeCamera{};
    desk.view.eyes.camera.turn(static_cast<float>(best) * 2 * std::numbers::pi_v<float> / kWays);
    desk.view.eyes.turns_along = true;
}

render::Vec2d EyesPane::mousePixel() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return {static_cast<double>(mouse.x * pixels_per_point_),
            static_cast<double>(mouse.y * pixels_per_point_)};
}

render::Viewport EyesPane::pixelsOf(const ScreenRect& rect) const {
    const float p = pixels_per_point_;
    return {rect.at.x * p, rect.at.y * p, rect.size.x * p, rect.size.y * p};
}

void EyesPane::draw(Desk& desk, const Places& places, const ScreenLayout& screen, const Input& input,
                    double passed_s) {
    const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
    pixels_per_point_ = scale > 0 ? scale : 1;
    views_ = {}, above_ = {};
    EyesState& eyes = desk.view.eyes;
    if (eyes.sight == Sight::kAbove || places.left.isEmpty()) return;
    const auto step = static_cast<float>(passed_s / kXray_s);
    eyes.xray = std::clamp(eyes.xray + (eyes.is_xray ? step : -step), 0.0f, 1.0f);
    if (eyes.fillView()) drawLarge(desk, places, screen, input, passed_s);
    turnAlong(desk, passed_s);
    if (eyes.sight == Sight::kBoth) drawCorner(desk, screen.corner);
}

void EyesPane::drawLarge(Desk& desk, const Places& places, const ScreenLayout& screen, const Input& input,
                         double passed_s) {
    desk.view.viewport = pixelsOf(places.left);
    // What is in view counts as more important: as far as that goes, it is what is round the player.
    const world::World& world = desk.session.world();
    const Plane& plane = world.flocks().plane();
    if (desk.view.follows_player) desk.view.camera.lookAt(plane, metresOf(plane, world.player()));
    ScreenRect all = places.left;
    views_[0] = pixelsOf(places.left);
    if (places.has_right) {
        all.size.x *= 2;
        views_[1] = views_[0];
        views_[1].x += views_[0].width;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    beginPane("##eyes", all, {0, 0}, kWorldPane);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("##sight", all.size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    noteItem(
        desk, "world.eyes", "view",
        fmt::format("{:.0f} m behind, heading {:.0f}", static_cast<double>(desk.view.eyes.camera.behind_m),
                    static_cast<double>(desk.view.eyes.camera.yaw) * 180 / std::numbers::pi));
    handleMouse(desk, places);
    drawOverBudget(desk, places.left, desk.session.era().history);
    const bool has_legend =
        desk.settings.shows_legend && desk.view.eyes.is_tinted && !screen.legend.isEmpty();
    const ScreenRect& above = has_legend ? screen.legend : screen.menu;
    const float below = std::max(above.end().y, screen.readings.end().y);
    writeCaption(desk, places.left, {above.at.x, below + desk.theme.px(8)});
    ImGui::End();
    movePlayer(desk, input, passed_s);
}

void EyesPane::handleMouse(Desk& desk, const Places& places) {
    const ImGuiIO& io = ImGui::GetIO();
    EyesState& eyes = desk.view.eyes;
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) eyes.camera.comeNear(std::pow(1.15f, io.MouseWheel));
    if (ImGui::IsItemActivated()) is_dragging_ = true, has_dragged_ = false;
    if (!is_dragging_) return;
    if (!ImGui::IsItemActive()) {
        if (!has_dragged_ && ImGui::IsMouseReleased(0)) pick(desk, places);
        is_dragging_ = false;
        return;
    }
    for (const int button : {0, 1, 2}) has_dragged_ |= ImGui::IsMouseDragging(button, desk.theme.px(4));
    if (!has_dragged_) return;
    const float turn = kRadiansAWidth / places.left.size.x;
    eyes.camera.turn(io.MouseDelta.x * turn);
    eyes.camera.tiltBy(io.MouseDelta.y * turn * -0.6f);
    eyes.turns_along = false;
}

// The animal that is drawn nearest to the mouse.
void EyesPane::pick(Desk& desk, const Places& places) {
    const render::Vec2d mouse = mousePixel();
    const bool is_right =
        places.has_right && !views_[0].contains(static_cast<float>(mouse.x), static_cast<float>(mouse.y));
    const std::size_t side = is_right ? 1 : 0;
    const EyeCamera& camera = desk.view.eyes.camera;
    const auto reach_px = desk.theme.px(22) * pixels_per_point_;
    desk.view.draw.selected_task =
        render::eyes::taskAt(scenes_[side], camera, views_[side], mouse, static_cast<double>(reach_px));
    const auto selected = desk.view.draw.selected_task;
    const flock::FlockStore& flocks = desk.session.world().flocks();
    if (!selected) desk.view.follows_selected = false;
    if (is_right || !selected || *selected >= flocks.size()) return;
    if (const auto at = camera.groundAt(views_[side], mouse))
        desk.view.selected_leaf =
            leafNearest(flocks, FlockId{*selected}, flocks.plane().moved(desk.session.world().player(), *at));
}

// Ahead, back and to the sides as the eyes look; the arrows to the sides turn.
void EyesPane::movePlayer(Desk& desk, const Input& input, double passed_s) {
    is_walking_ = false;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || desk.are_arrows_taken || input.isCtrl() || !desk.message.empty()) return;
    const auto held = [&](SDL_Scancode key) { return input.isHeld(key) ? 1.0f : 0.0f; };
    const auto time = static_cast<float>(std::min(passed_s, 0.1));
    EyeCamera& camera = desk.view.eyes.camera;
    const float turn = held(SDL_SCANCODE_LEFT) - held(SDL_SCANCODE_RIGHT);
    if (turn != 0) camera.turn(turn * kTurnsByKey_per_s * time), desk.view.eyes.turns_along = false;
    const float side = held(SDL_SCANCODE_D) - held(SDL_SCANCODE_A);
    const float ahead = std::clamp(
        held(SDL_SCANCODE_W) + held(SDL_SCANCODE_UP) - held(SDL_SCANCODE_S) - held(SDL_SCANCODE_DOWN), -1.0f,
        1.0f);
    if (side == 0 && ahead == 0) return;
    is_walking_ = true;
    const float speed = camera.behind_m * (input.isShift() ? 0.9f : 0.3f);
    const Vec2 way = unit(camera.ahead() * ahead + camera.right() * side) * (speed * time);
    const render::Vec2d from = metresOf(desk.session.world().flocks().plane(), desk.session.world().player());
    desk.session.send(world::MovePlayer{inReach(from.x + static_cast<double>(way.x)),
                                        inReach(from.y + static_cast<double>(way.y))});
}

void EyesPane::turnAlong(Desk& desk, double passed_s) {
    const Place now = desk.session.world().player();
    const Vec2 way = desk.session.world().flocks().plane().offset(was_at_, now);
    was_at_ = now;
    EyesState& eyes = desk.view.eyes;
    const float far = length(way);
    if (!eyes.turns_along || is_walking_ || far < 0.001f || far > 20) return;
    const float off =
        std::remainder(std::atan2(way.y, way.x) - eyes.camera.yaw, 2 * std::numbers::pi_v<float>);
    const auto most = kTurns_per_s * static_cast<float>(std::min(passed_s, 0.1));
    eyes.camera.turn(std::clamp(off * 0.02f, -most, most));
}

// What the eyes see, from the player in the middle of the view from above.
void EyesPane::drawSight(const Desk& desk, const ScreenRect& corner) const {
    const EyeCamera& camera = desk.view.eyes.camera;
    const float half = std::atan(camera.halfWidth(views_[0])), reach = corner.size.y * 0.42f;
    const ImVec2 middle{corner.at.x + corner.size.x / 2, corner.at.y + corner.size.y / 2};
    const auto end = [&](float yaw) {
        return ImVec2{middle.x + std::cos(yaw) * reach, middle.y - std::sin(yaw) * reach};
    };
    ImGui::GetWindowDrawList()->AddTriangleFilled(
        middle, end(camera.yaw - half), end(camera.yaw + half),
        render::packed(render::withAlpha(desk.view.draw.theme->player, 56)));
}

void EyesPane::drawCorner(Desk& desk, const ScreenRect& corner) {
    if (corner.isEmpty()) return;
    const bool are_large = desk.view.eyes.fillView();
    beginCorner(desk, corner);
    ImGui::InvisibleButton("##other", corner.size);
    noteItem(desk, "world.inset", "view", are_large ? "above" : "eyes");
    tooltip(desk, "The same moment, seen the other way. A click swaps the two views.");
    if (ImGui::IsItemClicked()) desk.view.eyes.are_small = are_large;
    if (are_large) {
        const world::World& world = desk.session.world();
        const Plane& plane = world.flocks().plane();
        above_ = pixelsOf(corner);
        above_camera_.lookAt(plane, metresOf(plane, world.player()));
        above_camera_.metres_per_pixel =
            std::min(kCornerReach_m, plane.worldSize()) / static_cast<double>(above_.width);
        drawSight(desk, corner);
    } else {
        views_[0] = pixelsOf(corner);
    }
    endCorner(desk, corner);
}

// Which animals are made up.
void EyesPane::writeCaption(Desk& desk, const ScreenRect& rect, ImVec2 corner) const {
    const render::eyes::Scene& scene = scenes_[0];
    std::string text =
        desk.view.eyes.is_xray ? "Each point thinks for the animals that were drawn round it. Back: key Y"
        : scene.invented == 0
            ? fmt::format("{} in sight.", grouped(scene.animals))
            : fmt::format("{} are drawn, not simulated: {} of {} in sight. X-ray: key Y",
                          desk.session.world().view().people() != nullptr ? "People in folded queues"
                                                                          : "Animals of folded herds",
                          grouped(scene.invented), grouped(scene.animals));
    const UiTheme& theme = desk.theme;
    const float pad = theme.px(6);
    ImVec2 size = ImGui::CalcTextSize(text.c_str());
    if (size.x > rect.size.x - 4 * pad) {
        text = desk.view.eyes.is_xray ? "Points think for herds. Back: Y"
                                      : "Folded herds are drawn, not simulated. X-ray: Y";
        size = ImGui::CalcTextSize(text.c_str());
    }
    const ImVec2 at{corner.x + pad, corner.y + pad / 2};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low{at.x - pad, at.y - pad / 2}, end{at.x + size.x + pad, at.y + size.y + pad / 2};
    list.PushClipRect(rect.at, rect.end(), true);
    list.AddRectFilled(low, end, render::packed(render::withAlpha(desk.view.draw.theme->background, 200)),
                       pad / 2);
    list.AddText(at, ImGui::GetColorU32(theme.text), text.c_str());
    list.PopClipRect();
    desk.map.note("world.invented", "text", low, end, text);
}

render::eyes::EyesLook EyesPane::lookOf(const ViewState& view) {
    const float xray = view.eyes.xray;
    return {.theme = view.draw.theme,
            .xray = xray * xray * (3 - 2 * xray),
            .ui_scale = view.draw.ui_scale,
            .shows_meadow = view.draw.shows_meadow};
}

render::eyes::Wants EyesPane::wantsOf(const ViewState& view) {
    return {.is_tinted = view.eyes.is_tinted && view.draw.colour_by != render::ColourBy::kSpecies,
            .has_points = view.eyes.xray > 0};
}

// The animals are where they are shown in the window: a copy knows how far they have come.
render::Image EyesPane::picture(const Session& session, const ViewState& view, Window::Size size) {
    const render::Viewport viewport{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
    render::eyes::SceneGather gather = gathers_[0];
    render::eyes::Scene scene;
    gather.gather(session.world().view(), view.eyes.camera, viewport, view.draw, wantsOf(view), scene);
    render::eyes::EyesLook look = lookOf(view);
    look.ui_scale *= viewport.width / std::max(view.viewport.width, 1.0f);
    return render::drawOffscreen(size.width, size.height, [&] {
        renderer_.draw(scene, view.eyes.camera, look, viewport, size.height);
    });
}

void EyesPane::drawWorlds(const Session& session, const ViewState& view, int framebuffer_height) {
    renderer_.beginFrame();
    gather_ms_ = 0;
    const EyesState& eyes = view.eyes;
    const render::eyes::EyesLook look = lookOf(view);
    const render::eyes::Wants wants = wantsOf(view);
    for (std::size_t side = 0; side < views_.size(); ++side) {
        if (views_[side].isEmpty() || (side == 1 && !session.beside())) continue;
        const Stopwatch watch;
        const world::WorldView world = side == 0 ? session.world().view() : session.beside()->world().view();
        gathers_[side].gather(world, eyes.camera, views_[side], view.draw, wants, scenes_[side]);
        gather_ms_ += watch.ms();
        renderer_.draw(scenes_[side], eyes.camera, look, views_[side], framebuffer_height);
    }
}

void EyesPane::tellCost(FrameCost& cost) const {
    const render::eyes::EyesRenderer::Counts& counts = renderer_.counts();
    cost.gather_ms = gather_ms_, cost.submit_ms = counts.submit_ms;
    cost.drawn = counts.animals, cost.bytes = counts.bytes;
}

}  // namespace drover::desktop
