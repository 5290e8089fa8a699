// What the renderer holds of OpenGL, each freed with its owner: programs read from files, buffers that are
// written anew in every frame, vertex arrays. The context must be current.
#pragma once

#include <glad/gl.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>

#include "render/render_error.h"

namespace drover::render {

// Throws RenderError unless a context of OpenGL 3.3 or more is current and its functions are loaded.
void requireOpenGl();

class Program {
  public:
    // Reads and compiles two files of `folder`. Throws RenderError with the file's name and what the compiler
    // says.
    Program(const std::filesystem::path& folder, const char* vertex, const char* fragment);
    ~Program() { glDeleteProgram(id_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void use() const { glUseProgram(id_); }
    GLint uniform(const char* name) const { return glGetUniformLocation(id_, name); }

  private:
    GLuint id_ = 0;
};

// A buffer for data that lives for one frame. Three take turns, so that nothing waits for a frame that is
// still being drawn, and no memory is asked for once they are large enough.
class StreamBuffer {
  public:
    StreamBuffer();
    ~StreamBuffer();
    StreamBuffer(const StreamBuffer&) = delete;
    StreamBuffer& operator=(const StreamBuffer&) = delete;

    // The next buffer, to be written through the result, which is never read. At least one byte. Bound to
    // GL_ARRAY_BUFFER. Throws RenderError when there is no memory for it.
    void* begin(std::size_t bytes);

    // The same for contents that stay: what the buffer was given in its last turn is still there, unless it
    // is_empty, and only what is written anew is sent: changed() names it.
    struct Kept {
        std::byte* to = nullptr;
        std::size_t turn = 0;
        bool is_empty = true;
    };
    Kept beginKept(std::size_t bytes);
    void changed(std::size_t first, std::size_t bytes);

    void end();
    // After the last draw call that reads what was written.
    void drawn();

    GLuint id() const { return turns_[turn_].buffer; }
    static constexpr std::size_t kTurns = 3;

  private:
    struct Turn {
        GLuint buffer = 0;
        std::size_t bytes = 0;
        GLsync drawn = nullptr;
    };
    bool takeTurn(std::size_t bytes);
    void* map(std::size_t bytes, GLbitfield how);

    std::array<Turn, kTurns> turns_;
    std::size_t turn_ = 0;
};

class VertexArray {
  public:
    VertexArray() { glGenVertexArrays(1, &id_); }
    ~VertexArray() { glDeleteVertexArrays(1, &id_); }
    VertexArray(const VertexArray&) = delete;
    VertexArray& operator=(const VertexArray&) = delete;

    void bind() const { glBindVertexArray(id_); }
    // Attributes from the buffer that is bound: floats, unsigned integers, those of 16 bits, or bytes that
    // become 0 to 1. They advance by instance, or by vertex if so asked.
    static void floats(GLuint location, GLint count, std::size_t stride, std::size_t offset,
                       GLuint divisor = 1);
    static void integers(GLuint location, GLint count, std::size_t stride, std::size_t offset,
                         GLuint divisor = 1);
    static void halfIntegers(GLuint location, GLint count, std::size_t stride, std::size_t offset,
                             GLuint divisor = 1);
    static void colour(GLuint location, std::size_t stride, std::size_t offset, GLuint divisor = 1);

  private:
    GLuint id_ = 0;
};

}  // namespace drover::render
