// What every shader of the eyes gets about the camera and the light. The layers hand it to their programs.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "render/eyes/atmosphere.h"
#include "render/eyes/eye_camera.h"
#include "render/gl_objects.h"

namespace drover::render::eyes {

struct EyesLight {
    const Atmosphere& atmosphere;
    glm::mat4 clip_from_metres;
    glm::vec3 eye;
    float haze_m = 1000;  // where haze covers the most
    float pixels_per_radian = 1000;
    float xray = 0;

    // Towards the sun: unit vector.
    static glm::vec3 sun();
    // Sets the uniforms that the shaders share.
    void give(const Program& program) const;
};

void setColour(const Program& program, const char* name, Colour colour);

}  // namespace drover::render::eyes
