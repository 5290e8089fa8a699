// Frame records as CSV: a line of names, then a row per frame. The lab and the window append to a text and
// write it out. Each number is the shortest text that reads back the same, so equal records give equal bytes
// with any compiler.
#pragma once

#include <string>

#include "core/record/frame_record.h"

namespace drover::record {

void appendCsvHeader(std::string& out);
void appendCsvRow(std::string& out, const FrameRecord& record);

}  // namespace drover::record
