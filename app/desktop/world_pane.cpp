#include "app/desktop/world_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/desktop/building_view.h"
#include "app/desktop/lateness.h"
#include "app/desktop/selection.h"
#include "app/desktop/way_drawing.h"
#include "app/desktop/widgets/widgets.h"
#include "core/flock/store.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/world_view.h"
#include "render/living/pick.h"

namespace drover::desktop {
namespace {

constexpr double kFeet_m = 12;          // what is seen of the ground behind the player, at the feet
constexpr double kEvent_m = 30;         // round what one flies to
constexpr double kFeetOfPeople_m = 16;  // people are in buildings, so they are looked at over their walls
constexpr float kLeanOverPeople = 0.3f;
constexpr double kFirstReach = 16;  // of the near reach, seen from above at first: how the far ones give way
constexpr double kFlight_s = 0.8, kXray_s = 0.7;
constexpr float kRadiansAWidth = 1.6f;  // that a drag over the whole view turns
constexpr float kTurns_per_s = 0.30f, kTurnsByKey_per_s = 1.4f;
constexpr double kWheel = 1.2;        // a step of the wheel
constexpr double kSpeedOfSeen = 0.4;  // a second, that the player walks

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
        case render::RingLabel::Ring::kNear: return fmt::format("near: to {:g} m", metres);
        case render::RingLabel::Ring::kMiddle:
            return fmt::format("middle distance: to {:g} m. Beyond: far", metres);
        case render::RingLabel::Ring::kFront: return fmt::format("unfolded up to {:.0f} m", metres);
        case render::RingLabel::Ring::kZone: break;
    }
    return fmt::format("{:g} m", metres);
}

// Where most animals are, seen from the player: near herds count more.
float wayToMost(const world::WorldView& world) {
    constexpr float kReach_m = 500;
    constexpr int kWays = 24;
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
    return static_cast<float>(best) * 2 * std::numbers::pi_v<float> / kWays;
}

// As far as the curve is about: the building, or as much of the world as can be seen.
double wholeOf(const Desk& desk) {
    render::Camera camera = desk.view.camera;
    if (const auto building = buildingCamera(desk)) return building->seen_m;
    camera.zoomOut(desk.session.world().flocks().plane(), desk.view.viewport);
    return camera.seen_m;
}

render::Camera atFeet(const Desk& desk) {
    const world::WorldView world = desk.session.world().view();
    render::Camera camera = desk.view.camera;
    const bool are_people = world.people() != nullptr;
    camera.lookAt(world.plane(), metresOf(world.plane(), world.player));
    camera.seen_m = are_people ? kFeetOfPeople_m : kFeet_m;
    camera.lean = are_people ? kLeanOverPeople : 0;
    return camera;
}

// So wide that one sees how the far ones give way; of people, the building.
render::Camera fromAbove(const Desk& desk) {
    if (const auto building = buildingCamera(desk)) return *building;
    const world::WorldView world = desk.session.world().view();
    const render::Viewport& v = desk.view.viewport;
    render::Camera camera = desk.view.camera;
    camera.lookAt(world.plane(), metresOf(world.plane(), world.player));
    const double wide_m =
        std::min(kFirstReach * static_cast<double>(world.nearReach()), world.plane().worldSize());
    camera.seen_m = wide_m / static_cast<double>(std::min(v.width, v.height)) * static_cast<double>(v.height);
    camera.leanBy(render::Camera::kNorth);  // straight down, however wide that is
    camera.yaw = render::Camera::kNorth;
    camera.stayInReach(world.plane(), v);
    return camera;
}

void lookAtPlace(Desk& desk, const world::FirstSight& written) {
    ViewState& view = desk.view;
    const Plane& plane = desk.session.world().flocks().plane();
    view.follows_player = false;
    view.camera.lookAt(plane, {written.x, written.y});
    view.camera.seen_m = written.seen_m;
    if (written.from == world::SeenFrom::kAbove) {
        view.camera.leanBy(render::Camera::kNorth);  // straight down, however wide that is
        view.camera.yaw = render::Camera::kNorth;
    } else {
        constexpr double kRadians = std::numbers::pi / 180;
        view.camera.yaw = static_cast<float>(written.turn_deg * kRadians);
        if (written.down_deg > 0)
            view.camera.leanBy(static_cast<float>(written.down_deg * kRadians) - view.camera.elevation());
    }
    view.camera.stayInReach(plane, view.viewport);
}

