// Pictures of small worlds, drawn off screen, and how to look at their pixels: what the tests of the renderer
// share.
#pragma once

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include "core/flock/store.h"
#include "render/gl/image.h"
#include "render/renderer.h"
#include "tests/render/offscreen.h"
#include "tests/render/small_world.h"

namespace drover::render {

inline constexpr int kWidth = 480, kHeight = 360;
const Viewport kView{0, 0, kWidth, kHeight};

inline bool isLike(Colour a, Colour b, int tolerance = 24) {
    return std::abs(a.r - b.r) <= tolerance && std::abs(a.g - b.g) <= tolerance &&
           std::abs(a.b - b.b) <= tolerance;
}

// Whether a pixel of this colour is within `reach` pixels of a place.
inline bool hasNear(const Image& image, Vec2d at, Colour colour, int reach = 1, int tolerance = 24) {
    for (int y = static_cast<int>(at.y) - reach; y <= static_cast<int>(at.y) + reach; ++y) {
        for (int x = static_cast<int>(at.x) - reach; x <= static_cast<int>(at.x) + reach; ++x) {
            if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue;
            if (isLike(image.at(x, y), colour, tolerance)) return true;
        }
    }
    return false;
}

// The mean position of all pixels of a colour, and their number.
struct Blob {
    Vec2d middle;
    int pixels = 0;
};
inline Blob blobOf(const Image& image, Colour colour) {
    Blob blob;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            if (!isLike(image.at(x, y), colour)) continue;
            blob.middle.x += x + 0.5, blob.middle.y += y + 0.5;
            ++blob.pixels;
        }
    }
    if (blob.pixels > 0) blob.middle.x /= blob.pixels, blob.middle.y /= blob.pixels;
    return blob;
}

inline DrawSettings bare() {
    DrawSettings settings;
    settings.colour_by = ColourBy::kSpecies;
    settings.shows_meadow = settings.shows_grid = settings.shows_trees = settings.shows_trails =
        settings.shows_pulses = settings.shows_zones = false;
    return settings;
}

class Picture : public testing::Test {
  protected:
    Image draw(const world::World& world, const Camera& camera, const DrawSettings& settings,
               const Viewport& view = kView) {
        renderer_.beginFrame();
        renderer_.draw(ViewOf::kMain, world.view(), camera, settings, view, kHeight);
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        return readPixels(kWidth, kHeight);
    }
    Vec2d screen(const world::World& world, const Camera& camera, Place place) const {
        const Plane& plane = world.flocks().plane();
        return camera.toScreen(plane, kView, {plane.xMetres(place), plane.yMetres(place)});
    }

    Offscreen window_{kWidth, kHeight};
    Renderer renderer_{DROVER_SHADERS};
    Colour species_ = themeOf(ThemeName::kDark).species[0];
    Colour ground_ = themeOf(ThemeName::kDark).background;
};

}  // namespace drover::render
