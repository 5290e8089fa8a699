// Draws a world with OpenGL 3.3 core: ground, zones, trees, pulses, animals, each a layer of one upload and
// one draw call. The caller has made the context current and loaded the functions, and clears nothing: the
// viewport's ground is filled here. One renderer a context; it must go before its context does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "core/world/world_view.h"
#include "render/camera.h"
#include "render/draw_settings.h"
#include "render/render_error.h"

namespace drover::render {

// Where a zone's ring is met going up from the player: the metres are written there.
struct RingLabel {
    float x = 0, y = 0;  // framebuffer pixels, y down
    float radius_m = 0;
};

class Renderer {
  public:
    // Throws RenderError.
    explicit Renderer(const std::filesystem::path& shaders);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void draw(const world::WorldView& view, const Camera& camera, const DrawSettings& settings,
              const Viewport& viewport, int framebuffer_height);
    // The whole world small: a dot a flock, the zones, the rectangle that `camera` sees in `viewport`.
    void drawMinimap(const world::WorldView& view, const Camera& camera, const Viewport& viewport,
                     const DrawSettings& settings, const Viewport& minimap, int framebuffer_height);

    // Of the last draw().
    struct Counts {
        std::uint64_t groups = 0;   // flocks and other minds drawn as one glyph
        std::uint64_t animals = 0;  // leaves of expanded flocks
        std::uint64_t lines = 0;
        std::uint64_t bytes_uploaded = 0;
        double gather_ms = 0;  // choosing what is seen and writing it into the buffers
        double submit_ms = 0;  // the draw calls: what a driver in software draws there is in it, too
        int draw_calls = 0;
    };
    const Counts& counts() const;
    std::span<const RingLabel> ringLabels() const;  // those inside the viewport

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace drover::render
