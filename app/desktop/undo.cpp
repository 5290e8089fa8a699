#include "app/desktop/undo.h"

#include <cassert>
#include <utility>
#include <variant>

#include "app/desktop/undo_rules.h"

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
    return std::visit(
        [&]<class C>(const C& c) -> std::optional<world::Command> {
            return UndoRule<C>::present(c, scenario, time_scale);
        },
        command);
}

std::vector<world::Command> resetting(const world::Scenario& as_loaded) {
    std::vector<world::Command> commands;
    const auto append = [&]<class C>(std::type_identity<C>) {
        for (C& command : UndoRule<C>::all(as_loaded)) commands.emplace_back(std::move(command));
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        (append(std::type_identity<std::variant_alternative_t<i, world::Command>>{}), ...);
    }(std::make_index_sequence<std::variant_size_v<world::Command>>{});
    return commands;
}

bool isAboutTheSame(const world::Command& a, const world::Command& b) {
    if (a.index() != b.index()) return false;
    return std::visit(
        [&]<class C>(const C& c) {
            if constexpr (requires { c.species; }) return c.species == std::get<C>(b).species;
            return true;
        },
        a);
}

}  // namespace drover::desktop
