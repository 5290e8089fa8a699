#include "render/living/listed_scene.h"

#include <algorithm>

#include "render/living/gather_scene.h"

namespace drover::render {

void listScene(const Plane& plane, const Sight& sight, const Light& light,
               std::span<const ListedBody> animals, std::span<const Body> bodies, Scene& out) {
    const Place focus = sight.centre;
    out.focus_m = {plane.xMetres(focus), plane.yMetres(focus)};
    out.world_size_m = plane.worldSize();
    out.larger = kLargerThanLife;
    out.is_round = plane.edges() == Edges::kTorus;
    out.far_m = std::min(light.dissolve.end_m(light.pixels_per_radian), light.sight_m);
    out.batches.resize(bodies.size() * kDetails);
    for (std::size_t i = 0; i < out.batches.size(); ++i) {
        Batch& batch = out.batches[i];
        batch.look = i / kDetails, batch.detail = static_cast<Detail>(i % kDetails);
        batch.body = bodies[batch.look];
        batch.instances.clear();
    }
    out.player = {.heading = {0, 1}};
    out.animals = 0;
    for (std::uint32_t i = 0; i < animals.size(); ++i) {
        const ListedBody& one = animals[i];
        const Vec2 at_m = plane.offset(focus, one.place);
        if (!sight.sees(at_m, kEdge_m)) continue;
        const auto detail = static_cast<std::size_t>(detailOf(
            bodies[one.look], out.larger * light.pixels_per_radian / std::max(sight.farOf(at_m), 1.0f)));
        out.batches[one.look * kDetails + detail].instances.push_back({.at_m = at_m,
                                                                       .heading = one.facing,
                                                                       .point_m = at_m,
                                                                       .stride = one.stride,
                                                                       .speed = one.speed,
                                                                       .variant = i,
                                                                       .task = i});
        ++out.animals;
    }
}

}  // namespace drover::render
