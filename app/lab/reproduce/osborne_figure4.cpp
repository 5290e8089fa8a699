// Osborne & Dickinson's Figure 4: the time of an update for 2,048 to 65,536 flocks, doubled each time. Theirs
// stayed under 100 ms and ran out of memory past 32,768 flocks. Ours continues while memory lasts, except
// with --quick.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/command_line/assets.h"
#include "app/command_line/memory.h"
#include "app/command_line/steady_clock.h"
#include "app/lab/reproduce/judge.h"
#include "app/lab/reproduce/osborne_herds.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

constexpr std::uint32_t kFirst = 2048, kTheirLast = 65'536, kOurLast = 1u << 28;
constexpr double kTheirs_ms = 100;
constexpr double kMostBytes = 8.0 * (1u << 30);

struct Size {
    std::uint32_t flocks = 0, updates = 0;
    HerdsResult result;
};

// Whether twice as many flocks would fit in half of the free memory and in kMostBytes.
bool doubleFits(const HerdsResult& result) {
    return 3 * result.bytes < std::min(kMostBytes, static_cast<double>(command_line::availableMemory()) / 2);
}

std::uint32_t updatesOf(const Session& session, std::uint32_t flocks) {
    const std::uint32_t most = session.is_quick ? 20 : 500;
    return std::clamp(most * (kTheirLast / 4) / flocks, flocks > kTheirLast ? 2u : 10u, most);
}

std::vector<Size> runSizes(const Session& session) {
    world::Scenario scenario = command_line::loadScenario("osborne-figure3");
    std::vector<Size> sizes;
    const std::unique_ptr<cores::Team> team =
        session.isReal() ? cores::makeTeam(cores::coresToUse()) : nullptr;
    Progress progress("sizes", 6, session.shows_progress);
    for (std::uint32_t flocks = kFirst; flocks <= (session.is_quick ? kTheirLast : kOurLast); flocks *= 2) {
        if (flocks > kTheirLast && !doubleFits(sizes.back().result)) break;
        const std::uint32_t updates = updatesOf(session, flocks);
        sizes.push_back({flocks, updates,
                         runHerds(session, scenario, flocks, updates, flock::bestKernels(), team.get())});
        progress.show(std::min<std::uint64_t>(sizes.size(), 6));
    }
    return sizes;
}

double fastest_ms(const HerdsResult& r) {
    return r.shared_ms > 0 ? std::min(r.update_ms, r.shared_ms) : r.update_ms;
}

// Copy speed for blocks larger than any cache, the best of several.
double bytesCopiedInAMillisecond() {
    constexpr std::size_t kBytes = 256u << 20;
    const std::vector<char> from(kBytes, 1);
    std::vector<char> to(kBytes);
    command_line::SteadyClock clock;
    double best_ms = 1e9;
    for (int n = 0; n < 5; ++n) {
        const std::int64_t start_ns = clock.now();
        std::copy(from.begin(), from.end(), to.begin());
        best_ms = std::min(best_ms, static_cast<double>(clock.now() - start_ns) * 1e-6);
    }
    return to.back() == 1 ? kBytes / best_ms : 0;
}

// For the largest size, where a frame of theirs can update only a part of the flocks. Adds a table, a check
// and a remark.
void tellTurns(const Session& session, const Size& largest, Report& report) {
    if (!session.isReal() || session.is_quick || fastest_ms(largest.result) < kTheirs_ms) return;
    const std::unique_ptr<cores::Team> team = cores::makeTeam(std::max(cores::coresToUse(), 2u));
    HerdsInTurns turns = runHerdsInTurns(session, command_line::loadScenario("osborne-figure3"),
                                         largest.flocks, 0.8 * kTheirs_ms, kTheirs_ms, *team);
    std::ranges::sort(turns.frame_ms);
    const auto frames = turns.frame_ms.size();
    const double median_ms = turns.frame_ms[frames / 2], longest_ms = turns.frame_ms.back();
    const auto late =
        static_cast<double>(turns.frame_ms.end() - std::ranges::lower_bound(turns.frame_ms, kTheirs_ms));
    report.tables.push_back({"The largest size, a slice of flocks per frame",
                             {{"", "flocks", -1},
                              {"", "agents", -1},
                              {"frames", "a round", -1},
                              {"frames", "measured", -1},
                              {"frame, ms", "median", 1},
                              {"frame, ms", "longest", 1},
                              {"frames", "over 100 ms", -1}},
                             {{static_cast<double>(largest.flocks), 32.0 * largest.flocks,
                               static_cast<double>(turns.frames_a_round), static_cast<double>(frames),
                               median_ms, longest_ms, late}}});
    // Unlike the paper, whose frame updates all flocks.
    report.checks.push_back(
        shapeOnly("a frame at the largest, its flocks in turn", "under 100 ms for all at once (figure only)",
                  fmt::format("median {:.0f} ms, at most {:.0f} ms", median_ms, longest_ms),
                  {late <= 0.05 * static_cast<double>(frames), "19 of 20 frames under 100 ms",
                   "more than one frame in 20 takes 100 ms or more"}));
    report.remarks.push_back(
        fmt::format("An update of all {} flocks at once takes {:.0f} ms. If each frame updates only a slice, "
                    "as a load manager does, every flock is updated once in {} frames, and {} of {} frames "
                    "keep to 100 ms.",
                    grouped(largest.flocks), fastest_ms(largest.result), turns.frames_a_round,
                    frames - static_cast<std::size_t>(late), frames));
}

