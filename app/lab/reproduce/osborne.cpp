// Osborne & Dickinson's experiments (2010, section 4): Figures 3 and 4.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/command_line/assets.h"
#include "app/command_line/memory.h"
#include "app/command_line/steady_clock.h"
#include "app/lab/reproduce/experiment.h"
#include "app/lab/world_run.h"
#include "core/base/angle.h"
#include "core/base/grouped.h"
#include "core/base/random.h"
#include "core/cores/team.h"
#include "core/flock/alone.h"
#include "core/flock/kernels.h"
#include "core/flock/store.h"
#include "core/world/scenario/scenario.h"

namespace drover::lab {
namespace {

// Their herds in their world, updated without a load manager.
struct HerdsResult {
    double update_ms = 0;  // mean for an update of all flocks; measured, or by the cost model
    double shared_ms = 0;  // the same on all cores; 0 unless asked for
    double leaves = 0, nodes = 0;
    double bytes = 0;    // of all flocks' columns
    double refused = 0;  // expansions refused for lack of memory
};

// The frames when each frame updates only a slice of the flocks, as a manager does to keep its budget.
struct HerdsInTurns {
    std::uint32_t frames_a_round = 0;
    std::vector<double> frame_ms;  // of every measured frame
};

constexpr std::uint32_t kStride = 4096;  // flocks between two checks for a stop

flock::FlockStore herds(const Session& session, const world::Scenario& scenario, std::uint32_t flocks) {
    const world::SpeciesEntry& entry = scenario.species.front();
    flock::FlockStore store(scenario.plane(), scenario.seed, scenario.lod, {entry.kind});
    store.reserve(flocks);
    for (std::uint32_t i = 0; i < flocks; ++i) {
        if (i % kStride == 0) session.goOn();
        const RandomBlock r = randomBlock(scenario.seed, i, 0, 0, Purpose::kBirth);
        flock::Agent agent;
        agent.place = {r[0], r[1]};  // anywhere
        agent.heading = direction(Angle{r[2]});
        agent.velocity = agent.heading * (entry.kind.max_speed * unitFloat(r[3]));
        store.add(SpeciesId{0}, agent);
    }
    return store;
}

// The cost of this update by the cost model.
double modelCost_us(const world::CostModel& model, const flock::FlockStore& store) {
    double us = 0;
    for (std::uint32_t i = 0; i < store.size(); ++i) {
        const double leaves = store.count(FlockId{i});
        us += model.fixed_us + leaves * (model.leaf_us + model.pair_us * (leaves - 1));
    }
    return us;
}

// Measures the time of updates of all flocks.
class Updates {
  public:
    Updates(const Session& session, const world::Scenario& scenario, flock::FlockStore& store)
        : session_(session),
          store_(store),
          player_(scenario.plane().place(scenario.player.x, scenario.player.y)),
          elapsed_(static_cast<float>(scenario.frame_time)) {}

    double onOneThread_ms() {
        const std::int64_t start_ns = clock_.now();
        flock::RunScratch scratch;
        const auto flocks = static_cast<std::uint32_t>(store_.size());
        for (std::uint32_t first = 0; first < flocks; first += kStride) {
            counts_ += flock::updateFlocks(store_, first, std::min(first + kStride, flocks), elapsed_,
                                           player_, scratch);
            session_.goOn();
        }
        return static_cast<double>(clock_.now() - start_ns) * 1e-6;
    }

    double onAllCores_ms(cores::Team& team) {
        return onAllCores_ms(team, 0, static_cast<std::uint32_t>(store_.size()));
    }
    double onAllCores_ms(cores::Team& team, std::uint32_t begin, std::uint32_t end) {
        const std::int64_t start_ns = clock_.now();
        const std::uint32_t each = std::max(kStride, (end - begin) / (kPartsOfACore * team.size()));
        std::vector<Part> parts((end - begin + each - 1) / each);
        team.each(static_cast<std::uint32_t>(parts.size()), [&](std::uint32_t i, unsigned) {
            parts[i].update(*this, begin + i * each, std::min(begin + (i + 1) * each, end));
        });
        for (Part& part : parts) counts_ += part.updateLeft(*this);
        session_.goOn();
        return static_cast<double>(clock_.now() - start_ns) * 1e-6;
    }

    void setElapsed(double seconds) { elapsed_ = static_cast<float>(seconds); }
    std::uint64_t refused() const { return counts_.refused; }

  private:
    static constexpr std::uint32_t kPartsOfACore = 8;

    // A range of flocks, for one core.
    struct Part {
        void update(Updates& all, std::uint32_t begin, std::uint32_t end) {
            flock::RunScratch scratch;
            for (std::uint32_t first = begin; first < end; first += kStride) {
                flock::updateAloneOfRun(all.store_, first, std::min(first + kStride, end), all.elapsed_,
                                        all.player_, scratch);
                for (const std::uint32_t i : scratch.left) left.push_back(scratch.due[i]);
            }
        }
        flock::LodCounts updateLeft(Updates& all) const {
            flock::LodCounts counts;
            flock::UpdateScratch scratch;
            for (const flock::AloneUpdate& u : left)
                counts += flock::updateFlock(all.store_, u.flock, u.elapsed, all.player_, scratch);
            return counts;
        }

