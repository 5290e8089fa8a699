// How much each task matters in a frame, by its distance to the player and the view (Tan & Wong 4.2, MODEL
// 3), written into the task table in the coin of the manager that runs; and the distance band that the task's
// measures go to. The world owns it and has it weigh before every plan.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/large_pages.h"
#include "core/cores/team.h"
#include "core/load/importance.h"
#include "core/load/task_table.h"
#include "core/record/frame_record.h"
#include "core/world/animals/population.h"
#include "core/world/commands/command.h"
#include "core/world/frame/rolling_scan.h"

namespace drover::world {

// How far from the player a task is near: where trees are anything but roots, or an eighth of a world that
// has none.
float nearReach(std::span<const SpeciesEntry> species, const flock::FlockStore& flocks);
// The middle band ends at so many times the distance at which the near one ends.
inline constexpr float kMiddleReach = 4;

class Importance {
  public:
    static constexpr std::size_t kBytesPerTask = sizeof(record::Band) + RollingScan::kBytesPerTask;

    explicit Importance(std::uint32_t tasks) : band_of_(tasks, record::Band::kNear), scan_(tasks) {}

    // Other tasks, of which nothing is known yet. The view stays.
    void beginAnew(std::uint32_t tasks) {
        const SetView view = view_;
        *this = Importance(tasks);
        view_ = view;
    }

    void setView(const SetView& view) { view_ = view; }
    // The player jumped, or the rules changed: what was weighed before no longer holds.
    void weighAnew() { is_outdated_ = true, scan_.hurry(); }

    // The manager that looks at the tasks. True: it looks at something else than the one before, so all tasks
    // must be weighed for it.
    bool weighFor(load::Coin coin) {
        is_coin_new_ = coin_ != coin;
        coin_ = coin;
        return is_coin_new_;
    }

    // On all cores of the team, with the same result. `changed`: rows that are weighed in any case.
    void weigh(const Scenario& scenario, const Population& population, Place player,
               std::span<const std::uint32_t> changed, load::TaskTable& tasks, cores::Team* team);

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
        cores::Team* team;
        float reach;  // metres, of the near band
    };

    template <class IsWanted>
    void weighThose(const Frame& frame, IsWanted is_wanted);
    void weighNearby(const Frame& frame);
    bool weighOne(const Frame& frame, std::uint32_t row);
    bool isInView(const Frame& frame, Place place) const;
    bool hasView() const { return view_.width > 0 && view_.height > 0; }

    LargeVector<record::Band> band_of_;
    RollingScan scan_;
    SetView view_;
    std::optional<load::Coin> coin_;  // none: no manager has looked yet
    bool is_outdated_ = false, is_coin_new_ = false;
};

}  // namespace drover::world
