#include "core/record/csv.h"

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

}  // namespace drover::record
