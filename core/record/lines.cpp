#include "core/record/lines.h"

#include <fmt/format.h>

#include <iterator>

#include "core/record/columns.h"

namespace drover::record {
namespace {

// One line: calls `append` for each column, with commas between.
template <class Append>
void appendLine(std::string& out, Append append) {
    bool is_first = true;
    for (const Column& column : kColumns) {
        if (!is_first) out += ',';
        is_first = false;
        append(column);
    }
    out += '\n';
}

}  // namespace

void appendCsvHeader(std::string& out) {
    appendLine(out, [&](const Column& column) { out += nameOf(column); });
}

void appendCsvRow(std::string& out, const FrameRecord& record) {
    appendLine(out, [&](const Column& column) {
        fmt::format_to(std::back_inserter(out), "{}", shownValue(column, record));
    });
}

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
