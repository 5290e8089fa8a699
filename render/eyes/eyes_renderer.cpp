#include "render/eyes/eyes_renderer.h"

#include <chrono>

#include "render/eyes/animal_layer.h"
#include "render/eyes/backdrop_layer.h"
#include "render/eyes/canvas.h"
#include "render/eyes/grass_layer.h"
#include "render/eyes/land_layer.h"
#include "render/eyes/line_layer.h"

namespace drover::render::eyes {

struct EyesRenderer::Parts {
    explicit Parts(const std::filesystem::path& shaders)
        : backdrop(shaders), grass(shaders), land(shaders), animals(shaders), lines(shaders) {}

    Canvas canvas;
    BackdropLayer backdrop;
    GrassLayer grass;
    LandLayer land;
    AnimalLayer animals;
    LineLayer lines;
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

void endState() {
    setSolid(true, false);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glUseProgram(0);
}

}  // namespace

EyesRenderer::EyesRenderer(const std::filesystem::path& shaders) {
    requireOpenGl();
    parts_ = std::make_unique<Parts>(shaders);
}

EyesRenderer::~EyesRenderer() = default;

void EyesRenderer::beginFrame() { parts_->counts = {}; }
const EyesRenderer::Counts& EyesRenderer::counts() const { return parts_->counts; }

void EyesRenderer::draw(const Scene& scene, const EyeCamera& camera, const EyesLook& look,
                        const Viewport& viewport, int framebuffer_height) {
    if (viewport.isEmpty()) return;
    const auto start = std::chrono::steady_clock::now();
    Parts& p = *parts_;
    const Atmosphere& air = atmosphereOf(*look.theme);
    const EyesLight light{.atmosphere = air,
                          .clip_from_metres = camera.clipFromMetres(viewport),
                          .eye = camera.eye(),
                          .haze_m = scene.sight_m * air.haze_share,
                          .pixels_per_radian = camera.pixelsPerRadian(viewport),
                          .xray = look.xray};
    p.counts.bytes += p.animals.upload(scene) + p.lines.upload(scene, light, *look.theme, look.ui_scale);
    p.canvas.begin(viewport, look.resolution);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    letShadersSizePoints();
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    setSolid(false, false);
    p.backdrop.draw(scene, camera, viewport, light, look.shows_meadow);
    setSolid(true, true);
    // No grass where there is water or rock.
    constexpr GLint kLandBit = 0x80;
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, kLandBit, 0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    p.counts.draw_calls += 1 + p.land.draw(scene, light);
    glDisable(GL_STENCIL_TEST);
    setSolid(false, true);
    p.counts.draw_calls += p.animals.drawShadows(scene, light) + p.lines.drawRings(light, viewport);
    setSolid(true, true);
    if (look.shows_meadow) {
        glEnable(GL_STENCIL_TEST);
        glStencilFunc(GL_EQUAL, 0, kLandBit);
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
        p.grass.draw(scene, camera, light), ++p.counts.draw_calls;
        glDisable(GL_STENCIL_TEST);
    }
    p.counts.draw_calls += p.animals.drawAnimals(scene, light, *look.theme);
    setSolid(false, false);
    p.counts.draw_calls += p.lines.drawOver(light, viewport);
    p.animals.drawn(), p.lines.drawn();
    endState();
    p.canvas.end(viewport, framebuffer_height);
    p.counts.animals += scene.animals;
    p.counts.submit_ms +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace drover::render::eyes
