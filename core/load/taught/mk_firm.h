// `mk_firm`: of any k thoughts of a herd, m must be in time; the others may be missed. Which ones must be, a
// pattern tells beforehand (Ramanathan 1999), or the past does: who is nearest to failing goes first
// (distance based priority, Hamdaoui & Ramanathan 1995). MODEL 13. Made through kManagers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/load/managers.h"
#include "core/load/plan/plan.h"

namespace drover::load {

inline constexpr std::array<std::string_view, 2> kFirmRuleNames = {"pattern", "distance"};
inline constexpr std::array<ParameterInfo, 3> kFirmParameters = {{
    {.name = "m",
     .title = "Thoughts of a far herd that must be in time",
     .unit = "thoughts",
     .least = 1,
     .greatest = 32,
     .initial = 1},
    {.name = "k",
     .title = "Out of this many in a row",
     .unit = "thoughts",
     .least = 1,
     .greatest = 32,
     .initial = 8},
    {.name = "rule", .title = "Who goes first", .greatest = 1, .initial = 0, .choices = kFirmRuleNames},
}};

struct Firmness {
    std::uint32_t m = 1, k = 1;  // 1 <= m <= k <= 32
};

// Whether job j, from 0, must be in time: m of any k jobs, as evenly as can be.
constexpr bool isMandatory(std::uint64_t job, Firmness firm) {
    const std::uint64_t j = job % firm.k, ceiling = (j * firm.m + firm.k - 1) / firm.k;
    return j == ceiling * firm.k / firm.m;
}

// How many jobs may be missed, one after the other, until fewer than m of the last k were in time; 0: fewer
// were. The lowest bit of `in_time` is the last job.
std::uint32_t missesToFailure(std::uint32_t in_time, Firmness firm);

class FirmPlan final : public Plan {
  public:
    std::unique_ptr<Plan> copy() const override { return std::make_unique<FirmPlan>(*this); }
    void plan(const PlanFrame& frame, PlanTasks& tasks) override;
    // Each job has a window of T0, and thinks at any time in it: the numbers alone say who thinks.
    bool writesPeriods() const override { return false; }

    struct Jobs {
        double id = 0;             // of the task that has this row
        double window_end_ms = 0;  // of the job at hand, its deadline
        std::uint32_t job = 0;
        std::uint32_t in_time = ~0u;  // of the jobs before it, the last one in the lowest bit
        bool has_thought = false;     // in this window
    };
    static constexpr std::size_t kBytesPerTask = sizeof(Jobs);

  private:
    Jobs& follow(const PlanFrame& frame, const PlanTasks& tasks, std::size_t i);

    std::vector<Jobs> jobs_;  // by row of the table
};

}  // namespace drover::load
