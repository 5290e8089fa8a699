// Recordings that are broken inside while everything around is right: checksums, lengths and counts are made
// anew after each change, so that it gets past the reader's first doors. fuzz_test.cpp and libfuzzer.cpp use
// it for the target "replay".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/function_ref.h"
#include "core/replay/blocks.h"

namespace drover::fuzz {

// The blocks of a file, as far as it has the form; their checksums may be wrong.
std::vector<replay::Block> takeApart(std::string_view bytes);
std::string sealed(const std::vector<replay::Block>& blocks);

// A recording with another content: bytes of a block, numbers and commands of a frame, or another order.
// `mutate` changes any text; the same draw makes the same choices.
std::string mutatedRecording(std::string_view bytes, std::uint64_t draw,
                             FunctionRef<void(std::string&)> mutate);

}  // namespace drover::fuzz
