// Pictures of what was drawn: read back from the framebuffer, written as PNG. And the window's icon, read
// from one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/input_error.h"
#include "render/colour.h"

namespace drover::render {

// Rows from the top, opaque.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    Colour at(int x, int y) const;
};

// The framebuffer that is bound for reading, its lower left `width` x `height` pixels.
Image readPixels(int width, int height);

// Whole or not at all: written beside it, then renamed. Empty: fine; else what is wrong.
std::string writePng(const std::filesystem::path& path, const Image& image);

// With transparency: four bytes a pixel, rows from the top.
struct Icon {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};
Result<Icon> readIcon(const std::filesystem::path& png);

}  // namespace drover::render
