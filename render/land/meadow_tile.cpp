#include "render/land/meadow_tile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/random.h"

namespace drover::render {
namespace {

constexpr std::uint32_t kTile = 256;  // pixels along a side of the tile

// Between four corners of a grid that is closed on itself.
double noiseAt(std::uint32_t cells, double x, double y) {
    const auto corner = [&](std::uint32_t column, std::uint32_t row) {
        const RandomBlock draw = randomBlock(cells, column % cells, row % cells, 0, Purpose::kBirth);
        return static_cast<double>(unitFloat(draw[0]));
    };
    const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
    const auto eased = [](double t) { return t * t * (3 - 2 * t); };
    const double right = eased(x - column), up = eased(y - row);
    return std::lerp(std::lerp(corner(column, row), corner(column + 1, row), right),
                     std::lerp(corner(column, row + 1), corner(column + 1, row + 1), right), up);
}

// Patches, and smaller ones in them.
std::vector<std::uint8_t> makeTile() {
    constexpr std::array<std::uint32_t, 4> kCells = {4, 9, 21, 53};
    std::vector<std::uint8_t> tile;
    tile.reserve(std::size_t{kTile} * kTile);
    for (std::uint32_t y = 0; y < kTile; ++y) {
        for (std::uint32_t x = 0; x < kTile; ++x) {
            double sum = 0, share = 0.5;
            for (const std::uint32_t cells : kCells) {
                const double scale = static_cast<double>(cells) / kTile;
                sum += share * noiseAt(cells, x * scale, y * scale);
                share /= 2;
            }
            tile.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(sum, 0.0, 1.0) * 255)));
        }
    }
    return tile;
}

}  // namespace

GLuint makeMeadowTile() {
    const std::vector<std::uint8_t> tile = makeTile();
    GLuint id = 0;
    glGenTextures(1, &id);
    glBindTexture(GL_TEXTURE_2D, id);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, kTile, kTile, 0, GL_RED, GL_UNSIGNED_BYTE, tile.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glGenerateMipmap(GL_TEXTURE_2D);
    for (const auto side : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        glTexParameteri(GL_TEXTURE_2D, side, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glBindTexture(GL_TEXTURE_2D, 0);
    return id;
}

}  // namespace drover::render
