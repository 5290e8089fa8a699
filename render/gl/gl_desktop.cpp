// What gl_objects.h does with a desktop's OpenGL 3.3: memory of the card is written where it is, and shaders
// read tables from buffers.
#include "render/gl/gl_objects.h"

#include <algorithm>

namespace drover::render {
namespace {

constexpr GLuint64 kLongestWait_ns = 1'000'000'000;
// Sixteen slots per block make 2^30 instances, which a draw call's signed 32-bit count can hold.
constexpr std::size_t kMostTexels = std::size_t{1} << 26;

}  // namespace

const char* const kShaderPreamble =
    "#version 330 core\n"
    "#define UINT_TABLE usamplerBuffer\n"
    "#define FLOAT_TABLE samplerBuffer\n"
    "#define texelOf(table, i) texelFetch(table, i)\n";

const GLenum TexelTable::kTarget = GL_TEXTURE_BUFFER;

void requireOpenGl() {
    const auto* version = glGetString ? reinterpret_cast<const char*>(glGetString(GL_VERSION)) : nullptr;
    if (!version) throw RenderError("OpenGL 3.3 is needed, found none");
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    if (major > 3 || (major == 3 && minor >= 3)) return;
    throw RenderError(std::string("OpenGL 3.3 is needed, found ") + version);
}

void letShadersSizePoints() { glEnable(GL_PROGRAM_POINT_SIZE); }

void StreamBuffer::waitFor(GLsync drawn) {
    glClientWaitSync(drawn, GL_SYNC_FLUSH_COMMANDS_BIT, kLongestWait_ns);
}

void* StreamBuffer::map(std::size_t bytes, bool is_kept) {
    void* to = glMapBufferRange(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes),
                                GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT |
                                    (is_kept ? GL_MAP_FLUSH_EXPLICIT_BIT : GL_MAP_INVALIDATE_RANGE_BIT));
    if (to) return to;
    slots_[slot_].bytes = 0;
    throw RenderError("OpenGL has no memory for a buffer of " + std::to_string(bytes) + " bytes");
}

void StreamBuffer::changed(std::size_t first, std::size_t bytes) {
    glFlushMappedBufferRange(GL_ARRAY_BUFFER, static_cast<GLintptr>(first), static_cast<GLsizeiptr>(bytes));
}

// A mapped buffer can be lost, for example when the computer sleeps. That spoils one frame; the buffer counts
// as empty when it is next used.
bool StreamBuffer::end() {
    const bool is_whole = glUnmapBuffer(GL_ARRAY_BUFFER) == GL_TRUE;
    if (!is_whole) slots_[slot_].bytes = 0;
    return is_whole;
}

void TexelTable::show(GLuint number, GLuint buffer, std::size_t) {
    showAgain(number);
    glTexBuffer(GL_TEXTURE_BUFFER, texel_ == Texel::kFourUints ? GL_RGBA32UI : GL_RG32F, buffer);
}

std::size_t TexelTable::mostTexels() {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    return std::min(static_cast<std::size_t>(most), kMostTexels);
}

}  // namespace drover::render