        std::vector<flock::AloneUpdate> left;
    };

    const Session& session_;
    flock::FlockStore& store_;
    Place player_;
    float elapsed_;
    command_line::SteadyClock clock_;
    flock::LodCounts counts_;
};

// Makes `flocks` of the scenario's herds and updates them `updates` times with `kernels`. With a team it then
// makes as many updates again on all of its cores.
HerdsResult runHerds(const Session& session, const world::Scenario& scenario, std::uint32_t flocks,
                     std::uint32_t updates, const flock::Kernels& kernels, cores::Team* team = nullptr) {
    flock::FlockStore store = herds(session, scenario, flocks);
    store.setKernels(kernels);
    Updates update(session, scenario, store);
    HerdsResult result;
    double model_us = 0;
    for (std::uint32_t n = 0; n < updates; ++n) {
        result.update_ms += update.onOneThread_ms() / updates;
        if (!session.isReal()) model_us += modelCost_us(scenario.load.cost_model, store);
    }
    if (!session.isReal()) result.update_ms = model_us * 1e-3 / updates;
    for (std::uint32_t n = 0; team && n < updates; ++n)
        result.shared_ms += update.onAllCores_ms(*team) / updates;
    result.leaves = static_cast<double>(store.liveLeaves());
    result.nodes = static_cast<double>(store.liveNodes());
    result.bytes = static_cast<double>(store.bytes());
    result.refused = static_cast<double>(update.refused());
    return result;
}

// Each frame updates a slice of the flocks that takes about `slice_ms` on all cores, by the speed of earlier
// frames. Measures two rounds through all flocks after a first one. A frame lasts `frame_ms`, and each flock
// moves on by the time since its last update.
HerdsInTurns runHerdsInTurns(const Session& session, const world::Scenario& scenario, std::uint32_t flocks,
                             double slice_ms, double frame_ms, cores::Team& team) {
    flock::FlockStore store = herds(session, scenario, flocks);
    Updates update(session, scenario, store);
    struct Slice {
        std::uint32_t end;
        std::int64_t frame;
    };
    HerdsInTurns turns;
    std::vector<Slice> before = {{flocks, -1}}, now;  // the previous round, and this one
    double flocks_a_ms = flocks / 64.0 / slice_ms;
    constexpr int kRounds = 3;
    std::int64_t frame = 0;
    for (int round = 0; round < kRounds; ++round) {
        std::size_t last = 0;  // index of the slice in the previous round
        for (std::uint32_t first = 0; first < flocks; ++frame) {
            const double most =
                std::clamp(flocks_a_ms * slice_ms, double{kStride}, static_cast<double>(flocks - first));
            const std::uint32_t begin = first, end = first + static_cast<std::uint32_t>(most);
            double ms = 0;
            while (first < end) {
                const std::uint32_t part = std::min(end, before[last].end);
                update.setElapsed(static_cast<double>(frame - before[last].frame) * frame_ms * 1e-3);
                ms += update.onAllCores_ms(team, first, part);
                first = part;
                if (part == before[last].end) ++last;
            }
            now.push_back({end, frame});
            flocks_a_ms += 0.5 * ((end - begin) / std::max(ms, 1e-3) - flocks_a_ms);
            if (round > 0) turns.frame_ms.push_back(ms);
        }
        turns.frames_a_round = static_cast<std::uint32_t>(now.size());
        before.swap(now);
        now.clear();
    }
    return turns;
}

// Figure 3: 2,048 flocks of 32, the mean of 500 updates with and without the level of
// detail.
constexpr std::uint32_t kFlocks = 2048, kUpdates = 500;

// Without the level of detail every update costs the same, so under the model clock a few updates are enough.
std::uint32_t updatesWithout(const Session& session) {
    if (!session.isReal()) return 2;
    return session.is_quick ? 50 : kUpdates;
}

std::string clockText(const Session& session, const world::Scenario& scenario) {
    if (session.isReal())
        return "Times are measured on one thread: the plain scalar update, flock by flock, and our fastest, "
               "with vectors and with all flocks that are a root alone updated in bulk.";
    const world::CostModel& m = scenario.load.cost_model;
    return fmt::format(
        "Times are those of the cost model: {:g} us a flock, {:g} us a leaf, {:g} ns a pair of leaves. "
        "`--clock real` measures.",
        m.fixed_us, m.leaf_us, m.pair_us * 1000);
}

// The same updates by one set of kernels, with and without the level of detail.
struct Runs {
    HerdsResult with, without;
};

Runs runPair(const Session& session, const world::Scenario& scenario, const flock::Kernels& kernels) {
    world::Scenario full = scenario;
    full.lod.enabled = false;
    return {runHerds(session, scenario, kFlocks, kUpdates, kernels),
            runHerds(session, full, kFlocks, updatesWithout(session), kernels)};
}

ReportTable tableOf(const Session& session, const Runs& scalar, const Runs& fastest) {
    ReportTable table{
        "Mean of an update",
        {Column(""), Column("ms", 4), Column("leaves", -1), Column("nodes", -1), Column("KiB", 0)},
        {}};
    const auto add = [&](const std::string& name, const HerdsResult& r) {
        table.rows.push_back({name, r.update_ms, r.leaves, r.nodes, r.bytes / 1024});
    };
    if (session.isReal()) add("with LOD, our fastest", fastest.with);
    add("with LOD", scalar.with);
    if (session.isReal()) add("without LOD, our fastest", fastest.without);
    add("without LOD", scalar.without);
    return table;
}

}  // namespace

Report osborneFigure3(const Session& session) {
    const world::Scenario scenario = command_line::loadScenario("osborne-figure3");
    // The cost model is the same for all kernels, so scalar alone is enough under the model clock.
    const Runs scalar = runPair(session, scenario, *flock::findKernels("scalar"));
    const Runs fastest = session.isReal() ? runPair(session, scenario, flock::bestKernels()) : scalar;
    const double lod_ms = fastest.with.update_ms, plain_ms = scalar.without.update_ms;
    const double percent = 100 * lod_ms / plain_ms;

    Report report;
    report.setting = {fmt::format("{} flocks of 32 agents on {:g} km, zones every {:g} m, neighbourhood {:g} "
                                  "m, {} updates of {:g} s.",
                                  grouped(kFlocks), scenario.world.world_size / 1000,
                                  static_cast<double>(scenario.lod.zone_width),
                                  static_cast<double>(scenario.species[0].kind.neighbourhood), kUpdates,
                                  scenario.frame_time),
                      clockText(session, scenario)};
    report.checks = {bound("an update with the level of detail, of a plain one without",
                           "less than 1 % (figure only)", fmt::format("{:.2f} %", percent), "under 1 %",
                           percent < 1,
                           {percent < 5, "under 5 %", "the level of detail saves less than 95 %"})};
    report.tables.push_back(tableOf(session, scalar, fastest));
    report.plots.push_back(
        BarPlot{"Mean time of an update, 65,536 agents",
                "ms, logarithmic",
                {{"",
                  {{"without LOD", plain_ms, fmt::format("{:.3g} ms", plain_ms)},
                   {"with LOD", lod_ms, fmt::format("{:.3g} ms: {:.2f} %", lod_ms, percent)}}}},
                {{plain_ms / 100, "1 % of without"}},
                true});
    if (session.isReal()) {
        report.remarks.push_back(
            fmt::format("Against our fastest update without the level of detail, {:.3g} ms, an update with "
                        "it takes {:.2f} %; the plain scalar code with it takes {:.2f} % of itself without.",
                        fastest.without.update_ms, 100 * lod_ms / fastest.without.update_ms,
                        100 * scalar.with.update_ms / plain_ms));
    } else {
        report.remarks.push_back(
            "The model charges each flock a fixed cost and so cannot go far below 1 %: with the level of "
            "detail, flocks that are a root alone make up most of an update.");
    }
    return report;
}

namespace {

// Figure 4: the time of an update for 2,048 to 65,536 flocks, doubled each time. Theirs
// stayed under 100 ms and ran out of memory past 32,768 flocks. Ours continues while memory lasts, except
// with --quick.
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
                             {Column("flocks", -1), Column("agents", -1), Column("frames", "a round", -1),
                              Column("frames", "measured", -1), Column("frame, ms", "median", 1),
                              Column("frame, ms", "longest", 1), Column("frames", "over 100 ms", -1)},
                             {{static_cast<double>(largest.flocks), 32.0 * largest.flocks,
                               static_cast<double>(turns.frames_a_round), static_cast<double>(frames),
                               median_ms, longest_ms, late}}});
    // Unlike the paper, whose frame updates all flocks.
    report.checks.push_back(
        shapeOnly("a frame at the largest, its flocks in turn", "under 100 ms for all at once (figure only)",
                  fmt::format("median {:.0f} ms, at most {:.0f} ms", median_ms, longest_ms),
                  {late <= 0.05 * static_cast<double>(frames), "19 of 20 frames under 100 ms",
                   "more than one frame in 20 takes 100 ms or more"}));
    report.remarks.push_back(fmt::format(
        "An update of all {} flocks at once takes {:.0f} ms. If each frame updates only a slice, as a load "
        "manager does, every flock is updated once in {} frames, and {} of {} frames keep to 100 ms.",
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
            {Column("flocks", -1), Column("agents", -1), Column("updates", 0), Column("update,", "ms", 3),
             Column("update,", "ms, all cores", 3), Column("leaves", -1), Column("nodes", -1),
             Column("MiB", 1), Column("bytes", "an agent", 2), Column("refused", -1)},
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
