#include "render/eyes/line_layer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <glm/geometric.hpp>
#include <numbers>

namespace drover::render::eyes {
namespace {

constexpr int kRingCorners = 64;
constexpr float kRing_m = 0.04f;  // above the ground
constexpr float kPlayerRing_m = 1.9f;

Colour colourOf(std::uint32_t packed_colour) {
    return {static_cast<std::uint8_t>(packed_colour), static_cast<std::uint8_t>(packed_colour >> 8),
            static_cast<std::uint8_t>(packed_colour >> 16), static_cast<std::uint8_t>(packed_colour >> 24)};
}

Colour faded(Colour c, float share) {
    return withAlpha(c, static_cast<std::uint8_t>(static_cast<float>(c.a) * std::clamp(share, 0.0f, 1.0f)));
}

}  // namespace

void LineLayer::addRing(Vec2 at_m, float radius_m, Colour colour, float width_px) {
    const auto corner = [&](int i) {
        const float angle = static_cast<float>(i) * 2 * std::numbers::pi_v<float> / kRingCorners;
        return glm::vec3(at_m.x + std::cos(angle) * radius_m, at_m.y + std::sin(angle) * radius_m, kRing_m);
    };
    for (int i = 0; i < kRingCorners; ++i)
        lines_.push_back({corner(i), corner(i + 1), packed(colour), width_px});
}

// An arrow head over what is selected, as large as 14 pixels from anywhere.
void LineLayer::addSign(const Mark& mark, const EyesLight& light, float ui_scale) {
    const glm::vec3 over{mark.at_m.x, mark.at_m.y, mark.height_m + 0.8f};
    const float far = std::max(glm::distance(over, light.eye), 1.0f);
    const float size_m = 14 * ui_scale * far / light.pixels_per_radian;
    const glm::vec3 to_eye = glm::normalize(light.eye - over);
    const glm::vec3 side = glm::normalize(glm::vec3(-to_eye.y, to_eye.x, 0)) * size_m;
    const glm::vec3 top = over + glm::vec3(0, 0, size_m);
    lines_.push_back({top + side * 0.6f, over, mark.colour, 3.5f * ui_scale});
    lines_.push_back({top - side * 0.6f, over, mark.colour, 3.5f * ui_scale});
}

void LineLayer::addXray(const Scene& scene, const EyesLight& light, const RenderTheme& theme,
                        float ui_scale) {
    const auto seen = [&](glm::vec3 at) {
        const float far = std::max(glm::distance(at, light.eye), 1.0f);
        return std::pair(far, std::exp(-1.2f * far * far / (light.haze_m * light.haze_m)) * light.xray);
    };
    for (const Branch& branch : scene.branches) {
        const glm::vec3 from{branch.from_m.x, branch.from_m.y, branch.from_height_m};
        const glm::vec3 to{branch.to_m.x, branch.to_m.y, branch.to_height_m};
        const auto [far, share] = seen(to);
        const float width = std::clamp(0.12f * light.pixels_per_radian / far, 1.0f, 3.0f);
        lines_.push_back({from, to, packed(faded(theme.player, 0.75f * share)), width * ui_scale});
    }
    for (const Point& point : scene.points) {
        const glm::vec3 at{point.at_m.x, point.at_m.y, point.height_m};
        const auto [far, share] = seen(at);
        const float radius_m = 0.55f * std::sqrt(std::sqrt(point.animals));
        const float width = std::max(2 * radius_m * light.pixels_per_radian / far, 2.5f * ui_scale);
        const glm::vec3 foot{at.x, at.y, 0};
        lines_.push_back({foot, at, packed(faded(theme.player, 0.5f * share)), ui_scale});
        lines_.push_back({at, at, packed(faded(theme.player, share)), width + 3 * ui_scale});
        lines_.push_back({at, at, packed(faded(colourOf(point.colour), share)), width});
    }
}

std::size_t LineLayer::upload(const Scene& scene, const EyesLight& light, const RenderTheme& theme,
                              float ui_scale) {
    lines_.clear();
    addRing({}, kPlayerRing_m, withAlpha(theme.player, 210), 2.2f * ui_scale);
    for (const Mark& mark : scene.marks)
        addRing(mark.at_m, mark.radius_m, colourOf(mark.colour), 2.5f * ui_scale);
    rings_ = lines_.size();
    for (const Mark& mark : scene.marks) addSign(mark, light, ui_scale);
    if (light.xray > 0) addXray(scene, light, theme, ui_scale);
    const std::size_t bytes = lines_.size() * sizeof(Line);
    std::memcpy(buffer_.begin(bytes), lines_.data(), bytes);
    buffer_.end();
    return bytes;
}

int LineLayer::draw(const EyesLight& light, const Viewport& viewport, std::size_t first, std::size_t count) {
    if (count == 0) return 0;
    constexpr std::size_t kStride = sizeof(Line);
    const std::size_t at = first * kStride;
    light.give(program_);
    glUniform2f(program_.uniform("half_px"), viewport.width / 2, viewport.height / 2);
    array_.bind();
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    VertexArray::floats(0, 3, kStride, at + offsetof(Line, from));
    VertexArray::floats(1, 3, kStride, at + offsetof(Line, to));
    VertexArray::colour(2, kStride, at + offsetof(Line, colour));
    VertexArray::floats(3, 1, kStride, at + offsetof(Line, width_px));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
    return 1;
}

}  // namespace drover::render::eyes
