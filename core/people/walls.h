// The shapes that are within arm's reach of a place, found fast: a person looks for walls many times a
// second, and only for near ones. Made from the shapes of a ground and the gates that are closed. Never
// changed, so all threads and all copies of a crowd may share it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/plane.h"
#include "core/ground/shapes.h"
#include "core/ground/solid.h"

namespace drover::people {

class Walls {
  public:
    // Farther surfaces are not seen.
    static constexpr double kReach = 1.3;  // metre

    // The shapes have no flaw.
    Walls(const Plane& plane, std::span<const ground::Shape> shapes);

    const Plane& plane() const { return plane_; }
    // Metres to the nearest surface, negative inside, at most kReach.
    double distance(ground::Point from) const;
    // Calls look(nearest) with the nearest surface of each shape within kReach, in the order of the shapes.
    template <class Look>
    void visitNear(ground::Point from, Look&& look) const {
        for (const std::uint32_t i : listAt(from)) {
            const Image& image = images_[i];
            if (image.box.squaredFrom(from) > kReach * kReach) continue;
            const ground::Nearest near = nearestOf(solids_[image.solid], from - image.shift);
            if (near.distance <= kReach) look(near);
        }
    }
    // The share of a way, at most a metre long, until it comes nearer than `clearance` to a surface. Who is
    // nearer already may go on as long as that brings it no nearer.
    double freeShare(ground::Point from, ground::Point way, double clearance) const;

  private:
    // A shape as it is seen from one copy of the world; across the seam of a torus it has several.
    struct Image {
        std::uint32_t solid = 0;
        ground::Point shift;
        ground::Box box;
    };

    void addImages(std::uint32_t solid);
    void listImages();
    std::span<const std::uint32_t> listAt(ground::Point place) const;

    Plane plane_;
    std::vector<ground::Solid> solids_;
    std::vector<Image> images_;  // in the order of the shapes
    // A grid of square cells over the box of all images. Each has a list of the images within kReach of any
    // of its places.
    ground::Box area_;
    double cell_m_ = 1;
    std::uint32_t columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> first_in_;  // by cell, and the end
    std::vector<std::uint32_t> lists_;
};

}  // namespace drover::people
