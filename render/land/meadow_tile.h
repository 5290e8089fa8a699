// The texture that the ground is made of: patches, and smaller ones in them, that go on beyond its edges.
// Both the view from above and the eyes lay it over the ground in several sizes.
#pragma once

#include <glad/gl.h>

namespace drover::render {

// A tile of 0 .. 1 in one channel, with smaller versions for what is far. The caller deletes it.
GLuint makeMeadowTile();

}  // namespace drover::render
