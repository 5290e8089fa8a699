// The kinds of error of a load manager, found while a world runs: what happened, in which frame and to which
// herd. grade_run.cpp watches each workload with it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/world/world.h"

namespace drover::lab {

enum class FaultKind : std::uint8_t {  // from worst to least
    kStopped,
    kTooLong,
    kBeforeItsTime,
    kTwoAtOnce,
    kWrongOrder,
    kBeyondMaximum,
    kNeverThought,
    kIdle,
};
inline constexpr std::size_t kFaultKinds = 8;

struct FaultText {
    const char* name;
    const char* counted;  // what the count is of
    const char* meaning;
};
// In the order of FaultKind.
inline constexpr std::array<FaultText, kFaultKinds> kFaultTexts = {{
    {"stopped", "", "the script failed"},
    {"too long", "frames",
     "it asked for far more than the budget for 30 frames in a row, or ran a herd that did not fit"},
    {"before its time", "herds and frames", "a herd thought again too soon, while another was late"},
    {"two at once", "frames",
     "more than half of all herds had the same place in `run`, for 10 frames in a row"},
    {"wrong order", "herds and frames",
     "a far herd thought, while a near one that had waited longer had to wait on"},
    {"beyond its maximum", "herds and frames", "a period was longer than the herd's maximum"},
    {"never thought", "herds", "a herd lived for two seconds and never thought"},
    {"idle", "frames",
     "less than half of the budget was used for 10 frames in a row, and a tenth of the herds were late"},
}};
constexpr const FaultText& textOf(FaultKind kind) { return kFaultTexts[static_cast<std::size_t>(kind)]; }

struct Fault {
    FaultKind kind;
    std::uint64_t count = 0;
    std::uint64_t frame = 0;  // of the first example
    std::string example;      // in words
};

class FaultWatch {
  public:
    void follow(const world::World& world);  // after each frame

    // One of each kind that was found, worst first.
    std::vector<Fault> faults() const;
    // The longest wait of any task, in parts of its maximum.
    double longestWait() const { return longest_wait_; }

  private:
    // What a task was before the frame. By serial number.
    struct Before {
        std::int64_t last_ns = -1, born_ns = 0, cost_ns = 0;  // -1: it was not there
        bool has_thought = false, was_told = false;
    };
    // A task in the frame that has just passed.
    struct Seen {
        std::uint32_t row = 0;
        std::uint64_t id = 0;                                // as scripts see it
        double last_ms = 0, nominal_ms = 0, maximum_ms = 0;  // last: when the frame began
        double cost_ms = 0, distance_m = 0;
        bool has_run = false, had_thought = false;
    };

    void see(const world::World& world);
    void remember(const world::World& world);
    void findStop(const world::World& world);
    void findTooMuch(const world::World& world);
    void findTooDear(const world::World& world);
    void findTooSoon(const world::World& world);
    void findSamePlaces(const world::World& world);
    void findWrongOrder(const world::World& world);
    void findLongPeriods(const world::World& world);
    void findForgotten(const world::World& world);
    void findIdle(const world::World& world);
    // The first one keeps its words.
    template <class Words>
    void add(FaultKind kind, const world::World& world, Words words);

    std::array<Fault, kFaultKinds> found_ = {};
    std::vector<Before> before_;
    std::vector<Seen> seen_;
    std::vector<std::uint32_t> at_of_row_;  // in seen_
    std::uint32_t frames_of_too_much_ = 0, frames_of_same_places_ = 0, frames_idle_ = 0;
    double longest_wait_ = 0;
};

}  // namespace drover::lab