void fly(ViewState& view, const render::Camera& to) {
    view.right_camera.reset();
    view.takeHold();
    view.flight = {.from = view.camera, .to = to, .share = 0};
}

double eased(double share) { return share * share * (3 - 2 * share); }

double seenAt(const std::vector<Stop>& course, double at_s) {
    if (at_s <= course.front().at_s) return course.front().seen_m;
    for (std::size_t i = 1; i < course.size(); ++i) {
        const Stop &from = course[i - 1], &to = course[i];
        if (at_s >= to.at_s) continue;
        return from.seen_m *
               std::pow(to.seen_m / from.seen_m, eased((at_s - from.at_s) / (to.at_s - from.at_s)));
    }
    return course.back().seen_m;
}

// Between two views, gently at both ends. Heights follow a logarithmic scale, as the wheel does.
render::Camera between(const Plane& plane, const Flight& flight) {
    const double gone = eased(flight.share);
    render::Camera camera = flight.to;
    camera.seen_m = flight.from.seen_m * std::pow(flight.to.seen_m / flight.from.seen_m, gone);
    camera.yaw = flight.from.yaw;
    camera.turn(std::remainder(flight.to.yaw - flight.from.yaw, 2 * std::numbers::pi_v<float>) *
                static_cast<float>(gone));
    camera.lean = flight.from.lean + (flight.to.lean - flight.from.lean) * static_cast<float>(gone);
    camera.centre_m = flight.from.centre_m;
    camera.follow(plane, flight.to.centre_m, gone);
    return camera;
}

}  // namespace

bool WorldPane::isAtFeet(const Desk& desk) { return desk.view.isLow(); }

void WorldPane::flyToFeet(Desk& desk) {
    desk.view.follows_player = true, desk.view.follows_selected = false;
    fly(desk.view, atFeet(desk));
}

void WorldPane::flyToMap(Desk& desk) {
    desk.view.follows_selected = false;
    desk.view.follows_player = !buildingCamera(desk);
    fly(desk.view, fromAbove(desk));
}

void WorldPane::flyToEvent(Desk& desk) {
    const world::WorldView world = desk.session.world().view();
    if (world.tasks.size() == 0) return;
    std::uint32_t where = 0;
    if (!world.hunted.empty()) {
        where = world.hunted.front();
    } else {
        float latest_ms = -1;
        for (std::uint32_t task = 0; task < world.tasks.size(); ++task) {
            const float late_ms = world.lateness_ms(task);
            if (!world.isAway(task) && late_ms > latest_ms) latest_ms = late_ms, where = task;
        }
    }
    ViewState& view = desk.view;
    view.follows_player = false, view.follows_selected = true;
    view.draw.selected_task = where;
    render::Camera to = view.camera;
    to.lookAt(world.plane(), metresOf(world.plane(), world.placeOf(where)));
    to.seen_m = std::min(kEvent_m, wholeOf(desk)), to.lean = 0;
    fly(view, to);
    desk.say((world.hunted.empty() ? "The latest: " : "A hunt: ") + nameOf(desk.session.world(), where),
             thoughtsOf(desk.session.world(), where));
}

void WorldPane::lookAtFirst(Desk& desk, world::SeenFrom from) {
    ViewState& view = desk.view;
    const world::WorldView first = desk.session.world().view();
    const world::FirstSight& written = desk.session.scenario().view;
    using world::SeenFrom;
    const bool is_asked = from != SeenFrom::kAsSuits;
    if (!is_asked) from = written.from;
    if (!view.world_colouring.empty()) view.is_tinted = false;
    view.world_colouring.clear();
    if (written.colour_by != world::Colouring::kAsBefore) {
        view.world_colouring = drover::nameOf(written.colour_by);
        // What is near shows it, too; but animals have the coats of their species.
        view.is_tinted = written.colour_by != world::Colouring::kSpecies || first.people() != nullptr;
    }
    view.draw.selected_task.reset();
    // A world of a single herd is about that herd: its tree is shown, and the close-up shows it.
    if (first.flocks.size() == 1 && first.tasks.size() == 1) view.draw.selected_task = 0;
    view.follows_player = true, view.follows_selected = false, view.turns_along = true;
    view.camera = {};
    view.camera.whole_m = wholeOf(desk);
    const bool are_herds = first.people() == nullptr && first.flocks.size() > 1;
    if (from == SeenFrom::kAsSuits) from = are_herds ? SeenFrom::kEyes : SeenFrom::kAbove;
    if (!is_asked && written.seen_m > 0) {
        lookAtPlace(desk, written);
    } else if (from == SeenFrom::kEyes) {
        view.camera = atFeet(desk);
        view.camera.yaw = wayToMost(first);
    } else {
        view.follows_player = !buildingCamera(desk);
        view.camera = fromAbove(desk);
    }
    if (view.draw.selected_task) view.follows_player = false, view.follows_selected = true;
    view.flight = {};
    view.course.clear();
    view.began_low = view.camera.seen_m < std::sqrt(kFeet_m * view.camera.whole_m),
    view.began_m = view.camera.seen_m;
}

