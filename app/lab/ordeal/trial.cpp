#include "app/lab/ordeal/trial.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "app/command_line/version.h"
#include "app/lab/ordeal/checkers.h"
#include "app/lab/ordeal/disk.h"
#include "core/base/allocations.h"
#include "core/cores/team.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "core/world/files/scenario_file.h"
#include "core/world/memory/memory_need.h"
#include "core/world/memory/refusal.h"

namespace drover::lab::ordeal {
namespace {

using world::Command;
using world::World;

// Thrown where something is wrong.
struct Failure {
    std::string what;
};
template <class... Args>
void require(bool is_so, fmt::format_string<Args...> format, Args&&... args) {
    if (!is_so) throw Failure{fmt::format(format, std::forward<Args>(args)...)};
}

class Trial {
  public:
    Trial(Life& life, Coverage& coverage, const world::Scenario& scenario)
        : life_(life),
          seen_(coverage),
          dice_(life.seed ^ 0xC0FFEE),
          scenario_(scenario),
          clock_(life.clock),
          team_(cores::makeTeam(life.threads)),
          world_(std::make_unique<World>(scenario, &clock_, team_.get())) {
        const bool is_repeatable = !life.clock.is_real || life.threads == 1;
        other_team_ = cores::makeTeam(is_repeatable && life.clock.is_real ? 1 : life.threads == 1 ? 2 : 1);
        is_large_ = scenario.flocks() > 5'000;
        world_->limitMemory(life.memory_bytes);
        world_->listEvents(true);
        past_.follow(*world_, {});
        past_.land_since_ns = -1;
        past_.is_anew = past_.has_new_rows = true;
        check(*world_, past_, "at its beginning: ");
        past_.keep(*world_);
        first_ = std::make_unique<World>(*world_);
        keyframes_.offer(0, *world_);
        hashes_.push_back(world_->stateHash());
    }

    void pass(const Moment& moment);
    void end();
    const World& world() const { return *world_; }
    const replay::Tape& tape() const { return tape_; }
    std::uint64_t hash() const { return world_->stateHash(); }

  private:
    std::vector<Command> read(std::span<const std::string> lines);
    void probe(const Command& command);
    void count(std::span<const Command> commands);
    void follow(const Moment& moment, std::span<const Command> commands);
    static void check(const World& world, Past& past, const char* whose);
    void act(const Moment& moment);
    void copy(unsigned threads);
    void fork(std::uint32_t number);
    void exchange(std::uint32_t number);
    void starve(std::uint32_t number);
    void seek(std::uint64_t frame, Circumstance how);
    void countTape(std::uint64_t frames, Circumstance how);

