#include "app/lab/reproduce/tan_animats.h"

#include <cmath>

#include "app/lab/reproduce/charge_clock.h"
#include "core/base/random.h"
#include "core/load/manager.h"
#include "core/minds/wildlife.h"

namespace drover::lab {
namespace {

std::int64_t nanoseconds(double ms) { return std::llround(ms * 1e6); }
double milliseconds(double ns) { return ns * 1e-6; }

}  // namespace

std::vector<AnimatFrame> runAnimats(const Session& session, const AnimatSetting& setting) {
    ChargeClock clock(session.clock);
    std::uint32_t updates = 0;
    // The cost of an update varies a little.
    minds::Wildlife animals({.seed = session.seed}, [&](std::int64_t cost_ns) {
        const RandomBlock r = randomBlock(session.seed, updates++, 0, 0, Purpose::kCostNoise);
        const double share = 1 + setting.kNoise * (2 * static_cast<double>(unitFloat(r[0])) - 1);
        clock.charge(std::llround(static_cast<double>(cost_ns) * share));
    });
    load::TaskTable tasks;
    for (std::uint32_t i = 0; i < animals.animats(); ++i) {
        tasks.add({.nominal_ns = nanoseconds(setting.kNominal_ms),
                   .maximum_ns = nanoseconds(setting.kMaximum_ms),
                   .elasticity = 1});
    }
    const std::unique_ptr<load::Manager> manager = load::makeManager(*load::findManager("elastic"));
    manager->setParameter("reclaim", 0);
    std::vector<AnimatFrame> out;
    double last_ms = setting.base_ms;
    for (std::uint32_t n = 1; n <= setting.frames; ++n) {
        session.goOn();
        manager->plan(tasks, {nanoseconds(last_ms), nanoseconds(setting.budget_ms)}, clock);
        const load::AssignedPeriods periods = load::assignedPeriods(*manager, tasks);
        double observed_ms = 0, observed = 0;  // of tasks that ran before
        const auto update = [&](const load::TaskCall& call) {
            animals.update(call.task.row, call.elapsed_ns);
            if (call.since_run_ns < 0) return;
            observed_ms += milliseconds(static_cast<double>(call.since_run_ns)) - setting.kNominal_ms;
            ++observed;
        };
        manager->run(tasks, update, clock);
        const load::FrameReport& report = manager->report();
        AnimatFrame frame{.c_total_ms = milliseconds(static_cast<double>(report.total_cost_ns)),
                          .u_total = periods.total_use,
                          .assigned_ms = milliseconds(periods.deviation_ns),
                          .observed_ms = observed > 0 ? observed_ms / observed : 0,
                          .intervals = static_cast<double>(report.run),
                          .overhead_ms = milliseconds(static_cast<double>(report.overhead_ns))};
        const bool has_extra = n >= setting.extra_first && n <= setting.extra_last;
        frame.tf_ms =
            frame.c_total_ms + frame.overhead_ms + setting.base_ms + (has_extra ? setting.extra_ms : 0);
        last_ms = frame.tf_ms;
        out.push_back(frame);
    }
    return out;
}

}  // namespace drover::lab
