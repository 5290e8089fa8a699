#include "app/lab/reproduce/wright_testbed.h"

#include <algorithm>
#include <vector>

#include "app/lab/reproduce/clocks.h"
#include "core/load/clock.h"
#include "core/minds/pursuit_agents.h"
#include "core/record/summary.h"

namespace drover::lab {
namespace {

constexpr std::int64_t kFrame_ns = 16'666'667;
constexpr minds::PursuitPeriods kPeriods{};  // perceive 2, follow 4, avoid 2, act 1

// The agents with their manager. The version without a manager uses it only for the activation delays.
struct Testbed {
    Testbed(const Session& session, const TestbedSetting& setting)
        : clock(session.clock),
          agents({.seed = session.seed, .agents = setting.agents, .atom_cost_ns = setting.kStep_ns},
                 [this](std::int64_t ns) { ++steps, clock.charge(ns); }),
          manager({.max_delay = setting.max_delay, .keeps_detail = false}) {
        minds::addPursuit(manager, agents, kPeriods, frame_time_ns);
    }

    std::int64_t frame_time_ns = kFrame_ns;
    ChargeClock clock;
    std::uint64_t steps = 0;  // that agents have run
    minds::Pursuit agents;
    load::ProcessManager manager;
};

// A frame without a manager: everything if naive, else what is due by the same periods and delays.
void runPlainFrame(Testbed& bed, std::int64_t frame, bool is_naive) {
    for (std::uint32_t i = 0; i < bed.agents.size(); ++i) {
        const std::int64_t since = frame - bed.manager.activation({i, 0});
        const auto due = [&](std::int64_t period) { return is_naive || (since >= 0 && since % period == 0); };
        if (due(kPeriods.perceive)) bed.agents.perceive(i);
        if (due(kPeriods.follow)) bed.agents.follow(i);
        if (due(kPeriods.avoid)) bed.agents.avoid(i);
        if (due(kPeriods.act)) bed.agents.act(i, kFrame_ns);
    }
}

// The last number that bears, by bisection: `bears_this` does, and `breaks` does not.
template <class Bears>
std::uint32_t lastThatBears(std::uint32_t bears_this, std::uint32_t breaks, Bears bears) {
    while (breaks - bears_this > 1) {
        const std::uint32_t middle = bears_this + (breaks - bears_this) / 2;
        (bears(middle) ? bears_this : breaks) = middle;
    }
    return bears_this;
}

// What one reading of the real clock takes, as the manager reads it.
double readingOfClock_ns() {
    constexpr int kTimes = 1001, kReadings = 100;
    ChargeClock clock(world::ClockKind::kReal);
    load::Clock& read = clock;
    std::vector<double> takes_ns;
    for (int i = 0; i < kTimes; ++i) {
        const std::int64_t start_ns = read.now();
        std::int64_t last_ns = start_ns;
        for (int n = 0; n < kReadings; ++n) last_ns = read.now();
        takes_ns.push_back(static_cast<double>(last_ns - start_ns) / kReadings);
    }
    return record::percentile(takes_ns, 50);
}

}  // namespace

TestbedResult runTestbed(const Session& session, const TestbedSetting& setting) {
    Testbed bed(session, setting);
    const std::vector<Place> born = bed.agents.places;
    TestbedResult result;
    std::uint32_t degraded = 0;
    std::vector<std::int64_t> spent;
    std::uint64_t steps_before = 0, readings_before = 0;
    for (std::uint32_t frame = 1; frame <= setting.kWarmUp + setting.kFrames; ++frame) {
        const bool counts = frame > setting.kWarmUp;
        if (frame == setting.kWarmUp + 1) steps_before = bed.steps, readings_before = bed.clock.readings();
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
    result.steps = bed.steps - steps_before;
    result.readings = bed.clock.readings() - readings_before;
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
    return lastThatBears(fits, breaks, bears);
}

std::optional<std::uint32_t> mostBeforeDrop(const Session& session, TestbedSetting setting,
                                            std::uint32_t most) {
    const auto bears = [&](std::uint32_t agents) {
        session.goOn();
        setting.agents = agents;
        return !runTestbed(session, setting).dropsFrames();
    };
    std::uint32_t bears_this = setting.agents;
    for (std::uint32_t next = bears_this; bears_this < most; bears_this = next) {
        next = std::min(2 * next, most);
        if (!bears(next)) return lastThatBears(bears_this, next, bears);
    }
    return std::nullopt;
}

ManagersCost measureManager(const Session& session) {
    constexpr std::uint32_t kAgents = 60;  // there is time for everything
    constexpr int kRepeats = 15;
    Session real = session;
    real.clock = world::ClockKind::kReal;
    TestbedSetting with{.version = TestbedVersion::kScheduled, .agents = kAgents}, without = with;
    without.version = TestbedVersion::kNonScheduled;
    ManagersCost cost;
    std::vector<double> shares;
    for (int i = 0; i < kRepeats; ++i) {
        session.goOn();
        const TestbedResult managed = runTestbed(real, with);
        const auto plain_ns = static_cast<double>(runTestbed(real, without).total_ns);
        shares.push_back(1 - plain_ns / static_cast<double>(managed.total_ns));
        cost.readings_per_step = static_cast<double>(managed.readings) / static_cast<double>(managed.steps);
    }
    cost.share = record::percentile(shares, 50);
    cost.reading_ns = readingOfClock_ns();
    return cost;
}

}  // namespace drover::lab
