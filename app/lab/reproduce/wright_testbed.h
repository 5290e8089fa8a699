// Wright & Marshall's testbed in its three versions (2000, table 3): naive, with periods and delays but no
// manager, and under the process manager. wright_figure2.cpp finds how many agents each can run.
#pragma once

#include <cstdint>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

enum class TestbedVersion : std::uint8_t { kNaive, kNonScheduled, kScheduled };

struct TestbedSetting {
    static constexpr std::int64_t kAiTime_ns = 1'000'000;  // of a frame at 60 Hz
    static constexpr std::int64_t kStep_ns = 2'000;        // each of an agent's four steps
    // The cost of reading the clock under the model. It stands for all the work of a manager that is not
    // optimised.
    static constexpr std::int64_t kReading_ns = 400;
    static constexpr std::uint32_t kWarmUp = 8, kFrames = 40;

    TestbedVersion version = TestbedVersion::kNaive;
    std::int64_t max_delay = 0;  // dynamic activation delay, frames
    std::uint32_t agents = 1;
};

struct TestbedResult {
    double degraded =
        0;  // share of frames that left something out or, without a manager, exceeded the AI time
    std::int64_t longest_ns = 0;  // AI time of the longest frame, without those that may be late
    std::int64_t total_ns = 0;    // of all measured frames
    std::uint32_t starved = 0;    // agents that never moved
};

// The share of frames that may be late. Under the real clock other programs delay a frame now and then.
inline double allowedLate(const Session& session) { return session.isReal() ? 0.1 : 0; }

TestbedResult runTestbed(const Session& session, const TestbedSetting& setting);

// The largest number of agents before performance degrades, found by doubling and then bisection.
std::uint32_t mostAgents(const Session& session, TestbedSetting setting);

// The manager's share of the AI time, from the same agents and schedule with and without it. There is time
// for everything.
double managersShare(const Session& session, std::uint32_t agents);

}  // namespace drover::lab
