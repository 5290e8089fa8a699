#include "render/line_layer.h"

#include <algorithm>
#include <cstddef>

namespace drover::render {

std::size_t LineLayer::upload(const Lines& rims, const Lines& under, const Lines& over) {
    rims_ = rims.all().size(), under_ = under.all().size(), over_ = over.all().size();
    const std::size_t bytes = (rims_ + under_ + over_) * sizeof(Line);
    if (bytes == 0) return 0;
    auto* const to = static_cast<Line*>(buffer_.begin(bytes));
    Line* next = std::ranges::copy(rims.all(), to).out;
    next = std::ranges::copy(under.all(), next).out;
    std::ranges::copy(over.all(), next);
    buffer_.end();
    return bytes;
}

int LineLayer::draw(const Light& light, std::size_t first, std::size_t count) {
    if (count == 0) return 0;
    constexpr std::size_t kStride = sizeof(Line);
    const std::size_t at = first * kStride;
    light.give(program_);
    array_.bind();
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    VertexArray::floats(0, 3, kStride, at + offsetof(Line, from));
    VertexArray::floats(1, 3, kStride, at + offsetof(Line, to));
    VertexArray::colour(2, kStride, at + offsetof(Line, colour));
    VertexArray::floats(3, 1, kStride, at + offsetof(Line, width_px));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
    return 1;
}

}  // namespace drover::render
