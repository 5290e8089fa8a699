#include "app/desktop/undo.h"

#include <cassert>

namespace drover::desktop {
namespace {

std::string textOf(const Command& command) { return writeCommand({1, command}); }

}  // namespace

void UndoLog::add(Command before, Command after, std::uint32_t gesture) {
    steps_.resize(done_);
    if (gesture != 0 && done_ > 0 && steps_.back().gesture == gesture) {
        steps_.back().after = std::move(after);
        return;
    }
    // A drag that came back to where it began; while it went on, its beginning was still wanted.
    if (done_ > 0 && textOf(steps_.back().before) == textOf(steps_.back().after)) steps_.pop_back();
    if (textOf(before) != textOf(after)) {
        if (steps_.size() == kMostSteps) steps_.erase(steps_.begin());
        steps_.push_back({std::move(before), std::move(after), gesture});
    }
    done_ = steps_.size();
}

Command UndoLog::undo() {
    assert(canUndo());
    return steps_[--done_].before;
}

Command UndoLog::redo() {
    assert(canRedo());
    return steps_[done_++].after;
}

void UndoLog::clear() { steps_.clear(), done_ = 0; }

std::optional<Command> restoring(const Command& command, const Scenario& scenario, double time_scale) {
    if (std::get_if<SetBudget>(&command)) return SetBudget{scenario.load.budget};
    if (std::get_if<SetManager>(&command)) return SetManager{scenario.load.manager, scenario.load.parameters};
    if (std::get_if<SetLod>(&command)) return SetLod{scenario.lod};
    if (std::get_if<SetLoad>(&command)) return SetLoad{scenario.load.think_us, scenario.load.base_load_ms};
    if (std::get_if<SetTimeScale>(&command)) return SetTimeScale{time_scale};
    if (const auto* task = std::get_if<SetTask>(&command)) {
        if (task->species >= scenario.species.size()) return std::nullopt;
        return SetTask{task->species, scenario.species[task->species].task};
    }
    if (const auto* species = std::get_if<SetSpecies>(&command)) {
        if (species->species >= scenario.species.size()) return std::nullopt;
        return SetSpecies{species->species, scenario.species[species->species].kind};
    }
    return std::nullopt;
}

bool isAboutTheSame(const Command& a, const Command& b) {
    if (a.index() != b.index()) return false;
    if (const auto* task = std::get_if<SetTask>(&a)) return task->species == std::get<SetTask>(b).species;
    if (const auto* species = std::get_if<SetSpecies>(&a))
        return species->species == std::get<SetSpecies>(b).species;
    return true;
}

}  // namespace drover::desktop
