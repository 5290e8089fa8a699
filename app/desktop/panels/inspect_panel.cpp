// The Inspect panel: the selected flock with its tree, or the selected animal with its state; and its task.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/desktop/animal_drawing.h"
#include "app/desktop/panels/inspect_mind.h"
#include "app/desktop/panels/inspect_sets.h"
#include "app/desktop/panels/membrane_drawing.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/period_trail.h"
#include "app/desktop/selection.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

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
    char text[64];
    const float away_m = length(view.plane().offset(view.player, view.placeOf(task)));
    std::snprintf(text, sizeof text, "%.0f m, %s", static_cast<double>(away_m),
                  record::kBandNames[record::row(world.bandOf(task))]);
    reading(desk, "inspect.distance", "To the player", text,
            "Its distance, of a flock its centre's; and its band in the plots and records.");
}

// What one of its animals sees and feels.
void showAnimal(Desk& desk, FlockId flock, PanelState& state) {
    const flock::FlockStore& flocks = desk.session.world().flocks();
    if (flocks.isAlone(flock)) {
        paragraph(
            desk,
            "This herd is one point now. It sees no neighbours, and moves like the centre of the herd.");
        return;
    }
    const OneAnimal* const animal = state.animal.look(flocks, flock, desk.view.selected_leaf);
    if (animal == nullptr) return;
    if (!desk.view.selected_leaf) desk.view.selected_leaf = animal->node;
    drawAnimal(desk, *animal);
}

void showMode(Desk& desk, FlockId flock) {
    const world::World& world = desk.session.world();
    const auto level = world.flocks().depthOf(flock);
    if (!level) return;
    const auto task = static_cast<std::uint32_t>(row(flock));
    char text[80];
    std::snprintf(text, sizeof text, "level %u of %u, every %.0f ms", *level,
                  world.flocks().treeOf(flock).depth,
                  static_cast<double>(world.manager().periodOf(world.tasks(), task)) * 1e-6);
    reading(desk, "inspect.mode", "Mode", text,
            "The level of detail and the period that the manager has chosen for this herd.");
}

void showFlock(Desk& desk, FlockId flock, PanelState& state) {
    const flock::FlockStore& flocks = desk.session.world().flocks();
    const std::uint32_t leaves = flocks.count(flock);
    char text[64];
    std::snprintf(text, sizeof text, "%u %s for %llu", leaves, leaves == 1 ? "leaf" : "leaves",
                  static_cast<unsigned long long>(flocks.speciesOf(flock).agents()));
    reading(desk, "inspect.leaves", "Agents", text,
            "Leaves on the membrane, and the B^D agents that the flock stands for.");
    showMode(desk, flock);
    drawMembrane(desk, flock, state.tree);
    showAnimal(desk, flock, state);
}

struct TaskLine {
    const char *name, *label, *tip;
};

// A time relative to now: "0.120 s ago", "in 0.030 s".
void spellMoment(std::span<char> out, std::int64_t moment_ns, std::int64_t now_ns) {
    const double seconds = static_cast<double>(moment_ns - now_ns) * 1e-9;
    if (std::abs(seconds) < 0.0005)
        std::snprintf(out.data(), out.size(), "now");
    else if (seconds > 0)
        std::snprintf(out.data(), out.size(), "in %.3f s", seconds);
    else
        std::snprintf(out.data(), out.size(), "%.3f s ago", -seconds);
}

void showTask(Desk& desk, std::uint32_t task) {
    const world::World& world = desk.session.world();
    const load::TaskTable& tasks = world.tasks();
    const load::TaskState& now = tasks.columns.state[task];
    char text[64];
    const auto line = [&](const TaskLine& shown, const char* format, auto... values) {
        std::snprintf(text, sizeof text, format, values...);
        reading(desk, shown.name, shown.label, text, shown.tip);
    };
    const double cost_ms = ms(now.cost_ns), period_ms = ms(world.manager().periodOf(tasks, task));
    line({"inspect.c", "Cost (C)", "Cost of an update: the estimate that the manager plans with."}, "%.4f ms",
         cost_ms);
    line({"inspect.t", "Period now (T)",
          "As the manager assigned it in this frame. Elastic tasks: T = C / U."},
         "%.1f ms", period_ms);
    line({"inspect.t0", "Nominal (T0)", "The period at which it looks best."}, "%.1f ms", ms(now.nominal_ns));
    line({"inspect.tmax", "Longest (Tmax)", "The longest period it can bear."}, "%.1f ms",
         ms(now.maximum_ns));
    line({"inspect.e", "Elasticity (E)", "Distance to the player, at least 1 m, times its species' factors."},
         "%.4g", tasks.elasticity(task));
    line({"inspect.u", "Utilisation (U)", "U = C / T."}, "%.6f", period_ms > 0 ? cost_ms / period_ms : 0.0);
    line({"inspect.m", "Delays (M)", "Frames in a row in which it was due and did not run."}, "%u",
         tasks.delays(task));
    const std::string_view reason = load::text(tasks.columns.reason[task]);
    line({"inspect.reason", "This frame", "Why it ran or did not run."}, "%.*s",
         static_cast<int>(reason.size()), reason.data());
    spellMoment(text, now.last_ns, tasks.simul_ns);
    reading(desk, "inspect.last", "Updated up to", text,
            "Tlast: the simulated time up to which it has been updated.");
    spellMoment(text, tasks.next_ns(task), tasks.simul_ns);
    reading(desk, "inspect.next", "Next date", text, "Tnext: when it is due. In the past: it is waiting.");
}

}  // namespace

void drawInspectPanel(Desk& desk, PanelState& state) {
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
        showFlock(desk, FlockId{task}, state);
    else
        showMind(desk, task);
    if (selected != task) return;
    const load::TaskState& now = world.tasks().columns.state[task];
    follow(state.trail, world, task, desk.session.generation());
    drawTrail(desk, state.trail, ms(now.nominal_ns), ms(now.maximum_ns));
    showTask(desk, task);
    showSets(desk, task);
}

}  // namespace drover::desktop
