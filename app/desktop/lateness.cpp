#include "app/desktop/lateness.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/load/task_table.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

constexpr std::uint64_t kMeanFrames = 30;  // so that one can read the numbers
constexpr double kOnTime_ms = 10;
constexpr double kLeastShare = 0.05;  // of whole thoughts: those with less are as late as that

// Mean nominal period: of some tasks, as it is the same for very many.
double nominal_ms(const world::World& world) {
    constexpr std::size_t kMost = 512;
    const world::WorldView view = world.view();
    const std::size_t tasks = view.tasks.size(), stride = 1 + tasks / kMost;
    double sum = 0, counted = 0;
    for (std::size_t task = 0; task < tasks; task += stride, ++counted)
        sum += static_cast<double>(view.tasks[task].nominal_ns) * 1e-6;
    return counted > 0 ? sum / counted : 0;
}

}  // namespace

// The periods say how long a turn is waited for. Where the budget does not hold even the longest ones, what
// was seen says more.
std::optional<double> lateness_ms(const world::World& world, const record::History& history,
                                  const std::string& band, record::FrameRange range) {
    const auto mean = [&](const char* measure) {
        return history.mean(record::findColumn(band + "_" + measure).value(), range);
    };
    std::optional<double> turn_ms = mean("d_assigned_ms");
    const std::optional<double> seen_ms = mean("d_observed_ms");
    if (!turn_ms) return std::nullopt;
    turn_ms = std::max(*turn_ms, seen_ms.value_or(0));
    const double share = std::max(mean("quality").value_or(1), kLeastShare), wanted_ms = nominal_ms(world);
    return (wanted_ms + *turn_ms) / share - wanted_ms;
}

std::string latenessOf(const world::World& world, const record::History& history, const std::string& band) {
    const record::FrameRange held = history.frames();
    const std::optional<double> late_ms = lateness_ms(
        world, history, band, {held.end - std::min<std::uint64_t>(held.size(), kMeanFrames), held.end});
    if (!late_ms) return "-";
    if (*late_ms < kOnTime_ms) return "on time";
    return *late_ms < 95 ? fmt::format("{:.0f} ms late", *late_ms)
                         : fmt::format("{:.2f} s late", *late_ms / 1000);
}

std::string thoughtsOf(const world::World& world, std::size_t task) {
    const world::WorldView view = world.view();
    const double wanted_s = static_cast<double>(view.tasks[task].nominal_ns) * 1e-9,
                 late_s = static_cast<double>(view.lateness_ms(task)) * 1e-3;
    const std::string turn =
        fmt::format("had a turn {:.2f} s ago", static_cast<double>(view.sinceUpdate(task)));
    if (late_s * 1e3 < kOnTime_ms)
        return fmt::format("{}\nthinks every {:.2f} s, as it likes", turn, wanted_s);
    return fmt::format("{}\na whole thought every {:.2f} s instead of {:.2f} s: {:.2f} s late", turn,
                       wanted_s + late_s, wanted_s, late_s);
}

}  // namespace drover::desktop
