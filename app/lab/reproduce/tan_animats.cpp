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

AnimatFrame frameOf(const load::FrameReport& report) {
    return {.c_total_ms = milliseconds(static_cast<double>(report.total_cost_ns)),
            .u_total = report.total_use,
            .assigned_ms = milliseconds(report.assigned_deviation_ns),
            .observed_ms = milliseconds(report.observed_deviation_ns),
            .intervals = static_cast<double>(report.run),
            .overhead_ms = milliseconds(static_cast<double>(report.overhead_ns))};
}

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
    for (std::uint32_t i = 0; i < animals.size(); ++i) {
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
        manager->run(
            tasks, [&](const load::TaskCall& call) { animals.update(call.task.row, call.elapsed_ns); },
            clock);
        AnimatFrame frame = frameOf(manager->report());
        const bool has_extra = n >= setting.extra_first && n <= setting.extra_last;
        frame.tf_ms =
            frame.c_total_ms + frame.overhead_ms + setting.base_ms + (has_extra ? setting.extra_ms : 0);
        last_ms = frame.tf_ms;
        out.push_back(frame);
    }
    return out;
}

}  // namespace drover::lab
