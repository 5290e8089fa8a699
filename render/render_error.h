// Why nothing can be drawn: an OpenGL that is too old, a shader that is missing or does not compile. The
// message names the file and what was found.
#pragma once

#include <stdexcept>

namespace drover::render {

struct RenderError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace drover::render
