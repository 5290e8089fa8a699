// What a view is drawn into: pixels with several samples each, so that edges are smooth, and depth. The
// finished picture goes into the framebuffer that was bound before.
#pragma once

#include <glad/gl.h>

#include "render/camera.h"

namespace drover::render {

class Canvas {
  public:
    explicit Canvas(int samples);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    // From now on everything is drawn here, into a picture of `resolution` times the viewport's width and
    // height. Throws RenderError where the driver has none of that size.
    void begin(const Viewport& viewport, float resolution);
    // Copies the picture to the viewport's place.
    void end(const Viewport& viewport, int framebuffer_height);

  private:
    void grow(int width, int height);

    int samples_;
    GLuint framebuffer_ = 0, colour_ = 0, depth_ = 0;
    GLuint whole_ = 0, whole_colour_ = 0;  // the same with one sample a pixel
    int width_ = 0, height_ = 0;
    int drawn_width_ = 0, drawn_height_ = 0;
    GLint before_ = 0;
};

}  // namespace drover::render
