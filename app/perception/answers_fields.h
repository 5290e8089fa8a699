// The fields of a file of answers: name, range and a sentence each. Only answers.cpp reads and writes them.
#pragma once

#include "app/perception/answers.h"
#include "core/base/fields.h"

namespace drover::perception {

inline constexpr Choice<Part> kParts[] = {
    {Part::kThoughts, "thoughts", "one pane's animals think less often"},
    {Part::kFrames, "frames", "one pane's frames are late"},
};
inline std::span<const Choice<Part>> choices(Part) { return kParts; }

inline constexpr Choice<ViewFrom> kViews[] = {{ViewFrom::kAbove, "above", "seen from above"},
                                              {ViewFrom::kEyes, "eyes", "seen by the player"}};
inline std::span<const Choice<ViewFrom>> choices(ViewFrom) { return kViews; }

inline constexpr Choice<TrialKind> kTrialKinds[] = {
    {TrialKind::kStep, "step", "one pane differs"},
    {TrialKind::kAllAlike, "all_alike", "no pane differs"},
    {TrialKind::kGrosslyBad, "grossly_bad", "one pane is plainly bad"},
};
inline std::span<const Choice<TrialKind>> choices(TrialKind) { return kTrialKinds; }

inline constexpr Choice<Looked> kLooks[] = {{Looked::kNotSaid, "not_said", "no word of it"},
                                            {Looked::kNear, "near", "near the player"},
                                            {Looked::kFar, "far", "far from the player"}};
inline std::span<const Choice<Looked>> choices(Looked) { return kLooks; }

inline constexpr double kMostStep_ms = 1000;
inline constexpr std::size_t kMostSteps = 20, kMostTrials = 1000;
inline constexpr std::uint32_t kMostEach = 100, kMostFrames = 3600;

}  // namespace drover::perception
namespace drover {

void describe(Fields& v, perception::Answers& answers);

}  // namespace drover
