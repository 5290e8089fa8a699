#include "core/flock/means.h"

#include "core/flock/kernels.h"

namespace drover::flock {
namespace {

// The nearest integer to sum / n, halves away from zero.
template <std::int64_t n>
std::uint32_t nearest(std::int64_t sum) {
    return static_cast<std::uint32_t>((sum + (sum < 0 ? -n : n) / 2) / n);
}

// The mean of each B neighbouring rows, as meanOf() computes it, without headings.
template <std::uint32_t B>
void meansOf(const MeanRows& children, const MeanRows& parents, std::size_t count) {
    for (std::size_t p = 0, c = 0; p < count; ++p, c += B) {
        std::int64_t x = 0, y = 0;
        float vx = 0, vy = 0;
        for (std::uint32_t i = 0; i < B; ++i) {
            x += static_cast<std::int32_t>(children.x[c + i] - children.x[c]);
            y += static_cast<std::int32_t>(children.y[c + i] - children.y[c]);
            vx += children.vx[c + i], vy += children.vy[c + i];
        }
        parents.x[p] = children.x[c] + nearest<B>(x), parents.y[p] = children.y[c] + nearest<B>(y);
        parents.vx[p] = vx * (1.0f / static_cast<float>(B)),
        parents.vy[p] = vy * (1.0f / static_cast<float>(B));
    }
}

using MeansOf = void (*)(const MeanRows& children, const MeanRows& parents, std::size_t count);
constexpr std::array<MeansOf, Tree::kMaxBranching + 1> kMeansOf = {
    nullptr, nullptr, meansOf<2>, meansOf<3>, meansOf<4>, meansOf<5>, meansOf<6>, meansOf<7>, meansOf<8>};

// Where a level's means begin in the scratch, the root's first. Each level begins on a cache line.
constexpr std::size_t offsetOf(std::uint32_t branching, std::uint32_t level) {
    std::size_t at = 0;
    for (std::size_t above = 0, width = 1; above < level; ++above, width *= branching)
        at += (width + 15) / 16 * 16 + kMeanPadding;
    return at;
}

using Offsets = std::array<std::size_t, Tree::kMaxDepth + 1>;

constexpr std::array<Offsets, Tree::kMaxBranching + 1> allOffsets() {
    std::array<Offsets, Tree::kMaxBranching + 1> all{};
    for (std::uint32_t branching = Tree::kMinBranching; branching <= Tree::kMaxBranching; ++branching) {
        for (std::uint32_t level = 0; level <= Tree::kMaxDepth; ++level)
            all[branching][level] = offsetOf(branching, level);
    }
    return all;
}
constexpr std::array<Offsets, Tree::kMaxBranching + 1> kOffsets = allOffsets();

// A mean at rest takes its first child's heading, down to the first leaf's.
Vec2 rootHeading(const Tree& tree, const MeanRows& means, Vec2 first_leaf) {
    for (std::uint32_t level = 0; level < tree.depth; ++level) {
        const std::size_t at = kOffsets[tree.branching][level];
        const Vec2 velocity{means.vx[at], means.vy[at]};
        if (!isNothing(velocity)) return unit(velocity);
    }
    return first_leaf;
}

}  // namespace

void MeanScratch::fit(std::size_t rows) {
    if (vy.size() >= rows) return;  // the last column to grow
    x.resize(rows), y.resize(rows), vx.resize(rows), vy.resize(rows);
}

void averageFullTree(FlockStore& store, FlockId flock, MeanScratch& scratch, cores::Team* team) {
    const Tree& tree = store.treeOf(flock);
    const std::uint32_t branching = tree.branching;
    const std::size_t first = store.first(flock);
    std::uint32_t count = store.count(flock);
    const Offsets& offsets = kOffsets[branching];
    scratch.fit(offsets[tree.depth] + kMeanPadding);
    AgentColumns& leaves = store.leaves();
    const MeanRows rows = scratch.rows();
    const auto means_of_two = branching == 2 ? store.kernels().meansOfTwo : nullptr;
    MeanRows below{leaves.x.data() + first, leaves.y.data() + first, leaves.vx.data() + first,
                   leaves.vy.data() + first};
    for (std::uint32_t level = tree.depth; level-- > 0;) {
        count /= branching;
        // The rows after the last leaf belong to other flocks, and with fewer parents than lanes a vector
        // would reach into them. The levels above are padded.
        const bool has_room = level + 1 < tree.depth || count >= store.kernels().lanes;
        if (count <= kRowsInPart && has_room && means_of_two != nullptr) {
            means_of_two(below, rows, offsets.data(), level + 1, count);
            break;
        }
        forEachRange(count > kRowsInPart ? team : nullptr, count, [&](std::size_t from, std::size_t end) {
            const MeanRows children = below.from(from * branching), parents = rows.from(from);
            if (has_room && means_of_two != nullptr) {
                means_of_two(children, parents, &offsets[level], 1, end - from);
            } else {
                kMeansOf[branching](children, parents.from(offsets[level]), end - from);
            }
        });
        below = rows.from(offsets[level]);
    }
    const Vec2 velocity{rows.vx[0], rows.vy[0]};
    const Vec2 first_heading{leaves.hx[first], leaves.hy[first]};
    store.roots().set(row(flock), {{rows.x[0], rows.y[0]}, velocity, rootHeading(tree, rows, first_heading)});
}

}  // namespace drover::flock
