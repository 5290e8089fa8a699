#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>

namespace drover::render {
namespace {

constexpr double kNearest = 0.002;  // metres per pixel: the view is a few metres wide
constexpr double kFitMargin = 1.04;

bool isTorus(const Plane& plane) { return plane.edges() == Edges::kTorus; }

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

// A torus covers the view: it has no edge, and nothing lies beside it.
double farthest(const Plane& plane, const Viewport& viewport) {
    const float width = std::max(1.0f, viewport.width), height = std::max(1.0f, viewport.height);
    if (isTorus(plane)) return plane.worldSize() / static_cast<double>(std::max(width, height));
    return plane.worldSize() * 2 * Plane::kOpenSpan / static_cast<double>(std::min(width, height));
}

}  // namespace

Vec2d Camera::offset(const Plane& plane, Vec2d metres) const {
    return {axisOffset(plane, metres.x - centre_m.x), axisOffset(plane, metres.y - centre_m.y)};
}

Vec2d Camera::toWorld(const Plane& plane, const Viewport& viewport, Vec2d pixel) const {
    const double right = pixel.x - static_cast<double>(viewport.x + viewport.width / 2);
    const double down = pixel.y - static_cast<double>(viewport.y + viewport.height / 2);
    const Vec2d at{centre_m.x + right * metres_per_pixel, centre_m.y - down * metres_per_pixel};
    if (!isTorus(plane)) return at;
    return {axisRound(plane, at.x), axisRound(plane, at.y)};
}

Vec2d Camera::toScreen(const Plane& plane, const Viewport& viewport, Vec2d metres) const {
    const Vec2d way = offset(plane, metres);
    return {static_cast<double>(viewport.x + viewport.width / 2) + way.x / metres_per_pixel,
            static_cast<double>(viewport.y + viewport.height / 2) - way.y / metres_per_pixel};
}

void Camera::stayInReach(const Plane& plane, const Viewport& viewport) {
    metres_per_pixel = std::clamp(metres_per_pixel, kNearest, std::max(kNearest, farthest(plane, viewport)));
}

void Camera::zoomAbout(const Plane& plane, const Viewport& viewport, Vec2d pixel, double factor) {
    if (!(factor > 0) || !std::isfinite(factor)) return;
    const double right = pixel.x - static_cast<double>(viewport.x + viewport.width / 2);
    const double down = pixel.y - static_cast<double>(viewport.y + viewport.height / 2);
    const double before = metres_per_pixel;
    metres_per_pixel = before / factor;
    stayInReach(plane, viewport);
    const double change = before - metres_per_pixel;
    lookAt(plane, {centre_m.x + right * change, centre_m.y - down * change});
}

void Camera::pan(const Plane& plane, Vec2d pixels) {
    lookAt(plane, {centre_m.x - pixels.x * metres_per_pixel, centre_m.y + pixels.y * metres_per_pixel});
}

void Camera::fit(const Plane& plane, const Viewport& viewport) {
    const auto least = static_cast<double>(std::max(1.0f, std::min(viewport.width, viewport.height)));
    metres_per_pixel = plane.worldSize() * kFitMargin / least;
    centre_m = {plane.worldSize() / 2, plane.worldSize() / 2};
}

void Camera::zoomOut(const Plane& plane, const Viewport& viewport) {
    if (!isTorus(plane)) return fit(plane, viewport);
    metres_per_pixel = farthest(plane, viewport);
}

void Camera::lookAt(const Plane& plane, Vec2d metres) {
    if (!std::isfinite(metres.x) || !std::isfinite(metres.y)) return;
    centre_m = {axisRound(plane, metres.x), axisRound(plane, metres.y)};
}

void Camera::follow(const Plane& plane, Vec2d metres, double share) {
    const Vec2d way = offset(plane, metres);
    lookAt(plane, {centre_m.x + way.x * share, centre_m.y + way.y * share});
}

Vec2d Camera::halfSeen(const Plane& plane, const Viewport& viewport) const {
    Vec2d half{static_cast<double>(viewport.width) / 2 * metres_per_pixel,
               static_cast<double>(viewport.height) / 2 * metres_per_pixel};
    if (isTorus(plane)) {
        half.x = std::min(half.x, plane.worldSize() / 2);
        half.y = std::min(half.y, plane.worldSize() / 2);
    }
    return half;
}

glm::mat4 clipFromPixels(const Viewport& viewport) {
    const float x = viewport.width / 2, y = viewport.height / 2;
    return glm::ortho(-x, x, -y, y);
}

}  // namespace drover::render
