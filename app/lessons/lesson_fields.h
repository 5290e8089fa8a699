// The fields of a lesson: name, range and a sentence each, for lesson files and their schema.
#pragma once

#include <cstdint>

#include "app/lessons/lesson.h"
#include "core/world/commands/command_fields.h"
#include "core/world/scenario/claim_fields.h"

namespace drover::lessons {

inline constexpr Choice<PredictionKind> kPredictionKinds[] = {
    {PredictionKind::kNumber, "number", "a number that will be measured"},
    {PredictionKind::kChoice, "choice", "one of two to four sentences"},
    {PredictionKind::kCurve, "curve", "how a measure goes, frame by frame"},
};
inline std::span<const Choice<PredictionKind>> choices(PredictionKind) { return kPredictionKinds; }

}  // namespace drover::lessons
namespace drover {

void describe(Fields& v, lessons::Lesson& lesson);

}  // namespace drover
