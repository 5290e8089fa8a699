// One picture: choose what is in view, upload everything, then draw the layers from the ground up.
#include "render/renderer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <vector>

#include "render/gl/canvas.h"
#include "render/land/backdrop_layer.h"
#include "render/land/grass_layer.h"
#include "render/land/land_layer.h"
#include "render/lights/glyph_sizes.h"
#include "render/lights/light_layers.h"
#include "render/lights/minimap.h"
#include "render/line_layer.h"
#include "render/living/animal_layer.h"
#include "render/living/gather_scene.h"

namespace drover::render {
namespace {

constexpr float kCornerSight_m = 300;
constexpr int kSmooth = 4;  // samples a pixel, where animals and walls have edges

double sinceMs(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

struct Renderer::Parts {
    // What is remembered of a view from one frame to the next.
    struct View {
        explicit View(const std::filesystem::path& shaders) : lights(shaders) {}
        LightLayers lights;
        Gather gather;
        SceneGather scene_gather;
        Scene scene;
        InSight in_sight;
        bool has_pulses = true;  // in the last picture
    };

    explicit Parts(const std::filesystem::path& shaders)
        : views{View(shaders), View(shaders), View(shaders)},
          backdrop(shaders),
          grass(shaders),
          land(shaders),
          animals(shaders),
          lines(shaders),
          dots(shaders) {}

    void drawLand(const Scene& scene, const Camera& camera, const Viewport& viewport, const Light& light,
                  const DrawSettings& settings);
    void drawLights(View& of, const Picture& picture, const Paint& paint);
    Canvas& canvasFor(const Scene& scene, const Camera& camera) {
        const bool has_edges = !camera.isStraightDown() || scene.animals > 0 || !scene.shapes.empty();
        return has_edges ? smooth : plain;
    }

    std::array<View, kViews> views;
    Canvas smooth{kSmooth}, plain{1};
    BackdropLayer backdrop;
    GrassLayer grass;
    LandLayer land;
    AnimalLayer animals;
    LineLayer lines;
    DotLayer dots;
    Lines rims, under, over;
    Scene listed;
    std::vector<RingLabel> labels;
    Counts counts;
};

namespace {

// Solid things hide what is behind them.
void setSolid(bool writes_depth, bool is_tested) {
    if (is_tested)
        glEnable(GL_DEPTH_TEST);
    else
        glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(writes_depth ? GL_TRUE : GL_FALSE);
}

void setState() {
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    letShadersSizePoints();
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    setSolid(false, false);
}

void endState() {
    setSolid(true, false);
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

void Renderer::beginFrame() { parts_->counts = {}; }
const Renderer::Counts& Renderer::counts() const { return parts_->counts; }
std::span<const RingLabel> Renderer::ringLabels() const { return parts_->labels; }
const Scene& Renderer::scene(ViewOf which) const {
    return parts_->views[static_cast<std::size_t>(which)].scene;
}
Renderer::InSight Renderer::inSight(ViewOf which) const {
    return parts_->views[static_cast<std::size_t>(which)].in_sight;
}

void Renderer::Parts::drawLand(const Scene& scene, const Camera& camera, const Viewport& viewport,
                               const Light& light, const DrawSettings& settings) {
    backdrop.draw(scene, camera, viewport, light, settings);
    counts.draw_calls += lines.drawRims(light);
    setSolid(true, true);
    // No grass where there is water or rock.
    constexpr GLint kLandBit = 0x80;
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, kLandBit, 0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    counts.draw_calls += 1 + land.draw(scene, light);
    glDisable(GL_STENCIL_TEST);
    setSolid(false, true);
    counts.draw_calls += animals.drawShadows(scene, light) + lines.drawUnder(light);
    setSolid(true, true);
    if (settings.shows_meadow) {
        glEnable(GL_STENCIL_TEST);
        glStencilFunc(GL_EQUAL, 0, kLandBit);
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
        counts.draw_calls += grass.draw(scene, camera, light);
        glDisable(GL_STENCIL_TEST);
    }
    counts.draw_calls += animals.drawAnimals(scene, light, light.theme);
    setSolid(false, false);
}

void Renderer::Parts::drawLights(View& of, const Picture& picture, const Paint& paint) {
    if (!(picture.light.dissolve.most_px > 0)) return;
    const Gather& gather = of.gather;
    const auto layer = [&](bool is_drawn, auto draw) {
        if (!is_drawn) return;
        draw();
        ++counts.draw_calls;
    };
    layer(gather.records() > 0 && of.has_pulses, [&] { of.lights.drawPulses(gather, picture); });
    const bool has_trails = picture.settings.shows_trails && picture.sizes.has_trails;
    layer(has_trails, [&] { of.lights.drawTrails(gather, picture, paint); });
    layer(gather.leaves() > 0, [&] { of.lights.drawLeaves(gather, picture, paint); });
    layer(gather.groupsInView() > 0, [&] { of.lights.drawGroups(gather, picture); });
}

void Renderer::draw(ViewOf which, const world::WorldView& view, const Camera& camera,
                    const DrawSettings& settings, const Viewport& viewport, int framebuffer_height) {
    Parts& p = *parts_;
    Parts::View& of = p.views[static_cast<std::size_t>(which)];
    if (which == ViewOf::kMain) p.labels.clear();
    if (viewport.isEmpty()) return;
    const auto start = std::chrono::steady_clock::now();
    const Sight sight(view.plane(), camera, viewport);
    Light light(view.plane(), camera, viewport, settings);
    // So small a picture is of what is near.
    if (which == ViewOf::kCorner && light.sight_m > kCornerSight_m) {
        light.haze_m *= kCornerSight_m / light.sight_m;
        light.sight_m = kCornerSight_m;
    }
    const Paint paint(view, settings);
    of.scene_gather.gather(view, sight, light, settings, of.scene);

    std::uint64_t most_agents = 1;
    for (const world::SpeciesEntry& entry : view.species)
        most_agents = std::max(most_agents, entry.kind.agents());
    const SliceLook look{settings.theme, static_cast<int>(settings.colour_by), paint.most_ms(),
                         settings.is_smooth};
    const bool has_lights = light.dissolve.most_px > 0;
    // Pulses show how long ago each herd has thought. The corner counts nothing.
    if (has_lights || which != ViewOf::kCorner)
        of.gather.choose(view, sight, largestGlyph(sight, settings, most_agents), look,
                         of.lights.mostTexels(), of.has_pulses || of.lights.isSpoilt());
    const Picture picture{
        light, settings,
        sizesFor(sight, settings, of.gather.leaves(), of.gather.groupsInView(), most_agents)};
    of.has_pulses = settings.shows_pulses && picture.sizes.pulse_alpha > 0 && has_lights;

    const LineWorld ground{view, camera, viewport, sight, light, settings};
    p.rims.clear(), p.under.clear(), p.over.clear();
    if (settings.shows_grid) addGrid(p.under, ground);
    addBorder(p.under, ground);
    addRims(p.rims, ground);
    std::vector<RingLabel> others;
    if (settings.shows_zones) addZones(p.under, p.over, ground, which == ViewOf::kMain ? p.labels : others);
    addPlayer(p.under, p.over, ground);
    addMarks(p.under, p.over, ground, of.scene);
    p.counts.bytes_uploaded += p.animals.upload(of.scene) + p.lines.upload(p.rims, p.under, p.over);
    of.lights.noteChanged(view, of.gather);
    if (has_lights) {
        p.counts.bytes_uploaded += of.lights.uploadRecords(view, of.gather, picture, paint);
        p.counts.bytes_uploaded +=
            of.lights.uploadLeaves(view, of.gather, settings.colour_by == ColourBy::kDepth);
    }
    of.in_sight = {of.gather.animals(), of.gather.groupsInView() + of.gather.leaves()};
    p.counts.groups += of.gather.groupsInView(), p.counts.leaves += of.gather.leaves();
    p.counts.animals += of.scene.animals;
    p.counts.lines += p.rims.all().size() + p.under.all().size() + p.over.all().size();
    p.counts.gather_ms += sinceMs(start);

    const auto gathered = std::chrono::steady_clock::now();
    Canvas& canvas = p.canvasFor(of.scene, camera);
    canvas.begin(viewport, settings.resolution);
    setState();
    p.drawLand(of.scene, camera, viewport, light, settings);
    p.drawLights(of, picture, paint);
    p.counts.draw_calls += p.lines.drawOver(light);
    p.animals.drawn(), p.lines.drawn(), of.lights.drawn();
    endState();
    canvas.end(viewport, framebuffer_height);
    p.counts.submit_ms += sinceMs(gathered);
}

void Renderer::drawListed(const Listed& listed, const Camera& camera, const DrawSettings& settings,
                          const Viewport& viewport, int framebuffer_height) {
    if (viewport.isEmpty()) return;
    Parts& p = *parts_;
    const Sight sight(listed.plane, camera, viewport);
    const Light light(listed.plane, camera, viewport, settings);
    listScene(listed.plane, sight, light, listed.animals, listed.bodies, p.listed);
    p.rims.clear(), p.under.clear(), p.over.clear();
    p.counts.bytes_uploaded += p.animals.upload(p.listed) + p.lines.upload(p.rims, p.under, p.over);
    p.smooth.begin(viewport, settings.resolution);
    setState();
    p.drawLand(p.listed, camera, viewport, light, settings);
    p.animals.drawn(), p.lines.drawn();
    endState();
    p.smooth.end(viewport, framebuffer_height);
}

void Renderer::drawMinimap(const world::WorldView& view, const Camera& camera, const Viewport& viewport,
                           const DrawSettings& settings, const Viewport& minimap, int framebuffer_height) {
    if (minimap.isEmpty()) return;
    Parts& p = *parts_;
    const auto start = std::chrono::steady_clock::now();
    const Camera whole = minimapCamera(view.plane(), minimap);
    const Sight sight(view.plane(), whole, minimap);
    const Light light(view.plane(), whole, minimap, settings);
    const LineWorld ground{view, whole, minimap, sight, light, settings};
    Scene& scene = p.listed;
    scene = {};
    scene.focus_m = whole.centre_m, scene.world_size_m = view.plane().worldSize();
    scene.is_round = sight.isRound();
    scene.shapes = p.views[0].scene.shapes;  // so that the card keeps them
    p.rims.clear(), p.under.clear(), p.over.clear();
    addRims(p.rims, ground);
    addMinimap(p.over, view, sight, camera, viewport, settings);
    p.counts.bytes_uploaded +=
        p.dots.upload(view, Paint(view, settings)) + p.lines.upload(p.rims, p.under, p.over);
    p.counts.gather_ms += sinceMs(start);

    const auto gathered = std::chrono::steady_clock::now();
    p.plain.begin(minimap, settings.resolution);
    setState();
    p.backdrop.draw(scene, whole, minimap, light, settings);
    p.lines.drawRims(light);
    p.land.draw(scene, light);
    const MinimapDot dot = minimapDot(settings, p.dots.dots(), sight);
    p.dots.draw(light, sight, {dot.alpha, dot.half_px});
    p.lines.drawOver(light);
    p.lines.drawn();
    endState();
    p.plain.end(minimap, framebuffer_height);
    p.counts.submit_ms += sinceMs(gathered);
}

}  // namespace drover::render
