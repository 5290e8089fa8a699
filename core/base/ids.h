// Row numbers of flocks and species as distinct types, so that one cannot be passed for the other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drover {

enum class FlockId : std::uint32_t {};
enum class SpeciesId : std::uint16_t {};

constexpr std::size_t row(FlockId id) { return static_cast<std::size_t>(id); }
constexpr std::size_t row(SpeciesId id) { return static_cast<std::size_t>(id); }

}  // namespace drover
