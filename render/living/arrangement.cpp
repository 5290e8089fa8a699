#include "render/living/arrangement.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::render {
namespace {

constexpr std::uint64_t kSeed = 7;
// Large herds have fewer variants, and fewer rounds in which crowded animals move apart: each takes longer.
constexpr std::uint32_t kLarge = 64;
constexpr std::uint32_t kManyVariants = 64, kFewVariants = 16;
constexpr int kManyRounds = 60, kFewRounds = 20;

std::uint32_t drawnDepth(const flock::Species& species) {
    std::uint32_t depth = 0;
    for (std::uint64_t animals = species.branching;
         depth < species.depth && animals <= Arrangement::kMostAnimals; animals *= species.branching)
        ++depth;
    return depth;
}

// From a node to one of its children: evenly round it as in a settled herd, or anywhere in the disc if that
// is not known.
Vec2 stepTo(const flock::Species& species, const flock::LodRules& rules, std::uint32_t level,
            std::uint32_t child, const RandomBlock& of_node, const RandomBlock& of_child) {
    const auto& spread = species.manner.spread;
    if (!(species.manner.pace > 0))
        return direction(Angle{of_child[1]}) * (rules.reinit_radius * std::sqrt(unitFloat(of_child[0])));
    const float square =
        std::max(spread[level + 1] * spread[level + 1] - spread[level] * spread[level], 0.0f);
    const auto part = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / species.branching);
    return direction(Angle{of_node[1] + child * part}) * std::sqrt(square * (0.5f + unitFloat(of_node[0])));
}

}  // namespace

Arrangement::Arrangement(const flock::Species& species, const flock::LodRules& rules, float apart_m)
    : species_depth_(species.depth),
      manner_(species.manner),
      radius_m_(rules.reinit_radius),
      tree_(species.branching, drawnDepth(species)),
      depth_(tree_.depth),
      animals_(tree_.mostLeaves()),
      variants_(animals_ > kLarge ? kFewVariants : kManyVariants) {
    offsets_.resize(std::size_t{variants_} * animals_);
    middles_.resize(std::size_t{variants_} * tree_.nodes());
    for (std::uint32_t variant = 0; variant < variants_; ++variant) {
        place(variant, species, rules);
        makeRoom(herd(variant), apart_m);
        findMiddles(variant);
    }
    for (const Vec2 offset : offsets_) reach_m_ = std::max(reach_m_, length(offset));
}

bool Arrangement::isFor(const flock::Species& species, const flock::LodRules& rules) const {
    return species.branching == tree_.branching && species.depth == species_depth_ &&
           species.manner.spread == manner_.spread && (species.manner.pace > 0) == (manner_.pace > 0) &&
           rules.reinit_radius == radius_m_;
}

void Arrangement::place(std::uint32_t variant, const flock::Species& species, const flock::LodRules& rules) {
    for (std::uint32_t animal = 0; animal < animals_; ++animal) {
        Vec2 at;
        std::uint32_t level = depth_;
        for (flock::Node node = tree_.level_begin[depth_] + animal; node != flock::kRoot;
             node = tree_.parent(node)) {
            const flock::Node parent = tree_.parent(node);
            --level;
            at += stepTo(species, rules, level, node - tree_.firstChild(parent),
                         randomBlock(kSeed, variant, parent, 0, Purpose::kReinit),
                         randomBlock(kSeed, variant, node, 1, Purpose::kReinit));
        }
        herd(variant)[animal] = at;
    }
}

// Two that stand too near move half of what is missing each.
void Arrangement::makeRoom(std::span<Vec2> herd, float apart_m) const {
    const int rounds = herd.size() > kLarge ? kFewRounds : kManyRounds;
    for (int round = 0; round < rounds; ++round) {
        bool is_crowded = false;
        for (std::size_t a = 0; a < herd.size(); ++a) {
            for (std::size_t b = a + 1; b < herd.size(); ++b) {
                const Vec2 way = herd[b] - herd[a];
                const float distance = length(way);
                if (distance >= apart_m) continue;
                is_crowded = true;
                const Vec2 out = distance > 0.01f ? way * (1 / distance) : Vec2{1, 0};
                const Vec2 push = out * (0.5f * (apart_m - distance));
                herd[a] = herd[a] - push;
                herd[b] += push;
            }
        }
        if (!is_crowded) break;
    }
    Vec2 sum;
    for (const Vec2 at : herd) sum += at;
    const Vec2 middle = sum * (1.0f / static_cast<float>(herd.size()));
    for (Vec2& at : herd) at = at - middle;
}

void Arrangement::findMiddles(std::uint32_t variant) {
    Vec2* const middle = middles_.data() + std::size_t{variant} * tree_.nodes();
    std::copy_n(herd(variant).data(), animals_, middle + tree_.level_begin[depth_]);
    for (flock::Node node = tree_.level_begin[depth_]; node-- > 0;) {
        Vec2 sum;
        for (std::uint32_t c = 0; c < tree_.branching; ++c) sum += middle[tree_.firstChild(node) + c];
        middle[node] = sum * (1.0f / static_cast<float>(tree_.branching));
    }
}

Arrangement::Around Arrangement::around(std::uint32_t variant, flock::Node node) const {
    // Below the drawn depth each node is drawn as one animal.
    if (node >= tree_.nodes()) return {0, 1, {}};
    flock::Node first = node, last = node;
    while (first < tree_.level_begin[depth_]) {
        first = tree_.firstChild(first);
        last = tree_.firstChild(last) + tree_.branching - 1;
    }
    return {first - tree_.level_begin[depth_], last - first + 1,
            middles_[std::size_t{variant} * tree_.nodes() + node]};
}

}  // namespace drover::render
