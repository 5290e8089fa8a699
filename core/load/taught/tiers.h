// `tiers`: hard caps, as large crowds of games have them (Assassin's Creed Unity, as its makers described it
// in 2015): the nearest herds are whole, the next ones are done with less, the rest cheaply.
// MODEL 13. Made through kManagers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/load/managers.h"
#include "core/load/plan/plan.h"

namespace drover::load {

inline constexpr std::array<ParameterInfo, 5> kTiersParameters = {{
    {.name = "whole", .title = "Herds that are whole", .unit = "herds", .greatest = 10'000, .initial = 40},
    {.name = "middle",
     .title = "Herds in the middle tier",
     .unit = "herds",
     .greatest = 100'000,
     .initial = 120},
    {.name = "middle_periods",
     .title = "Period of the middle tier",
     .unit = "of the nominal one",
     .least = 1,
     .greatest = 20,
     .initial = 3},
    {.name = "hysteresis",
     .title = "How much nearer a herd must be to take the place of another",
     .unit = "of the distance",
     .greatest = 0.5,
     .initial = 0.1},
    {.name = "rest_ms",
     .title = "Time between two changes of a herd's tier",
     .unit = "ms",
     .greatest = 10'000,
     .initial = 500},
}};

class TiersPlan final : public Plan {
  public:
    std::unique_ptr<Plan> copy() const override { return std::make_unique<TiersPlan>(*this); }
    void plan(const PlanFrame& frame, PlanTasks& tasks) override;
    bool writesPeriods() const override { return true; }

    static constexpr std::uint8_t kWhole = 0, kMiddle = 1, kCheap = 2;
    std::uint8_t tierOf(std::uint32_t row) const { return places_[row].tier; }

    struct Place {
        double id = 0;  // of the task that has this row
        double changed_ms = 0;
        std::uint8_t tier = kCheap;
    };
    struct Candidate {
        double distance;  // less for those that are in a better tier already
        std::uint32_t at;
        bool is_resting;
    };
    static constexpr std::size_t kBytesPerTask = sizeof(Place) + sizeof(Candidate);

  private:
    void follow(const PlanFrame& frame, const PlanTasks& tasks);
    void fillTiers(const PlanFrame& frame, const PlanTasks& tasks);

    std::vector<Place> places_;  // by row of the table
    std::vector<Candidate> candidates_;
};

}  // namespace drover::load
