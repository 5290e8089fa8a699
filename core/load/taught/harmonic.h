// `harmonic`: elastic periods that divide each other, so that every frame has the same work (Sudvarg et al.,
// RTAS 2024). In a world periods are whole frames: 1, 2, 4 ... or 1, 3, 6 ... apart. MODEL 13. Made through
// kManagers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/load/managers.h"
#include "core/load/plan/plan.h"

namespace drover::load {

// A task whose period may be anything from `shortest` to `longest`. Elasticity 0 is rigid.
struct ChainTask {
    double shortest = 1, longest = 1, cost = 0, elasticity = 1;
};
inline constexpr std::size_t kMostInChain = 10;
struct Chain {
    double first_period = 0;
    std::array<std::uint32_t, kMostInChain> multiples = {};  // of the first period
    double loss = 0;                                         // sum (Umax - U)^2 / E
};

// The periods with the least loss whose use is at most `desired`, each a whole multiple of the one before;
// the order is given. Finds it by trying every row of multiples. None: no row fits.
std::optional<Chain> bestChain(std::span<const ChainTask> tasks, double desired);

class HarmonicPlan final : public Plan {
  public:
    std::unique_ptr<Plan> copy() const override { return std::make_unique<HarmonicPlan>(*this); }
    void plan(const PlanFrame& frame, PlanTasks& tasks) override;
    bool writesPeriods() const override { return false; }  // frames are counted instead

    // Herds that share a period: each one's elasticities are up to twice those of the band before.
    static constexpr std::size_t kBands = 8;

  private:
    struct Band {
        double cost = 0, longest_ms = 0;
        double nominal_ms = 0;      // mean by cost
        double cost_by_spring = 0;  // sum C^2 / E
        std::uint32_t frames = 1;   // of its period
    };
    static std::size_t bandOf(double elasticity);
    void fillBands(const PlanTasks& tasks);
    void choosePeriods(double frame_ms, double desired);
    std::uint32_t framesOf(const PlanTasks& tasks, std::size_t i, double frame_ms) const;

    std::array<Band, kBands> bands_;
};

}  // namespace drover::load
