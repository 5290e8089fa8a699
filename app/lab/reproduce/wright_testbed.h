// Wright & Marshall's testbed in its three versions (2000, table 3): naive, with periods and delays but no
// manager, and under the process manager. wright.cpp finds how many agents each can run.
#pragma once

#include <cstdint>
#include <optional>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

enum class TestbedVersion : std::uint8_t { kNaive, kNonScheduled, kScheduled };

struct TestbedSetting {
    static constexpr std::int64_t kAiTime_ns = 1'000'000;   // of a frame at 60 Hz
    static constexpr std::int64_t kStep_ns = 2'000;         // each of an agent's four steps
    static constexpr std::int64_t kTurn_ns = 4 * kStep_ns;  // of an agent whose every step is due
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
    std::uint64_t steps = 0;      // that agents have run in these frames
    std::uint64_t readings = 0;   // of the clock, in these frames
    std::uint32_t starved = 0;    // agents that never moved

    // How far the longest frame went past the AI time. A manager that cannot interrupt a step goes past it by
    // up to one agent's turn.
    std::int64_t over_ns() const { return longest_ns - TestbedSetting::kAiTime_ns; }
    bool dropsFrames() const { return over_ns() > TestbedSetting::kTurn_ns; }
};

// The share of frames that may be late. Under the real clock other programs delay a frame now and then.
inline double allowedLate(const Session& session) { return session.isReal() ? 0.1 : 0; }

TestbedResult runTestbed(const Session& session, const TestbedSetting& setting);

// The largest number of agents before performance degrades, found by doubling and then bisection.
std::uint32_t mostAgents(const Session& session, TestbedSetting setting);

// The largest number of agents, from `from` on and up to `most`, for which no frame is dropped. Empty if
// `most` drop none either.
std::optional<std::uint32_t> mostBeforeDrop(const Session& session, TestbedSetting setting,
                                            std::uint32_t most);

// What the manager takes, always in real time: medians of many measures.
struct ManagersCost {
    double share = 0;              // of the AI time: the same agents and schedule with and without it
    double reading_ns = 0;         // one reading of the clock
    double readings_per_step = 0;  // of an agent
};
ManagersCost measureManager(const Session& session);

}  // namespace drover::lab
