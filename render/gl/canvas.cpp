#include "render/gl/canvas.h"

#include <algorithm>
#include <cmath>

#include "render/gl/render_error.h"

namespace drover::render {
namespace {

int wholePixels(float length) { return std::max(1, static_cast<int>(std::lround(length))); }

}  // namespace

Canvas::Canvas(int samples) : samples_(samples) {
    glGenFramebuffers(1, &framebuffer_);
    glGenRenderbuffers(1, &colour_);
    glGenRenderbuffers(1, &depth_);
    glGenFramebuffers(1, &whole_);
    glGenRenderbuffers(1, &whole_colour_);
}

Canvas::~Canvas() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &colour_);
    glDeleteRenderbuffers(1, &depth_);
    glDeleteFramebuffers(1, &whole_);
    glDeleteRenderbuffers(1, &whole_colour_);
}

void Canvas::grow(int width, int height) {
    width_ = std::max(width, width_), height_ = std::max(height, height_);
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    const GLint samples = std::min(most, samples_);
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width_, height_);
    glBindRenderbuffer(GL_RENDERBUFFER, depth_);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH24_STENCIL8, width_, height_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_);
    const bool is_complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, whole_);
    glBindRenderbuffer(GL_RENDERBUFFER, whole_colour_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width_, height_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, whole_colour_);
    const bool is_whole = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    if (is_complete && is_whole) return;
    width_ = height_ = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    throw RenderError("OpenGL has no framebuffer for the view of the world");
}

void Canvas::begin(const Viewport& viewport, float resolution) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    drawn_width_ = wholePixels(viewport.width * resolution);
    drawn_height_ = wholePixels(viewport.height * resolution);
    if (drawn_width_ > width_ || drawn_height_ > height_) grow(drawn_width_, drawn_height_);
    glViewport(0, 0, drawn_width_, drawn_height_);
    glDisable(GL_SCISSOR_TEST);
    glDepthMask(GL_TRUE);
    glStencilMask(0xFF);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void Canvas::end(const Viewport& viewport, int framebuffer_height) {
    const int width = wholePixels(viewport.width), height = wholePixels(viewport.height);
    const auto left = static_cast<GLint>(std::lround(viewport.x));
    const auto low = static_cast<GLint>(
        std::lround(static_cast<float>(framebuffer_height) - viewport.y - viewport.height));
    // In two steps, because the first one may not change the format of pixels.
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, whole_);
    glBlitFramebuffer(0, 0, drawn_width_, drawn_height_, 0, 0, drawn_width_, drawn_height_,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, whole_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_));
    glBlitFramebuffer(0, 0, drawn_width_, drawn_height_, left, low, left + width, low + height,
                      GL_COLOR_BUFFER_BIT, drawn_width_ == width ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
}

}  // namespace drover::render
