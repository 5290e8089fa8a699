// The page of `drover-lab reproduce`: one HTML file that opens anywhere, without scripts or other files, in
// light, dark and print.
#pragma once

#include <span>
#include <string>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

struct Finished {
    const Experiment* experiment;
    Report report;
};

// What produced the figures: whoever doubts them can run it again.
struct Provenance {
    std::string program;  // version, commit, compiler
    std::string processor;
    std::uint64_t seed = 1;
    std::string clock;
    std::string command_line;
};

std::string pageOf(std::span<const Finished> finished, const Provenance& provenance);

}  // namespace drover::lab
