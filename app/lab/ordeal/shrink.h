// Makes a life that went wrong smaller, as long as it goes wrong in the same way: fewer moments, fewer
// commands, fewer animals, less around them.
#pragma once

#include <string>

#include "app/lab/ordeal/life.h"

namespace drover::lab::ordeal {

struct Shrunk {
    Life life;
    std::string failure;  // empty: nothing is wrong with it
    std::uint32_t tries = 0;
};
Shrunk shrink(std::uint64_t seed);

// The scenario as FOLDER/life-SEED.json, its commands as .jsonl, and its frames before the one that goes
// wrong as .drover: the window opens each. Returns their name without an ending, or throws Exit.
std::string writeLife(const Shrunk& shrunk, const std::string& folder);

}  // namespace drover::lab::ordeal
