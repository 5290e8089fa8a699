#include "render/lights/light_layers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>

#include "core/world/world_view.h"
#include "render/lights/glyph.h"

namespace drover::render {
namespace {

constexpr GLsizei kCorners = 4;
constexpr float kPulse_s = 0.45f, kTrail_s = 0.7f;
constexpr std::size_t kTexelBytes = 16;
constexpr std::array<const char*, 3> kTextures = {"flocks", "blocks", "leaves"};

struct Edge {
    float nx, ny, distance;
};

// The edges of every shape's left half, with outward normals.
constexpr std::size_t kEdgesPerShape = kOutlinePoints - 1;
std::array<Edge, kSpeciesShapes * kEdgesPerShape> edges() {
    std::array<Edge, kSpeciesShapes * kEdgesPerShape> out;
    for (std::size_t shape = 0; shape < kSpeciesShapes; ++shape) {
        for (std::size_t i = 0; i < kEdgesPerShape; ++i) {
            const Vec2 from = kOutlines[shape][i], way = kOutlines[shape][i + 1] - from;
            const Vec2 normal = unit(Vec2{way.y, -way.x});
            out[shape * kEdgesPerShape + i] = {normal.x, normal.y, dot(normal, from)};
        }
    }
    return out;
}

void setEdges(const Program& program) {
    program.use();
    const auto all = edges();
    glUniform3fv(program.uniform("edges"), static_cast<GLsizei>(all.size()), &all[0].nx);
}

void setPicture(const Program& program, const Picture& picture) {
    picture.light.give(program);
    glUniform1f(program.uniform("animal_px"), picture.sizes.animal_px);
    glUniform1f(program.uniform("group_px"), picture.sizes.group_px);
    glUniform1i(program.uniform("as_points"), picture.sizes.are_points);
    const bool has_shapes = picture.settings.colour_by == ColourBy::kSpecies;
    glUniform1i(program.uniform("has_shapes"), has_shapes);
    // Light adds up in the dark; on paper, ink covers.
    glUniform1f(program.uniform("glow"), picture.light.theme.glow);
    glUniform1f(program.uniform("stroke"), picture.light.theme.stroke * picture.settings.ui_scale);
}

void drawInstances(std::size_t count) {
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, kCorners, static_cast<GLsizei>(count));
}

GLuint divisorOf(const Picture& picture) { return picture.sizes.are_points ? 0 : 1; }

void drawGlyphs(const Picture& picture, std::size_t count) {
    if (!picture.sizes.are_points) return drawInstances(count);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
}

}  // namespace

LightLayers::LightLayers(const std::filesystem::path& shaders)
    : animal_(shaders, "light_leaf.vert", "light.frag"),
      trail_(shaders, "light_leaf.vert", "light_trail.frag"),
      group_(shaders, "light.vert", "light.frag"),
      pulse_(shaders, "light_pulse.vert", "light_pulse.frag") {
    setEdges(animal_), setEdges(group_);
    for (const Program* const program : {&animal_, &trail_}) {
        program->use();
        for (std::size_t i = 0; i < kTextures.size(); ++i)
            glUniform1i(program->uniform(kTextures[i]), static_cast<GLint>(i));
    }
}

std::size_t LightLayers::uploadRecords(const world::WorldView& view, const Gather& gather,
                                       const Picture& picture, const Paint& paint) {
    const std::size_t group_bytes = groups_.update(view, gather, picture.settings, picture.sizes, paint);
    const std::size_t bytes = gather.herds().size() * sizeof(GlyphRecord);
    if (bytes == 0) return group_bytes;
    auto* out = static_cast<GlyphRecord*>(records_.begin(bytes));
    gather.writeHerds(view, picture.settings, paint, out);
    records_.end();
    return group_bytes + bytes;
}

std::size_t LightLayers::uploadLeaves(const world::WorldView& view, const Gather& gather, bool by_depth) {
    const std::size_t leaf_bytes = leaves_.update(view, gather);
    const std::size_t bytes = gather.blocks() * sizeof(LeafBlock);
    if (bytes == 0) return leaf_bytes;
    metres_per_unit_ = static_cast<float>(view.plane().metresPerUnit());
    gather.writeBlocks(view, by_depth, static_cast<LeafBlock*>(blocks_.begin(bytes)));
    blocks_.end();
    static_assert(sizeof(LeafBlock) == kTexelBytes && sizeof(GlyphRecord) == 3 * kTexelBytes);
    tables_[0].show(0, records_.id(), gather.herds().size() * 3);
    tables_[1].show(1, blocks_.id(), gather.blocks());
    tables_[2].show(2, leaves_.id(), view.flocks.leaves().size());
    return leaf_bytes + bytes;
}

void LightLayers::pointAtRecords(GLuint buffer, std::size_t first, GLuint divisor) const {
    constexpr std::size_t kStride = sizeof(GlyphRecord);
    const std::size_t at = first * kStride;
    record_array_.bind();
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    VertexArray::floats(0, 2, kStride, at + offsetof(GlyphRecord, x_m), divisor);
    VertexArray::floats(1, 2, kStride, at + offsetof(GlyphRecord, velocity), divisor);
    VertexArray::floats(2, 2, kStride, at + offsetof(GlyphRecord, heading), divisor);
    VertexArray::floats(3, 2, kStride, at + offsetof(GlyphRecord, carry_s), divisor);
    VertexArray::colour(4, kStride, at + offsetof(GlyphRecord, colour), divisor);
    VertexArray::integers(5, 1, kStride, at + offsetof(GlyphRecord, look), divisor);
}

