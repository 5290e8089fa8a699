#include "render/land.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>
#include <numbers>

#include "render/triangles.h"

namespace drover::render {
namespace {

using ground::Surface;

// From the ground up: a wall stands in the water, not under it.
constexpr std::array kOrder = {Surface::kWater, Surface::kRock, Surface::kFence, Surface::kWall};
constexpr float kRim_px = 1.25f, kCover_px = 1.5f;
constexpr float kLeastLine_px = 1.5f;
constexpr double kPost_m = 4;
constexpr float kLeastPost_px = 9;
constexpr double kPattern_px = 7 * 32 * 12;  // the patterns repeat after that many pixels

std::size_t indexOf(Surface surface) { return static_cast<std::size_t>(surface); }

// The part of a line that is within `half` of the middle, as shares of its length; nothing if none is.
bool clipped(Vec2 from, Vec2 to, Vec2 half, float& begin, float& end) {
    begin = 0, end = 1;
    const auto clip = [&](float at, float way, float most) {
        if (way == 0) return std::abs(at) <= most;
        const float a = (-most - at) / way, b = (most - at) / way;
        begin = std::max(begin, std::min(a, b)), end = std::min(end, std::max(a, b));
        return begin <= end;
    };
    return clip(from.x, to.x - from.x, half.x) && clip(from.y, to.y - from.y, half.y);
}

// An edge, and a round end, so that edges meet without a gap.
void addEdge(Lines& lines, Vec2 from, Vec2 to, Colour colour, float width) {
    lines.line(from, to, colour, width);
    lines.dot(to, colour, width);
}

// The posts that tell a fence from a wall, in view alone.
void addPosts(Lines& lines, Vec2 from, Vec2 to, Vec2 half, float apart_px, Colour colour, float width) {
    float begin = 0, end = 1;
    if (!clipped(from, to, half, begin, end)) return;
    const float whole = length(to - from);
    const Vec2 ahead = (to - from) * (1 / whole);
    for (float at = std::ceil(begin * whole / apart_px) * apart_px; at <= end * whole; at += apart_px)
        lines.dot(from + ahead * at, colour, width);
}

}  // namespace

LandLayer::Area LandLayer::areaOf(const ground::Shape& shape) {
    Area area;
    area.shape = shape;
    ground::Point low = shape.corners[0], high = low;
    for (const ground::Point corner : shape.corners) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
    }
    const ground::Point middle = (low + high) * 0.5;
    area.middle_m = {middle.x, middle.y};
    area.reach_m = ground::length(high - middle) + shape.radius;
    for (const ground::Point corner : shape.corners) area.outline.push_back(corner - middle);
    if (shape.isDisc()) {
        area.outline.clear();
        // Its edges are within centimetres of the circle.
        const int corners = std::clamp(static_cast<int>(20 * std::sqrt(shape.radius)), 64, 1024);
        for (int i = 0; i < corners; ++i) {
            const double angle = 2 * std::numbers::pi * i / corners;
            area.outline.push_back(ground::Point{std::cos(angle), std::sin(angle)} * shape.radius);
        }
    }
    if (!shape.isLine()) area.triangles = trianglesOf(area.outline);
    return area;
}

void LandLayer::keepAreas(std::span<const ground::Shape> shapes) {
    if (std::ranges::equal(shapes, areas_, {}, {}, &Area::shape)) return;
    areas_.clear();
    for (const ground::Shape& shape : shapes) areas_.push_back(areaOf(shape));
}

// Calls draw(area, outline in pixels) for each image of an area that is in view.
template <class Draw>
void LandLayer::eachImage(const Seen& seen, Surface surface, Draw draw) {
    const Sight& sight = seen.sight;
    for (const Area& area : areas_) {
        if (area.shape.surface != surface) continue;
        const Vec2d middle = seen.camera.offset(seen.view.plane(), area.middle_m);
        const float reach_m = static_cast<float>(area.reach_m) + 4 * seen.rim_px / sight.pixels_per_metre;
        sight.images({static_cast<float>(middle.x), static_cast<float>(middle.y)}, reach_m, [&](Vec2 image) {
            outline_.clear();
            for (const ground::Point corner : area.outline)
                outline_.push_back(Vec2{static_cast<float>(corner.x + static_cast<double>(image.x)),
                                        static_cast<float>(corner.y + static_cast<double>(image.y))} *
                                   sight.pixels_per_metre);
            draw(area);
        });
    }
}

