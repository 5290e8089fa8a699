#include "render/living/pick.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace drover::render {

std::optional<std::uint32_t> taskAt(const Scene& scene, const Camera& camera, const Viewport& viewport,
                                    Vec2d pixel, double reach_px) {
    std::optional<std::uint32_t> nearest;
    double best = reach_px;
    const float pixels = camera.pixelsPerRadian(viewport);
    const glm::vec3 eye = camera.eye();
    // Nearer to the eye wins where two cover the pixel.
    const auto consider = [&](const Batch& batch, const Instance& instance, Vec2 at_m) {
        const float high = scene.larger * heightOf(batch.body) / 2;
        const glm::vec3 middle{at_m.x, at_m.y, high};
        const auto seen = camera.pixelOf(viewport, middle);
        if (!seen) return;
        const double far = static_cast<double>(glm::distance(middle, eye));
        const double body_px = static_cast<double>(scene.larger * lengthOf(batch.body) * 0.4f * pixels) / far;
        const double off = std::sqrt(distanceSq(*seen, pixel)) - body_px + far * 1e-4;
        if (off < best) best = off, nearest = instance.task;
    };
    for (const Batch& batch : scene.batches) {
        for (const Instance& instance : batch.instances) {
            if (!batch.arrangement) {
                consider(batch, instance, instance.at_m);
                continue;
            }
            for (std::uint32_t animal = 0; animal < batch.arrangement->animals(); ++animal)
                consider(batch, instance,
                         instance.at_m + batch.arrangement->offset(instance.variant, animal));
        }
    }
    return nearest;
}

}  // namespace drover::render
