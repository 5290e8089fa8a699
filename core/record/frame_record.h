// What is measured in each frame (MODEL 7). The world fills one record a frame; the history keeps them, the
// writers spell them, the panels show them. Names, units and rules for adding up stand in columns.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace drover::record {

// The distance of a task to the player, in three bands.
enum class Band : std::uint8_t { kNear, kMiddle, kFar };
inline constexpr std::size_t kBands = 3;
inline constexpr std::array<const char*, kBands> kBandNames = {"near", "middle", "far"};

constexpr std::size_t row(Band band) { return static_cast<std::size_t>(band); }

// What is measured of a set of tasks: all of them, or those of one band. The means D are rounded to the
// nanosecond, as everything that is a time.
struct BandRecord {
    std::uint64_t tasks = 0;
    std::int64_t c_total_ns = 0;  // Ctotal: what the tasks that ran have cost
    double u_total = 0;           // Utotal = sum C/T over the assigned periods
    std::int64_t d_assigned_ns =
        0;  // D_period, T&W (8), (9), of the periods that the manager chose: mean of T - T0
    std::int64_t d_observed_ns = 0;  // D_period of the intervals that really passed
    std::uint64_t observed = 0;      // how many those were: a task's first run ends none
    std::uint64_t due = 0;
    std::uint64_t run = 0;
    std::uint64_t delayed = 0;     // due and not run
    std::uint64_t max_delays = 0;  // the largest M
    std::int64_t oldest_ns = 0;    // since the last update of the task that waits longest
    std::uint64_t minds = 0;       // that could think: leaves, and the other animals
    std::uint64_t asked = 0;       // of the tasks that ran
    std::uint64_t thoughts = 0;    // that these minds finished
    double quality = 0;            // the share of the asked that thought
    std::uint64_t leaves = 0;
    std::uint64_t nodes = 0;
    std::uint64_t expansions = 0;
    std::uint64_t collapses = 0;
    std::uint64_t bytes = 0;
    double off_m = 0;  // how far herds are shown from where they would be
};

using Bands = std::array<BandRecord, kBands>;

// Every number is finite: the file formats know no other. A frame of no length has fps 0.
struct FrameRecord {
    std::uint64_t frame = 0;         // from 1
    std::int64_t t_ns = 0;           // simulated time at the frame's end
    std::int64_t frame_time_ns = 0;  // Tf
    std::int64_t budget_ns = 0;      // Td
    // In which the tasks were run, and the manager planned if its time counts; at most Td if all goes well.
    std::int64_t ai_ns = 0;
    double desired_use = 0;        // Ud = Td / Tf, times the cores
    std::int64_t overhead_ns = 0;  // all the manager's own work
    double fps = 0;
    std::int64_t rest_ns = 0;           // of the frame outside the AI, spikes included
    std::int64_t spike_outside_ns = 0;  // of it, by spikes
    std::int64_t spike_inside_ns = 0;   // by which spikes would make all tasks together dearer
    std::uint64_t hunted = 0;           // herds that are hunted or flee, and so matter as if they were near
    std::uint64_t caught = 0;           // animals, since the world began
    std::uint64_t arrived = 0;          // people who came to the end of their route, since the world began
    std::uint64_t inside = 0;           // people who are there now
    std::uint64_t queued = 0;           // of them, those who stand and wait
    std::uint64_t passed = 0;           // people through the gate that is measured, since the world began
    double flow = 0;                    // of them, those of the last second
    double density = 0;                 // people a square metre of the area that is measured
    BandRecord whole;                   // all tasks
    Bands bands;
};

}  // namespace drover::record
