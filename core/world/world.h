// A world that runs: flocks and single animals as tasks of one load manager, the player that detail
// and importance are measured from, and the order of a frame. Time and commands are handed in, costs are read
// from a clock that the caller gives; no file is opened, and two worlds can live side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/cores/team.h"
#include "core/flock/update.h"
#include "core/load/budget.h"
#include "core/load/manager.h"
#include "core/record/frame_record.h"
#include "core/record/trace.h"
#include "core/world/command.h"
#include "core/world/frame_tally.h"
#include "core/world/importance.h"
#include "core/world/inside_spike.h"
#include "core/world/mind_sets.h"
#include "core/world/outside.h"
#include "core/world/player.h"
#include "core/world/population.h"
#include "core/world/resettle.h"
#include "core/world/round.h"
#include "core/world/round_clock.h"
#include "core/world/scenario.h"
#include "core/world/thinking.h"
#include "core/world/world_view.h"

namespace drover::world {

// What a copy of a world copies as it is.
struct WorldState {
    explicit WorldState(const Scenario& scenario);

    Scenario scenario_;
    Population population_;
    load::TaskTable tasks_;
    std::vector<std::uint32_t> measured_in_;  // frames, by species; 0: its manner is measured
    std::vector<load::DetailKind> details_;   // what detail costs and leaves out (detail.h)
    Importance importance_;
    Thinking thinking_;
    MindSets sets_;
    load::Budget budget_;

    Departed departed_;
    Refusal refusal_;

    Player player_;
    std::vector<Spike> spikes_;
    bool is_paused_ = false;
    double time_scale_ = 1;

    // Of the frame that runs.
    SpikeLoad spike_;
    InsideSpike inside_spike_;
    std::int64_t budget_ns_ = 0;  // Td
    std::int64_t plan_ns_ = 0;    // in which the manager planned,
    std::int64_t usual_plan_ns_ = 0;
    bool is_plan_counted_ = false;  // as part of Td
    std::int64_t tasks_ns_ = 0;     // processor time for the tasks
    std::int64_t passes_ns_ = 0;    // of the real clock, for weighing the tasks
    FrameTally tally_;
    std::vector<record::SetEvent> set_events_;
    record::FrameRecord record_;
};

class World : private WorldState {
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
    ~World() = default;
    // Who moves flocks from the next frame on; null: the caller's thread alone.
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
    const Outside& outside() const { return outside_; }
    // Whether a frame was stepped again with readings that are not of this world.
    bool hasStrayed() const { return clock_.hasStrayed(); }

    // How long the present frame was busy.
    std::int64_t busy_ns() const {
        return record_.ai_ns + (is_plan_counted_ ? 0 : plan_ns_) + record_.rest_ns;
    }
    // How long the present frame takes if nothing else holds it up: what the AI and the rest of the frame
    // cost, and no less than the scenario's frame time. For callers that draw nothing.
    double naturalFrameTime() const;

    // All that a renderer may look at; good until the next step.
    WorldView view() const;

    const Scenario& scenario() const { return scenario_; }
    const flock::FlockStore& flocks() const { return population_.flocks; }
    const Population& population() const { return population_; }
    // Null: there are none of this class.
    template <class A>
    const A* animals() const {
        return population_.find<A>();
    }
    const load::TaskTable& tasks() const { return tasks_; }
    record::Band bandOf(FlockId flock) const { return bandOf(static_cast<std::uint32_t>(row(flock))); }
    record::Band bandOf(std::uint32_t task) const { return importance_.bandOf(task); }
    const load::Manager& manager() const { return *manager_; }
    // The task of one of the scenario's schedulers.
    load::TaskId schedulerTask(std::size_t scheduler) const {
        return tasks_.idOf(population_.rows() + static_cast<std::uint32_t>(scheduler));
    }
    // Which kind of minds the task is of, among kindNames().
    std::uint32_t kindOf(std::uint32_t task) const { return population_.kindOf(task); }
    Place player() const { return player_.place(); }
    bool isPaused() const { return is_paused_; }
    double timeScale() const { return time_scale_; }
    std::span<const Spike> spikes() const { return spikes_; }

    std::uint64_t frame() const { return record_.frame; }
    double time() const { return static_cast<double>(tasks_.simul_ns) * 1e-9; }  // second
    const record::FrameRecord& record() const { return record_; }                // of the last frame
    // Of the last frame: the tasks that ran, then those that wait. The list is made only where it is wanted.
    // Above `most`, several runs share an event, and of those that wait the first are listed.
    std::span<const record::TaskEvent> events() const { return tally_.events(); }
    void listEvents(bool is_wanted, std::size_t most = FrameTally::Listed().most) {
        tally_.listEvents({is_wanted, most});
    }
    // Of the same tasks: what each set did, where minds are run by sets.
    std::span<const record::SetEvent> setEvents() const { return set_events_; }
    float largestJump() const {
        return tally_.largestJump();
    }  // metre, of a flock's centre at a change of level
    // Leaves that wanted children in the last frame and found no memory (LodRules::max_leaves).
    std::uint64_t refused() const { return tally_.refused(); }

