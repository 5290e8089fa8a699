// Frame records as lines of text, which the lab and the window append and write out: as CSV, a line of names
// and a row per frame, or as JSON, one object per frame. Each number is the shortest text that reads back the
// same, so equal records give equal bytes with any compiler.
#pragma once

#include <string>

#include "core/record/frame_record.h"

namespace drover::record {

void appendCsvHeader(std::string& out);
void appendCsvRow(std::string& out, const FrameRecord& record);
void appendJsonLine(std::string& out, const FrameRecord& record);

}  // namespace drover::record
