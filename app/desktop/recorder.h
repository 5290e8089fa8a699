// Writes the session's line to a file while it grows (--record). When the session goes over to another line,
// that one gets a file beside the first. Owned by the session.
#pragma once

#include <string>

#include "app/desktop/time_line.h"
#include "core/replay/recording.h"

namespace drover::desktop {

class Recorder {
  public:
    // Writes this line from here on. Empty, or what went wrong.
    std::string begin(const TimeLine& line, const std::string& path);
    // Nothing if no file is open.
    void goOver(const TimeLine& line);
    // What the line has more than the file.
    void write();
    // Writes what is still to be written, and closes the file. Empty, or what went wrong.
    std::string finish();

    bool isOpen() const { return writer_.isOpen(); }
    bool isMade() const { return writer_.isMade(); }  // else begin() could not make the file
    const std::string& path() const { return path_; }
    // Whether this file gets what happens while it happens.
    bool writesTo(const std::string& path) const;

    // Why the recording is not written any more, or where the opened one differs; empty if all is well.
    std::string trouble;

  private:
    const TimeLine* line_ = nullptr;
    replay::RecordingWriter writer_;
    std::string path_;  // as it was asked for
    std::size_t chunks_ = 0, lines_ = 0;
};

// A whole line as it is now. `hash`: the state at its end.
std::string writeLine(const TimeLine& line, const std::string& path, std::optional<std::uint64_t> hash);

}  // namespace drover::desktop
