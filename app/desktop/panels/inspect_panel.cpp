// The Inspect panel: the selected flock with its tree, or the selected animal with its state; and its task.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/desktop/animal_drawing.h"
#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/membrane_drawing.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/period_trail.h"
#include "app/desktop/selection.h"
#include "app/desktop/widgets/widgets.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/task_table.h"
#include "core/world/frame/mind_sets.h"
#include "core/world/scenario/kinds.h"
#include "core/world/scenario/sets_fields.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

// What the set did in the last frame. Null: it was not due, or its agent did not run.
const record::SetEvent* eventOf(const world::World& world, std::uint32_t task, const std::string& name) {
    for (const record::SetEvent& set : world.setEvents())
        if (set.task == task && set.name == name) return &set;
    return nullptr;
}

std::string courseOf(const record::SetEvent* event) {
    if (event == nullptr) return "not due";
    if (event->was_left_out) return std::string(event->outcome);
    const char* begun = event->is_anew ? ", anew" : event->is_continued ? ", went on" : "";
    return fmt::format("{} of {} atoms{}: {}", event->atoms, event->atoms_of_set, begun, event->outcome);
}

std::string rhythmOf(const world::SetEntry& set, bool is_behaviour) {
    std::string text;
    if (is_behaviour) text = fmt::format("{}, priority {}, ", drover::nameOf(set.method), set.priority);
    text += set.period == 1 ? "every run" : fmt::format("every {} frames", set.period);
    return set.delay == 0 ? text : text + fmt::format(", delay {}", set.delay);
}

const char* tipOf(load::ExecutionMethod method) {
    for (const Choice<load::ExecutionMethod>& choice : load::kExecutionMethods)
        if (choice.value == method) return choice.text;
    return "";
}

void showSet(Desk& desk, std::uint32_t task, std::span<const minds::PartInfo> parts,
             const world::SetEntry& set) {
    const minds::PartInfo* part = world::findPart(parts, set.name);
    if (part == nullptr) return;
    const bool is_behaviour = part->place == load::ExecutionPart::kBehaviour;
    const std::string name = "inspect.set." + set.name;
    const std::string tip = std::string("It ") + part->text + ". When its time is used up it " +
                            (is_behaviour ? tipOf(set.method) : "runs to its end") + ".";
    reading(desk, (name + ".how").c_str(), set.name.c_str(), rhythmOf(set, is_behaviour), tip.c_str());
    const std::string course = courseOf(eventOf(desk.session.world(), task, set.name));
    paragraph(desk, course);
    noteItem(desk, name.c_str(), "reading", course);
}

void showSets(Desk& desk, std::uint32_t task) {
    const world::World& world = desk.session.world();
    const std::uint32_t kind = world.kindOf(task);
    const auto entry = entryOf(world.scenario(), kind);
    if (entry.sets.empty() || world.manager().info().name != "process") return;
    desk.lists_tasks = true;
    heading(desk, "Sets, in this frame");
    for (const world::SetEntry& set : entry.sets) showSet(desk, task, entry.parts(), set);
}

void showMind(Desk& desk, std::uint32_t task) {
    const world::World& world = desk.session.world();
    const world::WorldView view = world.view();
    const auto [animals, other, i] = view.at(task);
    reading(desk, "inspect.speed", "Speed",
            fmt::format("{:.1f} of {:.1f} m/s", static_cast<double>(length(animals.velocityOf(i))),
                        static_cast<double>(animals.kind().sorts[animals.sortOf(i)].fastest)),
            "As of its last update, and the fastest that it can be.");
    readings(desk, "inspect", animals.tellOf(i));
    const std::optional<std::size_t> target = view.targetOf(task);
    const char* const tip =
        "Whom it goes after or runs from: an arrow in the world shows it. Selecting it shows its own mind.";
    if (!target) {
        reading(desk, "inspect.target", "Target", "none", tip);
        return;
    }
    const float away_m = length(view.plane().offset(view.placeOf(task), view.placeOf(*target)));
    reading(desk, "inspect.target", "Target",
            fmt::format("{} {}, {:.0f} m", deedOf(world, task), nameOf(world, *target),
                        static_cast<double>(away_m)),
            tip);
    if (button(desk, "inspect.select_target", "Select the target", "Selects the animal that it goes after."))
        desk.view.draw.selected_task = static_cast<std::uint32_t>(*target);
}

// For users who cannot point at an animal in the world view.
void offerNearest(Desk& desk) {
    if (!button(desk, "inspect.nearest", "Nearest",
                "Selects the animal, or the flock whose centre, is nearest to the player. Key I"))
        return;
    desk.view.draw.selected_task = nearestToPlayer(desk.session.world());
}

void showHead(Desk& desk, std::uint32_t task) {
    const world::World& world = desk.session.world();
    const world::WorldView view = world.view();
    const std::string name = nameOf(world, task);
    heading(desk, name);
    noteItem(desk, task < view.flocks.size() ? "inspect.flock" : "inspect.mind", "reading", name);
    if (const auto follows =
            toggle(desk, "inspect.follow", "Follow", desk.view.follows_selected, "The view follows it.")) {
        desk.view.follows_selected = *follows;
        if (*follows) desk.view.follows_player = false;
    }
    ImGui::SameLine();
    offerNearest(desk);
    ImGui::SameLine();
    if (button(desk, "inspect.close", "Deselect", "Clears the selection.")) {
        desk.view.draw.selected_task.reset();
        desk.view.follows_selected = false;
    }
    const auto away_m = static_cast<double>(length(view.plane().offset(view.player, view.placeOf(task))));
    reading(desk, "inspect.distance", "To the player",
            fmt::format("{:.0f} m, {}", away_m, record::kBandNames[record::row(world.bandOf(task))]),
            "Its distance, of a flock its centre's; and its band in the plots and records.");
}

