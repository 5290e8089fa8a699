// What is inside a World (world.h): all that a frame reads and writes, and the order of a frame. World alone
// uses it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/cores/team.h"
#include "core/flock/update.h"
#include "core/ground/ground.h"
#include "core/load/budget.h"
#include "core/load/manager.h"
#include "core/record/frame_record.h"
#include "core/record/trace.h"
#include "core/world/animals/player.h"
#include "core/world/animals/population.h"
#include "core/world/animals/resettle.h"
#include "core/world/commands/command.h"
#include "core/world/commands/outside.h"
#include "core/world/frame/boost.h"
#include "core/world/frame/frame_tally.h"
#include "core/world/frame/importance.h"
#include "core/world/frame/inside_spike.h"
#include "core/world/frame/meet.h"
#include "core/world/frame/mind_sets.h"
#include "core/world/frame/resting.h"
#include "core/world/frame/round.h"
#include "core/world/frame/round_clock.h"
#include "core/world/frame/thinking.h"
#include "core/world/memory/refusal.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {

// What a copy of a world copies as it is.
struct WorldState {
    explicit WorldState(const Scenario& scenario);

    Scenario scenario_;
    std::shared_ptr<const ground::Ground> ground_;  // of the scenario's shapes; copies share it
    Population population_;
    load::TaskTable tasks_;
    std::vector<std::uint32_t> measured_in_;  // frames, by species; 0: its manner is measured
    std::vector<load::DetailKind> details_;   // what detail costs and leaves out (detail.h)
    Importance importance_;
    Thinking thinking_;
    MindSets sets_;
    load::Budget budget_;

    Departed departed_;
    Flaw refusal_;

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
    bool is_plan_counted_ = false;        // as part of Td
    std::int64_t tasks_ns_ = 0;           // processor time for the tasks
    std::int64_t passes_ns_ = 0;          // of the real clock, for weighing the tasks
    meeting::Surroundings surroundings_;  // as the others were when the frame began
    Boost boost_;
    Resting resting_;
    FrameTally tally_;
    std::vector<record::SetEvent> set_events_;
    record::FrameRecord record_;
};

// Its public members are those of World, which has their contracts.
class RunningWorld : public WorldState {
  public:
    explicit RunningWorld(const Scenario& scenario, load::Clock* real_clock, cores::Team* team);
    RunningWorld(const RunningWorld& other);
    RunningWorld& operator=(const RunningWorld& other);
    RunningWorld(const RunningWorld& other, ClockKind clock);
    ~RunningWorld() = default;
    void setTeam(cores::Team* team);

    const record::FrameRecord& step(double frame_time, std::span<const Command> commands);
    void command(std::span<const Command> commands);
    const record::FrameRecord& stepAgain(const RecordedFrame& frame);

    std::int64_t busy_ns() const {
        return record_.ai_ns + (is_plan_counted_ ? 0 : plan_ns_) + record_.rest_ns;
    }
    std::size_t bytes() const;
    void limitMemory(std::uint64_t bytes);
    std::uint64_t stateHash() const;
    std::uint64_t partHash(std::uint32_t part, std::uint32_t parts) const;

  private:
    // What the manager runs: under the model clock one task at a time, else in rounds.
    struct TaskRunner final : load::Rounds, Round::Teller {
        explicit TaskRunner(RunningWorld& its_world) : world(its_world) {}

        std::int64_t operator()(const load::TaskCall& call) const { return world.runTask(call); }
        void soon(load::TaskId task) const;

        load::Rounds* rounds() { return world.clock_.isModel() ? nullptr : this; }
        unsigned cores() const override { return world.round_->cores(); }
        std::int64_t enough_ns() const override { return world.clock_.enough_ns(); }
        std::int64_t least_ns() const override { return world.clock_.least_ns(); }
        std::uint32_t mostTasks() const override { return world.clock_.mostTasks(); }
        std::int64_t expected_ns(std::uint32_t row, std::int64_t known_ns) const override {
            return std::max(known_ns, world.nearby_ns(row));
        }
        void run(load::Chosen& chosen) override;
        void finish() override;
        Told tell(load::Chosen& chosen, const load::Chosen::Group& group, const load::DueTask& task,
                  std::uint32_t run, unsigned core) override;
        void soon(const load::Chosen& chosen, load::TaskId task) const override;

        RunningWorld& world;
    };

    // Commands (carry_out.cpp).
    void receive(std::span<const Command> commands, bool is_again);
    void apply(const Command& command);
    bool isRefused(const Command& command);
    template <class C>
    void carryOut(const C& command);  // one for each command
    void changeAnimals(const SetAnimals& c);
    void changeTree(const SetTree& c);
    void measureChanged();
    void measureResponses();
    void lookAround();
    void groundAnew();
    void beginOthers();
    bool areOthersMovedTogether() const;
    void tellLandChanged();
    void turnGates(double world_time);
    void recordPeople();
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
        bool is_round_work = false;  // its own update is done with its round
    };
    // Of a flock on any core. What it adds to the table's sum of growth is added to `standing`.
    Update updateOf(const load::TaskCall& call, std::uint64_t& standing);
    Told tellOne(load::Chosen& chosen, const load::Chosen::Group& group, const load::DueTask& task,
                 std::uint32_t run, unsigned core);
    std::int64_t runAtom(const load::TaskCall& call);
    void moveRound();
    std::int64_t nearby_ns(std::uint32_t row) const;
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
    Charge chargeFor(Work work, const TaskCost& cost, bool is_round_work) const;
    std::int64_t charge(const Work& work, const TaskCost& cost, bool is_round_work);
    void tellGrowth(std::uint32_t row, double step_us, double once_us, std::uint64_t& standing);
    void changeLevelOf(FlockId flock);
    void tellDetail();
    void recordFrame(double frame_time);
    FrameTally::Tasks tallied() {
        return {population_, tasks_, *manager_, details_, round_->team(), tally_scratch_};
    }

    friend class World;

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
    std::vector<std::uint32_t> ran_rows_, changed_rows_;
};

}  // namespace drover::world
