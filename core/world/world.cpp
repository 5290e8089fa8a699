#include "core/world/world.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/random.h"
#include "core/base/turn.h"
#include "core/load/elasticity.h"

namespace drover::world {
namespace {

std::vector<flock::Species> kindsOf(const Scenario& scenario) {
    std::vector<flock::Species> kinds;
    for (const SpeciesEntry& entry : scenario.species) kinds.push_back(entry.kind);
    return kinds;
}

// A flock's first place, anywhere in its region, and its first velocity, anything below the maximum.
flock::Agent born(const Scenario& scenario, const SpeciesEntry& entry, std::uint32_t flock) {
    const Plane plane = scenario.plane();
    const RandomBlock r = randomBlock(scenario.seed, flock, 0, 0, Purpose::kBirth);
    const RandomBlock more = randomBlock(scenario.seed, flock, 1, 0, Purpose::kBirth);
    flock::Agent agent;
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

std::int64_t nanoseconds(double value, double unit_ns) { return std::llrint(value * unit_ns); }

}  // namespace

World::World(const Scenario& scenario, load::Clock* real_clock, Pool* pool)
    : scenario_(scenario),
      real_clock_(real_clock),
      flocks_(scenario.plane(), scenario.seed, scenario.lod, kindsOf(scenario)),
      clock_(real_clock ? scenario.load.clock : ClockKind::kModel, real_clock, pool),
      player_(scenario.plane().place(scenario.player.x, scenario.player.y)),
      spikes_(scenario.spikes) {
    budget_.set(scenario_.load.budget);
    for (const Waypoint& point : scenario_.player.tour)
        tour_.push_back(flocks_.plane().place(point.x, point.y));
    populate();
    if (!survey_.isWhole()) weighImportance();  // the first frame is no longer than the others
    exchangeManager();
    if (!survey_.isWhole()) surveyTasks();
}

load::TaskSettings World::settingsOf(const TaskRules& rules) {
    load::TaskSettings settings;
    settings.nominal_ns = nanoseconds(rules.nominal_ms, 1e6);
    settings.maximum_ns = nanoseconds(rules.maximum_ms, 1e6);
    settings.priority = rules.priority;
    settings.frequency = rules.frequency;
    return settings;
}

void World::populate() {
    const std::size_t minds = 4u * scenario_.wildlife.of_each_species + scenario_.pursuit.agents;
    tasks_.reserve(static_cast<std::uint32_t>(scenario_.flocks() + minds));
    flocks_.reserve(scenario_.flocks());
    for (std::uint32_t kind = 0; kind < scenario_.species.size(); ++kind) {
        const SpeciesEntry& entry = scenario_.species[kind];
        for (std::uint32_t i = 0; i < entry.flocks; ++i) {
            flocks_.add(static_cast<SpeciesId>(kind),
                        born(scenario_, entry, static_cast<std::uint32_t>(flocks_.size())));
        }
        addTasks(entry.flocks, entry.task);
    }
    if (scenario_.wildlife.of_each_species > 0) {
        wildlife_ = std::make_unique<minds::Wildlife>(
            minds::WildlifeSettings{.seed = scenario_.seed,
                                    .plane = flocks_.plane(),
                                    .of_each_species = scenario_.wildlife.of_each_species});
        addTasks(wildlife_->animats(), scenario_.wildlife.task);
    }
    if (scenario_.pursuit.agents > 0) {
        pursuit_ = std::make_unique<minds::Pursuit>(minds::PursuitSettings{
            .seed = scenario_.seed, .plane = flocks_.plane(), .agents = scenario_.pursuit.agents});
        addTasks(pursuit_->agents(), scenario_.pursuit.task);
    }
    survey_ = Survey(tasks_.rows());
}

void World::addTasks(std::uint32_t count, const TaskRules& rules) {
    for (std::uint32_t i = 0; i < count; ++i) {
        [[maybe_unused]] const load::TaskId task = tasks_.add(settingsOf(rules));
        assert(task.row == band_of_.size());
        band_of_.push_back(record::Band::kNear);
    }
}

std::uint32_t World::kindOf(std::uint32_t task) const {
    if (task < flocks_.size()) return static_cast<std::uint32_t>(flocks_.speciesIdOf(FlockId{task}));
    const bool is_wildlife = wildlife_ && task - flocks_.size() < wildlife_->animats();
    return static_cast<std::uint32_t>(scenario_.species.size()) + !is_wildlife;
}

const TaskRules& World::rulesOf(std::uint32_t kind) const {
    if (kind < scenario_.species.size()) return scenario_.species[kind].task;
    return kind == scenario_.species.size() ? scenario_.wildlife.task : scenario_.pursuit.task;
}

std::vector<std::string> World::kindNames() const {
    std::vector<std::string> names;
    for (const SpeciesEntry& entry : scenario_.species) names.push_back(entry.name);
    names.insert(names.end(), {"wildlife", "pursuit"});
    return names;
}

const record::FrameRecord& World::step(double frame_time, std::span<const Command> commands) {
    assert(frame_time >= 0 && frame_time <= 10);
    for (const Command& command : commands) apply(command);
    if (is_paused_) return record_;
    const double world_time = std::min(frame_time * time_scale_, 10.0);
    clock_.sinceLast();
    beginFrame();
    walkTour(world_time);
    weighImportance();
    passes_ns_ = clock_.sinceLast();
    budget_ns_ = budgetOfFrame();
    manager_->plan(tasks_, {nanoseconds(world_time, 1e9), processorTimeFor(budget_ns_)}, clock_);
    runTasks();
    clock_.sinceLast();
    recordFrame(frame_time, spike_);
    record_.rest_ns += passes_ns_ + clock_.sinceLast();
    return record_;
}

void World::runTasks() {
    clock_.beginFrame(flocks_, player_);
    const auto run = [this] {
        manager_->run(tasks_, Turns{*this}, clock_);
        clock_.endFrame();
    };
    if (clock_.pool()) {
        clock_.pool()->during(run);
    } else {
        run();
    }
    for (const LevelChange& change : clock_.levelChanges()) note(change);
    longest_ns_ = clock_.longest_ns();
}

void World::beginFrame() {
    spike_ = spikeAt(spikes_, record_.frame + 1);
    // Of many tasks the sum is a round of the survey old at most.
    if (spike_.inside_ns > 0 && (survey_.isWhole() || expected_cost_ns_ == 0 || record_.frame % 16 == 0)) {
        expected_cost_ns_ = 0;
        for (std::uint32_t row = 0; row < tasks_.rows(); ++row)
            expected_cost_ns_ += tasks_.columns.state[row].cost_ns;
    }
    shared_cost_ns_ = 0;
    changes_ = {};
    ran_.clear();
}

double World::naturalFrameTime() const {
    const std::int64_t busy_ns = record_.ai_ns + record_.overhead_ns + record_.rest_ns;
    return std::clamp(static_cast<double>(busy_ns) * 1e-9, scenario_.frame_time, 10.0);
}

void World::walkTour(double seconds) {
    double left_m = scenario_.player.speed * seconds;
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

// E of every task from its distance to the player (Tan & Wong 4.2), and the band that its measures go to:
// near is where trees are anything but roots, far is from four times there on.
void World::weighImportance() {
    reach_ = 0;
    for (const SpeciesEntry& entry : scenario_.species) {
        reach_ = std::max(reach_, flocks_.lod().zone_width * static_cast<float>(entry.kind.depth));
    }
    if (scenario_.species.empty() || reach_ == 0)
        reach_ = static_cast<float>(flocks_.plane().worldSize()) / 8;
    if (looks_around_) weighNearby();
    looks_around_ = false;
    survey_.lookOver([this](std::uint32_t row) { return weigh(row); });
}

void World::lookAround() {
    looks_around_ = !survey_.isWhole();
    survey_.hurry();
}

// The flocks in the square around the player's reach, whoever is under the survey's eye.
void World::weighNearby() {
    const auto reach = static_cast<std::uint32_t>(
        std::min<std::int64_t>(flocks_.plane().units(static_cast<double>(reach_)), 1u << 30));
    const Place corner{player_.x - reach, player_.y - reach};
    const flock::AgentColumns& roots = flocks_.roots();
    const auto is_near = [&](std::uint32_t row) {
        return std::max(roots.x[row] - corner.x, roots.y[row] - corner.y) <= 2 * reach;
    };
    constexpr std::uint32_t kStep = 64;  // few are near: most steps are passed over at once
    const auto flocks = static_cast<std::uint32_t>(flocks_.size());
    for (std::uint32_t first = 0; first < flocks; first += kStep) {
        const std::uint32_t end = std::min(first + kStep, flocks);
        bool is_any_near = false;
        for (std::uint32_t row = first; row < end; ++row) is_any_near |= is_near(row);
        for (std::uint32_t row = first; is_any_near && row < end; ++row)
            if (is_near(row)) weigh(row);
    }
    for (std::uint32_t row = flocks; row < tasks_.rows(); ++row) weigh(row);
}

// True: the task matters so much that it is to be looked at in every frame.
bool World::weigh(std::uint32_t row) {
    const Place place = placeOf(row);
    const float distance = length(flocks_.plane().offset(player_, place));
    const bool has_view = view_.width > 0 && view_.height > 0;
    bool is_in_view = true;
    if (has_view) {
        const Vec2 half_view = Vec2{static_cast<float>(view_.width), static_cast<float>(view_.height)} * 0.5f;
        const Vec2 way = flocks_.plane().offset(flocks_.plane().place(view_.x, view_.y), place);
        is_in_view = std::abs(way.x) <= half_view.x && std::abs(way.y) <= half_view.y;
    }
    band_of_[row] = distance < reach_       ? record::Band::kNear
                    : distance < 4 * reach_ ? record::Band::kMiddle
                                            : record::Band::kFar;
    tasks_.setElasticity(row, load::elasticityAt(distance, rulesOf(kindOf(row)).factors, is_in_view));
    return band_of_[row] == record::Band::kNear || (has_view && is_in_view);
}

Place World::placeOf(std::uint32_t row) const {
    if (row < flocks_.size()) return {flocks_.roots().x[row], flocks_.roots().y[row]};
    row -= static_cast<std::uint32_t>(flocks_.size());
    const std::uint32_t animats = wildlife_ ? wildlife_->animats() : 0;
    return row < animats ? wildlife_->places[row] : pursuit_->places[row - animats];
}

// Td. What the last frame was busy with beside the tasks is what the rest is expected to take; waiting for
// the screen is no work and does not count.
std::int64_t World::budgetOfFrame() {
    const std::int64_t tasks_ns = record_.ai_ns;
    const std::int64_t rest_ns = record_.frame > 0 ? record_.rest_ns + record_.overhead_ns
                                                   : nanoseconds(scenario_.load.base_load_ms, 1e6);
    return budget_.next(rest_ns + tasks_ns, tasks_ns);
}

// Td is time on each core. However the work is divided, the last core is done no later than an even share of
// it all and one piece of work, less its own share, after the first (Graham 1969): so much is kept back that
// even this is in time.
std::int64_t World::processorTimeFor(std::int64_t budget_ns) const {
    const std::int64_t cores = clock_.cores();
    const std::int64_t kept_back_ns = (cores - 1) * std::max(longest_ns_, Crew::kBatch_ns);
    return cores == 1 ? budget_ns : std::max(cores * budget_ns - kept_back_ns, budget_ns);
}

// The membrane follows the player. Where that may move rows of other flocks nobody else may be at work.
void World::changeLevelOf(FlockId flock) {
    if (flock::staysAlone(flocks_, flock, player_) || flock::staysFull(flocks_, flock)) return;
    if (flock::isSettled(flocks_, flock, player_, room_.membrane)) return;
    if (!flocks_.hasRoomFor(flock)) clock_.settle();
    note({flock, flock::changeLevel(flocks_, flock, player_, room_)});
}

void World::note(const LevelChange& change) {
    changes_[record::row(band_of_[row(change.flock)])] += change.counts;
    largest_jump_ = std::max(largest_jump_, change.counts.largest_jump);
}

// A task's turn: it is to be brought on by the time since its last update, and the clock is told, which has
// it done.
void World::runTask(const load::TaskCall& call) {
    const std::uint32_t row = call.task.row;
    const CostModel& model = scenario_.load.cost_model;
    TurnOfTask turn;
    double own_us = model.fixed_us, extra_us = 0;
    if (row < flocks_.size()) {
        const FlockId flock{row};
        const float elapsed = static_cast<float>(static_cast<double>(call.elapsed_ns) * 1e-9);
        if (clock_.kind() == ClockKind::kModel) changeLevelOf(flock);
        turn.flock = flock;
        turn.elapsed = elapsed;
        const double leaves = flocks_.count(flock);
        const double steps = flock::substeps(flocks_.speciesOf(flock), elapsed);
        own_us += steps * leaves * (model.leaf_us + model.pair_us * (leaves - 1));
        extra_us = leaves * scenario_.load.think_us;
    } else {
        const std::uint32_t mind = row - static_cast<std::uint32_t>(flocks_.size());
        const std::uint32_t animats = wildlife_ ? wildlife_->animats() : 0;
        if (mind < animats) {
            wildlife_->update(mind, call.elapsed_ns);
            extra_us = scenario_.wildlife.cost_us;
        } else {
            pursuit_->update(mind - animats, call.elapsed_ns);
            extra_us = scenario_.pursuit.cost_us;
        }
    }
    if (clock_.kind() == ClockKind::kModel) {
        const RandomBlock r = randomBlock(scenario_.seed, row, 0, static_cast<std::uint32_t>(record_.frame),
                                          Purpose::kCostNoise);
        const double noise = 1 + model.noise * (2 * static_cast<double>(unitFloat(r[0])) - 1);
        own_us *= noise, extra_us *= noise;
    }
    ran_.push_back({row, call.since_run_ns >= 0, call.since_run_ns - tasks_.columns.state[row].nominal_ns});
    turn.own_ns = nanoseconds(own_us, 1e3);
    turn.extra_ns = nanoseconds(extra_us, 1e3);
    if (spike_.inside_ns > 0) turn.extra_ns += shareOfSpike(nanoseconds(own_us + extra_us, 1e3));
    clock_.ran(turn);
}

// Of the spike inside, by the task's share of what all are expected to cost.
std::int64_t World::shareOfSpike(std::int64_t cost_ns) {
    const std::int64_t before_ns = shared_cost_ns_;
    shared_cost_ns_ += cost_ns;
    return insideShare(spike_.inside_ns, before_ns, cost_ns, std::max(expected_cost_ns_, shared_cost_ns_));
}

}  // namespace drover::world
