#include "app/desktop/panels/inspect_sets.h"

#include <cstdio>
#include <string>

#include "app/desktop/widgets/widgets.h"
#include "core/world/mind_sets.h"
#include "core/world/sets_fields.h"

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
    char text[120];
    const char* begun = event->is_anew ? ", anew" : event->is_continued ? ", went on" : "";
    std::snprintf(text, sizeof text, "%u of %u atoms%s: %s", event->atoms, event->atoms_of_set, begun,
                  std::string(event->outcome).c_str());
    return text;
}

std::string rhythmOf(const world::SetEntry& set, bool is_behaviour) {
    char text[120];
    const int length = is_behaviour ? std::snprintf(text, sizeof text, "%s, priority %u, ",
                                                    drover::nameOf(set.method), set.priority)
                                    : 0;
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), "every %s%s%s",
                  set.period == 1 ? "run" : std::to_string(set.period).c_str(),
                  set.period == 1 ? "" : " frames",
                  set.delay == 0 ? "" : (", delay " + std::to_string(set.delay)).c_str());
    return text;
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

}  // namespace

void showSets(Desk& desk, std::uint32_t task) {
    const world::World& world = desk.session.world();
    const std::uint32_t kind = world.kindOf(task);
    const auto entry = entryOf(world.scenario(), kind);
    if (entry.sets.empty() || world.manager().info().name != "process") return;
    desk.session.wantEvents();
    heading(desk, "Sets, in this frame");
    for (const world::SetEntry& set : entry.sets) showSet(desk, task, entry.parts(), set);
}

}  // namespace drover::desktop
