// Draws a world with OpenGL 3.3 core, from the feet of the herd to the horizon: sky and land, animals, and,
// where they are too small to be seen as such, the points that think, as lights. The desktop calls it once a
// frame. The caller makes the context current and loads the functions. Use one renderer per context; destroy
// it before the context.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "core/world/world_view.h"
#include "render/camera.h"
#include "render/draw_settings.h"
#include "render/gl/render_error.h"
#include "render/land/ground_lines.h"
#include "render/living/listed_scene.h"

namespace drover::render {

// The views of a picture. Each remembers for itself what the card has and how animals move.
enum class ViewOf : std::uint8_t { kMain, kBeside, kCorner };
inline constexpr std::size_t kViews = 3;

class Renderer {
  public:
    // Throws RenderError if OpenGL is too old or a shader fails to compile.
    explicit Renderer(const std::filesystem::path& shaders);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    // The counts of all views of a picture are added up from here on.
    void beginFrame();
    void draw(ViewOf which, const world::WorldView& view, const Camera& camera, const DrawSettings& settings,
              const Viewport& viewport, int framebuffer_height);
    // The whole world from above: a dot for each herd, the zones, and the ground that `camera` shows.
    void drawMinimap(const world::WorldView& view, const Camera& camera, const Viewport& viewport,
                     const DrawSettings& settings, const Viewport& minimap, int framebuffer_height);

    // A plain list of animals on the meadow, which need not be those of a world that is there: what was
    // recorded. The player stands at the focus, if there is one.
    struct Listed {
        const Plane& plane;
        std::span<const ListedBody> animals;
        std::span<const Body> bodies;  // by look
        bool has_player = true;
    };
    void drawListed(const Listed& listed, const Camera& camera, const DrawSettings& settings,
                    const Viewport& viewport, int framebuffer_height);

    // Of the last draw() of that view.
    const Scene& scene(ViewOf which) const;
    struct InSight {
        std::uint64_t animals = 0;  // that those in sight are
        std::uint64_t think = 0;    // points that think for them
    };
    InSight inSight(ViewOf which) const;

    // What has been drawn since beginFrame().
    struct Counts {
        std::uint64_t groups = 0;   // herds and other minds drawn as one light
        std::uint64_t leaves = 0;   // of unfolded herds
        std::uint64_t animals = 0;  // drawn as such
        std::uint64_t lines = 0;
        std::uint64_t bytes_uploaded = 0;
        double gather_ms = 0;  // choosing what is in view and filling the buffers
        double submit_ms = 0;  // the draw calls; a software driver draws within them
        int draw_calls = 0;
    };
    const Counts& counts() const;
    std::span<const RingLabel> ringLabels() const;  // of the main view; only those inside the viewport

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace drover::render
