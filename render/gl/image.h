// Reads the framebuffer back and writes PNG files, for --screenshot and saved plots. Also reads the window's
// icon from a PNG file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/input_error.h"
#include "render/colour.h"

namespace drover::render {

// Opaque, top row first.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    Colour at(int x, int y) const;
};

// The lower left `width` x `height` pixels of the framebuffer that is bound for reading.
Image readPixels(int width, int height);

// Writes a file beside `path`, then renames it, so `path` is never incomplete. Returns an error, or empty.
std::string writePng(const std::filesystem::path& path, const Image& image);

// Four bytes per pixel with alpha, top row first.
struct Icon {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};
Result<Icon> readIcon(const std::filesystem::path& png);

}  // namespace drover::render
