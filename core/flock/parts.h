// Divides an update of one very large flock into parts that may run on several cores. cells.cpp, means.cpp
// and update.cpp name the parts, the world's flock jobs run them. Each part writes rows of its own, so
// neither their order nor the number of cores changes a bit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/function_ref.h"

namespace drover::flock {

class PartRunner {
  public:
    virtual std::uint32_t cores() const = 0;
    // Calls `part(0)` to `part(parts - 1)`, each once, and returns when all are done.
    virtual void runParts(std::uint32_t parts, FunctionRef<void(std::uint32_t)> part) = 0;

  protected:
    ~PartRunner() = default;
};

// One after the other if there is no runner.
template <class Part>
void forEachPart(PartRunner* runner, std::uint32_t parts, Part part) {
    if (runner != nullptr) return runner->runParts(parts, part);
    for (std::uint32_t i = 0; i < parts; ++i) part(i);
}

// Rows in a part: whole vectors and whole lines of the cache, and far more work than handing it over.
constexpr std::size_t kRowsInPart = 4096;

inline std::uint32_t partsOf(std::size_t rows) {
    return static_cast<std::uint32_t>((rows + kRowsInPart - 1) / kRowsInPart);
}

// Calls `part(first, end)` for all rows from 0 to `rows`.
template <class Part>
void forEachRange(PartRunner* runner, std::size_t rows, Part part) {
    forEachPart(runner, partsOf(rows), [&](std::uint32_t i) {
        const std::size_t first = std::size_t{i} * kRowsInPart;
        part(first, std::min(first + kRowsInPart, rows));
    });
}

}  // namespace drover::flock
