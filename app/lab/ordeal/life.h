// A life: a world, and all that is done to it from its first frame to its last. One number makes all of it,
// so a life that goes wrong can be had again. Trial lives it, shrink.h makes a smaller one of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lab/ordeal/clock.h"
#include "core/base/dice.h"
#include "core/world/commands/command.h"
#include "core/world/world.h"

namespace drover::lab::ordeal {

inline constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;  // that a life's scenario may need

// What is done beside a frame.
enum class Deed : std::uint8_t {
    kNothing,
    kCopy,      // a copy lives on beside it, on other threads, and must stay the same
    kFork,      // a copy lives some frames of its own, which must change nothing here
    kExchange,  // the world goes on as its own copy
    kThreads,   // it goes on with another number of threads
    kSeek,      // another world is brought to an earlier frame
    kCut,  // the recording so far is written, and the disk fills, or the program is killed, or the file torn
    kStarve,  // memory ends for a copy, at any allocation
};
inline constexpr std::size_t kDeeds = 8;

// A frame, what is asked before it and what is done after it. It can be written down and read again.
struct Moment {
    double frame_time = 1.0 / 60;
    std::vector<std::string> commands;  // as lines of a log; some are spoilt
    Deed deed = Deed::kNothing;
    std::uint32_t number = 0;  // of the deed: threads, or which frame
};

struct Life {
    std::uint64_t seed = 0;
    std::string text;  // of the scenario, as in a file; it may be spoilt
    bool is_spoilt = false;
    unsigned threads = 1;
    ClockScript clock;
    std::uint64_t memory_bytes = ~std::uint64_t{0};  // that the world may take
    std::uint32_t frames = 60;
    double commands_a_frame = 0, spoilt_commands = 0;  // the second is a share of the first
    std::vector<Moment> moments;                       // as lived
};

// Its beginning. The moments come while it is lived: what can be asked follows from the world as it is then.
Life lifeOf(std::uint64_t seed);

// Of any kind, about what is there now. `share`: of its fields that are drawn anew, whatever they mean.
world::Command commandFor(Dice& dice, const world::World& world, double share);

// Makes up what happens next.
class Fate {
  public:
    explicit Fate(const Life& life);

    Moment next(const world::World& world);

  private:
    double frameTime();

    const Life& life_;
    Dice dice_;
    double share_;
    std::uint32_t worst_;  // a moment at which much comes together
    std::uint32_t moments_ = 0, paused_for_ = 0;
    std::string last_;
};

// The text of a scenario or a command with something in it that may not stand there.
std::string spoilt(std::string text, Dice& dice);

}  // namespace drover::lab::ordeal
