#include "app/desktop/panels/membrane_drawing.h"

#include <algorithm>
#include <cstdio>
#include <span>

#include "app/desktop/one_animal.h"
#include "app/desktop/widgets/widgets.h"
#include "core/flock/store.h"

namespace drover::desktop {
namespace {

// Where to draw each node: levels from top to bottom, the nodes of a full level spread evenly.
struct TreePicture {
    const flock::Tree& tree;
    ImVec2 min, max;
    float row_px = 0;

    ImVec2 at(flock::Node node) const {
        const std::uint32_t level = tree.level(node);
        const flock::Node first = tree.level_begin[level];
        const auto width = static_cast<float>(tree.level_begin[level + 1] - first);
        const float share = (static_cast<float>(node - first) + 0.5f) / width;
        return {min.x + share * (max.x - min.x), min.y + (static_cast<float>(level) + 0.5f) * row_px};
    }
};

void drawLevels(const UiTheme& theme, const TreePicture& picture, float label_px) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    char text[12];
    for (std::uint32_t level = 0; level <= picture.tree.depth; ++level) {
        const float y = picture.min.y + (static_cast<float>(level) + 0.5f) * picture.row_px;
        draw.AddLine({picture.min.x, y}, {picture.max.x, y}, ImGui::GetColorU32(theme.outline), theme.px(1));
        std::snprintf(text, sizeof text, "%u", level);
        draw.AddText({picture.min.x - label_px, y - ImGui::GetTextLineHeight() / 2},
                     ImGui::GetColorU32(theme.muted), text);
    }
}

// Draws inner nodes and lines from each node to its parent. Going up only from first children visits each
// inner node once.
void drawInner(const UiTheme& theme, const TreePicture& picture, std::span<const flock::Node> leaves,
               float radius) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 line = ImGui::GetColorU32(theme.muted), inside = ImGui::GetColorU32(theme.panel);
    for (const flock::Node leaf : leaves) {
        for (flock::Node node = leaf; node != flock::kRoot;) {
            const flock::Node parent = picture.tree.parent(node);
            draw.AddLine(picture.at(node), picture.at(parent), line, theme.px(1));
            if (!picture.tree.isFirstChild(node)) break;
            node = parent;
        }
    }
    for (const flock::Node leaf : leaves) {
        for (flock::Node node = leaf; node != flock::kRoot && picture.tree.isFirstChild(node);) {
            node = picture.tree.parent(node);
            draw.AddCircleFilled(picture.at(node), radius, inside, 12);
            draw.AddCircle(picture.at(node), radius, line, 12, theme.px(1));
        }
    }
}

// Draws the membrane as a line through all leaves from side to side, then the leaves.
void drawLeaves(const UiTheme& theme, const TreePicture& picture, std::span<const flock::Node> leaves,
                float radius) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 membrane = theme.series[1], dot = theme.series[0];
    ImVec2 from{picture.min.x, picture.at(leaves.front()).y};
    for (const flock::Node leaf : leaves) {
        const ImVec2 to = picture.at(leaf);
        draw.AddLine(from, to, membrane, theme.px(2));
        from = to;
    }
    draw.AddLine(from, {picture.max.x, from.y}, membrane, theme.px(2));
    for (const flock::Node leaf : leaves) draw.AddCircleFilled(picture.at(leaf), radius, dot, 12);
}

// Notes which leaves were not there in the frame before.
void follow(TreeTrail& trail, const world::World& world, std::uint64_t generation, FlockId flock,
            std::span<const flock::Node> leaves) {
    const std::uint64_t frame = world.frame();
    const bool is_same = trail.flock == flock && trail.generation == generation && frame >= trail.last_frame;
    if (!is_same) trail.new_leaves.clear();
    std::erase_if(trail.new_leaves,
                  [&](const TreeTrail::NewLeaf& leaf) { return leaf.frame + TreeTrail::kFrames < frame; });
    if (!is_same || !std::ranges::equal(trail.leaves, leaves)) {
        // Both in the order of the membrane, which is not that of the numbers.
        std::ranges::sort(trail.leaves);
        for (const flock::Node leaf : leaves)
            if (is_same && !std::ranges::binary_search(trail.leaves, leaf))
                trail.new_leaves.push_back({leaf, frame});
        trail.leaves.assign(leaves.begin(), leaves.end());
    }
    trail.flock = flock, trail.generation = generation, trail.last_frame = frame;
}

void drawNewLeaves(const UiTheme& theme, const TreePicture& picture, const TreeTrail& trail, float radius) {
    for (const TreeTrail::NewLeaf& leaf : trail.new_leaves) {
        if (std::ranges::find(trail.leaves, leaf.node) == trail.leaves.end()) continue;  // gone again
        const float age = static_cast<float>(trail.last_frame - leaf.frame) / TreeTrail::kFrames;
        ImVec4 colour = theme.warning;
        colour.w = 1 - age;
        ImGui::GetWindowDrawList()->AddCircle(picture.at(leaf.node), radius + theme.px(2 + 4 * age),
                                              ImGui::GetColorU32(colour), 16, theme.px(1.5f));
    }
}

}  // namespace

void drawMembrane(Desk& desk, FlockId flock, TreeTrail& trail) {
    const flock::FlockStore& flocks = desk.session.world().flocks();
    const flock::Tree& tree = flocks.treeOf(flock);
    const std::span<const flock::Node> leaves = nodesOf(flocks, flock);
    follow(trail, desk.session.world(), desk.session.era().generation, flock, leaves);
    const UiTheme& theme = desk.theme;

    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, label_px = ImGui::CalcTextSize("10 ").x;
    const auto levels = static_cast<float>(tree.depth + 1);
    const float row_px = std::max(ImGui::GetTextLineHeight(), std::min(theme.px(26), theme.px(150) / levels));
    ImGui::InvisibleButton("tree", {width, row_px * levels});
    noteItem(desk, "inspect.tree", "drawing");
    tooltip(
        desk,
        "The flock's tree by depth. Rings: inner nodes, each the mean of its children. Dots: leaves, which "
        "are simulated. The thick line is the membrane: nothing exists below it. A ring that fades: this "
        "leaf has just come, by unfolding or folding.");
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.PushClipRect(corner, {corner.x + width, corner.y + row_px * levels}, true);
    const TreePicture picture{
        tree, {corner.x + label_px, corner.y}, {corner.x + width, corner.y + row_px * levels}, row_px};
    // Dots shrink until neighbours on the deepest level do not touch.
    const auto deepest = static_cast<float>(tree.level_begin[tree.depth + 1] - tree.level_begin[tree.depth]);
    const float radius =
        std::clamp((picture.max.x - picture.min.x) / deepest * 0.4f, theme.px(1.2f), theme.px(4));
    drawLevels(theme, picture, label_px);
    drawInner(theme, picture, leaves, radius);
    drawLeaves(theme, picture, leaves, radius);
    drawNewLeaves(theme, picture, trail, radius);
    draw.PopClipRect();
}

}  // namespace drover::desktop
