// Thrown when nothing can be drawn: OpenGL is too old, or a shader is missing or does not compile. The
// message names the file and what was found. runDesktop turns it into an exit code.
#pragma once

#include <stdexcept>

namespace drover::render {

struct RenderError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace drover::render
