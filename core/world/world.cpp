#include "core/world/world.h"

#include <algorithm>

#include "core/world/running_world.h"
#include "core/world/world_view.h"

namespace drover::world {

World::World(const Scenario& scenario, load::Clock* real_clock, cores::Team* team)
    : inside_(std::make_unique<RunningWorld>(scenario, real_clock, team)) {}
World::World(const World& other) : inside_(std::make_unique<RunningWorld>(*other.inside_)) {}
World::World(const World& other, ClockKind clock)
    : inside_(std::make_unique<RunningWorld>(*other.inside_, clock)) {}
World::~World() = default;

World& World::operator=(const World& other) {
    *inside_ = *other.inside_;
    return *this;
}

void World::setTeam(cores::Team* team) { inside_->setTeam(team); }

const record::FrameRecord& World::step(double frame_time, std::span<const Command> commands) {
    return inside_->step(frame_time, commands);
}
void World::command(std::span<const Command> commands) { inside_->command(commands); }
const record::FrameRecord& World::stepAgain(const RecordedFrame& frame) { return inside_->stepAgain(frame); }
const Outside& World::outside() const { return inside_->outside_; }
bool World::hasStrayed() const { return inside_->clock_.hasStrayed(); }

std::int64_t World::busy_ns() const { return inside_->busy_ns(); }
double World::naturalFrameTime() const {
    return std::clamp(static_cast<double>(busy_ns()) * 1e-9, scenario().frame_time, 10.0);
}

WorldView World::view() const {
    return {
        .flocks = flocks(),
        .ground = *inside_->ground_,
        .others = inside_->surroundings_,
        .shapes = scenario().world.shapes,
        .species = scenario().species,
        .population = population(),
        .table = tasks(),
        .manager = manager(),
        .tasks = std::span(tasks().columns.state).first(population().rows()),
        .player = player(),
        .simul_ns = tasks().simul_ns,
        .frame = frame(),
        .is_paused = isPaused(),
        .hunted = inside_->boost_.rows(),
        .thought_shares = inside_->thinking_.shares(),
        .waited_ms = inside_->tally_.waited_ms(),
        .team = inside_->round_->team(),
    };
}

const Scenario& World::scenario() const { return inside_->scenario_; }
const flock::FlockStore& World::flocks() const { return inside_->population_.flocks; }
const Population& World::population() const { return inside_->population_; }
const load::TaskTable& World::tasks() const { return inside_->tasks_; }
const load::Manager& World::manager() const { return *inside_->manager_; }
record::Band World::bandOf(std::uint32_t task) const { return inside_->importance_.bandOf(task); }
load::TaskId World::schedulerTask(std::size_t scheduler) const {
    return tasks().idOf(population().rows() + static_cast<std::uint32_t>(scheduler));
}
std::uint32_t World::kindOf(std::uint32_t task) const { return population().kindOf(task); }
std::vector<std::string> World::kindNames() const { return world::kindNames(scenario()); }

Place World::player() const { return inside_->player_.place(); }
bool World::isPaused() const { return inside_->is_paused_; }
double World::timeScale() const { return inside_->time_scale_; }
std::span<const Spike> World::spikes() const { return inside_->spikes_; }

double World::time() const { return static_cast<double>(tasks().simul_ns) * 1e-9; }
const record::FrameRecord& World::record() const { return inside_->record_; }
std::span<const record::TaskEvent> World::events() const { return inside_->tally_.events(); }
void World::listEvents(bool is_wanted, std::size_t most) { inside_->tally_.listEvents({is_wanted, most}); }
std::span<const record::SetEvent> World::setEvents() const { return inside_->set_events_; }
float World::largestJump() const { return inside_->tally_.largestJump(); }
std::uint64_t World::refused() const { return inside_->tally_.refused(); }

std::size_t World::bytes() const {
    std::size_t bytes = inside_->bytes();
    for (const ground::Shape& shape : scenario().world.shapes)
        bytes += sizeof shape + shape.corners.size() * sizeof(ground::Point);
    return bytes;
}
void World::limitMemory(std::uint64_t bytes) { inside_->limitMemory(bytes); }
std::uint64_t World::memoryBytes() const { return inside_->memory_bytes_; }
const Flaw& World::refusal() const { return inside_->refusal_; }

std::uint64_t World::stateHash() const { return inside_->stateHash(); }
std::uint64_t World::partHash(std::uint32_t part, std::uint32_t parts) const {
    return inside_->partHash(part, parts);
}

}  // namespace drover::world
