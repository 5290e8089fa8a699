#include "app/lab/reproduce/osborne_herds.h"

#include <algorithm>

#include "app/command_line/steady_clock.h"
#include "core/base/random.h"
#include "core/flock/alone.h"

namespace drover::lab {
namespace {

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

}  // namespace

HerdsResult runHerds(const Session& session, const world::Scenario& scenario, std::uint32_t flocks,
                     std::uint32_t updates, const flock::Kernels& kernels, cores::Team* team) {
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

}  // namespace drover::lab
