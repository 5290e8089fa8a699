#include "app/desktop/undo.h"

#include <cassert>

namespace drover::desktop {
namespace {

std::string textOf(const world::Command& command) { return world::writeCommand({1, command}); }

}  // namespace

void UndoLog::add(world::Command before, world::Command after, std::uint32_t gesture) {
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

world::Command UndoLog::undo() {
    assert(canUndo());
    return steps_[--done_].before;
}

world::Command UndoLog::redo() {
    assert(canRedo());
    return steps_[done_++].after;
}

void UndoLog::clear() { steps_.clear(), done_ = 0; }

std::optional<world::Command> restoring(const world::Command& command, const world::Scenario& scenario,
                                        double time_scale) {
    if (std::get_if<world::SetBudget>(&command)) return world::SetBudget{scenario.load.budget};
    if (std::get_if<world::SetManager>(&command))
        return world::SetManager{scenario.load.manager, scenario.load.parameters};
    if (std::get_if<world::SetLod>(&command)) return world::SetLod{scenario.lod};
    if (std::get_if<world::SetLoad>(&command))
        return world::SetLoad{scenario.load.think_us, scenario.load.base_load_ms};
    if (std::get_if<world::SetTimeScale>(&command)) return world::SetTimeScale{time_scale};
    if (const auto* task = std::get_if<world::SetTask>(&command)) {
        if (task->species >= scenario.species.size()) return std::nullopt;
        return world::SetTask{task->species, scenario.species[task->species].task};
    }
    if (const auto* species = std::get_if<world::SetSpecies>(&command)) {
        if (species->species >= scenario.species.size()) return std::nullopt;
        return world::SetSpecies{species->species, scenario.species[species->species].kind};
    }
    return std::nullopt;
}

bool isAboutTheSame(const world::Command& a, const world::Command& b) {
    if (a.index() != b.index()) return false;
    if (const auto* task = std::get_if<world::SetTask>(&a))
        return task->species == std::get<world::SetTask>(b).species;
    if (const auto* species = std::get_if<world::SetSpecies>(&a))
        return species->species == std::get<world::SetSpecies>(b).species;
    return true;
}

}  // namespace drover::desktop
