#include "app/lab/reproduce/wright_testbed.h"

#include <algorithm>
#include <vector>

#include "app/lab/reproduce/charge_clock.h"
#include "core/minds/pursuit_agents.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kFrame_ns = 16'666'667;
constexpr minds::PursuitPeriods kPeriods{};  // perceive 2, follow 4, avoid 2, act 1

// The agents with their manager. The version without a manager uses it only for the activation delays.
struct Testbed {
    Testbed(const Session& session, const TestbedSetting& setting)
        : clock(session.clock, setting.version == TestbedVersion::kScheduled ? setting.kReading_ns : 0),
          agents({.seed = session.seed, .agents = setting.agents, .atom_cost_ns = setting.kStep_ns},
                 [this](std::int64_t ns) { clock.charge(ns); }),
          manager({.max_delay = setting.max_delay, .keeps_detail = false}) {
        minds::addPursuit(manager, agents, kPeriods, frame_time_ns);
    }

    std::int64_t frame_time_ns = kFrame_ns;
    ChargeClock clock;
    minds::Pursuit agents;
    load::ProcessManager manager;
};

// A frame without a manager: everything if naive, else what is due by the same periods and delays.
void runPlainFrame(Testbed& bed, std::int64_t frame, bool is_naive) {
    for (std::uint32_t i = 0; i < bed.agents.agents(); ++i) {
        const std::int64_t since = frame - bed.manager.activation({i, 0});
        const auto due = [&](std::int64_t period) { return is_naive || (since >= 0 && since % period == 0); };
        if (due(kPeriods.perceive)) bed.agents.perceive(i);
        if (due(kPeriods.follow)) bed.agents.follow(i);
        if (due(kPeriods.avoid)) bed.agents.avoid(i);
        if (due(kPeriods.act)) bed.agents.act(i, kFrame_ns);
    }
}

}  // namespace

TestbedResult runTestbed(const Session& session, const TestbedSetting& setting) {
    Testbed bed(session, setting);
    const std::vector<Place> born = bed.agents.places;
    TestbedResult result;
    std::uint32_t degraded = 0;
    std::vector<std::int64_t> spent;
    for (std::uint32_t frame = 1; frame <= setting.kWarmUp + setting.kFrames; ++frame) {
        const bool counts = frame > setting.kWarmUp;
        bool is_degraded = false;
        std::int64_t spent_ns = 0;
        if (setting.version == TestbedVersion::kScheduled) {
            bed.manager.run(setting.kAiTime_ns, bed.clock);
            is_degraded = bed.manager.report().isDegraded();
            spent_ns = bed.manager.report().consumed_ns;
        } else {
            const std::int64_t start_ns = bed.clock.now();
            runPlainFrame(bed, frame, setting.version == TestbedVersion::kNaive);
            spent_ns = bed.clock.now() - start_ns;
            is_degraded = spent_ns > setting.kAiTime_ns;
        }
        if (!counts) continue;
        degraded += is_degraded;
        result.total_ns += spent_ns;
        spent.push_back(spent_ns);
    }
    result.degraded = static_cast<double>(degraded) / setting.kFrames;
    std::sort(spent.begin(), spent.end());
    result.longest_ns =
        spent[spent.size() - 1 - static_cast<std::size_t>(allowedLate(session) * setting.kFrames)];
    for (std::size_t i = 0; i < born.size(); ++i)
        result.starved += born[i].x == bed.agents.places[i].x && born[i].y == bed.agents.places[i].y;
    return result;
}

std::uint32_t mostAgents(const Session& session, TestbedSetting setting) {
    const auto bears = [&](std::uint32_t agents) {
        session.goOn();
        setting.agents = agents;
        return runTestbed(session, setting).degraded <= allowedLate(session);
    };
    std::uint32_t fits = 0, breaks = 2;
    while (bears(breaks)) fits = breaks, breaks *= 2;
    while (breaks - fits > 1) {
        const std::uint32_t middle = fits + (breaks - fits) / 2;
        (bears(middle) ? fits : breaks) = middle;
    }
    return fits;
}

double managersShare(const Session& session, std::uint32_t agents) {
    TestbedSetting setting{.agents = agents};
    setting.version = TestbedVersion::kScheduled;
    const auto with_ns = static_cast<double>(runTestbed(session, setting).total_ns);
    setting.version = TestbedVersion::kNonScheduled;
    const auto without_ns = static_cast<double>(runTestbed(session, setting).total_ns);
    return 1 - without_ns / with_ns;
}

}  // namespace drover::lab
