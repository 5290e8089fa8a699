#include "render/land/light.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <limits>

namespace drover::render {
namespace {

constexpr float kLeastDissolve_px = 4.5f;
constexpr double kDissolveFrom_m = 45, kDissolveTo_m = 260;  // seen_m
constexpr float kDarkFrom = 0.1f, kDarkTo = 0.75f;           // risen()

float smooth(float from, float to, float at) {
    const float t = std::clamp((at - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

}  // namespace

float Dissolve::end_m(float pixels_per_radian) const {
    if (!(least_px > 0)) return std::numeric_limits<float>::infinity();
    return kTypical_m * pixels_per_radian / least_px;
}

float Dissolve::lit(float far_m, float pixels_per_radian) const {
    if (!(most_px > 0)) return 0;
    return 1 - smooth(least_px, most_px, kTypical_m * pixels_per_radian / std::max(far_m, 0.01f));
}

Dissolve dissolveAt(const Camera& camera, float ui_scale) {
    const double share =
        std::log(camera.seen_m / kDissolveFrom_m) / std::log(kDissolveTo_m / kDissolveFrom_m);
    const float by = smooth(0, 1, static_cast<float>(share)) * ui_scale;
    return {kLeastDissolve_px * by, kMostDissolve_px * by};
}

float darkAt(const Camera& camera) { return smooth(kDarkFrom, kDarkTo, camera.risen()); }

Light::Light(const Plane& plane, const Camera& camera, const Viewport& viewport, const DrawSettings& settings)
    : theme(*settings.theme),
      atmosphere(atmosphereOf(*settings.theme)),
      clip_from_metres(camera.clipFromMetres(viewport)),
      eye(camera.eye()),
      half_px(viewport.width / 2, viewport.height / 2),
      sight_m(static_cast<float>(camera.sight_m(plane))),
      haze_m(sight_m * atmosphere.haze_share / std::max(1 - camera.risen(), 1e-3f)),
      pixels_per_radian(camera.pixelsPerRadian(viewport)),
      focus_m(static_cast<float>(camera.distance_m())),
      dark(darkAt(camera)),
      dissolve(dissolveAt(camera, settings.ui_scale)),
      xray(settings.xray) {}

glm::vec3 Light::sun() { return glm::normalize(glm::vec3(-0.58f, 0.44f, 0.5f)); }

void Light::give(const Program& program) const {
    program.use();
    glUniformMatrix4fv(program.uniform("clip_from_metres"), 1, GL_FALSE, glm::value_ptr(clip_from_metres));
    glUniform3f(program.uniform("eye"), eye.x, eye.y, eye.z);
    glUniform3f(program.uniform("sun"), sun().x, sun().y, sun().z);
    const float day = 1 - atmosphere.night * dark;
    glUniform2f(program.uniform("light"), atmosphere.sun * day, atmosphere.shade * day);
    glUniform1f(program.uniform("haze_m"), haze_m);
    glUniform1f(program.uniform("pixels_per_radian"), pixels_per_radian);
    glUniform1f(program.uniform("focus_m"), focus_m);
    glUniform2f(program.uniform("view_half_px"), half_px.x, half_px.y);
    glUniform2f(program.uniform("dissolve_px"), dissolve.least_px, dissolve.most_px);
    glUniform1f(program.uniform("dark"), dark);
    glUniform1f(program.uniform("xray"), xray);
    setColour(program, "horizon", dusky(atmosphere.horizon, atmosphere.dusk));
}

void setColour(const Program& program, const char* name, Colour colour) {
    glUniform3f(program.uniform(name), static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
                static_cast<float>(colour.b) / 255);
}

}  // namespace drover::render
