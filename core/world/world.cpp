#include "core/world/world.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/random.h"
#include "core/base/state_hash.h"
#include "core/base/turn.h"

namespace drover {
namespace {

std::vector<Species> kindsOf(const Scenario& scenario) {
    std::vector<Species> kinds;
    for (const SpeciesEntry& entry : scenario.species) kinds.push_back(entry.kind);
    return kinds;
}

// A flock's first place, anywhere in its region, and its first velocity, anything below the maximum.
Agent born(const Scenario& scenario, const SpeciesEntry& entry, std::uint32_t flock) {
    const Plane plane = scenario.plane();
    const RandomBlock r = randomBlock(scenario.seed, flock, 0, 0, Purpose::kBirth);
    const RandomBlock more = randomBlock(scenario.seed, flock, 1, 0, Purpose::kBirth);
    Agent agent;
    if (entry.region.radius > 0) {
        const Vec2 way = direction(Turn{r[1]}) * std::sqrt(unitFloat(r[0]));
        agent.place = plane.moved(plane.place(entry.region.x, entry.region.y),
                                  static_cast<double>(way.x) * entry.region.radius,
                                  static_cast<double>(way.y) * entry.region.radius);
    } else {
        agent.place = plane.place(r[0] * 0x1p-32 * plane.worldSize(), r[1] * 0x1p-32 * plane.worldSize());
    }
    agent.heading = direction(Turn{more[0]});
    agent.velocity = agent.heading * (entry.kind.max_speed * unitFloat(more[1]));
    return agent;
}

void addMeans(StateHash& hash, const AgentColumns& columns, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
        hash.add(std::uint64_t{columns.x[i]} << 32 | columns.y[i]);
        hash.add(columns.vx[i]);
        hash.add(columns.vy[i]);
    }
}

void addAgents(StateHash& hash, const AgentColumns& columns, std::size_t first, std::size_t count) {
    addMeans(hash, columns, first, count);
    for (std::size_t i = first; i < first + count; ++i) {
        hash.add(columns.hx[i]);
        hash.add(columns.hy[i]);
    }
}

// A flock's row, its membrane if it has one, and what it keeps of collapsed children.
void addFlock(StateHash& hash, const FlockStore& store, FlockId flock) {
    hash.add(std::uint64_t{store.updateOf(flock)} << 32 | store.count(flock));
    addAgents(hash, store.roots(), row(flock), 1);
    if (!store.isAlone(flock)) {
        for (const Node node : store.nodes(flock)) hash.add(std::uint64_t{node});
        addAgents(hash, store.leaves(), store.first(flock), store.count(flock));
        // All inner nodes but the root, whose mean is the flock's own row.
        addMeans(hash, store.inner(), store.first(flock), store.treeOf(flock).innerNodes(store.count(flock)) - 1);
    }
    if (const std::optional<std::size_t> first = store.retainedFirst(flock)) {
        addAgents(hash, store.retained(), *first, store.treeOf(flock).nodes() - 1);
    }
}

}  // namespace

World::World(const Scenario& scenario)
    : flocks_(scenario.plane(), scenario.seed, scenario.lod, kindsOf(scenario)),
      player_(scenario.plane().place(scenario.player.x, scenario.player.y)),
      player_speed_(scenario.player.speed) {
    flocks_.reserve(scenario.flocks());
    for (std::size_t s = 0; s < scenario.species.size(); ++s) {
        const SpeciesEntry& entry = scenario.species[s];
        for (std::uint32_t i = 0; i < entry.flocks; ++i) {
            flocks_.add(static_cast<SpeciesId>(s), born(scenario, entry, static_cast<std::uint32_t>(flocks_.size())));
        }
    }
    for (const Waypoint& point : scenario.player.tour) tour_.push_back(scenario.plane().place(point.x, point.y));
}

FrameSummary World::step(double frame_time, std::span<const Command> commands) {
    assert(frame_time >= 0 && frame_time <= 10);
    for (const Command& command : commands) apply(command);
    walkTour(frame_time);
    LodCounts counts;
    for (std::size_t i = 0; i < flocks_.size(); ++i) {
        counts += updateFlock(flocks_, static_cast<FlockId>(i), static_cast<float>(frame_time), player_, room_);
    }
    ++frame_;
    time_ns_ += std::llrint(frame_time * 1e9);
    return {frame_, counts, flocks_.liveLeaves(), flocks_.liveNodes()};
}

void World::apply(const Command& command) {
    const MovePlayer& move = std::get<MovePlayer>(command);
    player_ = flocks_.plane().place(move.x, move.y);
    tour_.clear();
}

void World::walkTour(double frame_time) {
    double left_m = player_speed_ * frame_time;
    // A tour whose points all coincide would never use the way up: one round a frame is enough.
    for (std::size_t i = 0; i < tour_.size() && left_m > 0; ++i) {
        const Place target = tour_[next_waypoint_];
        const Vec2 way = flocks_.plane().offset(player_, target);
        const double distance_m = static_cast<double>(length(way));
        if (distance_m > left_m) {
            const double share = left_m / distance_m;
            player_ = flocks_.plane().moved(player_, static_cast<double>(way.x) * share,
                                            static_cast<double>(way.y) * share);
            return;
        }
        player_ = target;
        left_m -= distance_m;
        next_waypoint_ = (next_waypoint_ + 1) % tour_.size();
    }
}

std::uint64_t World::stateHash() const {
    StateHash hash;
    hash.add(frame_);
    hash.add(static_cast<std::uint64_t>(time_ns_));
    hash.add(std::uint64_t{player_.x} << 32 | player_.y);
    for (std::size_t i = 0; i < flocks_.size(); ++i) addFlock(hash, flocks_, static_cast<FlockId>(i));
    return hash.value();
}

}  // namespace drover
