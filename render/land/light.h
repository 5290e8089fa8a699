// What every shader gets about the camera and the light. With the height of the camera the land grows dark,
// and what is too small to be seen as an animal dissolves into the point that thinks for it.
#pragma once

#include <algorithm>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/camera.h"
#include "render/draw_settings.h"
#include "render/gl/gl_objects.h"
#include "render/land/atmosphere.h"

namespace drover::render {

// How an animal of this length passes into a light: by its size in pixels.
inline constexpr float kTypical_m = 2;
inline constexpr float kMostDissolve_px = 16;

struct Dissolve {
    float least_px = 0, most_px = 0;  // smaller ones are lights alone, larger ones animals alone
    // How far it is from dissolving any: 1 where animals are seen as such from any distance.
    float rest() const { return std::max(1 - most_px / kMostDissolve_px, 0.0f); }
    // From here on, metres from the eye, there are lights alone.
    float end_m(float pixels_per_radian) const;
    // Share of the light, of 0 to 1.
    float lit(float far_m, float pixels_per_radian) const;
};
Dissolve dissolveAt(const Camera& camera, float ui_scale);
// How dark the land is, of 0 to 1.
float darkAt(const Camera& camera);

struct Light {
    Light(const Plane& plane, const Camera& camera, const Viewport& viewport, const DrawSettings& settings);

    const RenderTheme& theme;
    const Atmosphere& atmosphere;
    glm::mat4 clip_from_metres;
    glm::vec3 eye;
    glm::vec2 half_px;      // of the picture
    float sight_m, haze_m;  // haze_m: where haze covers the most
    float pixels_per_radian;
    float focus_m;  // from the eye to the focus
    float dark;
    Dissolve dissolve;
    float xray;

    // Towards the sun: unit vector.
    static glm::vec3 sun();
    // Sets the uniforms that the shaders share.
    void give(const Program& program) const;
    // By day at the feet, by night from above.
    Colour dusky(Colour day, Colour night) const { return mixed(day, night, dark); }
};

void setColour(const Program& program, const char* name, Colour colour);

}  // namespace drover::render
