// The frame record as JSON lines: an object a frame on a line of its own, with the names of the CSV and the
// measures that those fixed columns have no room for.
#pragma once

#include <string>

#include "core/record/frame_record.h"

namespace drover::record {

void appendJsonLine(std::string& out, const FrameRecord& record);

}  // namespace drover::record
