// The design of a blind test: which trials there are, where the pane that differs stands in each, and from
// which seeds its four worlds come. It all follows from one seed, so a session can be gone on with. course.h
// walks through the trials.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace drover::perception {

inline constexpr std::uint32_t kPanes = 4;
inline constexpr double kGuessing = 1.0 / kPanes;
inline constexpr double kFrame_s = 1.0 / 60;  // of a pane that is not late

// What makes one pane differ.
enum class Part : std::uint8_t {
    kThoughts,  // its animals think less often, because a manager keeps a budget; those of the others always
    kFrames,    // its frames are as long as its thoughts take; those of the others, managed, are never late
};

enum class ViewFrom : std::uint8_t { kAbove, kEyes };

enum class TrialKind : std::uint8_t {
    kStep,        // one pane differs by one of the steps
    kAllAlike,    // none does: any answer is a guess
    kGrosslyBad,  // one is so bad that who looks at all sees it
};

struct Step {
    double ms = 1;  // of AI a frame; or that an unmanaged frame takes
    friend bool operator==(Step, Step) = default;
};

struct Design {
    std::string manager = "elastic";  // of the panes that save
    Part part = Part::kThoughts;
    ViewFrom view = ViewFrom::kAbove;
    std::uint32_t frames = 300;  // that are shown where none is late
    std::uint32_t trials_each = 8, catch_each = 2;
    std::uint64_t seed = 1;
    std::vector<Step> steps = {{4}, {2}, {1}, {0.5}, {0.25}};
};

// The steps that people are asked.
std::vector<Step> stepsOf(Part part);

struct Trial {
    TrialKind kind = TrialKind::kStep;
    double step_ms = 0;       // of the pane that differs; 0: none does
    std::uint32_t place = 0;  // its number, from 1; 0: none does
    std::array<std::uint64_t, kPanes> seeds{};
};

// Each step is equally often at each of the four places; if trials_each is no multiple of four, as nearly
// so as can be. The order is shuffled.
std::vector<Trial> trialsOf(const Design& design);

}  // namespace drover::perception
