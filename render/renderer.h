// Draws a world with OpenGL 3.3 core: ground, zones, trees, pulses, animals. Each layer is one draw call.
// The desktop calls it once a frame. The caller makes the context current and loads the functions; it clears
// nothing, because draw() fills the viewport. Use one renderer per context; destroy it before the context.
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

// The top of a ring, straight up from the player. The user interface writes there what it is.
struct RingLabel {
    enum class Ring : std::uint8_t { kZone, kFront, kNear, kMiddle };

    float x = 0, y = 0;  // framebuffer pixels, y down
    float radius_m = 0;
    Ring ring = Ring::kZone;  // of detail, or the border of a band
};

struct ListedAnimal {
    Place place;
    Vec2 facing;           // a unit vector
    std::size_t look = 0;  // of its kind, as WorldView::lookOf() says it
};

class Renderer {
  public:
    // Throws RenderError if OpenGL is too old or a shader fails to compile.
    explicit Renderer(const std::filesystem::path& shaders);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void draw(const world::WorldView& view, const Camera& camera, const DrawSettings& settings,
              const Viewport& viewport, int framebuffer_height);
    // Another view beside it, of this world or of another one: it has no labels, and its counts are added.
    void drawAlso(const world::WorldView& view, const Camera& camera, const DrawSettings& settings,
                  const Viewport& viewport, int framebuffer_height);
    // The whole world: a dot for each flock, the zones, and the rectangle that `camera` shows in `viewport`.
    void drawMinimap(const world::WorldView& view, const Camera& camera, const Viewport& viewport,
                     const DrawSettings& settings, const Viewport& minimap, int framebuffer_height);

    // A plain list of animals on the meadow, which need not be those of a world that is there: what was
    // recorded. All are as large as an animal is; colour and shape tell their kind.
    void drawListed(const Plane& plane, std::span<const ListedAnimal> animals, const Camera& camera,
                    const DrawSettings& settings, const Viewport& viewport, int framebuffer_height);

    // What the last draw() has drawn. drawAlso() adds to them, drawMinimap() its bytes and times.
    struct Counts {
        std::uint64_t groups = 0;   // flocks and other minds drawn as one glyph
        std::uint64_t animals = 0;  // leaves of expanded flocks
        std::uint64_t lines = 0;
        std::uint64_t bytes_uploaded = 0;
        double gather_ms = 0;  // choosing what is in view and filling the buffers
        double submit_ms = 0;  // the draw calls; a software driver draws within them
        int draw_calls = 0;
    };
    const Counts& counts() const;
    std::span<const RingLabel> ringLabels() const;  // only those inside the viewport

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace drover::render