    // The names that TaskEvent::kind stands for: the species, then the other minds.
    std::vector<std::string> kindNames() const { return world::kindNames(scenario_); }

    // Memory that a copy takes, about.
    std::size_t bytes() const;

    // Commands after which the world would need more memory are refused. Leaves that would still take more
    // are a failed allocation.
    void limitMemory(std::uint64_t bytes);
    std::uint64_t memoryBytes() const { return memory_bytes_; }
    // Why the last commands that may need more memory were not all carried out: the first that was not. Empty
    // if they were.
    const std::string& refusal() const { return refusal_.text; }
    bool isRefusedForMemory() const { return refusal_.is_memory; }

    // 64 bits over every live float, every tree, every task's dates, the player and the time.
    std::uint64_t stateHash() const;
    // Of one of `parts` parts of the rows, and of the last frame's record: cheap enough for every frame, and
    // all parts together leave nothing out.
    std::uint64_t partHash(std::uint32_t part, std::uint32_t parts) const;

  private:
    // What the manager runs: under the model clock one task at a time, else in rounds.
    struct TaskRunner final : load::Rounds, Round::Teller {
        explicit TaskRunner(World& its_world) : world(its_world) {}

        std::int64_t operator()(const load::TaskCall& call) const { return world.runTask(call); }
        void soon(load::TaskId task) const;

        load::Rounds* rounds() { return world.clock_.isModel() ? nullptr : this; }
        unsigned cores() const override { return world.round_->cores(); }
        std::int64_t enough_ns() const override { return world.clock_.enough_ns(); }
        std::int64_t least_ns() const override { return world.clock_.least_ns(); }
        void run(load::Chosen& chosen) override;
        void finish() override;
        Told tell(load::Chosen& chosen, const load::Chosen::Group& group, const load::DueTask& task,
                  std::uint32_t run, unsigned core) override;
        void soon(const load::Chosen& chosen, load::TaskId task) const override;

        World& world;
    };

    // Commands (world_commands.cpp).
    void receive(std::span<const Command> commands, bool is_again);
    void apply(const Command& command);
    bool isRefused(const Command& command);  // resettle.cpp
    template <class C>
    void carryOut(const C& command);          // world_commands.cpp has one for each command
    void changeAnimals(const SetAnimals& c);  // resettle.cpp
    void changeTree(const SetTree& c);
    void measureChanged();
    void setKind(std::uint32_t species, const flock::Species& kind);
    void exchangeManager();
    void takeRows(const Resettled& resettled);
    void begin(const Scenario& scenario);
    load::ProcessTaskManager* processManager() const;

    // The parts of a frame, in order.
    const record::FrameRecord& runFrame(double frame_time);
    void beginFrame();
    void weighTasks();
    std::int64_t budgetOfFrame();
    void plan(std::int64_t frame_time_ns);
    void runTasks();
    std::int64_t runTask(const load::TaskCall& call);
    // What a task's update is: its work for the round, how much it thinks, and what that costs.
    struct Update {
        Work work;
        double leaves = 1;
        Thought thought;
        TaskCost cost;
    };
    // Of a flock on any core. What it adds to the table's sum of growth is added to `standing`.
    Update updateOf(const load::TaskCall& call, std::uint64_t& standing);
    Told tellOne(load::Chosen& chosen, const load::Chosen::Group& group, const load::DueTask& task,
                 std::uint32_t run, unsigned core);
    std::int64_t runAtom(const load::TaskCall& call);
    void moveRound();
    // What an update of a task is: a part that must be, and the thoughts of its minds. Costs in microseconds.
    struct Mind {
        double leaves = 1;
        double own_us = 0;      // of the update, if all leaves think
        double thought_us = 0;  // of it, of each thought
        double extra_us = 0;    // of each thought beyond that
    };
    Mind mindOf(std::uint32_t row, float elapsed, std::uint64_t& standing);
    Thought thoughtOf(const load::TaskCall& call, const Mind& mind);
    TaskCost costOf(std::uint32_t row, const Mind& mind, double thoughts);
    TaskCost costOf(std::uint32_t row, double own_us, double extra_us);
    struct Charge {
        Told told;
        std::int64_t run_ns = 0;
    };
    Charge chargeFor(Work work, const TaskCost& cost) const;
    std::int64_t charge(const Work& work, const TaskCost& cost);
    void tellGrowth(std::uint32_t row, double step_us, double once_us, std::uint64_t& standing);
    void changeLevelOf(FlockId flock);
    void tellDetail();
    void recordFrame(double frame_time);
    FrameTally::Tasks tallied() {
        return {population_, tasks_, *manager_, details_, round_->team(), tally_scratch_};
    }

    load::Clock* real_clock_;
    std::unique_ptr<Round> round_;
    std::uint64_t memory_bytes_ = ~std::uint64_t{0};  // that this world may take, on this machine
    Outside outside_;
    bool is_again_ = false;     // the present step was stepped before
    bool has_refused_ = false;  // one of the commands that came together
    RoundClock clock_;
    std::unique_ptr<load::Manager> manager_;
    flock::UpdateScratch scratch_;  // for changes of level under the model clock
    RollingScan::Scratch tally_scratch_;
};

}  // namespace drover::world