render::Vec2d WorldPane::mousePixel() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return {static_cast<double>(mouse.x * pixels_per_point_),
            static_cast<double>(mouse.y * pixels_per_point_)};
}

render::Viewport WorldPane::pixelsOf(const ScreenRect& rect) const {
    const float p = pixels_per_point_;
    return {rect.at.x * p, rect.at.y * p, rect.size.x * p, rect.size.y * p};
}

bool WorldPane::isOverRight(const Desk& desk) const {
    return desk.session.beside() != nullptr &&
           mousePixel().x >= static_cast<double>(desk.view.viewport.x + desk.view.viewport.width);
}

render::Camera& WorldPane::cameraUnderMouse(Desk& desk) const {
    return is_right_ && desk.view.right_camera ? *desk.view.right_camera : desk.view.camera;
}

render::Viewport WorldPane::viewportUnderMouse(const Desk& desk) const {
    render::Viewport viewport = desk.view.viewport;
    if (is_right_) viewport.x += viewport.width;
    return viewport;
}

void WorldPane::draw(Desk& desk, const ScreenRect& rect, const ScreenLayout& screen, const Input& input,
                     double passed_s, const render::Renderer& renderer) {
    const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
    pixels_per_point_ = scale > 0 ? scale : 1;
    const Beside* const beside = desk.session.beside();
    ScreenRect left = rect;
    if (beside) left.size.x = std::floor(rect.size.x / 2);
    desk.view.viewport = pixelsOf(left);
    minimap_ = close_up_ = {};
    if (rect.isEmpty()) return;
    desk.view.camera.stayInReach(desk.session.world().flocks().plane(), desk.view.viewport);
    moveCamera(desk, passed_s);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    beginPane("##world", rect, {0, 0},
              ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus |
                  ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground |
                  ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("##ground", rect.size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    const auto note = [&](const char* name, const ScreenRect& side, const render::Camera& camera) {
        desk.map.note(name, "view", side.at, side.end(),
                      fmt::format("{:.4g} m a pixel, heading {:.0f}, risen {:.2f}",
                                  camera.metresPerPixel(desk.view.viewport),
                                  static_cast<double>(camera.yaw) * 180 / std::numbers::pi,
                                  static_cast<double>(camera.risen())));
    };
    note("world.view", left, desk.view.camera);
    handleMouse(desk, renderer);
    drawOverBudget(desk, left, desk.session.era().history);
    if (beside) {
        const ScreenRect right{{left.end().x, left.at.y}, left.size};
        note("world.right", right, desk.view.right_camera.value_or(desk.view.camera));
        drawOverBudget(desk, right, beside->history());
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(left.at, left.end(), true);
    drawRingLabels(desk, screen, renderer);
    drawNames(desk);
    drawWays(desk, list, pixels_per_point_);
    drawGates(desk, list, pixels_per_point_);
    drawHunts(desk);
    drawTarget(desk);
    drawAnimalForces(desk, list);
    drawInspectorLine(desk, screen.inspector);
    list.PopClipRect();
    ImGui::End();
    movePlayer(desk, input, passed_s);
    turnAlong(desk, passed_s);
    drawCorner(desk, screen.corner);
}

void WorldPane::handleMouse(Desk& desk, const render::Renderer& renderer) {
    ViewState& view = desk.view;
    const Plane& plane = desk.session.world().flocks().plane();
    const ImGuiIO& io = ImGui::GetIO();
    if (drag_ == Drag::kNone) is_right_ = isOverRight(desk);
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
        const double factor = std::pow(kWheel, static_cast<double>(io.MouseWheel));
        render::Camera& camera = cameraUnderMouse(desk);
        view.takeHold();
        // A camera that follows an animal zooms about it: anything else would go out of sight.
        if (view.follows_player || view.follows_selected)
            camera.zoom(plane, view.viewport, factor);
        else
            camera.zoomAbout(plane, viewportUnderMouse(desk), mousePixel(), factor);
    }
    if (drag_ == Drag::kNone && !is_right_ && drawing_.handleMouse(desk, mousePixel(), pixels_per_point_))
        return;
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive() && !is_right_ && view.tool == Tool::kNone)
        drawHover(desk, renderer);
    if (ImGui::IsItemActivated()) beginDrag(desk);
    if (drag_ == Drag::kNone) return;
    if (!ImGui::IsItemActive()) {
        if (!has_dragged_ && drag_ != Drag::kPlayer && ImGui::IsMouseReleased(0)) pick(desk, renderer);
        drag_ = Drag::kNone;
        return;
    }
    for (const int button : {0, 1, 2}) has_dragged_ |= ImGui::IsMouseDragging(button, desk.theme.px(4));
    if (has_dragged_) drag(desk);
}

// Left: the player, or the map; near the ground one looks round. The other buttons turn from everywhere.
void WorldPane::beginDrag(Desk& desk) {
    const world::World& world = desk.session.world();
    const Plane& plane = world.flocks().plane();
    const render::Vec2d player =
        desk.view.camera.toScreen(plane, desk.view.viewport, metresOf(plane, world.player()));
    const double reach = static_cast<double>(desk.theme.px(16) * pixels_per_point_);
    const bool is_left = ImGui::IsMouseDown(0);
    if (is_left && !is_right_ && distanceSq(player, mousePixel()) < reach * reach)
        drag_ = Drag::kPlayer;
    else
        drag_ = is_left && !desk.view.isLow() ? Drag::kPan : Drag::kTurn;
    has_dragged_ = false;
}

void WorldPane::drag(Desk& desk) {
    ViewState& view = desk.view;
    const Plane& plane = desk.session.world().flocks().plane();
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    render::Camera& camera = cameraUnderMouse(desk);
    view.takeHold();
    switch (drag_) {
        case Drag::kNone: break;
        case Drag::kPlayer: {
            const render::Vec2d to = camera.toWorld(plane, view.viewport, mousePixel());
            view.follows_player = false;  // or the view would move under the mouse
            desk.session.send(world::MovePlayer{within(to.x), within(to.y)});
            break;
        }
        case Drag::kPan:
            if (!is_right_ || !view.right_camera) view.follows_player = view.follows_selected = false;
            camera.pan(plane, view.viewport,
                       {static_cast<double>(moved.x * pixels_per_point_),
                        static_cast<double>(moved.y * pixels_per_point_)});
            break;
        case Drag::kTurn: {
            const float turn = kRadiansAWidth * pixels_per_point_ / view.viewport.width;
            camera.turn(moved.x * turn);
            camera.leanBy(moved.y * turn * 0.6f);
            view.turns_along = false;
            break;
        }
    }
}

std::optional<std::uint32_t> WorldPane::taskUnderMouse(Desk& desk, const render::Renderer& renderer,
                                                       float reach) const {
    const auto reach_px = static_cast<double>(desk.theme.px(reach) * pixels_per_point_);
    const render::Viewport viewport = viewportUnderMouse(desk);
    ViewState side = desk.view;
    side.viewport = viewport;
    if (is_right_) side.camera = side.right_camera.value_or(side.camera);
    const render::ViewOf which = is_right_ ? render::ViewOf::kBeside : render::ViewOf::kMain;
    if (const auto animal =
            render::taskAt(renderer.scene(which), side.camera, viewport, mousePixel(), reach_px))
        return animal;
    const world::World& world = is_right_ ? desk.session.beside()->world() : desk.session.world();
    return taskAt(world.view(), side, mousePixel(), reach_px);
}

// The animal that is drawn nearest to the mouse.
void WorldPane::pick(Desk& desk, const render::Renderer& renderer) {
    ViewState& view = desk.view;
    const flock::FlockStore& flocks = desk.session.world().flocks();
    view.draw.selected_task = taskUnderMouse(desk, renderer, 22);
    const auto selected = view.draw.selected_task;
    if (!selected) view.follows_selected = false;
    if (is_right_ || !selected || *selected >= flocks.size()) return;
    const render::Vec2d at = view.camera.toWorld(flocks.plane(), view.viewport, mousePixel());
    view.selected_leaf = leafNearest(flocks, FlockId{*selected}, flocks.plane().place(at.x, at.y));
}

// Says which animal is under the mouse, once it rests.
void WorldPane::drawHover(Desk& desk, const render::Renderer& renderer) {
    constexpr double kRest_s = 0.25;
    constexpr std::size_t kMostSearched = 200'000;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) rests_since_s_ = ImGui::GetTime();
    const world::World& world = desk.session.world();
    const world::WorldView view = world.view();
    if (ImGui::GetTime() - rests_since_s_ < kRest_s || view.tasks.size() > kMostSearched) return;
    const auto task = taskUnderMouse(desk, renderer, 14);
    if (!task) return;
    const std::string text = fmt::format("{}\n{}", nameOf(world, *task), thoughtsOf(world, *task));
    ImGui::SetTooltip("%s", text.c_str());
    desk.map.note("world.hover", "tooltip", io.MousePos, {io.MousePos.x + 1, io.MousePos.y + 1}, text);
}

// Ahead, back and to the sides as the camera looks; near the ground the arrows to the sides turn. The speed
// is proportional to what is seen, so it looks the same from any height.
void WorldPane::movePlayer(Desk& desk, const Input& input, double passed_s) {
    is_walking_ = false;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || desk.are_arrows_taken || input.isCtrl() || !desk.message.empty()) return;
    const auto held = [&](SDL_Scancode key) { return input.isHeld(key) ? 1.0f : 0.0f; };
    const double time = std::min(passed_s, 0.1);
    render::Camera& camera = desk.view.camera;
    const float aside = held(SDL_SCANCODE_RIGHT) - held(SDL_SCANCODE_LEFT);
    const bool is_low = desk.view.isLow();
    if (is_low && aside != 0)
        camera.turn(-aside * kTurnsByKey_per_s * static_cast<float>(time)), desk.view.turns_along = false;
    const float side =
        std::clamp(held(SDL_SCANCODE_D) - held(SDL_SCANCODE_A) + (is_low ? 0 : aside), -1.0f, 1.0f);
    const float ahead = std::clamp(
        held(SDL_SCANCODE_W) + held(SDL_SCANCODE_UP) - held(SDL_SCANCODE_S) - held(SDL_SCANCODE_DOWN), -1.0f,
        1.0f);
    if (side == 0 && ahead == 0) return;
    is_walking_ = true;
    const double speed = camera.seen_m * kSpeedOfSeen * (input.isShift() ? 3 : 1);
    const Vec2 way = unit(camera.ahead() * ahead + camera.right() * side) * static_cast<float>(speed * time);
    const render::Vec2d from = metresOf(desk.session.world().flocks().plane(), desk.session.world().player());
    desk.session.send(world::MovePlayer{within(from.x + static_cast<double>(way.x)),
                                        within(from.y + static_cast<double>(way.y))});
}

