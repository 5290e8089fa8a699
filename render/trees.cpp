#include "render/trees.h"

#include <algorithm>
#include <array>

namespace drover::render {
namespace {

constexpr float kLeastTree_px = 10;  // half the width; smaller trees would be a tangle

struct Point {
    flock::Node node = flock::kRoot;
    Vec2 at;
};

// A node's pixel, extrapolated like the animals.
class Placed {
  public:
    Placed(const Sight& sight, Place root, Vec2 root_m, float carry_s)
        : sight_(sight), root_(root), root_m_(root_m), carry_s_(carry_s) {}
    Vec2 operator()(const flock::AgentColumns& columns, std::size_t row) const {
        const Vec2 way =
            Vec2{Plane::unitsBetween(root_.x, columns.x[row]), Plane::unitsBetween(root_.y, columns.y[row])};
        const Vec2 velocity{columns.vx[row], columns.vy[row]};
        return (root_m_ + way * sight_.metres_per_unit + velocity * carry_s_) * sight_.pixels_per_metre;
    }

  private:
    const Sight& sight_;
    Place root_;
    Vec2 root_m_;
    float carry_s_;
};

// Branches are thicker near the root.
float branchWidth(std::uint32_t level) { return std::max(0.8f, 2.4f - 0.45f * static_cast<float>(level)); }

}  // namespace

void addTree(Lines& lines, const world::WorldView& view, const Sight& sight, FlockId flock, Vec2 root_m,
             const DrawSettings& settings) {
    const flock::FlockStore& flocks = view.flocks;
    const flock::Tree& tree = flocks.treeOf(flock);
    const std::span<const flock::Node> nodes = flocks.nodes(flock);
    const std::uint32_t first = flocks.first(flock);
    const float carry_s = settings.is_smooth ? Gather::carryOf(view, row(flock)) : 0;
    const Placed placed(sight, {flocks.roots().x[row(flock)], flocks.roots().y[row(flock)]}, root_m, carry_s);
    const float scale = settings.theme->stroke * settings.ui_scale;
    const Colour dot_colour = withAlpha(settings.theme->branch, 220);
    // Leaves are stored in depth-first order, so a parent is complete when its last child is. An inner node
    // is drawn in the middle of its children, which is its mean.
    std::array<Point, flock::Tree::kMaxDepth*(flock::Tree::kMaxBranching - 1) + 2> open;
    std::size_t size = 0;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        open[size++] = {nodes[i], placed(flocks.leaves(), first + i)};
        while (tree.isLastChild(open[size - 1].node)) {
            const flock::Node parent = tree.parent(open[size - 1].node);
            Vec2 at;
            for (std::uint32_t c = 1; c <= tree.branching; ++c) at += open[size - c].at;
            at = at * (1.0f / static_cast<float>(tree.branching));
            const std::uint32_t level = tree.level(parent);
            const float width = branchWidth(level) * scale;
            for (std::uint32_t c = 0; c < tree.branching; ++c) {
                lines.line(at, open[--size].at, settings.theme->branch, width);
            }
            lines.dot(at, dot_colour, width * 2 + 1);
            open[size++] = {parent, at};
        }
    }
}

void addTrees(Lines& lines, const world::WorldView& view, const Sight& sight, const Gather& gather,
              const DrawSettings& settings) {
    for (const Gather::Seen& seen : gather.herds()) {
        const FlockId flock{seen.task};
        const float reach_m = gather.reach(seen.task);
        const Place root{view.flocks.roots().x[seen.task], view.flocks.roots().y[seen.task]};
        const float zones_m = view.lod().zone_width * static_cast<float>(view.flocks.treeOf(flock).depth);
        const bool is_near = length(view.plane().offset(view.player, root)) <= zones_m + reach_m;
        const bool is_selected = settings.selected_task == seen.task;
        const bool is_wanted = settings.shows_trees && view.lod().enabled && is_near;
        if (!is_selected && (!is_wanted || reach_m * sight.pixels_per_metre < kLeastTree_px)) continue;
        addTree(lines, view, sight, flock, seen.offset_m, settings);
    }
}

}  // namespace drover::render
