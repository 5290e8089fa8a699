// What may be seen of a world between two frames: const references and spans, nothing copied, nothing to
// change. Made by World::view() for the renderer and the panels; good until the world's next step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/cores/team.h"
#include "core/flock/around.h"
#include "core/flock/store.h"
#include "core/ground/ground.h"
#include "core/load/manager.h"
#include "core/world/animals/population.h"

namespace drover::world {

struct WorldView {
    const flock::FlockStore& flocks;
    const ground::Ground& ground;
    const meeting::Surroundings& others;    // as each was after its last update
    std::span<const ground::Shape> shapes;  // that the ground is made of
    std::span<const SpeciesEntry> species;  // by SpeciesId: names, trees, speeds
    const Population& population;
    const load::TaskTable& table;
    const load::Manager& manager;
    std::span<const load::TaskState> tasks;  // one entry a task: the flocks, then the single animals
    Place player;
    std::int64_t simul_ns = 0;  // Tsimul
    std::uint64_t frame = 0;
    bool is_paused = false;
    std::span<const std::uint32_t> hunted;  // rows of herds that are hunted or flee
    std::span<const float> thought_shares;  // by task; empty: all think whole thoughts
    std::span<const float> waited_ms;       // by task, for its last turn; empty: there was none yet
    cores::Team* team = nullptr;  // the cores that may go over the rows together; null: the caller's alone

    const Plane& plane() const { return flocks.plane(); }
    const people::Crowd* people() const;  // null: there are none
    // People who were not there in the beginning: the area of their group was full, or lay in shapes.
    std::uint32_t peopleWithoutRoom() const, peopleInShapes() const;
    const flock::LodRules& lod() const { return flocks.lod(); }
    std::size_t firstOther() const { return flocks.size(); }  // its row among the tasks
    // A single animal, by its row.
    Population::Single at(std::size_t task) const { return population.at(static_cast<std::uint32_t>(task)); }
    // Which of the looks a task has: the species, then the sorts of each kind of single animals.
    std::size_t lookOf(std::size_t task) const;

    // What pushed a flock when it was updated last.
    flock::Around aroundOf(FlockId flock) const {
        return {.others = &others,
                .now_ns = tasks[row(flock)].last_ns,
                .ground = ground.isEmpty() ? nullptr : &ground};
    }

    // Metres from the player up to which tasks are near.
    float nearReach() const;
    // Where a task's animal was at its last update, and how fast; a flock's centre stands for it.
    Place placeOf(std::size_t task) const;
    Vec2 velocityOf(std::size_t task) const;
    bool isAway(std::size_t task) const;  // outside the world, and not seen
    // The task of the animal that this one flees from, chases or follows; flocks have none.
    std::optional<std::size_t> targetOf(std::size_t task) const;

    // Where a manager chooses the levels instead of the zones: the distance from the player up to which herds
    // have this level or a finer one, if they are the nearest ones; 0 if none has.
    float detailFront(std::uint32_t level) const;

    // T, as assigned in the last frame.
    std::int64_t periodOf(std::size_t task) const {
        return manager.periodOf(table, static_cast<std::uint32_t>(task));
    }
    std::uint32_t delays(std::size_t task) const {
        return table.delays(static_cast<std::uint32_t>(task));
    }  // M
    // By how many milliseconds a whole thought of a task's comes later than it would like: it waits long,
    // longer than it was promised, or its thoughts are cut. Below 0: earlier.
    float lateness_ms(std::size_t task) const;
    // Seconds that a task's animals have not been moved for: what they are to be carried on by.
    float staleness(std::size_t task) const {
        return isOfNow(task) ? 0 : seconds(simul_ns - tasks[task].last_ns);
    }
    bool isOfNow(std::size_t task) const { return task >= firstOther() && at(task).animals.arePlacesOfNow(); }
    // Seconds since its update was made; infinite before the first.
    float sinceUpdate(std::size_t task) const;

    static constexpr float seconds(std::int64_t ns) {
        return static_cast<float>(static_cast<double>(ns) * 1e-9);
    }
};

}  // namespace drover::world