// Adds from the outline that is at hand: the edges of an area, or the whole of a line. From afar a shore has
// more corners than pixels, and some edges stand for several.
void LandLayer::addEdges(bool is_line, Colour colour, float width_px) {
    constexpr float kLeastEdge_px = 0.5f;
    Vec2 from = is_line ? outline_.front() : outline_.back();
    if (is_line) strokes_.dot(from, colour, width_px);
    for (std::size_t i = is_line ? 1 : 0; i < outline_.size(); ++i) {
        if (i + 1 < outline_.size() && length(outline_[i] - from) < kLeastEdge_px) continue;
        addEdge(strokes_, from, outline_[i], colour, width_px);
        from = outline_[i];
    }
}

LandLayer::Run LandLayer::addSurface(const Seen& seen, Surface surface, const LandColours& colours) {
    const float ppm = seen.sight.pixels_per_metre, rim_px = seen.rim_px;
    const std::size_t strokes_before = strokes_.strokes().size(), corners_before = corners_.size();
    const auto width = [&](const Area& area) {
        const float wide_px = 2 * static_cast<float>(area.shape.radius) * ppm;
        return area.shape.isLine() ? std::max(wide_px, kLeastLine_px * seen.scale) : kCover_px;
    };
    eachImage(seen, surface, [&](const Area& area) {
        addEdges(area.shape.isLine(), colours.rim, width(area) + 2 * rim_px);
        for (const std::uint16_t corner : area.triangles) corners_.push_back(outline_[corner]);
    });
    Run run;
    run.rims = strokes_.strokes().size() - strokes_before;
    eachImage(seen, surface, [&](const Area& area) {
        addEdges(area.shape.isLine(), colours.fill, width(area));
        if (surface != Surface::kFence || !area.shape.isLine()) return;
        const float apart_px = std::max(static_cast<float>(kPost_m) * ppm, kLeastPost_px * seen.scale);
        addPosts(strokes_, outline_[0], outline_[1], seen.sight.half_m * ppm, apart_px, colours.rim,
                 width(area) + 3 * rim_px);
    });
    run.covers = strokes_.strokes().size() - strokes_before - run.rims;
    run.corners = corners_.size() - corners_before;
    return run;
}

std::size_t LandLayer::upload(const world::WorldView& view, const Sight& sight, const Camera& camera,
                              const DrawSettings& settings) {
    keepAreas(view.shapes);
    strokes_.clear(), corners_.clear();
    const float scale = settings.ui_scale * settings.theme->stroke;
    const Seen seen{view, sight, camera, scale, kRim_px * scale};
    for (const Surface surface : kOrder)
        runs_[indexOf(surface)] = addSurface(seen, surface, settings.theme->land[indexOf(surface)]);

    const auto turned = [&](double metres) {
        return static_cast<float>(
            std::fmod(metres / camera.metres_per_pixel, kPattern_px * static_cast<double>(scale)));
    };
    origin_px_ = {turned(camera.centre_m.x), turned(camera.centre_m.y)};
    const std::size_t bytes = corners_.size() * sizeof(Vec2);
    if (bytes > 0) {
        std::memcpy(buffer_.begin(bytes), corners_.data(), bytes);
        buffer_.end();
    }
    return bytes + lines_.upload(strokes_.strokes(), {});
}

int LandLayer::draw(const glm::mat4& clip_from_pixels, const DrawSettings& settings) {
    int calls = 0;
    std::size_t stroke = 0, corner = 0;
    const auto strokes = [&](std::size_t count) {
        lines_.draw(clip_from_pixels, stroke, count);
        stroke += count, calls += count > 0;
    };
    const auto setColour = [&](const char* name, Colour c) {
        glUniform4f(program_.uniform(name), static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                    static_cast<float>(c.b) / 255, static_cast<float>(c.a) / 255);
    };
    for (const Surface surface : kOrder) {
        const Run& run = runs_[indexOf(surface)];
        const LandColours& colours = settings.theme->land[indexOf(surface)];
        strokes(run.rims);
        if (run.corners > 0) {
            program_.use();
            glUniformMatrix4fv(program_.uniform("clip_from_pixels"), 1, GL_FALSE,
                               glm::value_ptr(clip_from_pixels));
            setColour("fill", colours.fill), setColour("mark", colours.mark);
            glUniform1i(program_.uniform("pattern"),
                        surface == Surface::kWater ? 2 : surface == Surface::kRock);
            glUniform2f(program_.uniform("origin"), origin_px_.x, origin_px_.y);
            glUniform1f(program_.uniform("scale"), settings.ui_scale * settings.theme->stroke);
            array_.bind();
            glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
            VertexArray::floats(0, 2, sizeof(Vec2), 0, 0);
            glDrawArrays(GL_TRIANGLES, static_cast<GLint>(corner), static_cast<GLsizei>(run.corners));
            corner += run.corners, ++calls;
        }
        strokes(run.covers);
    }
    if (!corners_.empty()) buffer_.drawn();
    if (stroke > 0) lines_.drawn();
    return calls;
}

}  // namespace drover::render
