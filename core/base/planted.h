// Faults that the ordeal plants in the core, one at a time, and must find, or it is blind. Only a build with
// DROVER_CANARY has them, such as the preset `dev`; elsewhere isPlanted() is false before the compiler
// begins.
#pragma once

#include <array>
#include <cstdint>

namespace drover {

enum class Fault : std::uint8_t {
    kNone,
    kLastRow,
    kLostWakeUp,
    kStaleCopy,
    kRoundedOnThreads,
    kGatesByCount,
    kRefusedButDone,
    kLeakyBudget,
    kForgottenDelay,
    kDatedLate,
    kLostInFold,
    kCrowdedEntrance,
    kThroughWalls,
    kUncountedLeaf,
    kRoundedTape,
    kTornBlock,
    kGroundByCount,
    kLostParameter,
    kMissedDue,
    kLostBand,
    kPauseRuns,
};
inline constexpr std::array kFaultTexts = {
    "none",
    "the last row of a range is left out",
    "some who wake are not told",
    "a copy's manager forgets which table it planned",
    "distances are rounded otherwise on several threads",
    "gates are the same if as many are there",
    "a shape that is refused moves the player",
    "a millisecond more than what is left of the budget fits",
    "of some tasks that wait the delay is not counted",
    "a run is dated a nanosecond too late",
    "the eighth person of a point is lost",
    "people come in where others stand",
    "single herds go through what stands in their way",
    "the leaves of folded herds stay counted",
    "frame times are recorded as single numbers",
    "damaged blocks of recordings are read",
    "the ground is the same if it has as many shapes",
    "the first parameter of a new manager is lost",
    "the last task that is due is missed",
    "far tasks are left out of the sums",
    "time passes in long frames of a pause",
};

#ifdef DROVER_CANARY
inline Fault planted = Fault::kNone;  // set before a world begins
inline bool isPlanted(Fault fault) { return planted == fault; }
#else
consteval bool isPlanted(Fault) { return false; }
#endif

}  // namespace drover
