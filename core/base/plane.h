// The square that everything moves on: a torus, or open country. Flocks, minds and the world use it.
// Positions are 32-bit integers on each axis. So the torus closes by itself (2^32 units are once round), a
// step across the seam is like any other, and sums of positions are exact in any order. One unit is the
// world's size / 2^32 on a torus: a micrometre in a world of four kilometres.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "core/base/vec2.h"

namespace drover {

enum class Edges { kTorus, kOpen };

struct Place {
    std::uint32_t x = 0, y = 0;
    friend constexpr bool operator==(Place, Place) = default;
};

class Plane {
  public:
    // Open country is `kOpenSpan` times as wide as the world; a fence stops animals there. The fence keeps
    // every difference between two places inside 31 bits.
    static constexpr double kOpenSpan = 4;
    static constexpr std::int64_t kFenceLow = std::int64_t{1} << 30;  // coordinates in units
    static constexpr std::int64_t kFenceHigh = (std::int64_t{3} << 30) - 1;

    Plane(double world_size, Edges edges)
        : world_size_(world_size),
          edges_(edges),
          metres_per_unit_(edges == Edges::kTorus ? world_size * 0x1p-32 : world_size * kOpenSpan * 0x1p-31),
          units_per_metre_(1 / metres_per_unit_) {}

    double worldSize() const { return world_size_; }  // metre
    Edges edges() const { return edges_; }
    double metresPerUnit() const { return metres_per_unit_; }
    double unitsPerMetre() const { return units_per_metre_; }

    // Metres from the world's lower left corner. A torus wraps any number; open country clamps it to the
    // fence.
    Place place(double x_m, double y_m) const { return moved({originUnits(), originUnits()}, x_m, y_m); }
    double xMetres(Place p) const { return axisMetres(p.x); }
    double yMetres(Place p) const { return axisMetres(p.y); }

    Place moved(Place from, Vec2 by_m) const {
        return moved(from, static_cast<double>(by_m.x), static_cast<double>(by_m.y));
    }
    Place moved(Place from, double x_m, double y_m) const { return stepped(from, units(x_m), units(y_m)); }
    Place stepped(Place from, std::int64_t x_units, std::int64_t y_units) const {
        return {axisStepped(from.x, x_units), axisStepped(from.y, y_units)};
    }

    // A length in units, rounded to the nearest. The limit is a million kilometres either way, far beyond
    // what an animal covers in ten seconds; even the smallest world's units then stay inside 63 bits.
    std::int64_t units(double metres) const {
        assert(std::abs(metres) <= 1e9);
        return std::llrint(metres * units_per_metre_);
    }

    // The shortest way from one place to another in metres, across the seam if that is shorter.
    Vec2 offset(Place from, Place to) const {
        const auto scale = static_cast<float>(metres_per_unit_);
        return Vec2{unitsBetween(from.x, to.x), unitsBetween(from.y, to.y)} * scale;
    }

    // The same on one axis, in units: exact up to 2^24 units, correctly rounded beyond.
    static constexpr float unitsBetween(std::uint32_t from, std::uint32_t to) {
        return static_cast<float>(static_cast<std::int32_t>(to - from));
    }

  private:
    constexpr std::uint32_t originUnits() const {
        // In open country the world's square is in the middle of the fenced one; its corner is half a world
        // from the centre.
        return edges_ == Edges::kTorus ? 0u : (1u << 31) - (1u << 28);
    }
    double axisMetres(std::uint32_t units) const {
        return static_cast<double>(std::int64_t{units} - originUnits()) * metres_per_unit_;
    }
    std::uint32_t axisStepped(std::uint32_t from, std::int64_t by_units) const {
        const std::int64_t to = std::int64_t{from} + by_units;
        return static_cast<std::uint32_t>(edges_ == Edges::kTorus ? to
                                                                  : std::clamp(to, kFenceLow, kFenceHigh));
    }

    double world_size_;
    Edges edges_;
    double metres_per_unit_, units_per_metre_;
};

}  // namespace drover
