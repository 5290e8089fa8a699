// A run as a trace that ui.perfetto.dev and chrome://tracing open (Chrome's JSON trace format): a track of
// frames, a track with every task that ran, delayed tasks as instants on it, and counters. The lab appends
// frame by frame and writes the text out. The format's array form is readable without its end, so a run that
// was killed can be looked at too.
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
    std::uint32_t task = 0;     // its number, shown behind its name
    std::uint32_t kind = 0;     // which of the writer's names it goes by
    std::int64_t start_ns = 0;  // from the frame's beginning
    std::int64_t cost_ns = 0;   // of one that waits: its estimate
    Band band = Band::kNear;
    bool was_delayed = false;
    std::string_view reason;  // of one that waits; plain text
};

class TraceWriter {
  public:
    // The names by kind: of the species, say.
    explicit TraceWriter(std::span<const std::string> kinds);

    // A frame begins where the one before it ended and lasts Tf, or until its last task ends if that is
    // later.
    void appendFrame(std::string& out, const FrameRecord& frame, std::span<const TaskEvent> tasks);

    // The closing bracket, once, at the end or at any frame that a run is cut short at: from there on it is
    // valid JSON.
    void finish(std::string& out);

  private:
    void open(std::string& out);

    std::vector<std::string> kinds_;  // as JSON spells them, without quotes
    std::int64_t now_ns_ = 0;         // where the next frame begins
    bool is_open_ = false;
};

}  // namespace drover::record
