// The one file that compiles stb_image and stb_image_write.
#include "render/gl/image.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/base/replace_file.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace drover::render {
namespace {

constexpr std::size_t kMostIconBytes = std::size_t{1} << 20;
constexpr int kMostIconPixels = 1024;  // on a side

}  // namespace

Colour Image::at(int x, int y) const {
    const std::size_t i =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 3;
    return {rgb[i], rgb[i + 1], rgb[i + 2], 255};
}

Image readPixels(int width, int height) {
    Image image{width, height, {}};
    const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    // A browser reads no less than four values a pixel.
    std::vector<std::uint8_t> pixels(columns * rows * 4);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    image.rgb.resize(columns * rows * 3);
    std::uint8_t* to = image.rgb.data();
    for (std::size_t y = rows; y-- > 0;)
        for (const std::uint8_t *from = &pixels[y * columns * 4], *end = from + columns * 4; from < end;
             from += 4)
            to = std::copy_n(from, 3, to);
    return image;
}

std::string writePng(const std::filesystem::path& path, const Image& image) {
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(),
                                image.width * 3)) {
        return path.string() + ": a picture of " + std::to_string(image.width) + " by " +
               std::to_string(image.height) + " pixels cannot be written";
    }
    const WriteError error = replaceFile(path, bytes, Durability::kSynced);
    return error ? error.message(path) : "";
}

Result<Icon> readIcon(const std::filesystem::path& png) {
    Result<std::string> bytes = readFile(png.string(), kMostIconBytes);
    if (!bytes) return bytes.error;
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes->data());
    const int size = static_cast<int>(bytes->size());
    Icon icon;
    int channels = 0;
    const bool is_picture = stbi_info_from_memory(data, size, &icon.width, &icon.height, &channels) != 0;
    stbi_uc* pixels = is_picture && icon.width <= kMostIconPixels && icon.height <= kMostIconPixels
                          ? stbi_load_from_memory(data, size, &icon.width, &icon.height, &channels, 4)
                          : nullptr;
    if (!pixels) {
        InputError wrong;
        wrong.file = png.string();
        wrong.found = "no picture", wrong.allowed = "a PNG file of at most 1024 pixels a side";
        return wrong;
    }
    icon.rgba.assign(
        pixels, pixels + static_cast<std::size_t>(icon.width) * static_cast<std::size_t>(icon.height) * 4);
    stbi_image_free(pixels);
    return icon;
}

}  // namespace drover::render
