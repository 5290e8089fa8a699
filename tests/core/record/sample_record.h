// A frame record with a different number in every field.
#pragma once

#include <cstdint>

#include "core/record/columns.h"

namespace drover::record {

// Column c gets `base` + c; whole numbers, because every field can store them.
inline FrameRecord sampleRecord(std::uint64_t frame, double base) {
    FrameRecord record;
    for (std::size_t c = 0; c < kColumnCount; ++c)
        keepValue(kColumns[c], record, base + static_cast<double>(c));
    record.frame = frame;
    return record;
}

}  // namespace drover::record
