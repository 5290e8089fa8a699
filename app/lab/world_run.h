// Runs a world to its end without a window. Every subcommand that runs worlds uses this loop and its results.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/progress.h"
#include "core/record/columns.h"
#include "core/record/summary.h"
#include "core/world/world.h"

namespace drover::lab {

// The values of each frame by column of kColumns, and the final state. A long run keeps its newest kKept
// frames, more than an hour at 60 a second; totals and latest values cover the whole run.
struct RunResult {
    static constexpr std::size_t kKept = 250'000;

    std::vector<std::vector<double>> columns{record::kColumnCount};
    std::vector<double> totals = std::vector<double>(record::kColumnCount),
                        latest = std::vector<double>(record::kColumnCount);
    std::uint64_t frames = 0;
    bool is_finished = false;  // not stopped before its end
    double simulated_s = 0, wall_s = 0;
    std::uint64_t flocks = 0, agents = 0, refused = 0;
    std::size_t bytes = 0;
    float largest_jump_m = 0;
    std::uint32_t without_room = 0, in_shapes = 0;  // people whose area was full; or lay in shapes
    std::uint32_t without_way = 0;                  // and who had no way to their goal at the end
    std::uint64_t hash = 0;
    std::string last_manager;
    std::string trouble;  // why the user's own manager stopped; empty: it did not

    record::Summary summary(std::size_t c) const;
    void add(const record::FrameRecord& record);
    // Mean over the run. A column whose values are means counts each frame by record::weightOf(); there is
    // none if no frame had anything to measure.
    std::optional<double> mean(std::size_t c) const;
    double fps() const;
    // The share of frames whose AI time was above `times` the frame's budget.
    double shareOver(double times) const;
};

// What a world was given before a frame.
struct Given {
    double frame_time = 0;  // of the frame
    std::vector<world::Command> commands;
};

struct RunLoop {
    // The end of the run: this many frames, or the frame in which the world's time reaches `until_ns`.
    std::uint64_t frames = std::numeric_limits<std::uint64_t>::max();
    std::int64_t until_ns = std::numeric_limits<std::int64_t>::max();
    Progress* progress = nullptr;  // counts frames; may be null
    // Each of these may be empty. The first adds the commands to carry out before a frame, counted from 1.
    std::function<void(std::uint64_t frame, std::vector<world::Command>& commands)> commands;
    std::function<void(const world::World&, const Given&)> after_frame;
    std::function<bool()> is_stopped;
};

// How many live there, by kind: "512 flocks that stand for 16,384 agents, 12 hunters".
std::string inhabitants(const world::Scenario& scenario, std::uint64_t flocks, std::uint64_t agents);

// Warns that the user's own manager stopped, if it did.
void sayTrouble(const std::string& manager, const RunResult& result);

// Runs `world`; each frame is as long as the one before it took. Ends early if `is_stopped` returns true.
RunResult runWorld(world::World& world, const RunLoop& loop);

}  // namespace drover::lab
