// Options whose value is a number. CLI11's own checks take NaN, read 010 as eight and -1 as the largest whole
// number, and keep the largest one where a number does not fit.
#pragma once

#include <cstdint>
#include <limits>

namespace CLI {
class Validator;
}

namespace drover::command_line {

CLI::Validator finiteRange(double low, double high);
// For Option::transform: 010 becomes 10.
CLI::Validator wholeNumber(std::uint64_t low, std::uint64_t high = std::numeric_limits<std::uint64_t>::max());

// Throws Exit if the seeds from `first` on are not that many.
void requireSeeds(std::uint64_t first, std::uint64_t count);

}  // namespace drover::command_line