// A flight, or after what it follows; and how far the animals have dissolved and taken colour.
void WorldPane::moveCamera(Desk& desk, double passed_s) {
    ViewState& view = desk.view;
    const world::World& world = desk.session.world();
    const Plane& plane = world.flocks().plane();
    const auto step = static_cast<float>(passed_s / kXray_s);
    const auto ease = [&](float& share, bool is_wanted) {
        share = std::clamp(share + (is_wanted ? step : -step), 0.0f, 1.0f);
    };
    ease(view.draw.xray, view.is_xray), ease(view.draw.tint, view.is_tinted);
    constexpr double kFlown = 4;  // times the height at which it began, or a part of it
    const double risen = view.camera.seen_m / view.began_m;
    const bool is_far = view.began_low ? risen > kFlown : risen < 1 / kFlown;
    desk.layout.has_flown |= is_far && view.course.empty();  // by hand, not by --flight
    if (Flight& flight = view.flight; flight.share < 1) {
        if (view.follows_player) flight.to.lookAt(plane, metresOf(plane, world.player()));
        flight.share = desk.settings.has_less_motion ? 1 : std::min(flight.share + passed_s / kFlight_s, 1.0);
        view.camera = between(plane, flight);
        return;
    }
    if (!view.course.empty()) view.camera.seen_m = seenAt(view.course, world.time());
    // Low over the ground it stays with the player; from high above it comes along gently.
    const double rate = 8 + 40 * (1 - static_cast<double>(view.camera.risen()));
    const double share = 1 - std::exp(-rate * std::clamp(passed_s, 0.0, 1.0));
    const world::WorldView shown = world.view();
    if (view.follows_selected && view.draw.selected_task && *view.draw.selected_task < shown.tasks.size()) {
        view.camera.follow(plane, shownAt(shown, *view.draw.selected_task, view.draw.is_smooth), share);
    } else if (view.follows_player) {
        view.camera.follow(plane, metresOf(plane, world.player()), share);
    }
}

