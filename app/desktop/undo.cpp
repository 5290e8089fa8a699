#include "app/desktop/undo.h"

#include <cassert>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/world/commands/command_fields.h"

namespace drover::desktop {
namespace {

std::string textOf(const Change& change) {
    if (const auto* use = std::get_if<UseCores>(&change)) return std::to_string(use->cores);
    return world::writeCommand({1, std::get<world::Command>(change)});
}

// Whether a scenario has several of what the command sets, and `number` says which one is meant.
template <class C>
constexpr bool kIsOfSeveral = requires(C c, const world::Scenario& s) { whichOf(c, s); };

// Whether it is undone by another one of its sort.
template <class C>
constexpr bool kSetsAValue =
    std::is_same_v<decltype(present(std::declval<const C&>(), std::declval<const world::Settings&>())), C>;

// The commands of this sort that set all that `now` holds of it.
template <class C>
void appendAll(std::vector<world::Command>& commands, const world::Settings& now) {
    C command;
    if constexpr (kIsOfSeveral<C>) {
        const world::Which which = whichOf(command, now.scenario);
        for (which.number = 0; which.number < which.count; ++which.number)
            commands.emplace_back(present(command, now));
    } else if constexpr (kSetsAValue<C>) {
        commands.emplace_back(present(command, now));
    }
}

}  // namespace

void UndoLog::add(Change before, Change after, std::uint32_t gesture) {
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

Change UndoLog::undo() {
    assert(canUndo());
    return steps_[--done_].before;
}

Change UndoLog::redo() {
    assert(canRedo());
    return steps_[done_++].after;
}

void UndoLog::clear() { steps_.clear(), done_ = 0; }

std::optional<world::Command> restoring(const world::Command& command, const world::Scenario& scenario,
                                        double time_scale) {
    return std::visit(
        [&]<class C>(C c) -> std::optional<world::Command> {
            if constexpr (kIsOfSeveral<C>) {
                const world::Which which = whichOf(c, scenario);
                if (which.number >= which.count) return std::nullopt;
            }
            return present(c, {scenario, time_scale});
        },
        command);
}

std::vector<world::Command> resetting(const world::Scenario& as_loaded) {
    std::vector<world::Command> commands;
    [&]<class... C>(std::type_identity<std::variant<C...>>) {
        (appendAll<C>(commands, {as_loaded}), ...);
    }(std::type_identity<world::Command>{});
    return commands;
}

bool isAboutTheSame(const world::Command& a, const world::Command& b) {
    if (a.index() != b.index()) return false;
    return std::visit(
        [&]<class C>(C c) {
            if constexpr (!kSetsAValue<C>) return false;
            if constexpr (kIsOfSeveral<C>) {
                const world::Scenario any;
                C other = std::get<C>(b);
                return whichOf(c, any).number == whichOf(other, any).number;
            }
            return true;
        },
        a);
}

}  // namespace drover::desktop
