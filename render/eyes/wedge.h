// What lies between the two sides of a picture, and how much of an animal is drawn there. For those that make
// scenes.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/plane.h"
#include "render/eyes/eye_camera.h"
#include "render/eyes/scene.h"

namespace drover::render::eyes {

inline constexpr float kEdge_m = 12;  // beside the view, where shadows reach into it

// How far one sees. On a torus each animal is shown once, where it is nearest.
inline float sightOn(const Plane& plane) {
    constexpr float kMost_m = 2400, kShareOfTorus = 0.7f;
    if (plane.edges() != Edges::kTorus) return kMost_m;
    return std::min(kMost_m, kShareOfTorus * static_cast<float>(plane.worldSize()));
}

struct Wedge {
    Wedge(const EyeCamera& camera, const Viewport& viewport, float sight)
        : eye{camera.eye().x, camera.eye().y},
          ahead(camera.ahead()),
          right(camera.right()),
          half(camera.halfWidth(viewport)),
          slant(std::sqrt(1 + half * half)),
          sight_m(sight),
          pixels(camera.pixelsPerRadian(viewport)) {}

    // How far ahead of the eye a place is; below zero: behind it.
    float depth(Vec2 at_m) const { return dot(at_m - eye, ahead); }
    bool sees(Vec2 at_m, float reach_m) const {
        const Vec2 way = at_m - eye;
        const float far = dot(way, ahead);
        return far > -reach_m && far < sight_m + reach_m &&
               std::abs(dot(way, right)) <= std::max(far, 0.0f) * half + reach_m * slant;
    }
    Detail detailOf(Body body, Vec2 at_m) const {
        constexpr float kFull_px = 34, kSome_px = 9;  // an animal's length, from which it has that detail
        const float size_m = std::max(lengthOf(body), heightOf(body) / 2);  // an upright body is short
        const float length_px = size_m * pixels / std::max(depth(at_m), 1.0f);
        if (length_px > kFull_px) return Detail::kFull;
        return length_px > kSome_px ? Detail::kSome : Detail::kDot;
    }

    Vec2 eye, ahead, right;
    float half, slant, sight_m, pixels;
};

}  // namespace drover::render::eyes