void WorldPane::turnAlong(Desk& desk, double passed_s) {
    const Place now = desk.session.world().player();
    const Vec2 way = desk.session.world().flocks().plane().offset(was_at_, now);
    was_at_ = now;
    ViewState& view = desk.view;
    const float far = length(way);
    if (!view.turns_along || !view.isLow() || is_walking_ || far < 0.001f || far > 20) return;
    const float off =
        std::remainder(std::atan2(way.y, way.x) - view.camera.yaw, 2 * std::numbers::pi_v<float>);
    const auto most = kTurns_per_s * static_cast<float>(std::min(passed_s, 0.1));
    view.camera.turn(std::clamp(off * 0.02f, -most, most));
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
}

// A name on the ground, `below_px` under its place.
void WorldPane::writeName(Desk& desk, const char* name, render::Vec2d at_m, float below_px, ImU32 colour,
                          const std::string& text) {
    const render::Vec2d place =
        desk.view.camera.toScreen(desk.session.world().flocks().plane(), desk.view.viewport, at_m);
    ImFont* const font = desk.theme.small ? desk.theme.small : ImGui::GetFont();
    const float height = font->FontSize * ImGui::GetIO().FontGlobalScale;
    const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, text.c_str());
    const ImVec2 at{static_cast<float>(place.x) / pixels_per_point_ - size.x / 2,
                    static_cast<float>(place.y) / pixels_per_point_ + below_px};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x - 3, at.y - 1}, {at.x + size.x + 3, at.y + size.y + 1},
                       render::packed(render::withAlpha(desk.view.draw.theme->background, 200)), 3);
    list.AddText(font, height, at, colour, text.c_str());
    desk.map.note(name, "text", at, {at.x + size.x, at.y + size.y}, text);
}

