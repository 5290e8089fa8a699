// What gl_objects.h does with a browser's OpenGL ES 3.0, which has neither mapped memory nor tables in
// buffers: data is kept here and sent, and the card copies a buffer into a picture that shaders read.
#include "render/gl/gl_objects.h"

#include <algorithm>

namespace drover::render {
namespace {

constexpr GLsizei kColumns = 2048;  // of a table's picture; texelOf divides by it

}  // namespace

const char* const kShaderPreamble =
    "#version 300 es\n"
    "precision highp float;\n"
    "precision highp int;\n"
    "precision highp sampler2D;\n"
    "precision highp usampler2D;\n"
    "#define UINT_TABLE usampler2D\n"
    "#define FLOAT_TABLE sampler2D\n"
    "#define texelOf(table, i) texelFetch(table, ivec2((i) & 2047, (i) >> 11), 0)\n";

const GLenum TexelTable::kTarget = GL_TEXTURE_2D;

void requireOpenGl() {}  // there is no other

void letShadersSizePoints() {}  // they always do

void StreamBuffer::waitFor(GLsync) {}  // what is sent waits for its turn

void* StreamBuffer::map(std::size_t bytes, bool is_kept) {
    if (unsent_.size() < bytes) unsent_.resize(bytes + bytes / 2);
    unsent_bytes_ = is_kept ? 0 : bytes;
    return unsent_.data();
}

void StreamBuffer::changed(std::size_t first, std::size_t bytes) {
    glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(first), static_cast<GLsizeiptr>(bytes),
                    unsent_.data() + first);
}

bool StreamBuffer::end() {
    if (unsent_bytes_ > 0) changed(0, unsent_bytes_);
    return true;
}

void TexelTable::show(GLuint number, GLuint buffer, std::size_t texels) {
    showAgain(number);
    const bool is_uint = texel_ == Texel::kFourUints;
    const GLenum format = is_uint ? GL_RGBA_INTEGER : GL_RG, type = is_uint ? GL_UNSIGNED_INT : GL_FLOAT;
    const auto count = static_cast<GLsizei>(texels);
    const GLsizei whole = count / kColumns, rest = count % kColumns;
    if (const GLsizei rows = whole + (rest > 0 ? 1 : 0); rows > rows_) {
        rows_ = rows + rows / 2;
        for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
            glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, is_uint ? GL_RGBA32UI : GL_RG32F, kColumns, rows_, 0, format, type,
                     nullptr);
    }
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    if (whole > 0) glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kColumns, whole, format, type, nullptr);
    if (rest > 0) {
        const std::size_t bytes = is_uint ? 4 * sizeof(GLuint) : 2 * sizeof(GLfloat);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, whole, rest, 1, format, type,
                        reinterpret_cast<const void*>(static_cast<std::size_t>(whole) * kColumns * bytes));
    }
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

std::size_t TexelTable::mostTexels() {
    GLint rows = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &rows);
    return static_cast<std::size_t>(rows) * kColumns;
}

}  // namespace drover::render
