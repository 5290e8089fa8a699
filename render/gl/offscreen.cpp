#include "render/gl/offscreen.h"

#include <glad/gl.h>

namespace drover::render {
namespace {

// Colour alone: the world is drawn back to front.
class Framebuffer {
  public:
    Framebuffer(int width, int height) {
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before_);
        glGenRenderbuffers(1, &colour_);
        glBindRenderbuffer(GL_RENDERBUFFER, colour_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
        glGenFramebuffers(1, &framebuffer_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    }
    ~Framebuffer() {
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteRenderbuffers(1, &colour_);
    }
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    static bool isComplete() { return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE; }

  private:
    GLint before_ = 0;
    GLuint framebuffer_ = 0, colour_ = 0;
};

}  // namespace

Image drawOffscreen(int width, int height, const std::function<void()>& draw) {
    const Framebuffer framebuffer(width, height);
    if (!Framebuffer::isComplete()) throw RenderError("this driver cannot draw a picture of that size");
    draw();
    return readPixels(width, height);
}

Image drawOffscreen(Renderer& renderer, const world::WorldView& view, const Camera& camera,
                    const DrawSettings& settings, const Viewport& seen, int width, int height) {
    const Viewport viewport{0, 0, static_cast<float>(width), static_cast<float>(height)};
    const float factor = viewport.width / seen.width;
    Camera scaled = camera;
    scaled.seen_m = camera.metresPerPixel(seen) / static_cast<double>(factor) * static_cast<double>(height);
    DrawSettings larger = settings;
    larger.ui_scale *= factor;
    return drawOffscreen(width, height,
                         [&] { renderer.draw(ViewOf::kMain, view, scaled, larger, viewport, height); });
}

}  // namespace drover::render
