#include "core/flock/means.h"

#include "core/flock/kernels.h"

namespace drover {
namespace {

// The nearest integer to sum / n, halves away from zero.
template <std::int64_t n>
std::uint32_t nearest(std::int64_t sum) {
    return static_cast<std::uint32_t>((sum + (sum < 0 ? -n : n) / 2) / n);
}

// Of each B neighbouring rows their mean; meanOf() without headings.
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
        parents.vx[p] = vx * (1.0f / static_cast<float>(B)), parents.vy[p] = vy * (1.0f / static_cast<float>(B));
    }
}

using MeansOf = void (*)(const MeanRows& children, const MeanRows& parents, std::size_t count);
constexpr std::array<MeansOf, Tree::kMaxBranching + 1> kMeansOf = {
    nullptr, nullptr, meansOf<2>, meansOf<3>, meansOf<4>, meansOf<5>, meansOf<6>, meansOf<7>, meansOf<8>};

// The levels as rows of `inner`, which are in the order in which a walk over the leaves completes their nodes: after
// each parent of leaves all ancestors that it is the last descendant of.
template <std::uint32_t B>
void writeInner(AgentColumns& inner, std::size_t row, const std::array<MeanRows, Tree::kMaxDepth>& levels,
                std::uint32_t height, std::uint32_t parents) {
    for (std::uint32_t parent = 0; parent < parents; ++parent) {
        std::uint32_t i = parent;
        for (std::uint32_t level = 0; level < height; ++level, ++row) {
            inner.x[row] = levels[level].x[i], inner.y[row] = levels[level].y[i];
            inner.vx[row] = levels[level].vx[i], inner.vy[row] = levels[level].vy[i];
            if (i % B != B - 1) {
                ++row;
                break;
            }
            i /= B;
        }
    }
}

using WriteInner = void (*)(AgentColumns&, std::size_t, const std::array<MeanRows, Tree::kMaxDepth>&, std::uint32_t,
                            std::uint32_t);
constexpr std::array<WriteInner, Tree::kMaxBranching + 1> kWriteInner = {
    nullptr,       nullptr,       writeInner<2>, writeInner<3>, writeInner<4>,
    writeInner<5>, writeInner<6>, writeInner<7>, writeInner<8>};

}  // namespace

void MeanRoom::fit(std::size_t rows) {
    if (x.size() >= rows) return;
    x.resize(rows), y.resize(rows), vx.resize(rows), vy.resize(rows);
}

void averageFullTree(FlockStore& store, FlockId flock, MeanRoom& room) {
    const Tree& tree = store.treeOf(flock);
    const std::size_t first = store.first(flock);
    std::uint32_t count = store.count(flock);
    room.fit(tree.innerNodes(count) + Tree::kMaxDepth * kMeanPadding);
    const MeansOf plain = kMeansOf[tree.branching];
    const bool has_vectors = tree.branching == 2 && store.kernels().meansOfTwo != nullptr;
    AgentColumns& leaves = store.leaves();
    MeanRows below{leaves.x.data() + first, leaves.y.data() + first, leaves.vx.data() + first, leaves.vy.data() + first};
    std::array<MeanRows, Tree::kMaxDepth> levels;
    Vec2 heading{leaves.hx[first], leaves.hy[first]};
    std::size_t row = 0;
    for (std::uint32_t level = 0; level < tree.depth; ++level) {
        count /= tree.branching;
        levels[level] = room.from(row);
        row += count + kMeanPadding;
        // The leaves belong to others past the last one; the levels above have room for whole vectors.
        const bool has_room = level > 0 || count >= store.kernels().lanes;
        (has_vectors && has_room ? store.kernels().meansOfTwo : plain)(below, levels[level], count);
        below = levels[level];
        const Vec2 velocity{below.vx[0], below.vy[0]};
        // A mean at rest has its first child's heading.
        if (!isNothing(velocity)) heading = unit(velocity);
    }
    store.roots().set(drover::row(flock), {{below.x[0], below.y[0]}, {below.vx[0], below.vy[0]}, heading});
    const std::uint32_t parents = store.count(flock) / tree.branching;
    kWriteInner[tree.branching](store.inner(), first, levels, tree.depth - 1, parents);
}

}  // namespace drover
