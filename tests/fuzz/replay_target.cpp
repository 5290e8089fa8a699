#include "replay_target.h"

#include <algorithm>
#include <new>
#include <span>
#include <variant>

#include "core/flock/manner.h"
#include "core/load/clock.h"
#include "core/record/history.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "memory_file.h"

namespace drover::fuzz {
namespace {

// Whether worlds of it are small, and their species need not be measured first, which takes far longer than
// all the rest.
bool isQuick(const world::Scenario& scenario) {
    constexpr std::uint64_t kMostSteps = 20'000;
    flock::Species plain;
    plain.branching = plain.depth = 2;
    std::uint64_t steps = scenario.wildlife.count + scenario.pursuit.count;
    for (const world::SpeciesEntry& entry : scenario.species) {
        flock::Species kind = entry.kind;
        kind.manner = {};
        if (flock::hasManner(kind) && kind != plain) return false;
        const double agents = static_cast<double>(entry.flocks) * static_cast<double>(entry.kind.agents());
        if (agents * entry.kind.max_substeps > kMostSteps) return false;
        steps += static_cast<std::uint64_t>(agents) * entry.kind.max_substeps;
    }
    return steps <= kMostSteps;
}

bool isQuick(std::span<const world::Command> commands, const world::World& world) {
    return std::ranges::all_of(commands, [&](const world::Command& command) {
        if (const auto* load = std::get_if<world::LoadScenario>(&command)) return isQuick(load->scenario);
        if (!std::holds_alternative<world::SetTree>(command) &&
            !std::holds_alternative<world::SetSpecies>(command))
            return true;
        return std::ranges::none_of(world.scenario().species, [](const world::SpeciesEntry& entry) {
            return entry.kind.integration != flock::Integration::kPaper;
        });
    });
}

}  // namespace

void replayRecording(std::string_view bytes) {
    constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;
    constexpr std::uint64_t kMostFrames = 16;
    const MemoryFile file(bytes);
    const auto recording = replay::readRecording(file.path(), kSmall);
    if (!recording || !isQuick(recording.value->scenario)) return;
    const replay::Tape& tape = recording.value->tape;
    load::ModelClock clock;  // stands still: what is stepped again reads none
    world::World world(recording.value->scenario, &clock);
    world.limitMemory(kSmall);
    replay::Replayer replayer(tape, world);
    replay::TapeReader ahead(tape);
    const auto isNextQuick = [&] {
        const replay::CheckedFrame* const next = ahead.next();
        return next == nullptr || (isQuick(next->frame.commands, world) && isQuick(world.scenario()));
    };
    try {
        while (replayer.frame() < kMostFrames && isNextQuick() && replayer.step() != nullptr)
            if (!world.isPaused()) record::History(1).push(world.record());
        if (!replayer.isAtEnd() || !isQuick(tape.waiting(), world)) return;
        world.command(tape.waiting());
        world.stateHash();
    } catch (const std::bad_alloc&) {
        return;  // its leaves need more than there is
    }
    if (bytes.size() % 8 != 0) return;  // now and then is enough: it takes as long as all before
    const MemoryFile again("");
    const std::string wrong = replay::writeRecording(again.path(), recording.value->header,
                                                     recording.value->scenario, tape, world.stateHash());
    require(wrong.empty(), "what was read can be written");
    require(bool{replay::readRecording(again.path(), kSmall)}, "and read again");
}

}  // namespace drover::fuzz
