// A world that runs: flocks and single animals as tasks of one load manager, and the player that detail and
// importance are measured from. Time and commands are handed in, costs are read from a clock that the caller
// gives; no file is opened, and two worlds can live side by side.
//
// What a world is made of is known by name here: who reads the flocks includes core/flock/store.h, and so on.
// The order of a frame is in running_world.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/plane.h"
#include "core/record/frame_record.h"
#include "core/record/trace.h"
#include "core/world/commands/command.h"
#include "core/world/scenario/scenario.h"

namespace drover::cores {
class Team;
}
namespace drover::flock {
class FlockStore;
}
namespace drover::load {
class Clock;
class Manager;
class TaskTable;
struct TaskId;
}  // namespace drover::load

namespace drover::world {

struct Outside;
struct Population;
struct RecordedFrame;
struct WorldView;
class RunningWorld;

class World {
  public:
    // `real_clock` is read if the scenario asks for the real clock; `team`, if there is one, moves flocks.
    // Both must outlive the world.
    explicit World(const Scenario& scenario, load::Clock* real_clock = nullptr, cores::Team* team = nullptr);
    // A world is a value, its manager included: a copy goes on as this one would, with the same clock and
    // team; a world that is assigned to keeps its own team. Between two frames.
    World(const World& other);
    World& operator=(const World& other);
    // A copy whose costs are read from that clock from here on; the real one has to be there.
    World(const World& other, ClockKind clock);
    ~World();
    // The cores that move flocks from the next frame on; null: the caller's thread alone.
    void setTeam(cores::Team* team);

    // One frame. `frame_time`, 0 to 10 seconds, is how long the last one took (Tf): the world moves on by
    // that much. While paused only the commands are carried out.
    const record::FrameRecord& step(double frame_time, std::span<const Command> commands = {});
    // The commands alone: no frame follows, whether they leave the world paused or not.
    void command(std::span<const Command> commands);

    // Repeats a frame that a world in the same state has stepped. The result is the same to the bit, at any
    // reading of the clock and with any number of threads. It must need no more memory than there is
    // (lackOf()).
    const record::FrameRecord& stepAgain(const RecordedFrame& frame);
    // What the last step has read from outside.
    const Outside& outside() const;
    // Whether a frame was stepped again with readings that are not of this world.
    bool hasStrayed() const;

    // How long the present frame was busy.
    std::int64_t busy_ns() const;
    // How long the present frame takes if nothing else holds it up: what the AI and the rest of the frame
    // cost, and no less than the scenario's frame time. For callers that draw nothing.
    double naturalFrameTime() const;

    // All that a renderer may look at; good until the next step.
    WorldView view() const;

    const Scenario& scenario() const;
    const flock::FlockStore& flocks() const;
    const Population& population() const;
    const load::TaskTable& tasks() const;
    const load::Manager& manager() const;
    record::Band bandOf(FlockId flock) const { return bandOf(static_cast<std::uint32_t>(row(flock))); }
    record::Band bandOf(std::uint32_t task) const;
    // The task of one of the scenario's schedulers.
    load::TaskId schedulerTask(std::size_t scheduler) const;
    // Which kind of minds the task is of, among kindNames().
    std::uint32_t kindOf(std::uint32_t task) const;
    // The names that TaskEvent::kind stands for: the species, then the other minds.
    std::vector<std::string> kindNames() const;

    Place player() const;
    bool isPaused() const;
    double timeScale() const;
    std::span<const Spike> spikes() const;

    std::uint64_t frame() const { return record().frame; }
    double time() const;                        // second
    const record::FrameRecord& record() const;  // of the last frame
    // The tasks of the last frame that ran, then those that wait. The list is made only where it is wanted.
    // Above `most`, several runs share an event, and of those that wait the first are listed.
    std::span<const record::TaskEvent> events() const;
    void listEvents(bool is_wanted, std::size_t most = ~std::size_t{0});
    // What each set of the same tasks did, where minds are run by sets.
    std::span<const record::SetEvent> setEvents() const;
    float largestJump() const;  // metre, of a flock's centre at a change of level
    // Leaves that wanted children in the last frame and found no memory (LodRules::max_leaves).
    std::uint64_t refused() const;

    // Memory that a copy takes, about.
    std::size_t bytes() const;
    // Commands after which the world would need more memory are refused. Leaves that would still take more
    // are a failed allocation.
    void limitMemory(std::uint64_t bytes);
    std::uint64_t memoryBytes() const;
    // Why the last commands that may need more memory were not all carried out: the first that was not.
    // Nothing if they were.
    const Flaw& refusal() const;

    // 64 bits over every live float, every tree, the last run, cost and delays of each task, the player and
    // the time. What follows from these, such as periods, is left out, and so is what the manager keeps.
    std::uint64_t stateHash() const;
    // The same over one of `parts` parts of the rows, and over the last frame's record: cheap enough for
    // every frame, and all parts together leave nothing out.
    std::uint64_t partHash(std::uint32_t part, std::uint32_t parts) const;

  private:
    std::unique_ptr<RunningWorld> inside_;
};

}  // namespace drover::world
