// A stream of raw frames: its header, and colours that come back.
#include "app/desktop/frame_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace drover::desktop::film_test {
namespace {

using Pixel = std::array<std::uint8_t, 3>;

render::Image imageOf(int width, int height, const std::vector<Pixel>& pixels) {
    render::Image image{width, height, {}};
    for (const Pixel& pixel : pixels) image.rgb.insert(image.rgb.end(), pixel.begin(), pixel.end());
    return image;
}

// What a player makes of a pixel of a small picture: by ITU-R BT.601.
Pixel shown(std::string_view planes, std::size_t pixels, std::size_t i) {
    const auto at = [&](std::size_t plane) {
        return static_cast<double>(static_cast<unsigned char>(planes[plane * pixels + i]));
    };
    const double y = (at(0) - 16) / 219, b = (at(1) - 128) / 224, r = (at(2) - 128) / 224;
    const double red = y + 1.402 * r, blue = y + 1.772 * b;
    const double green = (y - 0.299 * red - 0.114 * blue) / 0.587;
    const auto byte = [](double v) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 1.0) * 255));
    };
    return {byte(red), byte(green), byte(blue)};
}

TEST(Film, AStreamHasTheColoursOfThePicture) {
    const std::vector<Pixel> pixels = {{0, 0, 0},   {255, 255, 255}, {255, 0, 0},   {0, 255, 0},
                                       {0, 0, 255}, {18, 52, 86},    {200, 100, 7}, {128, 128, 128}};
    std::string out;
    appendY4mFrame(out, imageOf(4, 2, pixels));
    ASSERT_EQ(out.substr(0, 6), "FRAME\n");
    ASSERT_EQ(out.size(), 6 + 3 * pixels.size());
    const std::string_view planes = std::string_view(out).substr(6);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const Pixel seen = shown(planes, pixels.size(), i);
        for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(seen[c], pixels[i][c], 3) << i << "," << c;
    }
    EXPECT_EQ(static_cast<unsigned char>(planes[0]), 16) << "black";
    EXPECT_EQ(static_cast<unsigned char>(planes[1]), 235) << "white";
    EXPECT_EQ(y4mHeader(1280, 720), "YUV4MPEG2 W1280 H720 F60:1 Ip A1:1 C444\n");
}

// Pictures of high definition have another matrix: green counts for more.
TEST(Film, ALargePictureHasItsOwnMatrix) {
    const auto brightnessOfGreen = [](int width) {
        std::string out;
        appendY4mFrame(out,
                       imageOf(width, 1, std::vector<Pixel>(static_cast<std::size_t>(width), {0, 255, 0})));
        return static_cast<int>(static_cast<unsigned char>(out[6]));
    };
    EXPECT_EQ(brightnessOfGreen(640), 145);
    EXPECT_EQ(brightnessOfGreen(1280), 173);
}

TEST(Film, AnotherSizeIsCutOrFilledUp) {
    const render::Image image = imageOf(2, 2, {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}});
    const render::Image smaller = inSize(image, 1, 1), larger = inSize(image, 3, 3);
    EXPECT_EQ(smaller.rgb, (std::vector<std::uint8_t>{1, 1, 1}));
    ASSERT_EQ(larger.rgb.size(), 27u);
    EXPECT_EQ(larger.rgb[0], 1);
    EXPECT_EQ(larger.rgb[3 * 3], 3);
    EXPECT_EQ(larger.rgb[3 * 2], 0);
    EXPECT_EQ(larger.rgb[26], 0);
}

}  // namespace
}  // namespace drover::desktop::film_test
