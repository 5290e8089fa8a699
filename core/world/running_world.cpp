#include "core/world/running_world.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/planted.h"
#include "core/base/random.h"
#include "core/flock/lod.h"
#include "core/load/lua/own_manager.h"
#include "core/load/process/process.h"
#include "core/minds/people.h"
#include "core/world/frame/set_events.h"
#include "core/world/memory/memory_need.h"

namespace drover::world {
namespace {

std::int64_t nanoseconds(double value, double unit_ns) { return std::llrint(value * unit_ns); }

// What a cost model or a pretended thought may ask for is no longer than 18 minutes a task, so that the costs
// of all tasks can be added.
std::int64_t costOfTask(double us) {
    constexpr double kMost_ns = 0x1p40;
    return std::llrint(std::min(us * 1e3, kMost_ns));
}

people::Crowd* crowdIn(Population& population) {
    for (ValuePtr<minds::Animals>& animals : population.others)
        if (auto* const people = dynamic_cast<minds::People*>(animals.get())) return &people->crowd();
    return nullptr;
}

}  // namespace

WorldState::WorldState(const Scenario& scenario)
    : scenario_(measured(scenario)),
      ground_(std::make_shared<const ground::Ground>(scenario_.ground())),
      population_(scenario_, *ground_),
      measured_in_(scenario_.species.size(), 0),
      importance_(population_.rows()),
      player_(scenario),
      spikes_(scenario.spikes) {
    budget_.set(scenario_.load.budget);
    addTasks(population_, scenario_, tasks_);
}

RunningWorld::RunningWorld(const Scenario& scenario, load::Clock* real_clock, cores::Team* team)
    : WorldState(scenario),
      real_clock_(real_clock),
      round_(std::make_unique<Round>(
          team, real_clock && scenario.load.clock == ClockKind::kReal ? real_clock : nullptr)),
      clock_(real_clock ? scenario.load.clock : ClockKind::kModel, real_clock) {
    // A first look at everything, so that the first frame is no longer than the others.
    exchangeManager();
    lookAround();
    FrameTally::scanTasks(tallied(), importance_);
}

RunningWorld::RunningWorld(const RunningWorld& other)
    : WorldState(other),
      real_clock_(other.real_clock_),
      round_(std::make_unique<Round>(*other.round_)),
      memory_bytes_(other.memory_bytes_),
      outside_(other.outside_),
      clock_(other.clock_),
      manager_(other.manager_->copyFor(other.tasks_, tasks_)) {
    sets_.moveTo(processManager());
}

RunningWorld::RunningWorld(const RunningWorld& other, ClockKind clock) : RunningWorld(other) {
    if (scenario_.load.clock == clock) return;
    scenario_.load.clock = clock;
    clock_ = RoundClock(real_clock_ ? clock : ClockKind::kModel, real_clock_);
    setTeam(round_->team());
}

RunningWorld& RunningWorld::operator=(const RunningWorld& other) {
    if (this == &other) return *this;
    WorldState::operator=(other);  // in the memory that is there
    real_clock_ = other.real_clock_;
    memory_bytes_ = other.memory_bytes_;
    outside_ = other.outside_;
    clock_ = other.clock_;
    setTeam(round_->team());
    manager_ = other.manager_->copyFor(other.tasks_, tasks_);
    sets_.moveTo(processManager());
    return *this;
}

void RunningWorld::setTeam(cores::Team* team) {
    round_ = std::make_unique<Round>(team, clock_.isModel() ? nullptr : real_clock_);
}

load::ProcessTaskManager* RunningWorld::processManager() const {
    return dynamic_cast<load::ProcessTaskManager*>(manager_.get());
}

const record::FrameRecord& RunningWorld::step(double frame_time, std::span<const Command> commands) {
    command(commands);
    return runFrame(frame_time);
}

void RunningWorld::command(std::span<const Command> commands) {
    outside_.cores = round_->cores();
    outside_.memory_bytes = memory_bytes_;
    receive(commands, false);
}

const record::FrameRecord& RunningWorld::stepAgain(const RecordedFrame& frame) {
    outside_ = frame.outside;
    receive(frame.commands, true);
    return runFrame(frame.frame_time);
}

void RunningWorld::receive(std::span<const Command> commands, bool is_again) {
    is_again_ = is_again;
    has_refused_ = false;
    clock_.readAs(outside_, is_again);
    for (const Command& command : commands) apply(command);
}

const record::FrameRecord& RunningWorld::runFrame(double frame_time) {
    assert(frame_time >= 0 && frame_time <= 10);
    if (is_paused_ && !(isPlanted(Fault::kPauseRuns) && frame_time > 0.1)) return record_;
    measureChanged();
    const double world_time = std::min(frame_time * time_scale_, 10.0);
    turnGates(world_time);
    clock_.sinceLast();
    boost_.follow(scenario_, population_, tally_.runs(), tasks_);
    beginFrame();
    player_.walk(population_.flocks.plane(), scenario_.player.speed * world_time);
    resting_.follow(scenario_, population_, tasks_);
    weighTasks();
    passes_ns_ = clock_.sinceLast();
    budget_ns_ = budgetOfFrame();
    plan(nanoseconds(world_time, 1e9));
    beginOthers();
    runTasks();
    for (const ValuePtr<minds::Animals>& animals : population_.others) animals->endFrame(round_->team());
    renew(surroundings_, population_, tally_.runs(), tasks_, nanoseconds(world_time, 1e9), round_->team(),
          ran_rows_);
    recordFrame(frame_time);
    return record_;
}

// Turns the gates that open or close by themselves in this frame.
void RunningWorld::turnGates(double world_time) {
    if (scenario_.people.settings.gates.empty()) return;
    const double now_s = static_cast<double>(tasks_.simul_ns) * 1e-9;
    const double then_s = static_cast<double>(tasks_.simul_ns + nanoseconds(world_time, 1e9)) * 1e-9;
    if (scenario_.people.settings.turnGates(now_s, then_s)) tellLandChanged();
}

// What planning takes is part of Td where it counts. Before it is known, what it usually takes is left for
// it: periods must not jump whenever one plan takes longer. An eighth is for the tasks in any case.
void RunningWorld::plan(std::int64_t frame_time_ns) {
    const auto left = [&](std::int64_t taken_ns) {
        return std::max(budget_ns_ - taken_ns, budget_ns_ / 8) * clock_.cores();
    };
    is_plan_counted_ = scenario_.load.budget.counts_manager && !clock_.isModel();
    const std::int64_t usual_ns = is_plan_counted_ ? usual_plan_ns_ : 0;
    manager_->plan(tasks_, {frame_time_ns, left(usual_ns), round_->team()}, clock_);
    plan_ns_ = manager_->report().overhead_ns;
    const std::int64_t step_ns = record_.frame == 0 ? budget_ns_ / 2 : budget_ns_ / 512;
    usual_plan_ns_ += std::clamp(plan_ns_ - usual_plan_ns_, -step_ns, step_ns);
    tasks_ns_ = left(is_plan_counted_ ? plan_ns_ : 0);
    if (is_plan_counted_) manager_->setBudget(tasks_ns_);
}

void RunningWorld::beginFrame() {
    spike_ = spikeAt(spikes_, record_.frame + 1);
    inside_spike_.beginFrame(spike_.inside_ns, record_.frame, tasks_);
    tally_.beginFrame();
}

void RunningWorld::weighTasks() {
    changed_rows_.assign(boost_.changed().begin(), boost_.changed().end());
    changed_rows_.insert(changed_rows_.end(), resting_.woken().begin(), resting_.woken().end());
    importance_.weigh(scenario_, population_, player_.place(), changed_rows_, tasks_, round_->team());
}

// Td. What the last frame was busy with beside the tasks is what the rest is expected to take. Waiting for
// the screen is no work and does not count.
std::int64_t RunningWorld::budgetOfFrame() {
    const std::int64_t tasks_ns = record_.ai_ns;
    const std::int64_t rest_ns =
        record_.frame > 0 ? busy_ns() - record_.ai_ns : nanoseconds(scenario_.load.base_load_ms, 1e6);
    return budget_.next(rest_ns + tasks_ns, tasks_ns);
}

// What others need to know of this frame, and what is done for all of them together.
void RunningWorld::beginOthers() {
    std::uint32_t look = static_cast<std::uint32_t>(scenario_.species.size());
    people::Crowd* const people = crowdIn(population_);
    for (std::size_t other = 0; other < population_.others.size(); ++other) {
        minds::Animals& animals = *population_.others[other];
        animals.see({.others = &surroundings_,
                     .ground = ground_->isEmpty() ? nullptr : ground_.get(),
                     .now_ns = tasks_.simul_ns,
                     .first_row = population_.firstRow(other),
                     .first_look = look,
                     .people = people,
                     .has_budget = manager_->info().coin != load::Coin::kNone});
        look += static_cast<std::uint32_t>(animals.kind().sorts.size());
    }
    if (!areOthersMovedTogether()) return;
    clock_.sinceLast();
    for (const ValuePtr<minds::Animals>& animals : population_.others)
        animals->beginFrame(player_.place(), round_->team());
    passes_ns_ += clock_.sinceLast();
}

bool RunningWorld::areOthersMovedTogether() const {
    return std::ranges::any_of(population_.others, [](const ValuePtr<minds::Animals>& animals) {
        return animals->size() > 0 && animals->areMovedTogether();
    });
}

// The manager chooses; whenever a round is full, all cores move it.
void RunningWorld::runTasks() {
    if (sets_.manager() != nullptr) sets_.manager()->keepDetail(tally_.listed().is_wanted);
    // Under the model clock the cost of a run depends on the level, so the world changes levels itself, in
    // runTask().
    const std::optional<Place> player = clock_.isModel() ? std::nullopt : std::optional(player_.place());
    const ground::Ground* const ground = ground_->isEmpty() ? nullptr : ground_.get();
    scratch_.around = {.others = &surroundings_, .now_ns = tasks_.simul_ns, .ground = ground};
    scratch_.membrane.ground = ground;
    Round::MoveOthers others;
    if (areOthersMovedTogether())
        others = [this](cores::Team* team) {
            for (const ValuePtr<minds::Animals>& animals : population_.others) animals->moveNoted(team);
        };
    round_->beginFrame(population_.flocks, player, scratch_.around, !is_again_, std::move(others));
    clock_.beginFrame(tasks_ns_);
    round_->expect(clock_.fullRound_ns());
    tasks_.makeRoomForGrowth();
    tally_.expectRuns(population_.rows());
    TaskRunner runner(*this);
    try {
        manager_->run(tasks_, runner, clock_);
    } catch (...) {
        round_->forget();
        throw;
    }
    clock_.endFrame(round_->finish(), tally_.runs(), round_->team());
    for (const LevelChange& change : round_->levelChanges())
        tally_.changed(change, importance_.bandOf(static_cast<std::uint32_t>(row(change.flock))));
    clock_.sinceLast();
}

void RunningWorld::moveRound() {
    clock_.moved(round_->move());
    round_->expect(clock_.fullRound_ns());
}

void RunningWorld::TaskRunner::soon(load::TaskId task) const {
    if (!world.population_.isFlock(task.row)) return;
    world.population_.flocks.prefetchTree(FlockId{task.row});
    if (world.clock_.isModel()) world.population_.flocks.prefetchPlace(FlockId{task.row});
}

void RunningWorld::TaskRunner::soon(const load::Chosen& chosen, load::TaskId task) const {
    chosen.soon(task);
    soon(task);
}

// Wildlife and pursuit agents see and change each other, so all single animals run here, in order.
void RunningWorld::TaskRunner::run(load::Chosen& chosen) {
    const std::uint32_t first_run = world.tally_.add(chosen.size());
    if (world.population_.rows() > world.population_.firstOther()) {
        std::uint32_t run = first_run;
        for (const load::Chosen::Group& group : chosen.groups()) {
            for (const load::DueTask& due : chosen.tasksOf(group)) {
                if (!world.population_.isFlock(due.task.row))
                    world.round_->add(world.tellOne(chosen, group, due, run, 0));
                ++run;
            }
        }
    }
    world.clock_.charge(chosen.size(), chosen.expected_ns());
    world.round_->add(chosen, first_run, *this);
    world.moveRound();
}

void RunningWorld::TaskRunner::finish() { world.clock_.moved(world.round_->finish()); }

Told RunningWorld::TaskRunner::tell(load::Chosen& chosen, const load::Chosen::Group& group,
                                    const load::DueTask& task, std::uint32_t run, unsigned core) {
    return world.population_.isFlock(task.task.row) ? world.tellOne(chosen, group, task, run, core) : Told{};
}

Told RunningWorld::tellOne(load::Chosen& chosen, const load::Chosen::Group& group, const load::DueTask& task,
                           std::uint32_t run, unsigned core) {
    const load::TaskCall call = chosen.open(task, group, core);
    const Update update = updateOf(call, chosen.standing(core));
    const auto [told, run_ns] = chargeFor(update.work, update.cost, update.is_round_work);
    Ran& ran = tally_.runs()[run];
    ran = FrameTally::ranOf(call, tasks_.columns.state[call.task.row].nominal_ns);
    ran.think(update.leaves, update.thought.leaves);
    ran.kind = told.kind, ran.cost_ns = told.expected_ns;
    chosen.close(call, run_ns, core);
    return told;
}

// A task is brought on by the time since its last update: at once, or as work for the round. Returns what it
// is expected to cost.
std::int64_t RunningWorld::runTask(const load::TaskCall& call) {
    if (call.atom != nullptr) return runAtom(call);
    std::uint64_t standing = 0;
    const Update update = updateOf(call, standing);
    tasks_.changeStanding(standing);
    tally_.begins(call, tasks_.columns.state[call.task.row].nominal_ns);
    tally_.thought(update.leaves, update.thought.leaves);
    return charge(update.work, update.cost, update.is_round_work);
}

// Finds out what a task's update is. That of a flock is work for the round; another mind's is done now.
RunningWorld::Update RunningWorld::updateOf(const load::TaskCall& call, std::uint64_t& standing) {
    assert(call.elapsed_ns >= 0 && call.task.row < population_.rows());
    const std::uint32_t row = call.task.row;
    const float elapsed = static_cast<float>(static_cast<double>(call.elapsed_ns) * 1e-9);
    Update update;
    if (population_.isFlock(row)) {
        update.work = {.flock = FlockId{row}, .elapsed = elapsed};
        update.is_round_work = true;
        if (population_.flocks.doesOwnerDecide())
            population_.flocks.setDepth(FlockId{row}, tasks_.columns.level[row]);
        if (clock_.isModel()) changeLevelOf(FlockId{row});
    }
    const Mind mind = mindOf(row, elapsed, standing);
    update.leaves = mind.leaves;
    update.thought = thoughtOf(call, mind);
    const double thinkers = update.thought.leaves;
    if (update.work.flock) {
        if (thinkers < mind.leaves) update.work.thinkers = static_cast<std::uint32_t>(thinkers);
    } else {
        const auto [animals, other, i] = population_.at(row);
        animals.update(i, call.elapsed_ns, thinkers > 0);
        update.is_round_work = animals.areMovedTogether();
    }
    update.cost = costOf(row, mind, update.thought.spent);
    return update;
}

// The work for the round, if there is any, and the time that the scenario pretends; and what the run is
// expected to take.
RunningWorld::Charge RunningWorld::chargeFor(Work work, const TaskCost& cost, bool is_round_work) const {
    const std::int64_t burn_ns = clock_.isModel() ? 0 : cost.extra_ns;
    const WorkKind kind = round_->kindOf(work.flock, burn_ns);
    work.burn_ns = is_again_ ? 0 : burn_ns;
    const RoundClock::Expected expected = clock_.expectedOf(kind, is_round_work, cost);
    return {{kind, work, expected.work, expected.work_ns}, expected.run_ns};
}

std::int64_t RunningWorld::charge(const Work& work, const TaskCost& cost, bool is_round_work) {
    const auto [told, run_ns] = chargeFor(work, cost, is_round_work);
    clock_.charge(run_ns);
    tally_.charged(told.kind, clock_.isModel() ? run_ns : told.expected_ns);
    round_->add(told);
    if (clock_.isRoundFull()) moveRound();
    return run_ns;
}

// An atom of a mind that is divided into sets. Its own work is done here; only the time that the scenario
// pretends may be spent on other threads.
std::int64_t RunningWorld::runAtom(const load::TaskCall& call) {
    load::SetAtom& atom = *call.atom;
    const std::uint32_t row = call.task.row;
    const bool is_flock = population_.isFlock(row);
    if (atom.part == load::ExecutionPart::kAgent) {
        const double leaves = atom.due == 0 ? 0 : is_flock ? population_.flocks.count(FlockId{row}) : 1;
        tally_.thought(leaves, leaves * atom.finished / std::max(atom.due, 1u));
        return 0;
    }
    if (atom.begins) {
        tally_.begins(call, tasks_.columns.state[row].nominal_ns);
        if (is_flock) changeLevelOf(FlockId{row});
    }
    const MindSets::Done done = sets_.run(atom, row, call.elapsed_ns, {scenario_, population_, scratch_});
    atom.ends_set = done.ends_set;
    return charge({}, costOf(row, done.own_us, done.extra_us), false);
}

RunningWorld::Mind RunningWorld::mindOf(std::uint32_t row, float elapsed, std::uint64_t& standing) {
    const CostModel& model = scenario_.load.cost_model;
    if (!population_.isFlock(row)) {
        const auto [animals, other, i] = population_.at(row);
        return {.own_us = model.fixed_us + animals.work_us(i),
                .thought_us = animals.thought_us(i),
                .extra_us = otherEntry(scenario_, other).cost_us};
    }
    const double leaves = population_.flocks.count(FlockId{row});
    const double steps = flock::substeps(population_.flocks, FlockId{row}, elapsed);
    const double step_us = leaves * (model.leaf_us + model.pair_us * (leaves - 1));
    tellGrowth(row, step_us, model.fixed_us + step_us + leaves * scenario_.load.think_us, standing);
    return {.leaves = leaves,
            .own_us = model.fixed_us + steps * step_us,
            .thought_us = steps * model.pair_us * (leaves - 1),
            .extra_us = scenario_.load.think_us};
}

// What the update of a flock near the player is expected to take beyond what its task has cost: it may unfold
// in it, and its leaves meet all that may have come near in the time that it makes up for. 0: it is a point.
std::int64_t RunningWorld::nearby_ns(std::uint32_t row) const {
    if (!population_.isFlock(row) || importance_.bandOf(row) == record::Band::kFar) return 0;
    const flock::FlockStore& flocks = population_.flocks;
    const FlockId flock{row};
    const std::uint32_t leaves =
        std::max(flock::leavesWanted(flocks, flock, player_.place()), flocks.count(flock));
    if (leaves == 1) return 0;
    const double elapsed_s = static_cast<double>(tasks_.simul_ns - tasks_.columns.state[row].last_ns) * 1e-9;
    const CostModel& model = scenario_.load.cost_model;
    const double met = leaves - 1 + surroundings_.likelyNear(elapsed_s);
    const double step_us = leaves * (model.leaf_us + model.pair_us * met);
    const double steps = flock::substeps(flocks, flock, static_cast<float>(elapsed_s));
    const TaskCost cost{costOfTask(model.fixed_us + steps * step_us),
                        costOfTask(leaves * scenario_.load.think_us)};
    return clock_.expectedOf(WorkKind::kOther, true, cost).run_ns;
}

// As many thoughts as the offered time is enough for, beside what must be.
Thought RunningWorld::thoughtOf(const load::TaskCall& call, const Mind& mind) {
    if (!thinking_.areCut()) return {mind.leaves, mind.leaves};
    const double thought_us = clock_.expected(mind.thought_us) + mind.extra_us;
    if (thought_us <= 0) return {mind.leaves, mind.leaves};
    const double offered_us = static_cast<double>(call.offered_ns) * 1e-3 / inside_spike_.factor();
    const double must_us = clock_.expected(mind.own_us - mind.leaves * mind.thought_us);
    return thinking_.think(call.task.row, mind.leaves, (offered_us - must_us) / thought_us);
}

// What the run of a task costs by the model if this many of its minds think.
TaskCost RunningWorld::costOf(std::uint32_t row, const Mind& mind, double thoughts) {
    const double own_us =
        mind.own_us - (thoughts < mind.leaves ? (mind.leaves - thoughts) * mind.thought_us : 0);
    return costOf(row, own_us, thoughts * mind.extra_us);
}

TaskCost RunningWorld::costOf(std::uint32_t row, double own_us, double extra_us) {
    if (clock_.isModel()) {
        const RandomBlock r = randomBlock(scenario_.seed, row, 0, static_cast<std::uint32_t>(record_.frame),
                                          Purpose::kCostNoise);
        const double noise =
            1 + scenario_.load.cost_model.noise * (2 * static_cast<double>(unitFloat(r[0])) - 1);
        own_us *= noise, extra_us *= noise;
    }
    TaskCost cost{costOfTask(own_us), costOfTask(extra_us)};
    const std::int64_t all_ns = costOfTask(own_us + extra_us);
    cost.extra_ns += clock_.isModel() ? inside_spike_.shareOf(all_ns) : inside_spike_.expectedShareOf(all_ns);
    return cost;
}

// What a second to make up adds to the cost of a flock's update, on average up to its longest period: its
// steps.
void RunningWorld::tellGrowth(std::uint32_t row, double step_us, double once_us, std::uint64_t& standing) {
    const double longest = static_cast<double>(tasks_.columns.state[row].maximum_ns) * 1e-9;
    const std::uint32_t steps =
        flock::substeps(population_.flocks, FlockId{row}, static_cast<float>(longest));
    const bool grows = steps > 1 && once_us > 0;
    const float growth = grows ? static_cast<float>((steps - 1) * step_us / (longest * once_us)) : 0;
    tasks_.setGrowth(row, growth, standing);
}

// Where a change of level may move rows of other flocks, no flock may be under way.
void RunningWorld::changeLevelOf(FlockId flock) {
    flock::FlockStore& flocks = population_.flocks;
    if (!flock::wantsLevel(flocks, flock, player_.place(), scratch_.membrane)) return;
    if (!flocks.hasRoomFor(flock)) round_->settle();
    const LevelChange change{flock, flock::changeLevel(flocks, flock, player_.place(), scratch_)};
    tally_.changed(change, importance_.bandOf(static_cast<std::uint32_t>(row(flock))));
}

void RunningWorld::recordFrame(double frame_time) {
    const load::FrameReport& report = manager_->report();
    const record::Bands bands = tally_.sumUp(tallied(), importance_);
    listSetEvents(sets_, population_, tally_.events(), set_events_);
    assert(report.run + report.delayed == report.due);
    assert(tasks_.simul_ns >= record_.t_ns || record_.frame == 0);
    ++record_.frame;
    record_.t_ns = tasks_.simul_ns;
    record_.frame_time_ns = nanoseconds(frame_time, 1e9);
    record_.budget_ns = budget_ns_;
    record_.ai_ns = std::min(clock_.ai_ns() + (is_plan_counted_ ? plan_ns_ : 0), Reading::kLongest_ns);
    record_.desired_use = std::isfinite(report.desired_use) ? report.desired_use : 0;
    record_.overhead_ns = report.overhead_ns;
    record_.fps = record_.frame_time_ns > 0 ? 1 / frame_time : 0;  // of next to no time it would be infinite
    record_.rest_ns = nanoseconds(scenario_.load.base_load_ms, 1e6) + spike_.outside_ns;
    record_.spike_outside_ns = spike_.outside_ns;
    record_.spike_inside_ns = spike_.inside_ns;
    record_.hunted = boost_.rows().size();
    record_.caught = 0;
    record_.arrived = 0;
    for (const ValuePtr<minds::Animals>& animals : population_.others)
        record_.caught += animals->caught(), record_.arrived += animals->arrived();
    recordPeople();
    FrameTally::addUp(bands, record_);
    record_.rest_ns += passes_ns_ + clock_.sinceLast();
}

void RunningWorld::recordPeople() {
    minds::PeopleMeasures all;
    for (const ValuePtr<minds::Animals>& animals : population_.others)
        if (animals->size() > 0 && animals->areMovedTogether()) {
            const minds::PeopleMeasures here = animals->measures();
            if (here.inside + here.passed > 0) all = here;
        }
    record_.inside = all.inside, record_.queued = all.queued, record_.passed = all.passed;
    record_.flow = all.flow, record_.density = all.density;
}

void RunningWorld::limitMemory(std::uint64_t bytes) {
    memory_bytes_ = bytes;
    const double beside = memoryWithoutLeaves(scenario_);
    const bool is_limited = bytes != ~std::uint64_t{0} && beside < static_cast<double>(bytes);
    population_.flocks.limitLeaves(is_limited ? bytes - static_cast<std::uint64_t>(beside)
                                              : ~std::uint64_t{0});
}

std::size_t RunningWorld::bytes() const {
    constexpr std::size_t kPerTask = Importance::kBytesPerTask + FrameTally::kBytesPerTask +
                                     FrameTally::kBytesOfWait + Thinking::kBytesPerTask;
    constexpr std::size_t kPerMind = 512,
                          kRest = 64 << 10;  // wildlife and pursuers; scenario, records, lists
    const std::size_t rows = tasks_.rows(), flocks = population_.flocks.size();
    const std::size_t sets = sets_.manager() != nullptr ? MindSets::kBytesPerFlock : 0;
    const minds::People* const people = population_.find<minds::People>();
    std::size_t grids = people != nullptr ? people->crowd().bytes() : 0;
    for (const auto& animals : population_.others) grids += animals->gridBytes();
    const load::ScriptPlan* const own = load::ownPlanOf(*manager_);
    const std::size_t plain_script = rows * load::OwnManager::kScriptBytesPerTask;  // is in bytes_per_task
    const std::size_t script = own != nullptr ? std::max(own->bytes(), plain_script) - plain_script : 0;
    return population_.flocks.bytes() + surroundings_.bytes() + grids + script +
           rows * (load::TaskTable::bytesPerTask() + manager_->info().bytes_per_task + kPerTask + sets) +
           (rows - flocks) * kPerMind + tally_.events().size() * sizeof(record::TaskEvent) + kRest;
}

}  // namespace drover::world
