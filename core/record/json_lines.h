// Frame records as JSON lines: one object per frame on its own line, with all columns, including those that
// the CSV leaves out. The lab appends them to a text and writes it out.
#pragma once

#include <string>

#include "core/record/frame_record.h"

namespace drover::record {

void appendJsonLine(std::string& out, const FrameRecord& record);

}  // namespace drover::record
