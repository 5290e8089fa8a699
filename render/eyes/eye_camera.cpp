#include "render/eyes/eye_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <numbers>

namespace drover::render::eyes {
namespace {

constexpr float kNearPlane_m = 1.5f;
// How far below the middle of the picture the player stands.
constexpr float kBelowMiddle = 0.075f;

}  // namespace

Vec2 EyeCamera::ahead() const { return {std::cos(yaw), std::sin(yaw)}; }
Vec2 EyeCamera::right() const { return {std::sin(yaw), -std::cos(yaw)}; }

glm::vec3 EyeCamera::eye() const {
    const Vec2 back = ahead() * -behind_m;
    return {back.x, back.y, behind_m * std::tan(tilt + kBelowMiddle)};
}

glm::vec3 EyeCamera::look() const {
    const Vec2 a = ahead() * std::cos(tilt);
    return {a.x, a.y, -std::sin(tilt)};
}

glm::mat4 EyeCamera::eyeFromMetres() const { return glm::lookAt(eye(), eye() + look(), glm::vec3(0, 0, 1)); }

glm::mat4 EyeCamera::clipFromMetres(const Viewport& viewport) const {
    return glm::infinitePerspective(2 * half_fov, viewport.width / viewport.height, kNearPlane_m) *
           eyeFromMetres();
}

float EyeCamera::pixelsPerRadian(const Viewport& viewport) const {
    return viewport.height / 2 / std::tan(half_fov);
}

float EyeCamera::halfWidth(const Viewport& viewport) const {
    return std::tan(half_fov) * viewport.width / viewport.height;
}

std::optional<Vec2> EyeCamera::groundAt(const Viewport& viewport, Vec2d pixel) const {
    const auto x = static_cast<float>(pixel.x) - viewport.x - viewport.width / 2,
               y = viewport.y + viewport.height / 2 - static_cast<float>(pixel.y);
    const glm::vec3 to_right{right().x, right().y, 0}, up = glm::cross(to_right, look());
    const glm::vec3 ray = look() + (to_right * x + up * y) / pixelsPerRadian(viewport);
    if (!(ray.z < -1e-4f)) return std::nullopt;
    const glm::vec3 at = eye() - ray * (eye().z / ray.z);
    return Vec2{at.x, at.y};
}

std::optional<Vec2d> EyeCamera::pixelOf(const Viewport& viewport, glm::vec3 metres) const {
    const glm::vec4 clip = clipFromMetres(viewport) * glm::vec4(metres, 1);
    if (!(clip.w > kNearPlane_m)) return std::nullopt;
    return Vec2d{static_cast<double>(viewport.x + viewport.width * (0.5f + 0.5f * clip.x / clip.w)),
                 static_cast<double>(viewport.y + viewport.height * (0.5f - 0.5f * clip.y / clip.w))};
}

void EyeCamera::turn(float by) {
    if (std::isfinite(by)) yaw = std::remainder(yaw + by, 2 * std::numbers::pi_v<float>);
}

void EyeCamera::tiltBy(float by) {
    if (std::isfinite(by)) tilt = std::clamp(tilt + by, kLeastTilt, kMostTilt);
}

void EyeCamera::comeNear(float share) {
    if (share > 0 && std::isfinite(share)) behind_m = std::clamp(behind_m / share, kNearest_m, kFarthest_m);
}

}  // namespace drover::render::eyes