// What one of its animals sees and feels.
void showAnimal(Desk& desk, FlockId flock) {
    const world::WorldView view = desk.session.world().view();
    AnimalView& animals = desk.panels.animal;
    if (view.flocks.isAlone(flock)) {
        paragraph(
            desk,
            "This herd is one point now. It sees no neighbours, and moves like the centre of the herd.");
        return spellPushes(desk, animals.pushed(view.flocks, flock, view.aroundOf(flock)));
    }
    const OneAnimal* const animal =
        animals.look(view.flocks, flock, desk.view.selected_leaf, view.aroundOf(flock));
    if (animal == nullptr) return;
    if (!desk.view.selected_leaf) desk.view.selected_leaf = animal->node;
    drawAnimal(desk, *animal);
}

void showMode(Desk& desk, FlockId flock) {
    const world::World& world = desk.session.world();
    const auto level = world.flocks().depthOf(flock);
    if (!level) return;
    const auto task = static_cast<std::uint32_t>(row(flock));
    reading(desk, "inspect.mode", "Mode",
            fmt::format("level {} of {}, every {:.0f} ms", *level, world.flocks().treeOf(flock).depth,
                        ms(world.manager().periodOf(world.tasks(), task))),
            "The level of detail and the period that the manager has chosen for this herd.");
}

void showFlock(Desk& desk, FlockId flock) {
    const flock::FlockStore& flocks = desk.session.world().flocks();
    const std::uint32_t leaves = flocks.count(flock);
    reading(desk, "inspect.leaves", "Points",
            fmt::format("{} {} for {} animals", leaves, leaves == 1 ? "stands" : "stand",
                        flocks.speciesOf(flock).agents()),
            "Leaves on the membrane, and the B^D agents that the flock stands for.");
    showMode(desk, flock);
    drawMembrane(desk, flock, desk.panels.tree);
    showAnimal(desk, flock);
}

// A time relative to now: "0.120 s ago", "in 0.030 s".
std::string spelledMoment(std::int64_t moment_ns, std::int64_t now_ns) {
    const double seconds = static_cast<double>(moment_ns - now_ns) * 1e-9;
    if (std::abs(seconds) < 0.0005) return "now";
    return seconds > 0 ? fmt::format("in {:.3f} s", seconds) : fmt::format("{:.3f} s ago", -seconds);
}

void showTask(Desk& desk, std::uint32_t task) {
    const world::World& world = desk.session.world();
    const load::TaskTable& tasks = world.tasks();
    const load::TaskState& now = tasks.columns.state[task];
    if (tasks.isResting(task)) {
        reading(desk, "inspect.reason", "This frame", "rests",
                "It is outside or folded: there is nothing to decide, so it is no task until that is over.");
        return;
    }
    const double cost_ms = ms(now.cost_ns), period_ms = ms(world.manager().periodOf(tasks, task));
    reading(desk, "inspect.c", "Cost (C)", fmt::format("{:.4f} ms", cost_ms),
            "Cost of an update: the estimate that the manager plans with.");
    reading(desk, "inspect.t", "Period now (T)", fmt::format("{:.1f} ms", period_ms),
            "As the manager assigned it in this frame. Elastic tasks: T = C / U.");
    reading(desk, "inspect.t0", "Nominal (T0)", fmt::format("{:.1f} ms", ms(now.nominal_ns)),
            "The period at which it looks best.");
    reading(desk, "inspect.tmax", "Longest (Tmax)", fmt::format("{:.1f} ms", ms(now.maximum_ns)),
            "The longest period it can bear.");
    reading(desk, "inspect.e", "Elasticity (E)", fmt::format("{:.4g}", tasks.elasticity(task)),
            "Distance to the player, at least 1 m, times its species' factors.");
    reading(desk, "inspect.u", "Utilisation (U)",
            fmt::format("{:.6f}", period_ms > 0 ? cost_ms / period_ms : 0.0), "U = C / T.");
    reading(desk, "inspect.m", "Delays (M)", fmt::format("{}", tasks.delays(task)),
            "Frames in a row in which it was due and did not run.");
    reading(desk, "inspect.reason", "This frame", load::text(tasks.columns.reason[task]),
            "Why it ran or did not run.");
    reading(desk, "inspect.last", "Updated up to", spelledMoment(now.last_ns, tasks.simul_ns),
            "Tlast: the simulated time up to which it has been updated.");
    reading(desk, "inspect.next", "Next date", spelledMoment(tasks.next_ns(task), tasks.simul_ns),
            "Tnext: when it is due. In the past: it is waiting.");
}

}  // namespace

void drawInspectPanel(Desk& desk) {
    const world::World& world = desk.session.world();
    auto& selected = desk.view.draw.selected_task;
    const world::WorldView view = world.view();
    if (selected && *selected >= view.tasks.size()) selected.reset();  // left over from another world
    if (!selected) {
        paragraph(
            desk,
            "Click a flock or an animal in the world, or a task in the frame strip, to see its mind and "
            "its task here.");
        offerNearest(desk);
        return;
    }
    const std::uint32_t task = *selected;
    showHead(desk, task);
    if (selected != task) return;  // deselected, or another one selected
    if (task < view.flocks.size())
        showFlock(desk, FlockId{task});
    else
        showMind(desk, task);
    if (selected != task) return;
    const load::TaskState& now = world.tasks().columns.state[task];
    follow(desk.panels.trail, world, task, desk.session.era().generation);
    drawTrail(desk, desk.panels.trail, ms(now.nominal_ns), ms(now.maximum_ns));
    showTask(desk, task);
    showSets(desk, task);
}

}  // namespace drover::desktop
