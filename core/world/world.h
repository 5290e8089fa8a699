// A world that runs: flocks, wildlife and pursuit agents as tasks of one load manager, the player that detail
// and importance are measured from, and the order of a frame. Time and commands are handed in, costs are read
// from a clock that the caller gives; no file is opened, and two worlds can live side by side.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/flock/store.h"
#include "core/flock/update.h"
#include "core/load/manager.h"
#include "core/minds/pursuit.h"
#include "core/minds/wildlife.h"
#include "core/record/frame_record.h"
#include "core/record/trace.h"
#include "core/world/command.h"
#include "core/world/pool.h"
#include "core/world/scenario.h"
#include "core/world/survey.h"
#include "core/world/task_clock.h"
#include "core/world/world_view.h"

namespace drover::world {

class World {
  public:
    // `real_clock` is read if the scenario asks for the real clock; flocks are moved by the threads of
    // `pool`, if there is one. Both must outlive the world.
    explicit World(const Scenario& scenario, load::Clock* real_clock = nullptr, Pool* pool = nullptr);

    // One frame. `frame_time`, 0 to 10 seconds, is how long the last one took (Tf): the world moves on by as
    // much. While paused only the commands are carried out.
    const record::FrameRecord& step(double frame_time, std::span<const Command> commands = {});

    // How long the present frame takes if nothing else holds it up: what the AI and the rest of the frame
    // cost, and no less than the scenario's frame time. For callers that draw nothing.
    double naturalFrameTime() const;

    // All that whoever draws may look at; good until the next step.
    WorldView view() const;

    const Scenario& scenario() const { return scenario_; }
    const flock::FlockStore& flocks() const { return flocks_; }
    const minds::Wildlife* wildlife() const { return wildlife_.get(); }
    const minds::Pursuit* pursuit() const { return pursuit_.get(); }
    const load::TaskTable& tasks() const { return tasks_; }
    record::Band bandOf(FlockId flock) const {
        return band_of_[row(flock)];
    }  // as it was last weighed: see survey.h
    const load::Manager& manager() const { return *manager_; }
    Place player() const { return player_; }
    bool isPaused() const { return is_paused_; }
    std::span<const Spike> spikes() const { return spikes_; }

    std::uint64_t frame() const { return record_.frame; }
    double time() const { return static_cast<double>(tasks_.simul_ns) * 1e-9; }  // second
    const record::FrameRecord& record() const { return record_; }                // of the last frame
    // Of the last frame: the tasks that ran, then those that wait. Whoever does not read them may save the
    // listing.
    std::span<const record::TaskEvent> events() const { return events_; }
    void listEvents(bool is_wanted) { lists_events_ = is_wanted; }
    float largestJump() const {
        return largest_jump_;
    }  // metre, of a flock's centre at a change of level, since the start

    // Leaves that wanted children in the last frame and found no room (LodRules::max_leaves).
    std::uint64_t refused() const;

    // The names that TaskEvent::kind stands for: the species, then the other minds.
    std::vector<std::string> kindNames() const;

    // 64 bits over every live float, every tree, every task's dates, the player and the time.
    std::uint64_t stateHash() const;

  private:
    // What the manager runs.
    struct Turns {
        World& world;
        void operator()(const load::TaskCall& call) const { world.runTask(call); }
        void soon(load::TaskId task) const {
            if (task.row < world.flocks_.size()) world.flocks_.prefetchTree(FlockId{task.row});
        }
    };

    static load::TaskSettings settingsOf(const TaskRules& rules);
    void populate();
    void addTasks(std::uint32_t count, const TaskRules& rules);
    void exchangeManager();
    void begin(const Scenario& scenario);

    // The parts of a frame, in order.
    void apply(const Command& command);
    void carryOut(const MovePlayer& c);
    void carryOut(const SetView& c) { view_ = c; }
    void carryOut(const SetBudget& c);
    void carryOut(const SetManager& c);
    void carryOut(const SetTask& c);
    void carryOut(const SetSpecies& c);
    void carryOut(const SetLod& c);
    void carryOut(const AddSpike& c) { spikes_.push_back(c.spike); }
    void carryOut(const SetLoad& c);
    void carryOut(const SetPause& c) { is_paused_ = c.is_paused; }
    void carryOut(const SetTimeScale& c) { time_scale_ = c.scale; }
    void carryOut(const Restart& c);
    void carryOut(const LoadScenario& c);
    void beginFrame();
    void walkTour(double seconds);
    void weighImportance();
    void lookAround();
    void weighNearby();
    bool weigh(std::uint32_t row);
    std::int64_t budgetOfFrame();
    std::int64_t processorTimeFor(std::int64_t budget_ns) const;
    void runTasks();
    void runTask(const load::TaskCall& call);
    std::int64_t shareOfSpike(std::int64_t cost_ns);
    void changeLevelOf(FlockId flock);
    void note(const LevelChange& change);
    void recordFrame(double frame_time, SpikeLoad spike);

    // Where a task is; the first rows are the flocks, then the wildlife, then the pursuit agents.
    Place placeOf(std::uint32_t row) const;
    std::uint32_t kindOf(std::uint32_t task) const;  // as in kindNames
    const TaskRules& rulesOf(std::uint32_t kind) const;
    void noteCounts(record::BandRecord& band, std::uint32_t row) const;
    Survey::Bands surveyTasks();
    void noteRuns(Survey::Bands& bands);
    void noteWaits(Survey::Bands& bands);
    void listWaits();
    void addUp(const Survey::Bands& bands);
    record::TaskEvent eventOf(std::uint32_t row) const;

    Scenario scenario_;
    load::Clock* real_clock_;
    flock::FlockStore flocks_;
    std::unique_ptr<minds::Wildlife> wildlife_;
    std::unique_ptr<minds::Pursuit> pursuit_;
    flock::UpdateRoom room_;  // for changes of level under the model clock

    load::TaskTable tasks_;
    LargeVector<record::Band>
        band_of_;  // of each task, by its distance to the player when it was last weighed
    Survey survey_;
    std::unique_ptr<load::Manager> manager_;
    TaskClock clock_;
    load::Budget budget_;

    Place player_;
    std::vector<Place> tour_;
    std::size_t next_waypoint_ = 0;
    SetView view_;
    bool looks_around_ = false;  // in the next frame: who is near is no longer known
    std::vector<Spike> spikes_;
    bool is_paused_ = false;
    double time_scale_ = 1;

    // Of the frame that runs.
    SpikeLoad spike_;
    std::int64_t budget_ns_ = 0;         // Td
    std::int64_t longest_ns_ = 0;        // piece of work of the last one
    float reach_ = 0;                    // metre: where trees are anything but roots
    std::int64_t passes_ns_ = 0;         // of the real clock, for the world's own looking over the tasks
    std::int64_t expected_cost_ns_ = 0;  // of all tasks together, as the survey last saw them
    std::int64_t shared_cost_ns_ = 0;    // of those that ran so far
    record::FrameRecord record_;
    struct Ran {
        std::uint32_t row;
        bool has_before;            // it ran before,
        std::int64_t deviation_ns;  // longer ago than T0 by this
    };
    std::vector<Ran> ran_;  // in order
    bool lists_events_ = true;
    std::vector<record::TaskEvent> events_;
    std::array<flock::LodCounts, record::kBands> changes_{};
    float largest_jump_ = 0;
};

}  // namespace drover::world
