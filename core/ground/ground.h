// What stands in the way of animals, made for many questions: how far the nearest surface is, which way leads
// away from it, and where a way ends that may not enter anything. Herds ask it while they move, the world
// when they are born. Never changed, so all threads and all copies of a world may share it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/plane.h"
#include "core/base/vec2.h"
#include "core/ground/shapes.h"
#include "core/ground/solid.h"

namespace drover::ground {

struct Moved {
    Place place;
    Vec2 velocity;
    bool has_touched = false;  // the velocity is another one than was asked for
};

class Ground {
  public:
    // Distances are exact up to here; farther away every distance is this one.
    static constexpr double kFar = 64;  // metre
    // How near a way leads to a surface. Many times the rounding of a place in the largest world.
    static constexpr double kGap = 0.01;  // metre

    // The shapes have no flaw.
    Ground(const Plane& plane, std::span<const Shape> shapes);

    bool isEmpty() const { return images_.empty(); }

    // Metres to the nearest surface, negative inside, at most kFar.
    float distance(Place place) const { return static_cast<float>(nearest(place).distance); }
    // Its gradient: a unit vector, or zero where nothing is near. Where several shapes are as near, the first
    // one's.
    Vec2 away(Place place) const;
    // The force on who is nearer than `reach_m`, at most kFar: weight (1 - distance / reach) away.
    Vec2 push(Place place, float weight, float reach_m) const;

    // Goes along `way`. At a surface it slides on, and what points into it is taken from the way and the
    // velocity. Who was outside is never inside afterwards. Who was inside is first brought out.
    Moved moved(Place from, Vec2 way, Vec2 velocity) const;
    // The same without sliding: where it first touches something, or the end of the way.
    Place firstContact(Place from, Vec2 way) const;
    // The place itself if it is outside, else one nearby that is. The place itself if there is none.
    Place outside(Place from) const;

    std::size_t bytes() const;

  private:
    // A shape as it is seen from one copy of the world; across the seam of a torus it has several.
    struct Image {
        std::uint32_t solid = 0;
        Point shift;
        Box box;
    };
    struct Leg {
        Place place;
        Point left;             // of the way
        bool has_met = false;   // something: `away` is its direction, and `left` does not lead into it
        bool is_solid = false;  // and not the fence around open country
        Point away;
    };

    Nearest nearest(Place place) const;
    Leg leg(Place from, Point way, double clear) const;
    bool hasRoom() const;
    bool meets(Place from, Ray& ray, Contact& contact) const;
    bool meetsFence(Place from, Ray& ray, Contact& contact) const;
    Point allowed(Place place, Point velocity) const;
    Place broughtOut(Place from, const Nearest& near) const;
    Place searched(Place from) const;

    Point metres(Place place) const { return {plane_.xMetres(place), plane_.yMetres(place)}; }
    std::uint32_t columnOf(std::uint32_t coordinate) const;
    std::span<const std::uint32_t> listAt(Place place) const;
    struct Cells;
    Cells cellsNear(const Image& image) const;
    void addImages(std::uint32_t solid);
    void listImages();

    Plane plane_;
    std::vector<Solid> solids_;
    std::vector<Image> images_;  // in the order of the shapes
    bool has_room_ = true;       // something of the world is free
    // A grid of cells. Each has a list of the images whose boxes are within kFar of any of its places.
    std::uint32_t columns_ = 1;
    std::vector<std::uint32_t> first_in_;  // by cell, and the end
    std::vector<std::uint32_t> lists_;
};

}  // namespace drover::ground