void LightLayers::drawPulses(const Gather& gather, const Picture& picture) const {
    if (gather.records() == 0) return;
    setPicture(pulse_, picture);
    glUniform1f(pulse_.uniform("pulse_px"), picture.sizes.pulse_px);
    glUniform1f(pulse_.uniform("pulse_s"), kPulse_s);
    glUniform1f(pulse_.uniform("alpha"), picture.sizes.pulse_alpha);
    glUniform2f(pulse_.uniform("shift_m"), 0, 0);
    if (!gather.herds().empty()) pointAtRecords(records_.id(), 0, 1), drawInstances(gather.herds().size());
    glUniform2f(pulse_.uniform("shift_m"), gather.shift_m().x, gather.shift_m().y);
    groups_.forEachRun([&](std::size_t first, std::size_t count) {
        pointAtRecords(groups_.id(), first, 1);
        drawInstances(count);
    });
}

// What the leaves' shader always reads.
void LightLayers::pointAtLeaves(const Program& program, const Picture& picture, const Paint& paint) const {
    setPicture(program, picture);
    glUniform1f(program.uniform("alpha"), picture.sizes.animal_alpha);
    glUniform1f(program.uniform("metres_per_unit"), metres_per_unit_);
    glUniform1i(program.uniform("by_depth"), picture.settings.colour_by == ColourBy::kDepth);
    std::array<glm::vec4, flock::Tree::kMaxDepth + 1> levels;
    for (std::uint32_t level = 0; level < levels.size(); ++level) {
        const std::uint32_t c = paint.ofLevel(level);
        levels[level] = glm::vec4(c & 255, c >> 8 & 255, c >> 16 & 255, c >> 24) / 255.0f;
    }
    glUniform4fv(program.uniform("levels"), static_cast<GLsizei>(levels.size()), glm::value_ptr(levels[0]));
    for (std::size_t i = 0; i < tables_.size(); ++i) tables_[i].showAgain(static_cast<GLuint>(i));
    leaf_array_.bind();
}

// Leaves the first picture active, as those who draw next expect.
void LightLayers::stopShowingLeaves() const {
    for (std::size_t i = tables_.size(); i-- > 0;) TexelTable::stopShowing(static_cast<GLuint>(i));
}

void LightLayers::drawTrails(const Gather& gather, const Picture& picture, const Paint& paint) const {
    if (gather.leaves() == 0) return;
    pointAtLeaves(trail_, picture, paint);
    glUniform1i(trail_.uniform("as_points"), 0);
    glUniform1f(trail_.uniform("trail_s"), kTrail_s);
    drawInstances(gather.blocks() * LeafBlock::kSlots);
    stopShowingLeaves();
}

void LightLayers::drawLeaves(const Gather& gather, const Picture& picture, const Paint& paint) const {
    if (gather.leaves() == 0) return;
    pointAtLeaves(animal_, picture, paint);
    drawGlyphs(picture, gather.blocks() * LeafBlock::kSlots);
    stopShowingLeaves();
}

void LightLayers::drawGroups(const Gather& gather, const Picture& picture) const {
    if (gather.groupsInView() == 0) return;
    setPicture(group_, picture);
    glUniform1f(group_.uniform("alpha"), picture.sizes.group_alpha);
    glUniform2f(group_.uniform("shift_m"), gather.shift_m().x, gather.shift_m().y);
    groups_.forEachRun([&](std::size_t first, std::size_t count) {
        pointAtRecords(groups_.id(), first, divisorOf(picture));
        drawGlyphs(picture, count);
    });
}

void LightLayers::drawn() {
    records_.drawn();
    blocks_.drawn();
    leaves_.drawn();
    groups_.drawn();
}

std::size_t DotLayer::upload(const world::WorldView& view, const Paint& paint) {
    constexpr std::uint32_t kDots = 4096;  // that one core writes together
    const flock::FlockStore& flocks = view.flocks;
    const std::size_t step = std::max<std::size_t>((flocks.size() + kMostDots - 1) / kMostDots, 1);
    count_ = (flocks.size() + step - 1) / step;
    if (count_ == 0) return 0;
    const std::size_t bytes = count_ * sizeof(Dot);
    auto* const out = static_cast<Dot*>(places_.begin(bytes));
    const flock::AgentColumns& roots = flocks.roots();
    cores::eachRange(view.team, static_cast<std::uint32_t>(count_), kDots, [&](const cores::Range& range) {
        for (std::size_t i = range.first; i < range.end; ++i) {
            const std::size_t flock = i * step, look = lookOf(row(flocks.speciesColumn()[flock]));
            out[i] = {roots.x[flock], roots.y[flock], paint.ofTask(flock, look)};
        }
    });
    places_.end();
    return bytes;
}

void DotLayer::draw(const Light& light, const Sight& sight, const Look& look) {
    if (count_ == 0) return;
    light.give(program_);
    glUniform2ui(program_.uniform("origin"), sight.centre.x, sight.centre.y);
    glUniform1f(program_.uniform("metres_per_unit"), sight.metres_per_unit);
    glUniform1f(program_.uniform("dot_px"), look.half_px);
    glUniform1f(program_.uniform("alpha"), look.alpha);
    array_.bind();
    glBindBuffer(GL_ARRAY_BUFFER, places_.id());
    VertexArray::integers(0, 2, sizeof(Dot), offsetof(Dot, x), 0);
    VertexArray::colour(1, sizeof(Dot), offsetof(Dot, colour), 0);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count_));
    places_.drawn();
}

}  // namespace drover::render
