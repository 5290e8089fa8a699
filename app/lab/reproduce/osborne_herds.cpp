#include "app/lab/reproduce/osborne_herds.h"

#include <algorithm>

#include "app/steady_clock.h"
#include "core/base/random.h"
#include "core/flock/alone.h"

namespace drover::lab {
namespace {

constexpr std::uint32_t kStride = 4096;  // flocks between two looks at whether to go on

FlockStore herds(const Session& session, const Scenario& scenario, std::uint32_t flocks) {
    const SpeciesEntry& entry = scenario.species.front();
    FlockStore store(scenario.plane(), scenario.seed, scenario.lod, {entry.kind});
    store.reserve(flocks);
    for (std::uint32_t i = 0; i < flocks; ++i) {
        if (i % kStride == 0) session.goOn();
        const RandomBlock r = randomBlock(scenario.seed, i, 0, 0, Purpose::kBirth);
        Agent agent;
        agent.place = {r[0], r[1]};  // anywhere
        agent.heading = direction(Turn{r[2]});
        agent.velocity = agent.heading * (entry.kind.max_speed * unitFloat(r[3]));
        store.add(SpeciesId{0}, agent);
    }
    return store;
}

// What the cost model says that this update took.
double modelCost_us(const CostModel& model, const FlockStore& store) {
    double us = 0;
    for (std::uint32_t i = 0; i < store.size(); ++i) {
        const double leaves = store.count(FlockId{i});
        us += model.fixed_us + leaves * (model.leaf_us + model.pair_us * (leaves - 1));
    }
    return us;
}

}  // namespace

HerdsResult runHerds(const Session& session, const Scenario& scenario, std::uint32_t flocks, std::uint32_t updates,
                     const Kernels& kernels) {
    FlockStore store = herds(session, scenario, flocks);
    store.setKernels(kernels);
    const Place player = scenario.plane().place(scenario.player.x, scenario.player.y);
    const auto elapsed = static_cast<float>(scenario.frame_time);
    SteadyClock clock;
    RunRoom room;
    HerdsResult result;
    LodCounts counts;
    std::int64_t spent_ns = 0;
    double model_us = 0;
    for (std::uint32_t n = 0; n < updates; ++n) {
        const std::int64_t start_ns = clock.now();
        for (std::uint32_t first = 0; first < flocks; first += kStride) {
            counts += updateFlocks(store, first, std::min(first + kStride, flocks), elapsed, player, room);
            session.goOn();
        }
        spent_ns += clock.now() - start_ns;
        if (!session.isReal()) model_us += modelCost_us(scenario.load.cost_model, store);
    }
    result.update_ms = (session.isReal() ? static_cast<double>(spent_ns) * 1e-6 : model_us * 1e-3) / updates;
    result.leaves = static_cast<double>(store.liveLeaves());
    result.nodes = static_cast<double>(store.liveNodes());
    result.bytes = static_cast<double>(store.bytes());
    result.refused = static_cast<double>(counts.refused);
    return result;
}

}  // namespace drover::lab
