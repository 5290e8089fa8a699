// Elastic task compression (Tan & Wong, Figure 2; Buttazzo et al. 2002), read as SPEC 3 does: which
// utilisation, and so which period, each task gets when all of them together may use `desired`. Called by
// `elastic` once a frame and by `drover-lab schedule`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/load/task.h"

namespace drover::load {

enum class Compression : std::uint8_t { kNominal, kCompressed, kSaturated };
std::string_view text(Compression status);

// Ud = Td / Tf (equation 4). No budget: 0. A frame that took no time: as much as anybody wants.
double desiredUse(std::int64_t budget_ns, std::int64_t frame_time_ns);

struct CompressionResult {
    Compression status = Compression::kNominal;
    double lambda = 0;  // how far the springs give; infinite when saturated
};

// Working memory, kept from frame to frame so that a steady frame allocates nothing.
struct CompressionScratch {
    struct Spring {
        double breakpoint;  // the lambda at which it reaches its maximum period
        double slack;       // U0 - Umin
        double elasticity;
        std::uint32_t row;
    };
    std::vector<Spring> sample;
    std::vector<Spring> between;
    std::vector<std::uint32_t> rows;
};

// The spans run over tasks: U0 = C/T0, Umin = C/Tmax, both finite and not negative, and E, 0 to
// kMostElasticity, 0 being rigid. A task of zero cost changes nothing. `desired` below 0 or not a number
// counts as 0. Depends on nothing but its arguments: there is no memory of earlier frames.
CompressionResult compress(std::span<const double> nominal_use, std::span<const double> minimum_use,
                           std::span<const double> elasticity, double desired, CompressionScratch& scratch);

// T of one task under that lambda. A task without cost keeps T0, a rigid one too; a fully compressed one gets
// Tmax.
double compressedPeriod(double cost, double nominal, double maximum, double elasticity,
                        const CompressionResult& result);

}  // namespace drover::load
