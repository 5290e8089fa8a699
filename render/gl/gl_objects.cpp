#include "render/gl/gl_objects.h"

#include <algorithm>

#include "core/base/input_error.h"

namespace drover::render {
namespace {

constexpr std::size_t kMostShaderBytes = 1 << 20;

struct Shader {
    explicit Shader(GLenum kind) : id(glCreateShader(kind)) {}
    ~Shader() { glDeleteShader(id); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    GLuint id;
};

// A compiler's log without trailing blanks, line ends and zero bytes.
std::string told(std::string log) {
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n' || log.back() == ' ')) log.pop_back();
    return log.empty() ? "no reason given" : log;
}

void compile(const Shader& shader, const std::filesystem::path& path) {
    Result<std::string> source = readFile(path.string(), kMostShaderBytes);
    if (!source) throw RenderError(source.error.message());
    const std::array<const char*, 3> texts = {kShaderPreamble, "#line 1\n", source->c_str()};
    glShaderSource(shader.id, static_cast<GLsizei>(texts.size()), texts.data(), nullptr);
    glCompileShader(shader.id);
    GLint is_fine = 0, length = 0;
    glGetShaderiv(shader.id, GL_COMPILE_STATUS, &is_fine);
    if (is_fine) return;
    glGetShaderiv(shader.id, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetShaderInfoLog(shader.id, length, nullptr, log.data());
    throw RenderError(path.string() + ": does not compile: " + told(log));
}

}  // namespace

Program::Program(const std::filesystem::path& folder, const char* vertex, const char* fragment) {
    const Shader first(GL_VERTEX_SHADER), second(GL_FRAGMENT_SHADER);
    compile(first, folder / vertex);
    compile(second, folder / fragment);
    id_ = glCreateProgram();
    glAttachShader(id_, first.id);
    glAttachShader(id_, second.id);
    glLinkProgram(id_);
    GLint is_fine = 0, length = 0;
    glGetProgramiv(id_, GL_LINK_STATUS, &is_fine);
    if (is_fine) return;
    glGetProgramiv(id_, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetProgramInfoLog(id_, length, nullptr, log.data());
    glDeleteProgram(id_);
    throw RenderError((folder / vertex).string() + " and " + fragment + ": do not link: " + told(log));
}

StreamBuffer::StreamBuffer() {
    for (Slot& slot : slots_) glGenBuffers(1, &slot.buffer);
}

StreamBuffer::~StreamBuffer() {
    for (Slot& slot : slots_) {
        if (slot.drawn) glDeleteSync(slot.drawn);
        glDeleteBuffers(1, &slot.buffer);
    }
}

// Moves to the next buffer. True if it still holds its old contents; false if it had to grow.
bool StreamBuffer::nextSlot(std::size_t bytes) {
    slot_ = (slot_ + 1) % slots_.size();
    Slot& slot = slots_[slot_];
    if (slot.drawn) {
        waitFor(slot.drawn);
        glDeleteSync(slot.drawn);
        slot.drawn = nullptr;
    }
    glBindBuffer(GL_ARRAY_BUFFER, slot.buffer);
    if (slot.bytes >= bytes) return true;
    slot.bytes = std::max<std::size_t>(bytes + bytes / 2, 4096);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(slot.bytes), nullptr, GL_STREAM_DRAW);
    return false;
}

void* StreamBuffer::begin(std::size_t bytes) {
    nextSlot(bytes);
    return map(bytes, false);
}

StreamBuffer::Kept StreamBuffer::beginKept(std::size_t bytes) {
    const bool is_kept = nextSlot(bytes);
    return {static_cast<std::byte*>(map(bytes, true)), slot_, !is_kept};
}

void StreamBuffer::drawn() {
    Slot& slot = slots_[slot_];
    // Nothing was sent in this frame, so it is the same buffer as in the last one.
    if (slot.drawn) glDeleteSync(slot.drawn);
    slot.drawn = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

GLuint KeptBuffer::newBuffer(std::size_t bytes) {
    GLuint id = 0;
    glGenBuffers(1, &id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, id);
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STATIC_DRAW);
    GLint64 got = 0;
    glGetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &got);
    if (got == static_cast<GLint64>(bytes)) return id;
    glDeleteBuffers(1, &id);
    throw RenderError("OpenGL has no memory for a buffer of " + std::to_string(bytes) + " bytes");
}

void KeptBuffer::copy(GLuint from, std::size_t at, std::size_t to, std::size_t bytes) const {
    if (bytes == 0) return;
    glBindBuffer(GL_COPY_READ_BUFFER, from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, id_);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(at),
                        static_cast<GLintptr>(to), static_cast<GLsizeiptr>(bytes));
}

void VertexArray::floats(GLuint location, GLint count, std::size_t stride, std::size_t offset,
                         GLuint divisor) {
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(location, divisor);
}

void VertexArray::integers(GLuint location, GLint count, std::size_t stride, std::size_t offset,
                           GLuint divisor) {
    glEnableVertexAttribArray(location);
    glVertexAttribIPointer(location, count, GL_UNSIGNED_INT, static_cast<GLsizei>(stride),
                           reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(location, divisor);
}

void VertexArray::colour(GLuint location, std::size_t stride, std::size_t offset, GLuint divisor) {
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, 4, GL_UNSIGNED_BYTE, GL_TRUE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(location, divisor);
}

Texture::Texture(const Icon& picture) {
    glGenTextures(1, &id_);
    glBindTexture(GL_TEXTURE_2D, id_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.width, picture.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 picture.rgba.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace drover::render
