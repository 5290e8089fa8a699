// A run as a trace in Chrome's JSON format, for ui.perfetto.dev and chrome://tracing: a track of frames, a
// track of tasks with delayed tasks as instants, and counters. The lab appends frame by frame and writes the
// text out. The format does not need its closing bracket, so the trace of a killed run can be opened too.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/frame_record.h"

namespace drover::record {

// A task that ran in a frame, or was due and had to wait.
struct TaskEvent {
    std::uint32_t task = 0;     // its number, shown after its name
    std::uint32_t kind = 0;     // index of its name in the writer's names
    std::int64_t start_ns = 0;  // since the start of the frame
    std::int64_t cost_ns = 0;   // of a delayed task: its estimate
    std::uint32_t runs = 1;     // tasks that ran one after another and share this event and its cost
    Band band = Band::kNear;
    bool was_delayed = false;
    std::string_view reason;  // of a delayed task; plain text
};

// What one set of a mind did in a frame, or that it was due and did not run.
struct SetEvent {
    std::uint32_t task = 0;
    std::uint32_t kind = 0;
    std::string_view name, method;  // method: of a behaviour; plain text
    std::string_view begun, outcome;
    std::int64_t start_ns = 0;  // since the start of the frame
    std::int64_t cost_ns = 0, offered_ns = 0;
    std::uint32_t first_atom = 0, atoms = 0, atoms_of_set = 1;
    Band band = Band::kNear;
    bool is_behaviour = false, is_reserve = false;
    bool is_anew = false, is_continued = false;  // it had been cut off
    bool is_cut_off = false, was_left_out = false;
};

class TraceWriter {
  public:
    // The names by kind, such as the species.
    explicit TraceWriter(std::span<const std::string> kinds);

    // A frame begins where the previous one ended and lasts Tf, or until its last task ends if that is later.
    // Sets have a track of their own, from the first frame with one.
    void appendFrame(std::string& out, const FrameRecord& frame, std::span<const TaskEvent> tasks,
                     std::span<const SetEvent> sets = {});

    // Appends the closing bracket, once, after the last frame. The text is then valid JSON.
    void finish(std::string& out);

  private:
    void open(std::string& out);
    void appendSets(std::string& out, std::span<const SetEvent> sets);

    std::vector<std::string> kinds_;  // escaped for JSON, without quotes
    std::int64_t now_ns_ = 0;         // start of the next frame
    bool is_open_ = false, has_sets_ = false;
};

}  // namespace drover::record
