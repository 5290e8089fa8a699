// The hash of a world's whole state: what tests, recordings and golden files compare.
#include <algorithm>
#include <bit>
#include <span>

#include "core/base/state_hash.h"
#include "core/record/columns.h"
#include "core/world/running_world.h"

namespace drover::world {
namespace {

void addMotion(StateHash& hash, Place place, Vec2 velocity) {
    hash.add(std::uint64_t{place.x} << 32 | place.y);
    hash.add(velocity.x);
    hash.add(velocity.y);
}

void addAgents(StateHash& hash, const flock::AgentColumns& columns, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i)
        addMotion(hash, {columns.x[i], columns.y[i]}, {columns.vx[i], columns.vy[i]});
    for (std::size_t i = first; i < first + count; ++i) {
        hash.add(columns.hx[i]);
        hash.add(columns.hy[i]);
    }
}

void addIntents(StateHash& hash, const flock::FlockStore& store, FlockId flock) {
    for (std::size_t i = store.first(flock); i < store.first(flock) + store.count(flock); ++i) {
        const flock::Intent intent = store.intent(i);
        for (const float value : {intent.x, intent.y, intent.seconds}) hash.add(value);
    }
}

// A flock's row, its membrane if it has one, and what it keeps of collapsed children. Inner nodes are the
// means of these.
void addFlock(StateHash& hash, const flock::FlockStore& store, FlockId flock) {
    hash.add(std::uint64_t{store.ageOf(flock)} << 32 | store.count(flock));
    if (store.thinksInTurns()) hash.add(std::uint64_t{store.turnOf(flock)});
    if (store.canFlee()) {
        const flock::Flight flight = store.flightOf(flock);
        for (const float value : {flight.breath_s, flight.alarm, flight.boost_s}) hash.add(value);
    }
    addAgents(hash, store.roots(), row(flock), 1);
    if (!store.isAlone(flock)) {
        for (const flock::Node node : store.nodes(flock)) hash.add(std::uint64_t{node});
        addAgents(hash, store.leaves(), store.first(flock), store.count(flock));
        if (store.thinksInTurns()) addIntents(hash, store, flock);
    }
    if (const std::optional<std::size_t> first = store.retainedFirst(flock)) {
        addAgents(hash, store.retained(), *first, store.treeOf(flock).nodes() - 1);
    }
}

void addTaskRows(StateHash& hash, const load::TaskTable& tasks, std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t row = first; row < end; ++row) {
        hash.add(static_cast<std::uint64_t>(tasks.columns.state[row].last_ns));
        hash.add(static_cast<std::uint64_t>(tasks.columns.state[row].cost_ns));
        hash.add(std::uint64_t{tasks.delays(row)});
    }
}

void addShapes(StateHash& hash, std::span<const ground::Shape> shapes) {
    const auto add = [&](double value) { hash.add(std::bit_cast<std::uint64_t>(value)); };
    for (const ground::Shape& shape : shapes) {
        hash.add(std::uint64_t{shape.corners.size()} << 8 | static_cast<std::uint64_t>(shape.surface));
        add(shape.radius);
        for (const ground::Point corner : shape.corners) add(corner.x), add(corner.y);
    }
}

}  // namespace

std::uint64_t RunningWorld::stateHash() const {
    StateHash hash;
    hash.add(record_.frame);
    hash.add(static_cast<std::uint64_t>(tasks_.simul_ns));
    hash.add(std::uint64_t{player_.place().x} << 32 | player_.place().y);
    for (std::size_t i = 0; i < population_.flocks.size(); ++i)
        addFlock(hash, population_.flocks, static_cast<FlockId>(i));
    for (const ValuePtr<minds::Animals>& animals : population_.others)
        if (animals->size() > 0) animals->addTo(hash);
    thinking_.addTo(hash);
    sets_.addTo(hash, population_);
    addShapes(hash, scenario_.world.shapes);
    addTaskRows(hash, tasks_, 0, population_.rows());
    return hash.value();
}

std::uint64_t RunningWorld::partHash(std::uint32_t part, std::uint32_t parts) const {
    const auto first = [&](std::uint64_t p) {
        return static_cast<std::uint32_t>(population_.rows() * p / parts);
    };
    StateHash hash;
    for (const record::Column& column : record::kColumns)
        hash.add(std::bit_cast<std::uint64_t>(record::shownValue(column, record_)));
    hash.add(std::uint64_t{player_.place().x} << 32 | player_.place().y);
    const std::uint32_t end = first(part + 1);
    for (std::uint32_t i = first(part); i < std::min<std::size_t>(end, population_.flocks.size()); ++i)
        addFlock(hash, population_.flocks, FlockId{i});
    thinking_.addTo(hash, first(part), end);
    addTaskRows(hash, tasks_, first(part), end);
    if (part > 0) return hash.value();
    for (const ValuePtr<minds::Animals>& animals : population_.others)
        if (animals->size() > 0) animals->addTo(hash);
    sets_.addTo(hash, population_);
    addShapes(hash, scenario_.world.shapes);
    return hash.value();
}

}  // namespace drover::world
