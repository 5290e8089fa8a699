// OpenGL objects of the renderer, freed by their owner: programs read from files, buffers that change in
// every frame, tables that shaders read, vertex arrays, pictures. The context must be current. What a desktop
// and a browser do in different ways is in gl_desktop.cpp and gl_browser.cpp, and nowhere else.
#pragma once

#include <glad/gl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "render/gl/image.h"
#include "render/gl/render_error.h"

namespace drover::render {

// Throws RenderError unless a context of OpenGL 3.3 or more is current and its functions are loaded. A
// browser has OpenGL ES 3.0.
void requireOpenGl();

// What stands before the text of each shader: the version, and what reads a TexelTable.
extern const char* const kShaderPreamble;

// Shaders say how large points are.
void letShadersSizePoints();

class Program {
  public:
    // Reads and compiles two files of `folder`. Throws RenderError with the file's name and the compiler's
    // message.
    Program(const std::filesystem::path& folder, const char* vertex, const char* fragment);
    ~Program() { glDeleteProgram(id_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void use() const { glUseProgram(id_); }
    GLint uniform(const char* name) const { return glGetUniformLocation(id_, name); }

  private:
    GLuint id_ = 0;
};

// Vertex data that changes in every frame. It cycles through three buffers, so that writing need not wait for
// a frame that is still being drawn. Once the buffers are large enough it allocates nothing.
class StreamBuffer {
  public:
    StreamBuffer();
    ~StreamBuffer();
    StreamBuffer(const StreamBuffer&) = delete;
    StreamBuffer& operator=(const StreamBuffer&) = delete;

    // Maps the next buffer and binds it to GL_ARRAY_BUFFER. Only write through the result; never read it.
    // `bytes` is at least 1. Throws RenderError if there is no memory.
    void* begin(std::size_t bytes);

    // Like begin(), but the buffer still holds what it held when it was last used, three calls ago, unless
    // is_empty. Write only what differs and pass each range to changed(): only those ranges are sent.
    struct Kept {
        std::byte* to = nullptr;
        std::size_t slot = 0;
        bool is_empty = true;
    };
    Kept beginKept(std::size_t bytes);
    void changed(std::size_t first, std::size_t bytes);

    // False if what was written is lost, for example because the computer slept.
    bool end();
    // Call after the last draw call that reads the buffer.
    void drawn();

    GLuint id() const { return slots_[slot_].buffer; }
    static constexpr std::size_t kSlots = 3;

  private:
    struct Slot {
        GLuint buffer = 0;
        std::size_t bytes = 0;
        GLsync drawn = nullptr;
    };
    bool nextSlot(std::size_t bytes);
    static void waitFor(GLsync drawn);
    void* map(std::size_t bytes, bool is_kept);

    std::vector<std::byte> unsent_;                  // in a browser: what begin() gives, until end() sends it
    [[maybe_unused]] std::size_t unsent_bytes_ = 0;  // of what is sent as a whole
    std::array<Slot, kSlots> slots_;
    std::size_t slot_ = 0;
};

// Vertex data that stays on the card and is changed there, by copies from other buffers.
class KeptBuffer {
  public:
    KeptBuffer() { glGenBuffers(1, &id_); }
    ~KeptBuffer() { glDeleteBuffers(1, &id_); }
    KeptBuffer(const KeptBuffer&) = delete;
    KeptBuffer& operator=(const KeptBuffer&) = delete;

    // Makes it so large, and calls move(old) to copy what shall stay. Throws RenderError if there is no
    // memory.
    template <class Move>
    void grow(std::size_t bytes, Move move) {
        const GLuint old = id_;
        id_ = newBuffer(bytes);
        move(old);
        glDeleteBuffers(1, &old);
    }
    // Copies from another buffer. The card does it in the order of the calls.
    void copy(GLuint from, std::size_t at, std::size_t to, std::size_t bytes) const;

    GLuint id() const { return id_; }

  private:
    static GLuint newBuffer(std::size_t bytes);

    GLuint id_ = 0;
};

// A table that a shader reads by number: `uniform UINT_TABLE t; ... texelOf(t, i)`, or FLOAT_TABLE.
class TexelTable {
  public:
    enum class Texel : std::uint8_t { kFourUints, kTwoFloats };
    explicit TexelTable(Texel texel) : texel_(texel) { glGenTextures(1, &id_); }
    ~TexelTable() { glDeleteTextures(1, &id_); }
    TexelTable(TexelTable&& other) noexcept
        : id_(std::exchange(other.id_, 0)), rows_(other.rows_), texel_(other.texel_) {}
    TexelTable& operator=(TexelTable&& other) noexcept {
        std::swap(id_, other.id_), std::swap(rows_, other.rows_), std::swap(texel_, other.texel_);
        return *this;
    }

    // The first texels of a buffer, as they are now; for the shader's table with this number.
    void show(GLuint number, GLuint buffer, std::size_t texels);
    // What was shown before.
    void showAgain(GLuint number) const { bind(number, id_); }
    static void stopShowing(GLuint number) { bind(number, 0); }
    static std::size_t mostTexels();

  private:
    static const GLenum kTarget;
    static void bind(GLuint number, GLuint texture) {
        glActiveTexture(GL_TEXTURE0 + number);
        glBindTexture(kTarget, texture);
    }

    GLuint id_ = 0;
    GLsizei rows_ = 0;  // in a browser, where a table is a picture
    Texel texel_;
};

// A picture that ImGui can show.
class Texture {
  public:
    explicit Texture(const Icon& picture);
    ~Texture() { glDeleteTextures(1, &id_); }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    GLuint id() const { return id_; }

  private:
    GLuint id_ = 0;
};

class VertexArray {
  public:
    VertexArray() { glGenVertexArrays(1, &id_); }
    ~VertexArray() { glDeleteVertexArrays(1, &id_); }
    VertexArray(const VertexArray&) = delete;
    VertexArray& operator=(const VertexArray&) = delete;

    void bind() const { glBindVertexArray(id_); }
    // Attributes from the bound buffer: floats, 32-bit unsigned integers, 16-bit unsigned integers, or four
    // bytes scaled to 0 .. 1. They advance once per instance; divisor 0 makes it once per vertex.
    static void floats(GLuint location, GLint count, std::size_t stride, std::size_t offset,
                       GLuint divisor = 1);
    static void integers(GLuint location, GLint count, std::size_t stride, std::size_t offset,
                         GLuint divisor = 1);
    static void colour(GLuint location, std::size_t stride, std::size_t offset, GLuint divisor = 1);

  private:
    GLuint id_ = 0;
};

}  // namespace drover::render
