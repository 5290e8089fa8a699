#include "core/record/json_lines.h"

#include <fmt/format.h>

#include <iterator>

#include "core/record/columns.h"

namespace drover::record {

void appendJsonLine(std::string& out, const FrameRecord& record) {
    char before = '{';
    for (const Column& column : kColumns) {
        const char* prefix = column.band ? kBandNames[row(*column.band)] : "";
        fmt::format_to(std::back_inserter(out), "{}\"{}{}{}\":{}", before, prefix, column.band ? "_" : "",
                       column.measure->name, shownValue(column, record));
        before = ',';
    }
    out += "}\n";
}

}  // namespace drover::record
