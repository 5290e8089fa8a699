// The page of `drover-lab reproduce`: one HTML file without scripts or other files, for light and dark
// screens and for print. reproduce.cpp writes it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

struct Finished {
    const Experiment* experiment;
    Report report;
};

// How the figures were made, so that a reader can run them again.
struct Provenance {
    std::string program;  // version, commit, compiler
    std::string processor;
    std::uint64_t seed = 1;
    std::string clock;
    std::string command_line;
};

std::string pageOf(std::span<const Finished> finished, const Provenance& provenance);

}  // namespace drover::lab
