// A world run to its end without a window: the loop that every subcommand shares, and what is told of it
// afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/lab/progress.h"
#include "core/record/columns.h"
#include "core/record/summary.h"
#include "core/world/world.h"

namespace drover::lab {

// The measures of the frames, by column of kColumns, and what is left at the end. Of a long run the newest
// kKept frames are kept, an hour and more at 60 a second; sums and the latest values are those of the whole
// run.
struct RunResult {
    static constexpr std::size_t kKept = 250'000;

    std::vector<std::vector<double>> columns{record::kColumnCount};
    std::vector<double> totals = std::vector<double>(record::kColumnCount),
                        latest = std::vector<double>(record::kColumnCount);
    std::uint64_t frames = 0;
    double simulated_s = 0, wall_s = 0;
    std::uint64_t flocks = 0, agents = 0, refused = 0;
    std::size_t bytes = 0;
    float largest_jump_m = 0;
    std::uint64_t hash = 0;

    const std::vector<double>& column(std::size_t c) const { return columns[c]; }
    record::Summary summary(std::size_t c) const;
    void add(const record::FrameRecord& record);
    // The mean of a column whose every number is itself one over as many things as `weight` tells; 0 where
    // those are none.
    double weightedMean(std::size_t c, std::size_t weight) const;
    double fps() const;
    // The share of frames whose AI time was above `times` the budget of that frame.
    double shareOver(double times) const;
};

struct RunLoop {
    std::uint64_t frames = 0;
    Progress* progress = nullptr;     // may be null
    std::uint64_t frames_before = 0;  // that the progress has seen of earlier runs
    // All of these may be empty. The commands to carry out before a frame, counted from 1.
    std::function<std::span<const world::Command>(std::uint64_t frame)> commands;
    std::function<void(double frame_time, std::span<const world::Command>)>
        before_frame;  // what the world is about to be told
    std::function<void(const world::World&)> after_frame;
    std::function<bool()> is_stopped;
};

// Runs `world`, each frame as long as the one before it took. Ends early when it is stopped.
RunResult runWorld(world::World& world, const RunLoop& loop);

// 65536 as 65,536.
std::string grouped(std::uint64_t n);

}  // namespace drover::lab
