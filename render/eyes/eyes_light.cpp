#include "render/eyes/eyes_light.h"

#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace drover::render::eyes {

glm::vec3 EyesLight::sun() { return glm::normalize(glm::vec3(-0.58f, 0.44f, 0.5f)); }

void EyesLight::give(const Program& program) const {
    program.use();
    glUniformMatrix4fv(program.uniform("clip_from_metres"), 1, GL_FALSE, glm::value_ptr(clip_from_metres));
    glUniform3f(program.uniform("eye"), eye.x, eye.y, eye.z);
    glUniform3f(program.uniform("sun"), sun().x, sun().y, sun().z);
    glUniform2f(program.uniform("light"), atmosphere.sun, atmosphere.shade);
    glUniform1f(program.uniform("haze_m"), haze_m);
    glUniform1f(program.uniform("pixels_per_radian"), pixels_per_radian);
    glUniform1f(program.uniform("xray"), xray);
    setColour(program, "horizon", atmosphere.horizon);
}

void setColour(const Program& program, const char* name, Colour colour) {
    glUniform3f(program.uniform(name), static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
                static_cast<float>(colour.b) / 255);
}

}  // namespace drover::render::eyes