    Life& life_;
    Coverage& seen_;
    Dice dice_;
    const world::Scenario& scenario_;
    ScriptedClock clock_;
    std::unique_ptr<cores::Team> team_, other_team_;
    std::vector<std::unique_ptr<cores::Team>> more_teams_;
    std::unique_ptr<World> world_, first_, twin_;
    bool is_large_ = false;
    replay::Tape tape_;
    replay::Keyframes keyframes_{std::size_t{16} << 20};
    std::vector<std::uint64_t> hashes_;                  // by frame of the tape
    std::vector<std::vector<std::size_t>> on_tape_{{}};  // kinds of the commands, by frame of the tape
    std::vector<std::size_t> waiting_;
    std::optional<std::size_t> last_command_;
    Past past_;
};

// Commands as they come from a log: what may not stand there is refused with its place.
std::vector<Command> Trial::read(std::span<const std::string> lines) {
    std::vector<Command> out;
    for (const std::string& line : lines) {
        auto log = world::parseCommandLog("a life", line);
        if (!log) {
            require(log.error.line > 0 && !log.error.allowed.empty(),
                    "a command was refused without a place or a reason: {}", line);
            ++seen_.commands_refused;
            continue;
        }
        for (const world::LoggedCommand& logged : *log) {
            const std::string again = world::writeCommand(logged);
            const auto twice = world::parseCommandLog("a life", again);
            require(twice && world::writeCommand(twice.value->front()) == again,
                    "a command is read as another one: {}", again);
            out.push_back(logged.command);
        }
    }
    return out;
}

// On a copy: a command that is refused changes nothing, and says why.
void Trial::probe(const Command& command) {
    const Flaw refusal = world::refusalOf(command, world_->scenario(), world_->memoryBytes());
    if (!refusal) return;
    ++seen_.commands_refused;
    World copy(*world_);
    copy.command({&command, 1});
    require(copy.refusal() && copy.refusal()->message() == refusal->message(),
            "{}: refused as \"{}\", and by the world in other words", world::writeCommand({1, command}),
            refusal->message());
    require(copy.stateHash() == world_->stateHash() &&
                world::writeScenario(copy.scenario()) == world::writeScenario(world_->scenario()),
            "a command that was refused has changed something: {}", world::writeCommand({1, command}));
}

void Trial::count(std::span<const Command> commands) {
    for (const Command& command : commands) {
        seen_.give(command.index(), world_->isPaused() ? Circumstance::kPaused : Circumstance::kRunning);
        if (last_command_) ++seen_.pairs[*last_command_][command.index()];
        last_command_ = command.index();
        waiting_.push_back(command.index());
        ++seen_.commands;
    }
}

void Trial::pass(const Moment& moment) {
    const std::vector<Command> commands = read(moment.commands);
    if (!is_large_)
        for (const Command& command : commands) probe(command);
    count(commands);
    past_.follow(*world_, commands);
    const std::uint64_t frame = world_->frame();
    world_->step(moment.frame_time, commands);
    require(!world_->isPaused() || world_->frame() <= frame, "a paused world goes on");
    const bool has_stepped = tape_.add(moment.frame_time, commands, *world_);
    if (has_stepped) {
        hashes_.push_back(world_->stateHash());
        on_tape_.push_back(std::exchange(waiting_, {}));
        keyframes_.offer(tape_.frames(), *world_);
        check(*world_, past_, "");
        seen_.see(*world_);
    }
    follow(moment, commands);
    past_.keep(*world_);
    act(moment);
}

// The copy that lives beside it.
void Trial::follow(const Moment& moment, std::span<const Command> commands) {
    if (!twin_) return;
    twin_->stepAgain({moment.frame_time, {commands.begin(), commands.end()}, world_->outside()});
    require(!twin_->hasStrayed(), "a copy has read other times");
    require(twin_->stateHash() == world_->stateHash() && twin_->partHash(0, 1) == world_->partHash(0, 1),
            "a copy on other threads has another state");
}

void Trial::check(const World& world, Past& past, const char* whose) {
    const std::string flaw = flawOf(world, past);
    require(flaw.empty(), "{}{}", whose, flaw);
}

void Trial::act(const Moment& moment) {
    ++seen_.deeds[static_cast<std::size_t>(moment.deed)];
    const std::uint64_t frames = tape_.frames();
    switch (moment.deed) {
        case Deed::kNothing: break;
        case Deed::kCopy: copy(1 + moment.number % 3); break;
        case Deed::kFork: fork(moment.number); break;
        case Deed::kExchange: exchange(moment.number); break;
        case Deed::kThreads:
            if (life_.clock.is_real && life_.threads == 1) break;
            more_teams_.push_back(cores::makeTeam(1 + moment.number % 4));
            world_->setTeam(more_teams_.back().get());
            break;
        case Deed::kSeek: seek(moment.number % (frames + 1), Circumstance::kSeeking); break;
        case Deed::kCut:
            if (const std::string flaw =
                    flawOfCutRecording(scenario_, tape_, hashes_, *first_, moment.number);
                !flaw.empty())
                throw Failure{"a recording that was cut off: " + flaw};
            break;
        case Deed::kStarve: starve(moment.number); break;
    }
}

void Trial::copy(unsigned threads) {
    more_teams_.push_back(cores::makeTeam(threads));
    twin_ = std::make_unique<World>(*world_);
    twin_->setTeam(more_teams_.back().get());
    require(twin_->stateHash() == world_->stateHash(), "a copy has another state");
}

// Goes its own way for some frames, with commands of its own; nothing of it may be seen here.
void Trial::fork(std::uint32_t number) {
    const std::uint64_t before = world_->stateHash();
    World fork(*world_);
    Past past = past_;
    Dice dice(number);
    for (std::uint32_t frames = is_large_ ? 2 : 1 + dice.below(12); frames > 0; --frames) {
        std::vector<std::string> lines;
        while (dice.chance(0.3)) lines.push_back(world::writeCommand({1, commandFor(dice, fork, 0)}));
        std::vector<Command> commands = read(lines);
        for (const Command& command : commands) seen_.give(command.index(), Circumstance::kForked);
        if (fork.isPaused()) commands.push_back(world::SetPause{false});
        past.follow(fork, commands);
        const std::uint64_t frame = fork.frame();
        fork.step(1.0 / 60, commands);
        if (!fork.isPaused() && fork.frame() != frame) check(fork, past, "a fork: ");
        past.keep(fork);
    }
    require(world_->stateHash() == before, "a fork has changed the world that it is of");
}

void Trial::exchange(std::uint32_t number) {
    const std::uint64_t before = world_->stateHash();
    if (number % 2 == 0) {
        const World copy(*world_);
        *world_ = copy;
    } else {
        world_ = std::make_unique<World>(*world_);
    }
    require(world_->stateHash() == before, "a world that goes on as its copy has another state");
}

// Wherever memory ends, an exception comes, and nothing else; and nothing of it may be seen here.
void Trial::starve(std::uint32_t number) {
    const std::uint64_t before = world_->stateHash();
    Dice dice(number);
    std::vector<Command> commands = {world::SetPause{false}};
    if (dice.chance(0.7)) commands.push_back(commandFor(dice, *world_, 0));
    const std::unique_ptr<cores::Team> team = cores::makeTeam(1 + dice.below(3));
    const std::size_t frames = dice.below(4);
    failAllocation(1 + dice.below(dice.oneOf(std::array{10u, 100u, 1'000u, 10'000u})));
    try {
        World copy(*world_);
        copy.setTeam(team.get());
        for (std::size_t frame = 0; frame < frames; ++frame) copy.step(1.0 / 60, commands);
    } catch (const std::bad_alloc&) {
        ++seen_.out_of_memory;
    }
    failAllocation(0);
    require(world_->stateHash() == before, "a copy that found no memory has changed the world that it is of");
}

void Trial::countTape(std::uint64_t frames, Circumstance how) {
    for (std::uint64_t frame = 0; frame <= frames; ++frame)
        for (const std::size_t command : on_tape_[frame]) seen_.give(command, how);
}

// Another world on other threads, brought to a frame from the nearest keyframe.
void Trial::seek(std::uint64_t frame, Circumstance how) {
    World other(*first_);
    other.setTeam(other_team_.get());
    replay::Keyframes* const keyframes = how == Circumstance::kSeeking ? &keyframes_ : nullptr;
    replay::Replayer replayer(tape_, other, keyframes);
    require(replayer.seek(frame), "there is an obstacle before frame {}", frame);
    countTape(frame, how);
    require(!replayer.difference(), "replayed, frame {} is another one: {}",
            replayer.difference() ? replayer.difference()->frame : 0,
            replayer.difference() ? replayer.difference()->what : "");
    require(!other.hasStrayed(), "replayed, it has read other times");
    require(other.stateHash() == hashes_[frame], "brought to frame {}, it has another state", frame);
    if (how == Circumstance::kSeeking || frame < tape_.frames()) return;
    other.command(tape_.waiting());
    require(other.stateHash() == world_->stateHash(), "replayed to its end, it has another state");
}

void Trial::end() { seek(tape_.frames(), Circumstance::kReplaying); }

Outcome refused(const InputError& error, const Life& life, Coverage& coverage) {
    Outcome outcome{.failure = {}, .is_refused = true};
    ++coverage.refused;
    if (error.line == 0 || error.column == 0 || error.allowed.empty())
        outcome.failure =
            fmt::format("a scenario was refused without a place or a reason: {}", error.message());
    static_cast<void>(life);
    return outcome;
}

}  // namespace

Outcome live(Life& life, Coverage& coverage, FunctionRef<void(const Moment&)> tell) {
    ++coverage.lives;
    auto scenario = world::parseScenario("a life", life.text, kMemory);
    if (!scenario) return refused(scenario.error, life, coverage);
    coverage.real_clocks += life.clock.is_real, coverage.threaded += life.threads > 1;
    coverage.large += scenario->flocks() > 5'000;
    Outcome outcome;
    std::unique_ptr<Trial> trial;
    try {
        if (!life.is_spoilt && world::writeScenario(*scenario) != life.text)
            throw Failure{"the scenario is written as another one than it was read"};
        trial = std::make_unique<Trial>(life, coverage, *scenario);
        if (life.moments.empty()) {
            Fate fate(life);
            while (life.moments.size() < life.frames) {
                life.moments.push_back(fate.next(trial->world()));
                tell(life.moments.back());
                trial->pass(life.moments.back());
            }
        } else {
            for (const Moment& moment : life.moments) trial->pass(moment);
        }
        trial->end();
    } catch (const Failure& failure) {
        outcome.failure = failure.what;
    } catch (const std::bad_alloc&) {
        ++coverage.out_of_memory;
        if (life.memory_bytes == ~std::uint64_t{0}) outcome.failure = "an allocation failed";
    } catch (const std::exception& error) {
        outcome.failure = fmt::format("an exception: {}", error.what());
    }
    if (trial) {
        outcome.frames = trial->world().frame();
        if (!life.clock.is_real || life.threads == 1) outcome.hash = trial->hash();
        if (!outcome.failure.empty()) outcome.failure += fmt::format(" (frame {})", outcome.frames);
    }
    return outcome;
}

std::string record(const Life& life, const std::string& path) {
    const auto scenario = world::parseScenario("a life", life.text, kMemory);
    if (!scenario) return {};
    Life lived = life;
    Coverage coverage;
    Trial trial(lived, coverage, *scenario.value);
    for (const Moment& moment : life.moments) trial.pass(moment);
    return replay::writeRecording(path, {.program = command_line::buildText(), .source = "a life"},
                                  *scenario.value, trial.tape(), trial.hash());
}

}  // namespace drover::lab::ordeal
