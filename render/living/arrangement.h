// Where the animals of a folded herd are drawn: round the points that stand for them, as the herd would be
// placed if it unfolded (MODEL 2), and with room between them. Made once for a species. Each herd has one of
// several variants and keeps it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/world/world_view.h"

namespace drover::render {

class Arrangement {
  public:
    // In a larger herd each animal that is drawn stands for several.
    static constexpr std::uint32_t kMostAnimals = 256;

    // `apart_m`: how far apart two animals are to stand at least.
    Arrangement(const flock::Species& species, const flock::LodRules& rules, float apart_m);

    // Whether it would be the same for these.
    bool isFor(const flock::Species& species, const flock::LodRules& rules) const;

    std::uint32_t animals() const { return animals_; }
    // Levels below the root at which an animal is drawn for a node.
    std::uint32_t depth() const { return depth_; }
    // The farthest that one stands from its herd's place.
    float reach_m() const { return reach_m_; }

    // From a herd's place to its animals', by variant.
    std::span<const Vec2> offsets() const { return offsets_; }
    std::uint32_t variantOf(std::uint32_t flock) const { return (flock * 2654435761u >> 16) % variants_; }

    // The animals that a node of this level stands for, and where they stand round it.
    struct Around {
        std::uint32_t first = 0, count = 0;
        Vec2 middle;  // of offsets(): where the node is
    };
    Around around(std::uint32_t variant, flock::Node node) const;
    // The same formula as in the shader: a place, from that of its point.
    Vec2 offset(std::uint32_t variant, std::uint32_t animal) const {
        return offsets_[variant * animals_ + animal];
    }

  private:
    void place(std::uint32_t variant, const flock::Species& species, const flock::LodRules& rules);
    void makeRoom(std::span<Vec2> herd, float apart_m) const;
    void findMiddles(std::uint32_t variant);
    std::span<Vec2> herd(std::uint32_t variant) { return {offsets_.data() + variant * animals_, animals_}; }

    std::uint32_t species_depth_;
    flock::Manner manner_;
    float radius_m_;    // where the manner is not known
    flock::Tree tree_;  // down to depth_
    std::uint32_t depth_ = 0, animals_ = 1, variants_ = 1;
    std::vector<Vec2> offsets_;  // by variant and animal
    std::vector<Vec2> middles_;  // by variant and node
    float reach_m_ = 0;
};

}  // namespace drover::render
