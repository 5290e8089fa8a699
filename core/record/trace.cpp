#include "core/record/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/base/fields.h"
#include "core/record/columns.h"

namespace drover::record {
namespace {

// Tracks are threads of one process.
constexpr int kFrameTrack = 1;
constexpr int kTaskTrack = 2;
constexpr int kSetTrack = 3;

constexpr std::array kCounters = {columnOf("c_total_ms"), columnOf("td_ms"), columnOf("u_total")};

// The format counts in microseconds; nanoseconds are decimals. Perfetto multiplies by 1000 and truncates, and
// drops a task that seems to begin before the previous one ended. So if the quotient would be truncated to a
// nanosecond less, the next larger double is written.
double micros(std::int64_t ns) {
    const double quotient = static_cast<double>(ns) / 1e3;
    const bool is_whole = static_cast<std::int64_t>(quotient * 1e3) == ns;
    return is_whole ? quotient : std::nextafter(quotient, std::numeric_limits<double>::infinity());
}

template <class... Args>
void append(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

void appendTrackName(std::string& out, int track, const char* name) {
    append(out, R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", track, name);
}

void appendTask(std::string& out, const TaskEvent& task, const std::string& kind, std::int64_t frame_ns) {
    const char* band = kBandNames[row(task.band)];
    const double start = micros(frame_ns + task.start_ns);
    out += ",\n";
    append(out, R"({{{},"pid":1,"tid":{},"ts":{})", task.was_delayed ? R"("ph":"i","s":"t")" : R"("ph":"X")",
           kTaskTrack, start);
    if (!task.was_delayed) append(out, R"(,"dur":{})", micros(task.cost_ns));
    append(out, R"(,"name":"{} {}","cat":"{}","args":{{"task":{},"band":"{}","cost_ms":{})", kind, task.task,
           band, task.task, band, static_cast<double>(task.cost_ns) / 1e6);
    if (task.was_delayed) append(out, R"(,"reason":{})", FieldWriter::quoted(task.reason));
    out += "}}";
}

void appendSet(std::string& out, const SetEvent& set, const std::string& kind, std::int64_t frame_ns) {
    out += ",\n";
    append(out, R"({{"ph":"{}",{}"pid":1,"tid":{},"ts":{})", set.was_left_out ? "i" : "X",
           set.was_left_out ? R"("s":"t",)" : "", kSetTrack, micros(frame_ns + set.start_ns));
    if (!set.was_left_out) append(out, R"(,"dur":{})", micros(set.cost_ns));
    append(out, R"(,"name":"{} {} {}","cat":"{}","args":{{"task":{},"set":"{}")", kind, set.task, set.name,
           kBandNames[row(set.band)], set.task, set.name);
    if (set.is_behaviour)
        append(out, R"(,"method":"{}","offered_ms":{})", set.method,
               static_cast<double>(set.offered_ns) / 1e6);
    if (!set.was_left_out)
        append(out, R"(,"began":{},"first_atom":{},"atoms":{},"atoms_of_set":{},"cost_ms":{})",
               FieldWriter::quoted(set.begun), set.first_atom, set.atoms, set.atoms_of_set,
               static_cast<double>(set.cost_ns) / 1e6);
    append(out, R"(,"outcome":{}}}}})", FieldWriter::quoted(set.outcome));
}

}  // namespace

TraceWriter::TraceWriter(std::span<const std::string> kinds) {
    for (const std::string& kind : kinds) {
        const std::string quoted = FieldWriter::quoted(kind);
        kinds_.push_back(quoted.substr(1, quoted.size() - 2));
    }
}

void TraceWriter::appendFrame(std::string& out, const FrameRecord& frame, std::span<const TaskEvent> tasks,
                              std::span<const SetEvent> sets) {
    if (!is_open_) open(out);
    std::int64_t length_ns = std::max<std::int64_t>(frame.frame_time_ns, 0);
    for (const TaskEvent& task : tasks) {
        if (!task.was_delayed) length_ns = std::max(length_ns, task.start_ns + task.cost_ns);
    }
    out += ",\n";
    append(out, R"({{"ph":"X","pid":1,"tid":{},"ts":{},"dur":{},"name":"frame {}","args":)", kFrameTrack,
           micros(now_ns_), micros(length_ns), frame.frame);
    char before = '{';
    for (const Column& column : kColumns) {
        if (column.band) continue;
        append(out, "{}\"{}\":{}", before, column.measure->name, shownValue(column, frame));
        before = ',';
    }
    out += "}}";
    for (const std::size_t counter : kCounters) {
        const Column& column = kColumns[counter];
        out += ",\n";
        append(out, R"({{"ph":"C","pid":1,"ts":{},"name":"{}","args":{{"value":{}}}}})", micros(now_ns_),
               column.measure->name, shownValue(column, frame));
    }
    for (const TaskEvent& task : tasks) {
        assert(task.kind < kinds_.size());
        appendTask(out, task, kinds_[task.kind], now_ns_);
    }
    appendSets(out, sets);
    now_ns_ += length_ns;
}

void TraceWriter::appendSets(std::string& out, std::span<const SetEvent> sets) {
    if (!sets.empty() && !std::exchange(has_sets_, true)) {
        out += ",\n";
        appendTrackName(out, kSetTrack, "sets");
    }
    for (const SetEvent& set : sets) appendSet(out, set, kinds_[set.kind], now_ns_);
}

void TraceWriter::finish(std::string& out) {
    if (!is_open_) open(out);
    out += "\n]\n";
}

// The names of the tracks come first in the array, so that every later event can begin with a comma.
void TraceWriter::open(std::string& out) {
    is_open_ = true;
    out += R"([{"ph":"M","pid":1,"name":"process_name","args":{"name":"drover"}})";
    out += ",\n";
    appendTrackName(out, kFrameTrack, "frames");
    out += ",\n";
    appendTrackName(out, kTaskTrack, "tasks");
}

}  // namespace drover::record
