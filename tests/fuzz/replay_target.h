// Recordings that are opened and stepped, as `replay` and the window do it.
#pragma once

#include <string_view>

namespace drover::fuzz {

// Steps a few frames, if the world is a small one, and what comes after the last. What was read is written
// again so that it can be read.
void replayRecording(std::string_view bytes);

}  // namespace drover::fuzz
