// drover-lab scenarios --claims: runs scenarios and judges what they say will be seen. scenarios.cpp calls
// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drover::lab {

struct ClaimOptions {
    std::vector<std::string> names;  // shipped names or files; none: every shipped scenario
    std::uint32_t seeds = 1;         // from the scenario's own seed on
    bool is_quiet = false;
};

// Throws Exit if a claim is broken, and if the run is stopped.
void checkClaims(const ClaimOptions& options);

}  // namespace drover::lab
