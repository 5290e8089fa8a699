// One picture: choose what is in view, upload everything, then draw the layers from the ground up.
#include "render/renderer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "render/glyph.h"
#include "render/glyph_sizes.h"
#include "render/ground.h"
#include "render/land.h"
#include "render/layers.h"
#include "render/meadow.h"
#include "render/minimap.h"
#include "render/trees.h"

namespace drover::render {
namespace {

double sinceMs(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct Renderer::Parts {
    // What is remembered of a view from one frame to the next.
    struct View {
        explicit View(const std::filesystem::path& shaders) : glyphs(shaders) {}
        GlyphLayers glyphs;
        Gather gather;
        bool has_pulses = true;  // in the last picture
    };

    explicit Parts(const std::filesystem::path& shaders)
        : first(shaders),
          second(shaders),
          lines(shaders),
          minimap_lines(shaders),
          meadow(shaders),
          land(shaders),
          minimap_land(shaders),
          dots(shaders) {}

    void draw(View& of, const world::WorldView& view, const Camera& camera, const DrawSettings& settings,
              const Viewport& viewport, int framebuffer_height);
    void addLines(const Gather& gather, const world::WorldView& view, const Camera& camera,
                  const Picture& picture, const Viewport& viewport);
    void drawLayers(View& of, const Picture& picture, const Paint& paint);

    View first, second;
    LineLayer lines, minimap_lines;
    MeadowLayer meadow;
    LandLayer land, minimap_land;
    DotLayer dots;
    Lines under, over;
    std::vector<GlyphRecord> listed;
    std::vector<RingLabel> labels, shown_labels;  // of the view being drawn; of the last draw()
    Counts counts;
};

namespace {

// Restricts drawing to the viewport and fills it. If a torus does not fill the view, only the part that it
// covers gets the ground's colour.
void layGround(const Sight& sight, const RenderTheme& theme, const Viewport& viewport,
               int framebuffer_height) {
    const auto scissor = [&](float x, float y, float width, float height) {
        const auto left = static_cast<GLint>(std::lround(x));
        const auto low = static_cast<GLint>(std::lround(static_cast<float>(framebuffer_height) - y - height));
        glScissor(
            left, low, static_cast<GLsizei>(std::lround(x + width)) - left,
            std::max(0, static_cast<GLint>(std::lround(static_cast<float>(framebuffer_height) - y)) - low));
    };
    const auto clear = [](Colour c) {
        glClearColor(static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                     static_cast<float>(c.b) / 255, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    };
    glViewport(static_cast<GLint>(std::lround(viewport.x)),
               static_cast<GLint>(
                   std::lround(static_cast<float>(framebuffer_height) - viewport.y - viewport.height)),
               static_cast<GLsizei>(std::lround(viewport.width)),
               static_cast<GLsizei>(std::lround(viewport.height)));
    glEnable(GL_SCISSOR_TEST);
    scissor(viewport.x, viewport.y, viewport.width, viewport.height);
    const Vec2 half = sight.half_m * sight.pixels_per_metre;
    const bool is_all_ground = half.x * 2 >= viewport.width - 0.5f && half.y * 2 >= viewport.height - 0.5f;
    clear(is_all_ground ? theme.background : theme.outside);
    if (is_all_ground) return;
    scissor(viewport.x + viewport.width / 2 - half.x, viewport.y + viewport.height / 2 - half.y, half.x * 2,
            half.y * 2);
    clear(theme.background);
}

void setState() {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    letShadersSizePoints();
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void endState() {
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glUseProgram(0);
}

}  // namespace

Renderer::Renderer(const std::filesystem::path& shaders) {
    requireOpenGl();
    parts_ = std::make_unique<Parts>(shaders);
}

Renderer::~Renderer() = default;

const Renderer::Counts& Renderer::counts() const { return parts_->counts; }
std::span<const RingLabel> Renderer::ringLabels() const { return parts_->shown_labels; }

void Renderer::draw(const world::WorldView& view, const Camera& camera, const DrawSettings& settings,
                    const Viewport& viewport, int framebuffer_height) {
    parts_->counts = {};
    parts_->draw(parts_->first, view, camera, settings, viewport, framebuffer_height);
    parts_->labels.swap(parts_->shown_labels);
}

void Renderer::drawAlso(const world::WorldView& view, const Camera& camera, const DrawSettings& settings,
                        const Viewport& viewport, int framebuffer_height) {
    parts_->draw(parts_->second, view, camera, settings, viewport, framebuffer_height);
}

void Renderer::Parts::draw(View& of, const world::WorldView& view, const Camera& camera,
                           const DrawSettings& settings, const Viewport& viewport, int framebuffer_height) {
    labels.clear();
    if (viewport.isEmpty()) return;
    auto& [glyphs, gather, has_pulses] = of;
    const auto start = std::chrono::steady_clock::now();
    const Sight sight(view.plane(), camera, viewport);
    const Paint paint(view, settings);
    std::uint64_t most_agents = 1;
    for (const world::SpeciesEntry& entry : view.species)
        most_agents = std::max(most_agents, entry.kind.agents());
    const SliceLook look{settings.theme, static_cast<int>(settings.colour_by), paint.most_ms(),
                         settings.is_smooth};
    // Pulses show how long ago each flock was updated.
    gather.choose(view, sight, largestGlyph(sight, settings, most_agents), look, glyphs.mostTexels(),
                  has_pulses || glyphs.isSpoilt());
    const Picture picture{clipFromPixels(viewport), sight, settings,
                          sizesFor(sight, settings, gather.leaves(), gather.groupsInView(), most_agents)};
    has_pulses = settings.shows_pulses && picture.sizes.pulse_alpha > 0;
    addLines(gather, view, camera, picture, viewport);
    counts.bytes_uploaded += land.upload(view, sight, camera, settings);
    counts.bytes_uploaded += lines.upload(under.strokes(), over.strokes());
    counts.bytes_uploaded += glyphs.uploadRecords(view, gather, picture, paint);
    counts.bytes_uploaded += glyphs.uploadLeaves(view, gather, settings.colour_by == ColourBy::kDepth);
    counts.groups += gather.groupsInView();
    counts.animals += gather.leaves();
    counts.lines += under.strokes().size() + over.strokes().size();
    counts.gather_ms += sinceMs(start);

    const auto gathered = std::chrono::steady_clock::now();
    setState();
    layGround(sight, *settings.theme, viewport, framebuffer_height);
    if (settings.shows_meadow)
        meadow.draw(view.plane(), camera, viewport, *settings.theme), ++counts.draw_calls;
    drawLayers(of, picture, paint);
    endState();
    counts.submit_ms += sinceMs(gathered);
}

void Renderer::Parts::addLines(const Gather& gather, const world::WorldView& view, const Camera& camera,
                               const Picture& picture, const Viewport& viewport) {
    const DrawSettings& settings = picture.settings;
    under.clear(), over.clear();
    if (settings.shows_grid) addGrid(under, view, picture.sight, camera, settings);
    addBorder(under, view, picture.sight, camera, settings);
    if (settings.shows_zones) addZones(under, over, view, picture.sight, settings, viewport, labels);
    addTrees(under, view, picture.sight, gather, settings);
    addPlayer(over, view, picture.sight, settings);
    addSelection(over, view, picture.sight, settings, gather, picture.sizes);
}

void Renderer::Parts::drawLayers(View& of, const Picture& picture, const Paint& paint) {
    GlyphLayers& glyphs = of.glyphs;
    const Gather& gather = of.gather;
    const auto layer = [&](bool is_drawn, auto draw) {
        if (!is_drawn) return;
        draw();
        ++counts.draw_calls;
    };
    const bool has_records = gather.records() > 0;
    counts.draw_calls += land.draw(picture.clip_from_pixels, picture.settings);
    layer(!under.strokes().empty(), [&] { lines.drawUnder(picture.clip_from_pixels); });
    layer(has_records && of.has_pulses, [&] { glyphs.drawPulses(gather, picture); });
    const bool has_trails = picture.settings.shows_trails && picture.sizes.has_trails;
    layer(has_trails, [&] { glyphs.drawTrails(gather, picture, paint); });
    layer(gather.leaves() > 0, [&] { glyphs.drawAnimals(gather, picture, paint); });
    layer(gather.groupsInView() > 0, [&] { glyphs.drawGroups(gather, picture); });
    layer(!over.strokes().empty(), [&] { lines.drawOver(picture.clip_from_pixels); });
    lines.drawn(), glyphs.drawn();
}

void Renderer::drawListed(const Plane& plane, std::span<const ListedAnimal> animals, const Camera& camera,
                          const DrawSettings& settings, const Viewport& viewport, int framebuffer_height) {
    if (viewport.isEmpty()) return;
    Parts& p = *parts_;
    const Sight sight(plane, camera, viewport);
    const Picture picture{clipFromPixels(viewport), sight, settings,
                          sizesFor(sight, settings, animals.size(), 0, 1)};
    const float reach_m = largestGlyph(sight, settings, 1);
    p.listed.clear();
    for (const ListedAnimal& animal : animals) {
        const std::size_t look = lookOf(animal.look);
        sight.images(sight.offset(animal.place), reach_m, [&](Vec2 at_m) {
            p.listed.push_back({.x_px = at_m.x * sight.pixels_per_metre,
                                .y_px = at_m.y * sight.pixels_per_metre,
                                .heading = animal.facing,
                                .colour = packed(settings.theme->species[look]),
                                .look = animalWord(look)});
        });
    }
    setState();
    layGround(sight, *settings.theme, viewport, framebuffer_height);
    if (settings.shows_meadow) p.meadow.draw(plane, camera, viewport, *settings.theme);
    p.counts.bytes_uploaded += p.first.glyphs.drawListed(p.listed, picture);
    endState();
}

void Renderer::drawMinimap(const world::WorldView& view, const Camera& camera, const Viewport& viewport,
                           const DrawSettings& settings, const Viewport& minimap, int framebuffer_height) {
    if (minimap.isEmpty()) return;
    Parts& p = *parts_;
    const auto start = std::chrono::steady_clock::now();
    const Camera whole = minimapCamera(view.plane(), minimap);
    const Sight sight(view.plane(), whole, minimap);
    const glm::mat4 clip = clipFromPixels(minimap);
    p.under.clear(), p.over.clear();
    addMinimap(p.under, view, sight, camera, viewport, settings);
    p.counts.bytes_uploaded += p.minimap_land.upload(view, sight, whole, settings);
    p.counts.bytes_uploaded += p.dots.upload(view, Paint(view, settings));
    p.counts.bytes_uploaded += p.minimap_lines.upload(p.under.strokes(), {});
    p.counts.gather_ms += sinceMs(start);

    const auto gathered = std::chrono::steady_clock::now();
    setState();
    layGround(sight, *settings.theme, minimap, framebuffer_height);
    p.minimap_land.draw(clip, settings);
    const MinimapDot dot = minimapDot(settings, p.dots.dots(), sight);
    p.dots.draw(clip, sight, {dot.alpha, dot.half_px});
    p.minimap_lines.drawUnder(clip);
    p.minimap_lines.drawn();
    endState();
    p.counts.submit_ms += sinceMs(gathered);
}

}  // namespace drover::render
