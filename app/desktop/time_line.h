// One course of events from its beginning: what the session remembers of it, so that any moment can be had
// again. A fork begins another one, which shares the past with it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/history.h"
#include "core/replay/keyframes.h"
#include "core/replay/tape.h"
#include "core/world/scenario/claim_watch.h"
#include "core/world/world.h"

namespace drover::desktop {

// Moments are counted in frames since the beginning of the line, through every restart.
using Moment = std::uint64_t;

// Where a world came from.
struct Origin {
    std::string source;
    world::Scenario as_loaded;
};

// From a beginning of the world (the first, a restart, a scenario that was loaded) to the next.
struct Era {
    Moment first = 0;  // at which the world began
    std::uint64_t generation = 1;
    std::shared_ptr<const Origin> origin;       // worlds of the same one share it
    record::History history;                    // until the present moment
    world::ClaimWatch claims;                   // by the frames since the world began
    std::vector<std::uint64_t> gaps;            // frames before which time was lost
    std::optional<std::uint64_t> changed_from;  // the first frame that a command changed
};

enum class MarkKind : std::uint8_t { kBegin, kManager, kSpike, kChange, kLevels };

// Something to find again on the time line. There may be many spikes and changes of level: they are kept as
// numbers.
struct Mark {
    Moment moment = 0;
    MarkKind kind = MarkKind::kChange;
    double amount = 0;  // milliseconds of a spike, how many changes of level
    std::string name;   // of the others

    std::string text() const;
};

struct TimeLine {
    TimeLine(std::string source, world::Scenario scenario, std::size_t keyframe_bytes);

    // The past of this line up to the moment, as the past of another one.
    std::unique_ptr<TimeLine> fork(Moment moment) const;

    std::string source;        // the scenario that it began with
    world::Scenario scenario;  // and as what
    replay::Tape tape;
    replay::Keyframes keyframes;
    std::vector<std::shared_ptr<Era>> eras;  // at least one; the last may still grow
    std::vector<Mark> marks;                 // by moment
    Moment known = 0;                        // moments behind this one have not been seen in this program
    bool knows_waiting = true;               // so has what was asked for after the last frame
    Moment forked_at = 0;                    // 0: it is no fork
    unsigned cores = 0;                      // that the last known frame had by the real clock; 0: unknown

    // What plots show of the worlds before the last one may take so much; the oldest are dropped.
    void limitPastPlots(std::size_t bytes);

    // About what frames, marks and worlds of this line take in memory, without the plots.
    std::size_t recordBytes() const;

    // The origin of a world that begins on this line; that of an earlier one, if it is the same.
    std::shared_ptr<const Origin> originOf(const Origin& origin) const;

    // In which the frame before the moment took place.
    std::shared_ptr<Era> eraOf(Moment moment) const;
};

// The line that the world is on, and those that were left by a fork, the latest last.
class Lines {
  public:
    explicit Lines(std::unique_ptr<TimeLine> first) : present_(std::move(first)) {}
    TimeLine& present() { return *present_; }
    const TimeLine& present() const { return *present_; }
    const std::vector<std::unique_ptr<TimeLine>>& others() const { return others_; }

    // The present line is kept among the others if it has frames; the oldest of many is dropped.
    void goOver(std::unique_ptr<TimeLine> line);
    // One of the others, which is no longer among them.
    std::unique_ptr<TimeLine> take(std::size_t other);

  private:
    std::unique_ptr<TimeLine> present_;
    std::vector<std::unique_ptr<TimeLine>> others_;
};

// The mark for a command, if it is worth one: not for views, pauses and moves of the player.
std::optional<Mark> markOf(const world::Command& command, Moment moment);
std::string_view textOf(MarkKind kind);

}  // namespace drover::desktop