// The white dot is who looks at the world; the scenario has names for what else there is.
void WorldPane::drawNames(Desk& desk) {
    const world::World& world = desk.session.world();
    const UiTheme& theme = desk.theme;
    writeName(desk, "world.you", metresOf(world.flocks().plane(), world.player()), theme.px(13),
              render::packed(desk.view.draw.theme->player), "you");
    const std::vector<world::Sign>& signs = desk.session.scenario().view.signs;
    for (std::size_t i = 0; i < signs.size(); ++i)
        writeName(desk, fmt::format("world.sign.{}", i).c_str(), {signs[i].x, signs[i].y},
                  -ImGui::GetTextLineHeight() / 2, render::packed(desk.view.draw.theme->text), signs[i].text);
}

void WorldPane::tellView(Desk& desk) {
    const ViewState& view = desk.view;
    if (view.viewport.isEmpty()) return;
    const render::Sight sight(desk.session.world().flocks().plane(), view.camera, view.viewport);
    const auto in = [](float metres) { return within(static_cast<double>(metres)); };
    const world::SetView now{within(view.camera.centre_m.x + static_cast<double>(sight.middle_m.x)),
                             within(view.camera.centre_m.y + static_cast<double>(sight.middle_m.y)),
                             in(2 * sight.half_m.x), in(2 * sight.half_m.y)};
    if (now.x == told_.x && now.y == told_.y && now.width == told_.width && now.height == told_.height)
        return;
    told_ = now;
    desk.session.send(now);
}

}  // namespace drover::desktop
