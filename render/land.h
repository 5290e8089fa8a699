// What stands in the way of animals, as it is drawn on the ground: water, rocks, walls and fences. The large
// view and the minimap have a layer each.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <glm/mat4x4.hpp>
#include <span>
#include <vector>

#include "core/world/world_view.h"
#include "render/camera.h"
#include "render/layers.h"
#include "render/lines.h"

namespace drover::render {

class LandLayer {
  public:
    explicit LandLayer(const std::filesystem::path& shaders)
        : program_(shaders, "land.vert", "land.frag"), lines_(shaders) {}

    // Both do nothing where there are no shapes. upload() returns the bytes sent, draw() how many draw calls
    // it took.
    std::size_t upload(const world::WorldView& view, const Sight& sight, const Camera& camera,
                       const DrawSettings& settings);
    int draw(const glm::mat4& clip_from_pixels, const DrawSettings& settings);

  private:
    // A shape's area, kept while it stays: the corners, round the middle of its box, and their triangles.
    struct Area {
        ground::Shape shape;
        Vec2d middle_m;
        double reach_m = 0;
        std::vector<ground::Point> outline;
        std::vector<std::uint16_t> triangles;
    };
    // What is drawn of one surface, in this order: rims, areas, and what covers the inner half of the rims.
    // So shapes that overlap have one rim around both.
    struct Run {
        std::size_t rims = 0, corners = 0, covers = 0;
    };

    struct Seen {
        const world::WorldView& view;
        const Sight& sight;
        const Camera& camera;
        float scale, rim_px;
    };

    static Area areaOf(const ground::Shape& shape);
    void keepAreas(std::span<const ground::Shape> shapes);
    Run addSurface(const Seen& seen, ground::Surface surface, const LandColours& colours);
    template <class Draw>
    void eachImage(const Seen& seen, ground::Surface surface, Draw draw);
    void addEdges(bool is_line, Colour colour, float width_px);

    Program program_;
    VertexArray array_;
    StreamBuffer buffer_;
    LineLayer lines_;
    std::vector<Area> areas_;
    std::vector<Vec2> outline_;  // of the image that is being drawn
    Lines strokes_;
    std::vector<Vec2> corners_;
    std::array<Run, 4> runs_;  // by surface
    Vec2 origin_px_;
};

}  // namespace drover::render
