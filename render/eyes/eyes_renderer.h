// Draws a scene as the eyes see it: sky, ground, what stands on it, shadows, animals, rings and trees. The
// caller makes the context current; the scene may be of another frame or another world than the last one.
// Use one renderer per context; destroy it before the context.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "render/eyes/eye_camera.h"
#include "render/eyes/scene.h"
#include "render/theme.h"

namespace drover::render::eyes {

// The user's choices.
struct EyesLook {
    const RenderTheme* theme = &themeOf(ThemeName::kDark);
    float xray = 0;      // 0 .. 1: how far the invented animals have dissolved
    float ui_scale = 1;  // of lines
    bool shows_meadow = true;
    float resolution = 1;  // below 1: fewer pixels are drawn, and made larger
};

class EyesRenderer {
  public:
    // Throws RenderError if OpenGL is too old or a shader fails to compile.
    explicit EyesRenderer(const std::filesystem::path& shaders);
    ~EyesRenderer();
    EyesRenderer(const EyesRenderer&) = delete;
    EyesRenderer& operator=(const EyesRenderer&) = delete;

    void draw(const Scene& scene, const EyeCamera& camera, const EyesLook& look, const Viewport& viewport,
              int framebuffer_height);

    // What all draw() since begin() have drawn.
    struct Counts {
        double submit_ms = 0;
        std::uint64_t animals = 0, bytes = 0;
        int draw_calls = 0;
    };
    void beginFrame();
    const Counts& counts() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace drover::render::eyes
