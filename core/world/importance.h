// How much each task matters in a frame: its elasticity, by its distance to the player and the view (Tan &
// Wong 4.2, MODEL 3), and the distance band that its measures go to. The world owns it and has it weigh
// before every plan.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/large_pages.h"
#include "core/load/task_table.h"
#include "core/record/frame_record.h"
#include "core/world/command.h"
#include "core/world/population.h"
#include "core/world/rolling_scan.h"

namespace drover::world {

class Importance {
  public:
    static constexpr std::size_t kBytesPerTask = sizeof(record::Band) + RollingScan::kBytesPerTask;

    explicit Importance(std::uint32_t tasks) : band_of_(tasks, record::Band::kNear), scan_(tasks) {}

    void setView(const SetView& view) { view_ = view; }
    // The player jumped, or the rules changed: what was weighed before no longer holds.
    void weighAnew() { is_outdated_ = true, scan_.hurry(); }

    void weigh(const Scenario& scenario, const Population& population, Place player, load::TaskTable& tasks);

    // As it was last weighed.
    record::Band bandOf(std::uint32_t row) const { return band_of_[row]; }
    std::span<const record::Band> bands() const { return band_of_; }
    RollingScan& scan() { return scan_; }

  private:
    struct Frame {
        const Scenario& scenario;
        const Population& population;
        Place player;
        load::TaskTable& tasks;
        float reach;  // metre: where trees are anything but roots
    };

    void weighNearby(const Frame& frame);
    bool weighOne(const Frame& frame, std::uint32_t row);
    bool isInView(const Frame& frame, Place place) const;
    bool hasView() const { return view_.width > 0 && view_.height > 0; }

    LargeVector<record::Band> band_of_;
    RollingScan scan_;
    SetView view_;
    bool is_outdated_ = false;
};

}  // namespace drover::world
