#include "render/lights/glyph_sizes.h"

#include <gtest/gtest.h>

#include "tests/render/small_world.h"

namespace drover::render::glyph_sizes_test {
namespace {

// 480,000 square pixels: room for the rings of 300 pulses.
GlyphSizes sizes(std::size_t animals, std::size_t groups) {
    const Plane plane(1000, Edges::kOpen);
    DrawSettings settings;
    settings.theme = &themeOf(ThemeName::kDark);
    return sizesFor(Sight(plane, above(500, 500, 1, 600), {0, 0, 800, 600}), settings, animals, groups, 32);
}

TEST(GlyphSizes, WhereTheRingsOfPulsesWouldMergeThereAreNone) {
    EXPECT_GT(sizes(148, 148).pulse_alpha, 0);
    EXPECT_EQ(sizes(304, 0).pulse_alpha, 0);
    EXPECT_EQ(sizes(0, 304).pulse_alpha, 0);
    EXPECT_EQ(sizes(156, 148).pulse_alpha, 0);
}

}  // namespace
}  // namespace drover::render::glyph_sizes_test
