// The frame record as CSV: a line of names, then a row a frame. The lab and the window append to a text and
// write it out. Numbers have the shortest spelling that reads back the same: equal records are equal bytes,
// from any compiler.
#pragma once

#include <string>

#include "core/record/frame_record.h"

namespace drover::record {

void appendCsvHeader(std::string& out);
void appendCsvRow(std::string& out, const FrameRecord& record);

}  // namespace drover::record
