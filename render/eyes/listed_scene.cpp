#include "render/eyes/listed_scene.h"

#include "render/eyes/wedge.h"

namespace drover::render::eyes {

void listScene(const Plane& plane, Place focus, std::span<const ListedBody> animals,
               std::span<const Body> bodies, const EyeCamera& camera, const Viewport& viewport, Scene& out) {
    out.focus_m = {plane.xMetres(focus), plane.yMetres(focus)};
    out.world_size_m = plane.worldSize();
    out.is_round = plane.edges() == Edges::kTorus;
    out.sight_m = sightOn(plane);
    out.batches.resize(bodies.size() * kDetails);
    for (std::size_t i = 0; i < out.batches.size(); ++i) {
        Batch& batch = out.batches[i];
        batch.look = i / kDetails, batch.detail = static_cast<Detail>(i % kDetails);
        batch.body = bodies[batch.look];
        batch.instances.clear();
    }
    out.player = {.heading = camera.ahead()};
    out.animals = 0;
    const Wedge wedge(camera, viewport, out.sight_m);
    for (std::uint32_t i = 0; i < animals.size(); ++i) {
        const ListedBody& one = animals[i];
        const Vec2 at_m = plane.offset(focus, one.place);
        if (!wedge.sees(at_m, kEdge_m)) continue;
        const auto detail = static_cast<std::size_t>(wedge.detailOf(bodies[one.look], at_m));
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

}  // namespace drover::render::eyes
