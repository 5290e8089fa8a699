// Lives a life, with all the checkers looking on, and holds it against its copies, its recording and itself
// on other threads.
#pragma once

#include <cstdint>
#include <string>

#include "app/lab/ordeal/coverage.h"
#include "app/lab/ordeal/life.h"
#include "core/base/function_ref.h"

namespace drover::lab::ordeal {

struct Outcome {
    std::string failure;      // what is wrong, and in which frame; empty: nothing
    bool is_refused = false;  // the scenario
    std::uint64_t hash = 0;   // of the state at its end; 0 where threads read a clock
    std::uint64_t frames = 0;
};

// Makes up the moments of a life that has none, tells each before it is lived, and adds them to it.
Outcome live(Life& life, Coverage& coverage, FunctionRef<void(const Moment&)> tell = [](const Moment&) {});

// Lives its moments, of which there must be no flaw, and writes their recording. An error text, or empty.
std::string record(const Life& life, const std::string& path);

}  // namespace drover::lab::ordeal
