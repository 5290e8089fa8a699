#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/geometric.hpp>

namespace drover::render {
namespace {

constexpr double kFitMargin = 1.04;
constexpr float kStraightDown = std::numbers::pi_v<float> / 2;
// The curve. Up to where it begins to rise, the eye stands low behind the focus; from the top on it looks
// straight down.
constexpr double kBegin_m = 40, kTop_m = 1500, kTopShare = 0.8, kLeastRise = 8;
constexpr float kLowest = 0.32f, kLeastElevation = 0.06f;
// On the way up it sees more; a map is seen from so far that nothing on it leans outwards.
constexpr float kLowFov = 0.4f, kWideFov = 0.48f, kMapFov = 0.12f;
constexpr double kWidest = 0.5;  // of risen()
// How far below the middle of the picture the focus is, low over the ground, so that the horizon is in sight.
constexpr float kBelowMiddle = 0.2f;
constexpr double kBelowFrom_m = 8, kBelowTo_m = 120;
constexpr double kLeastSight_m = 2400, kSightOfSeen = 4, kSightOfTorus = 0.7;
constexpr double kFarthestHold = 2;  // of seen_m: what is farther away is no hold to zoom about

bool isTorus(const Plane& plane) { return plane.edges() == Edges::kTorus; }

double smooth(double share) {
    const double t = std::clamp(share, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

// Where between two lengths a third one is, on a logarithmic scale.
double between(double from, double to, double at) { return std::log(at / from) / std::log(to / from); }

// Wraps a distance on a torus, so that it is the short way round.
double axisOffset(const Plane& plane, double way) {
    return isTorus(plane) ? std::remainder(way, plane.worldSize()) : way;
}

double axisRound(const Plane& plane, double at) {
    const double size = plane.worldSize();
    if (!isTorus(plane)) {
        // How far outside the world's square animals can be.
        const double roam = (Plane::kOpenSpan - 1) / 2 * size;
        return std::clamp(at, -roam, size + roam);
    }
    const double in = at - std::floor(at / size) * size;
    return in < size ? in : 0;
}

// Metres a pixel: a torus covers the view, as it has no edge, and nothing lies beside it.
double farthest(const Plane& plane, const Viewport& viewport) {
    const float width = std::max(1.0f, viewport.width), height = std::max(1.0f, viewport.height);
    if (isTorus(plane)) return plane.worldSize() / static_cast<double>(std::max(width, height));
    return plane.worldSize() * 2 * Plane::kOpenSpan / static_cast<double>(std::min(width, height));
}

Vec2d middleOf(const Viewport& v) {
    return {static_cast<double>(v.x + v.width / 2), static_cast<double>(v.y + v.height / 2)};
}

// The elevation that the height gives.
float curveOf(float risen) {
    return kLowest +
           (kStraightDown - kLowest) * static_cast<float>(smooth(std::pow(static_cast<double>(risen), 1.8)));
}

// The eye's axes and where it stands, in double precision: maps of large worlds need it.
struct Eye {
    struct Axis {
        double x, y, z;
        double of(double px, double py, double pz) const { return x * px + y * py + z * pz; }
    };
    Axis right, up, look;
    double x, y, z;
    double pixels_per_radian;
    Vec2d middle;
};

Eye eyeOf(const Camera& camera, const Viewport& viewport) {
    const auto axis = [](glm::vec3 v) {
        return Eye::Axis{static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
    };
    const double far = camera.distance_m(), e = static_cast<double>(camera.elevation());
    const Vec2 a = camera.ahead(), r = camera.right();
    return {.right = axis({r.x, r.y, 0}),
            .up = axis(camera.up()),
            .look = axis(camera.look()),
            .x = -far * std::cos(e) * static_cast<double>(a.x),
            .y = -far * std::cos(e) * static_cast<double>(a.y),
            .z = far * std::sin(e),
            .pixels_per_radian =
                static_cast<double>(viewport.height) / 2 / std::tan(static_cast<double>(camera.halfFov())),
            .middle = middleOf(viewport)};
}

// From the eye through a pixel: where that meets the ground, or none. `way` gets where it goes over the
// ground.
std::optional<Vec2d> groundUnder(const Eye& eye, Vec2d pixel, Vec2d& way) {
    const double x = (pixel.x - eye.middle.x) / eye.pixels_per_radian,
                 y = (eye.middle.y - pixel.y) / eye.pixels_per_radian;
    way = {eye.look.x + eye.right.x * x + eye.up.x * y, eye.look.y + eye.right.y * x + eye.up.y * y};
    const double down = -(eye.look.z + eye.up.z * y);
    if (!(down > 1e-4)) return std::nullopt;
    return Vec2d{eye.x + way.x * (eye.z / down), eye.y + way.y * (eye.z / down)};
}

}  // namespace

float Camera::risen() const {
    const double top = std::min(kTop_m, whole_m * kTopShare), begin = std::min(kBegin_m, top / kLeastRise);
    return static_cast<float>(std::clamp(between(begin, top, seen_m), 0.0, 1.0));
}

float Camera::elevation() const {
    return std::clamp(curveOf(risen()) + lean, kLeastElevation, kStraightDown);
}

float Camera::halfFov() const {
    const auto at = static_cast<double>(risen());
    const auto widens = static_cast<float>(smooth(at / kWidest)),
               narrows = static_cast<float>(smooth((at - kWidest) / (1 - kWidest)));
    return kLowFov + (kWideFov - kLowFov) * widens + (kMapFov - kWideFov) * narrows;
}

double Camera::distance_m() const { return seen_m / 2 / std::tan(static_cast<double>(halfFov())); }

double Camera::metresPerPixel(const Viewport& viewport) const {
    return seen_m / static_cast<double>(std::max(viewport.height, 1.0f));
}

void Camera::showWidth(const Viewport& viewport, double metres) {
    seen_m =
        metres * static_cast<double>(viewport.height) / static_cast<double>(std::max(viewport.width, 1.0f));
}

Vec2 Camera::ahead() const { return {std::cos(yaw), std::sin(yaw)}; }
Vec2 Camera::right() const { return {std::sin(yaw), -std::cos(yaw)}; }

glm::vec3 Camera::eye() const {
    const auto far = static_cast<float>(distance_m());
    const float e = elevation();
    const Vec2 back = ahead() * (-far * std::cos(e));
    return {back.x, back.y, far * std::sin(e)};
}

glm::vec3 Camera::look() const {
    const auto below = kBelowMiddle *
                       (1 - static_cast<float>(smooth(between(kBelowFrom_m, kBelowTo_m, seen_m)))) *
                       (1 - static_cast<float>(smooth(static_cast<double>(risen()))));
    const float tilt = elevation() - below;
    const Vec2 a = ahead() * std::cos(tilt);
    return {a.x, a.y, -std::sin(tilt)};
}

glm::vec3 Camera::up() const { return glm::cross(glm::vec3(right().x, right().y, 0), look()); }

glm::mat4 Camera::clipFromMetres(const Viewport& viewport) const {
    const glm::vec3 r{right().x, right().y, 0}, u = up(), l = look(), e = eye();
    const glm::mat4 eye_from_metres(glm::vec4(r.x, u.x, -l.x, 0), glm::vec4(r.y, u.y, -l.y, 0),
                                    glm::vec4(r.z, u.z, -l.z, 0),
                                    glm::vec4(-glm::dot(r, e), -glm::dot(u, e), glm::dot(l, e), 1));
    const auto near_m = std::max(static_cast<float>(distance_m()) * 0.06f, 0.2f);
    return glm::infinitePerspective(2 * halfFov(), viewport.width / viewport.height, near_m) *
           eye_from_metres;
}

float Camera::pixelsPerRadian(const Viewport& viewport) const {
    return viewport.height / 2 / std::tan(halfFov());
}

float Camera::halfWidth(const Viewport& viewport) const {
    return std::tan(halfFov()) * viewport.width / viewport.height;
}

Vec2d Camera::offset(const Plane& plane, Vec2d metres) const {
    return {axisOffset(plane, metres.x - centre_m.x), axisOffset(plane, metres.y - centre_m.y)};
}

std::optional<Vec2d> Camera::groundAt(const Viewport& viewport, Vec2d pixel) const {
    Vec2d way;
    return groundUnder(eyeOf(*this, viewport), pixel, way);
}

Vec2d Camera::toWorld(const Plane& plane, const Viewport& viewport, Vec2d pixel) const {
    Vec2d way;
    const Eye eye = eyeOf(*this, viewport);
    std::optional<Vec2d> ground = groundUnder(eye, pixel, way);
    const double sight = sight_m(plane);
    if (!ground || std::hypot(ground->x - eye.x, ground->y - eye.y) > sight) {
        const double along = std::max(std::hypot(way.x, way.y), 1e-9);
        if (!ground || !isStraightDown())
            ground = {eye.x + way.x / along * sight, eye.y + way.y / along * sight};
    }
    const Vec2d at{centre_m.x + ground->x, centre_m.y + ground->y};
    if (!isTorus(plane)) return at;
    return {axisRound(plane, at.x), axisRound(plane, at.y)};
}

std::optional<Vec2d> Camera::pixelOf(const Viewport& viewport, glm::vec3 metres) const {
    const Eye eye = eyeOf(*this, viewport);
    const double x = static_cast<double>(metres.x) - eye.x, y = static_cast<double>(metres.y) - eye.y,
                 z = static_cast<double>(metres.z) - eye.z;
    const double deep = eye.look.of(x, y, z);
    if (!(deep > distance_m() * 0.02)) return std::nullopt;
    return Vec2d{eye.middle.x + eye.right.of(x, y, z) / deep * eye.pixels_per_radian,
                 eye.middle.y - eye.up.of(x, y, z) / deep * eye.pixels_per_radian};
}

Vec2d Camera::toScreen(const Plane& plane, const Viewport& viewport, Vec2d metres) const {
    const Vec2d way = offset(plane, metres);
    const Eye eye = eyeOf(*this, viewport);
    const double x = way.x - eye.x, y = way.y - eye.y, z = -eye.z;
    const double deep = std::max(eye.look.of(x, y, z), distance_m() * 0.02);
    return {eye.middle.x + eye.right.of(x, y, z) / deep * eye.pixels_per_radian,
            eye.middle.y - eye.up.of(x, y, z) / deep * eye.pixels_per_radian};
}

double Camera::sight_m(const Plane& plane) const {
    const double far = std::max(kLeastSight_m, kSightOfSeen * seen_m);
    return isTorus(plane) ? std::min(far, kSightOfTorus * plane.worldSize()) : far;
}

std::array<Vec2d, 4> Camera::groundSeen(const Plane& plane, const Viewport& viewport) const {
    const Eye eye = eyeOf(*this, viewport);
    const double left = static_cast<double>(viewport.x), top = static_cast<double>(viewport.y),
                 right = left + static_cast<double>(viewport.width),
                 low = top + static_cast<double>(viewport.height);
    const double sight = sight_m(plane);
    const bool is_map = isStraightDown();
    const auto corner = [&](double x, double y) {
        Vec2d way;
        const std::optional<Vec2d> ground = groundUnder(eye, {x, y}, way);
        if (ground && (is_map || std::hypot(ground->x - eye.x, ground->y - eye.y) < sight)) return *ground;
        // As far ahead as one sees, on that side of the picture.
        const double ahead = std::max(
            way.x * std::cos(static_cast<double>(yaw)) + way.y * std::sin(static_cast<double>(yaw)), 1e-9);
        return Vec2d{eye.x + way.x / ahead * sight, eye.y + way.y / ahead * sight};
    };
    return {corner(left, low), corner(right, low), corner(right, top), corner(left, top)};
}

void Camera::stayInReach(const Plane& plane, const Viewport& viewport) {
    const double most = farthest(plane, viewport) * static_cast<double>(std::max(viewport.height, 1.0f));
    seen_m = std::clamp(seen_m, kNearest_m, std::max(kNearest_m, most));
}

void Camera::zoom(const Plane& plane, const Viewport& viewport, double factor) {
    if (!(factor > 0) || !std::isfinite(factor)) return;
    seen_m /= factor;
    // The curve takes over again.
    lean *= static_cast<float>(std::pow(std::min(factor, 1 / factor), 0.7));
    stayInReach(plane, viewport);
}

void Camera::zoomAbout(const Plane& plane, const Viewport& viewport, Vec2d pixel, double factor) {
    const std::optional<Vec2d> before = groundAt(viewport, pixel);
    const double far = before ? std::hypot(before->x, before->y) : 0;
    const bool is_hold = before && far < kFarthestHold * seen_m;
    zoom(plane, viewport, factor);
    const std::optional<Vec2d> after = is_hold ? groundAt(viewport, pixel) : std::nullopt;
    if (after) lookAt(plane, {centre_m.x + before->x - after->x, centre_m.y + before->y - after->y});
}

void Camera::pan(const Plane& plane, const Viewport& viewport, Vec2d pixels) {
    const double metres = metresPerPixel(viewport);
    const double right_m = -pixels.x * metres,
                 ahead_m = pixels.y * metres / std::max(std::sin(static_cast<double>(elevation())), 0.2);
    const Vec2 a = ahead(), r = right();
    lookAt(plane, {centre_m.x + static_cast<double>(r.x) * right_m + static_cast<double>(a.x) * ahead_m,
                   centre_m.y + static_cast<double>(r.y) * right_m + static_cast<double>(a.y) * ahead_m});
}

void Camera::turn(float by) {
    if (std::isfinite(by)) yaw = std::remainder(yaw + by, 2 * std::numbers::pi_v<float>);
}

void Camera::leanBy(float by) {
    const float curve = curveOf(risen());
    if (std::isfinite(by)) lean = std::clamp(lean + by, kLeastElevation - curve, kStraightDown - curve);
}

void Camera::fit(const Plane& plane, const Viewport& viewport) {
    const auto least = static_cast<double>(std::max(1.0f, std::min(viewport.width, viewport.height)));
    seen_m = plane.worldSize() * kFitMargin / least * static_cast<double>(std::max(viewport.height, 1.0f));
    whole_m = seen_m;
    centre_m = {plane.worldSize() / 2, plane.worldSize() / 2};
}

void Camera::zoomOut(const Plane& plane, const Viewport& viewport) {
    if (!isTorus(plane)) return fit(plane, viewport);
    whole_m = seen_m = farthest(plane, viewport) * static_cast<double>(std::max(viewport.height, 1.0f));
}

void Camera::lookAt(const Plane& plane, Vec2d metres) {
    if (!std::isfinite(metres.x) || !std::isfinite(metres.y)) return;
    centre_m = {axisRound(plane, metres.x), axisRound(plane, metres.y)};
}

void Camera::follow(const Plane& plane, Vec2d metres, double share) {
    const Vec2d way = offset(plane, metres);
    lookAt(plane, {centre_m.x + way.x * share, centre_m.y + way.y * share});
}

}  // namespace drover::render