LinePlot plotOf(const std::vector<Size>& sizes) {
    Series time{"ours", {}, {}}, shared{"ours on all cores", {}, {}};
    for (const Size& size : sizes) {
        time.x.push_back(size.flocks), time.y.push_back(size.result.update_ms);
        if (size.result.shared_ms > 0)
            shared.x.push_back(size.flocks), shared.y.push_back(size.result.shared_ms);
    }
    std::vector<Series> lines = {time};
    if (!shared.x.empty()) lines.push_back(shared);
    return {"Time of an update of all flocks",
            "flocks of 32 agents",
            "ms, logarithmic",
            lines,
            {{kTheirs_ms, "100 ms: what they allowed"}},
            {},
            true,
            true};
}

ReportTable emptyTable() {
    return {"Update time and memory",
            {{"", "flocks", -1},
             {"", "agents", -1},
             {"", "updates", 0},
             {"update,", "ms", 3},
             {"update,", "ms, all cores", 3},
             {"", "leaves", -1},
             {"", "nodes", -1},
             {"", "MiB", 1},
             {"bytes", "an agent", 2},
             {"", "refused", -1}},
            {}};
}

}  // namespace

Report osborneFigure4(const Session& session) {
    const std::vector<Size> sizes = runSizes(session);
    Report report;
    report.setting = {
        fmt::format(
            "The setting of Figure 3 with the level of detail, on the same eight kilometres, {}.",
            session.isReal() ? "times measured, on one thread and on all cores" : "times by the cost model"),
        session.is_quick
            ? "Only the paper's sizes."
            : "From the paper's sizes up to what fits in half of the free memory, at most 8 GiB."};
    ReportTable table = emptyTable();
    double worst_ms = 0, most_flocks = 0;
    std::vector<double> times, flocks;
    for (const Size& size : sizes) {
        const HerdsResult& r = size.result;
        const double agents = 32.0 * size.flocks;
        table.rows.push_back({static_cast<double>(size.flocks), agents, static_cast<double>(size.updates),
                              r.update_ms, r.shared_ms > 0 ? Cell{r.shared_ms} : Cell{}, r.leaves, r.nodes,
                              r.bytes / (1 << 20), r.bytes / agents, r.refused});
        if (size.flocks <= kTheirLast)
            worst_ms = std::max(worst_ms, r.update_ms), times.push_back(r.update_ms);
        if (fastest_ms(r) < kTheirs_ms) most_flocks = size.flocks;
    }
    report.tables.push_back(std::move(table));
    report.plots.push_back(plotOf(sizes));
    report.checks = {
        bound("an update at every size that they ran", "under 100 ms (figure only)",
              fmt::format("at most {:.2f} ms", worst_ms), "under 100 ms", worst_ms < kTheirs_ms,
              {false, "", "an update takes 100 ms or more"}),
        shapeOnly("how time grows with the flocks", "rises, curve (figure only)",
                  fmt::format("{:.1f} times the time for 32 times the flocks", times.back() / times.front()),
                  {times.back() > times.front() && times.back() / times.front() < 3 * 32,
                   "rises, at most three times as fast as the flocks",
                   "the time does not follow the number of flocks"}),
        bound("flocks that memory holds", "32,768; unstable beyond", grouped(sizes.back().flocks),
              "65,536 or more", sizes.back().flocks >= kTheirLast,
              {false, "", "fewer flocks than theirs fit"})};
    report.remarks = {
        fmt::format("{} flocks ({} agents) are the most here that can all be updated in less than 100 ms.",
                    grouped(static_cast<std::uint64_t>(most_flocks)),
                    grouped(static_cast<std::uint64_t>(32 * most_flocks)))};
    if (session.isReal() && !session.is_quick) {
        const double bytes = sizes.back().result.bytes;
        report.remarks.push_back(
            fmt::format("Memory limits the largest size: reading and writing its {:.1f} GiB once takes "
                        "{:.0f} ms at the speed of a copy on one core here.",
                        bytes / (1 << 30), bytes / bytesCopiedInAMillisecond()));
    }
    tellTurns(session, sizes.back(), report);
    return report;
}

}  // namespace drover::lab
