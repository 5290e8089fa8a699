// A colour of the picture and of the user interface: eight bits per channel, alpha not premultiplied.
#pragma once

#include <cstdint>

namespace drover::render {

struct Colour {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    friend constexpr bool operator==(Colour, Colour) = default;
};

// 0xRRGGBB.
constexpr Colour colour(std::uint32_t rgb, std::uint8_t alpha = 255) {
    return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
            static_cast<std::uint8_t>(rgb), alpha};
}
constexpr Colour withAlpha(Colour c, std::uint8_t alpha) { return {c.r, c.g, c.b, alpha}; }

// r in the lowest byte, as vertex buffers and Dear ImGui expect it.
constexpr std::uint32_t packed(Colour c) {
    return std::uint32_t{c.r} | std::uint32_t{c.g} << 8 | std::uint32_t{c.b} << 16 | std::uint32_t{c.a} << 24;
}
constexpr Colour unpacked(std::uint32_t c) {
    return {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(c >> 8),
            static_cast<std::uint8_t>(c >> 16), static_cast<std::uint8_t>(c >> 24)};
}

// `share` of 0 to 1 of its alpha.
constexpr Colour faded(Colour c, float share) {
    return withAlpha(
        c, static_cast<std::uint8_t>(static_cast<float>(c.a) * (share > 0 ? share < 1 ? share : 1 : 0)));
}

// Linear blend: 0 gives `from`, 1 gives `to`.
constexpr Colour mixed(Colour from, Colour to, float t) {
    const auto channel = [t](std::uint8_t a, std::uint8_t b) {
        const float value = static_cast<float>(a) + (static_cast<float>(b) - static_cast<float>(a)) * t;
        return static_cast<std::uint8_t>(value + 0.5f);
    };
    return {channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b), channel(from.a, to.a)};
}

}  // namespace drover::render
