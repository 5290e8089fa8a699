// What happens in a life: frames of any length, commands of every kind at the worst of times, and deeds.
#include <algorithm>
#include <array>
#include <utility>

#include "app/lab/ordeal/author.h"
#include "app/lab/ordeal/field_dice.h"
#include "app/lab/ordeal/land.h"
#include "app/lab/ordeal/life.h"
#include "core/world/commands/command_fields.h"

namespace drover::lab::ordeal {
namespace {

using world::Scenario;

// One that sets what is in force now, so that what is drawn changes some of it.
template <class C>
C begun(Dice& dice, const world::Settings& now) {
    C c;
    if constexpr (requires { world::whichOf(c, now.scenario); }) {
        const world::Which which = world::whichOf(c, now.scenario);
        if (which.count == 0) return c;
        which.number = dice.below(which.count);
    }
    if constexpr (std::is_same_v<decltype(world::present(c, now)), C>) return world::present(c, now);
    return c;
}

// What makes a command likely to be carried out, and to matter.
template <class C>
void aim(C&, Dice&, const Scenario&) {}
void aim(world::MovePlayer& c, Dice& dice, const Scenario& s) {
    c = {dice.between(0, s.world.world_size), dice.between(0, s.world.world_size)};
}
void aim(world::SetView& c, Dice& dice, const Scenario& s) {
    const double size_m = s.world.world_size;
    c = {dice.between(0, size_m), dice.between(0, size_m), dice.between(0, size_m), dice.between(0, size_m)};
}
void aim(world::SetBudget& c, Dice& dice, const Scenario&) { c.budget = budgetOf(dice); }
void aim(world::SetManager& c, Dice& dice, const Scenario&) {
    const world::LoadRules rules = rulesOf(dice);
    c = {rules.manager, rules.parameters, rules.script};
}
void aim(world::SetTree& c, Dice& dice, const Scenario&) {
    c.branching = 2 + dice.below(3), c.depth = dice.below(4);
}
void aim(world::SetSets& c, Dice& dice, const Scenario& s) {
    if (c.kind >= world::kindsOf(s)) return;
    const auto entry = world::entryOf(s, c.kind);
    c.sets = setsOf(dice, entry.parts(), entry.task.frequency);
}
void aim(world::SetAnimals& c, Dice& dice, const Scenario& s) {
    const bool is_large = c.count > 1'000;
    c.count = is_large ? c.count - dice.below(500) : dice.chance(0.3) ? dice.below(3) : dice.below(20);
    c.brings_back = dice.chance(0.5);
    if (dice.chance(0.5)) c.region = regionIn(dice, s.world.world_size);
}
void aim(world::SetRelations& c, Dice& dice, const Scenario& s) { c.relations = relationsOf(dice, s); }
void aim(world::SetLod& c, Dice& dice, const Scenario& s) {
    c.lod.enabled = dice.chance(0.7);
    c.lod.zone_width = static_cast<float>(dice.between(1, s.world.world_size / 4));
    c.lod.reinit = static_cast<flock::Reinit>(dice.below(4));
}
void aim(world::AddShape& c, Dice& dice, const Scenario& s) {
    c.shape = shapeIn(dice, s.world.world_size);
    if (dice.chance(0.5)) c.number = dice.below(s.world.shapes.size() + 1);
}
void aim(world::RemoveShape& c, Dice& dice, const Scenario& s) {
    c.number = dice.below(s.world.shapes.size() + 1);
}
void aim(world::SetGate& c, Dice& dice, const Scenario&) { c.is_open = dice.chance(0.5); }
void aim(world::SetBuilding& c, Dice& dice, const Scenario&) {
    if (!c.gates.empty() && dice.chance(0.3)) c.gates.pop_back();
    for (people::Gate& gate : c.gates)
        if (dice.chance(0.3)) gate.a.y += dice.between(-0.2, 0.2), gate.is_open = dice.chance(0.7);
    if (c.shapes.size() > 1 && dice.chance(0.3)) std::swap(c.shapes.front(), c.shapes.back());
}
void aim(world::AddPeople& c, Dice& dice, const Scenario& s) {
    c.area = boxIn(dice, s.people.settings.areaIn(s.plane()));
    c.people = 1 + dice.below(20);
    c.route = dice.below(std::max<std::size_t>(s.people.settings.routes.size(), 1));
}
void aim(world::AddSpike& c, Dice& dice, const Scenario&) { c.spike = spikeOf(dice); }
void aim(world::SetLoad& c, Dice& dice, const Scenario&) { c = {dice.between(0, 50), dice.between(0, 20)}; }
void aim(world::SetPause& c, Dice& dice, const Scenario&) { c.is_paused = dice.chance(0.7); }
void aim(world::Restart& c, Dice& dice, const Scenario&) { c.seed = dice.word(); }
void aim(world::LoadScenario& c, Dice& dice, const Scenario& s) {
    c.scenario = scenarioOf(dice, s.load.clock == world::ClockKind::kReal);
}

using Make = world::Command (*)(Dice&, const world::Settings&);
template <class C>
world::Command make(Dice& dice, const world::Settings& now) {
    C c = begun<C>(dice, now);
    if (!dice.chance(0.1)) aim(c, dice, now.scenario);
    return c;
}
template <class... C>
constexpr std::array<Make, sizeof...(C)> makersOf(const std::variant<C...>*) {
    return {make<C>...};
}
constexpr auto kMakers = makersOf(static_cast<const world::Command*>(nullptr));

// The command that takes another back, if there is one.
std::optional<world::Command> undoOf(const world::Command& command, const world::Settings& now) {
    return std::visit(
        [&](auto c) -> std::optional<world::Command> {
            if constexpr (requires { world::whichOf(c, now.scenario); })
                if (const world::Which which = world::whichOf(c, now.scenario); which.number >= which.count)
                    return std::nullopt;
            const auto before = world::present(c, now);
            if constexpr (std::is_same_v<decltype(before), const std::nullopt_t>) {
                return std::nullopt;
            } else if constexpr (requires { before.has_value(); }) {
                return before ? std::optional<world::Command>(*before) : std::nullopt;
            } else {
                return before;
            }
        },
        command);
}

}  // namespace

world::Command commandFor(Dice& dice, const world::World& world, double share) {
    const world::Settings now{world.scenario(), world.timeScale()};
    std::size_t which = dice.below(kMakers.size());
    // A new world ends what has come together in the old one.
    constexpr std::size_t kNewWorlds = 2;
    if (which + kNewWorlds >= kMakers.size() && dice.chance(0.7)) which = dice.below(kMakers.size());
    world::LoggedCommand logged{1, kMakers[which](dice, now)};
    const bool is_large = world.scenario().flocks() > 5'000;
    if (share > 0 && !is_large) {
        FieldDice fields(dice, share, world.scenario().world.world_size);
        describe(fields, logged);
    }
    return std::move(logged.command);
}

Fate::Fate(const Life& life)
    : life_(life),
      dice_(life.seed ^ 0x5DEECE66D),
      share_(dice_.chance(0.7) ? 0 : dice_.oneOf(std::array{0.02, 0.2})),
      worst_(dice_.below(life.frames)) {}

double Fate::frameTime() {
    const double kind = dice_.unit();
    if (kind < 0.85) return 1.0 / 60;
    if (kind < 0.87) return 0;
    if (kind < 0.88) return 10;
    if (kind < 0.9) return dice_.between(0, 1e-6);
    return dice_.between(0, kind < 0.92 ? 3 : 0.2);
}

Moment Fate::next(const world::World& world) {
    Moment moment{.frame_time = frameTime(), .commands = {}};
    const world::Settings now{world.scenario(), world.timeScale()};
    const bool is_worst = moments_++ == worst_;
    const auto give = [&](const world::Command& command) {
        moment.commands.push_back(world::writeCommand({1, command}));
        if (dice_.chance(life_.spoilt_commands))
            moment.commands.back() = spoilt(moment.commands.back(), dice_);
    };
    for (double wanted = life_.commands_a_frame * (is_worst ? 8 : 1); dice_.chance(wanted); --wanted) {
        if (!last_.empty() && dice_.chance(0.1)) {
            moment.commands.push_back(last_);
            continue;
        }
        const world::Command command = commandFor(dice_, world, share_);
        give(command);
        last_ = moment.commands.back();
        if (dice_.chance(0.05)) give(command);
        if (const auto undo = undoOf(command, now); undo && dice_.chance(0.15)) give(*undo);
    }
    paused_for_ = world.isPaused() ? paused_for_ + 1 : 0;
    if (paused_for_ > 3) give(world::SetPause{false});
    // Starving has dice of its own: so the lives that once went wrong are those that they were.
    Dice starving(life_.seed ^ (std::uint64_t{moments_} << 32));
    if (dice_.chance(is_worst ? 0.9 : 0.05)) {
        moment.deed = static_cast<Deed>(dice_.below(kDeeds - 1));
        moment.number = dice_.word();
    } else if (starving.chance(0.015)) {
        moment.deed = Deed::kStarve;
        moment.number = starving.word();
    }
    return moment;
}

}  // namespace drover::lab::ordeal
