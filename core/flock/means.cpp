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

Averaging::Averaging(FlockStore& store, FlockId flock, MeanScratch& scratch, std::uint32_t most)
    : store_(store),
      flock_(flock),
      tree_(store.treeOf(flock)),
      scratch_(scratch),
      first_(store.first(flock)),
      count_(store.count(flock)),
      is_full_(store.isFull(flock)),
      top_(tree_.depth),
      in_part_(std::min(most, count_)) {
    if (in_part_ < count_) {
        // A part's means, on each level up to its top, are whole lines of the cache.
        std::uint32_t whole = kLine / sizeof(float);
        for (; top_ > 0 && whole * tree_.branching <= most; --top_) whole *= tree_.branching;
        in_part_ = most / whole * whole;
    }
    if (is_full_) {
        AgentColumns& leaves = store.leaves();
        scratch.fit(kOffsets[tree_.branching][tree_.depth] + kMeanPadding);
        rows_ = scratch.rows();
        leaves_ = MeanRows{leaves.x.data(), leaves.y.data(), leaves.vx.data(), leaves.vy.data()}.from(first_);
    } else {
        scratch.waiting.resize(cores::rangesOf(count_, in_part_));
    }
}

void Averaging::average(cores::Range part) {
    if (is_full_) {
        std::uint32_t first = part.first, end = part.end;
        for (std::uint32_t level = tree_.depth; level-- > top_;) {
            first /= tree_.branching, end /= tree_.branching;
            averageLevel(level, first, end - first);
        }
        return;
    }
    const std::span<const Node> nodes = store_.nodes(flock_);
    BottomUp walk;
    for (std::uint32_t i = part.first; i < part.end; ++i)
        push(walk, {nodes[i], store_.leaves().get(first_ + i), true});
    scratch_.waiting[part.index].assign(walk.waiting().begin(), walk.waiting().end());
}

void Averaging::finish() {
    if (is_full_) return finishFull();
    BottomUp walk;
    for (const auto& part : scratch_.waiting)
        for (const BottomUp::Entry& entry : part) push(walk, entry);
    store_.roots().set(row(flock_), walk.waiting()[0].agent);
}

void Averaging::push(BottomUp& walk, const BottomUp::Entry& entry) const {
    walk.push(tree_, entry, [&](Node parent, std::span<const BottomUp::Entry> children) {
        Children agents;
        return BottomUp::Entry{parent, meanOfEntries(store_.plane(), children, agents), false};
    });
}

MeanRows Averaging::rowsAt(std::uint32_t level) const {
    return level == tree_.depth ? leaves_ : rows_.from(kOffsets[tree_.branching][level]);
}

// The rows after the last leaf belong to other flocks, and with fewer parents than lanes a vector would reach
// into them. The levels above are padded.
bool Averaging::takesVectors(std::uint32_t level, std::size_t count) const {
    const Kernels& kernels = store_.kernels();
    return tree_.branching == 2 && kernels.meansOfTwo != nullptr &&
           (level + 1 < tree_.depth || count >= kernels.lanes);
}

// Of `count` nodes from `first` on.
void Averaging::averageLevel(std::uint32_t level, std::size_t first, std::size_t count) {
    const std::uint32_t branching = tree_.branching;
    const MeanRows children = rowsAt(level + 1).from(first * branching);
    if (takesVectors(level, count)) {
        store_.kernels().meansOfTwo(children, rows_.from(first), &kOffsets[branching][level], 1, count);
    } else {
        kMeansOf[branching](children, rowsAt(level).from(first), count);
    }
}

void Averaging::finishFull() {
    std::size_t count = count_;
    for (std::uint32_t level = tree_.depth; level > top_; --level) count /= tree_.branching;
    for (std::uint32_t level = top_; level-- > 0;) {
        count /= tree_.branching;
        if (takesVectors(level, count)) {
            store_.kernels().meansOfTwo(rowsAt(level + 1), rows_, kOffsets[2].data(), level + 1, count);
            break;
        }
        averageLevel(level, 0, count);
    }
    const Vec2 velocity{rows_.vx[0], rows_.vy[0]};
    const AgentColumns& leaves = store_.leaves();
    const Vec2 heading = rootHeading(tree_, rows_, {leaves.hx[first_], leaves.hy[first_]});
    store_.roots().set(row(flock_), {{rows_.x[0], rows_.y[0]}, velocity, heading});
}

void averageUp(FlockStore& store, FlockId flock, MeanScratch& scratch) {
    if (store.isAlone(flock)) return;
    Averaging averaging(store, flock, scratch, store.count(flock));
    averaging.average({0, 0, store.count(flock)});
    averaging.finish();
}

}  // namespace drover::flock
