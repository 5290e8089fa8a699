#include "app/desktop/panels/scheduler_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/desktop/widgets/widgets.h"
#include "core/load/manager.h"
#include "core/load/task_table.h"
#include "core/world/scenario/kinds.h"

namespace drover::desktop {
namespace {

constexpr int kDeepest = 5;  // deeper schedulers are not indented further
constexpr const char* kTip =
    "A full dot: it ran in this frame. The bar: what its tasks used when it last ran, with those of the\n"
    "schedulers below it. The upright line: what it was offered. A scheduler inside another one counts\n"
    "the runs of that one as its frames.";

// The manager itself, or one of the scenario's schedulers, as the tree shows it.
struct Branch {
    load::TaskId id;   // kNoTask: the manager itself
    std::string item;  // in the UI map
    std::string name, rhythm, members;
    const load::SchedulerReport* report = nullptr;  // none: the manager does not look at schedulers
};

std::string listed(const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ", "));
}

// Species and other minds of this world that no scheduler has.
std::string membersOfManager(const world::Scenario& scenario) {
    std::vector<std::string> left;
    for (const world::SpeciesEntry& entry : scenario.species)
        if (entry.flocks > 0) left.push_back(entry.name);
    world::forEachOther(scenario, [&](const minds::Kind& kind, const world::AnimalsEntry& entry) {
        if (entry.count > 0) left.emplace_back(kind.name);
    });
    for (const world::SchedulerEntry& entry : scenario.schedulers)
        for (const std::string& member : entry.members) std::erase(left, member);
    return listed(left);
}

std::string rhythmOf(const load::TaskTable& tasks, load::TaskId id, bool has_phase) {
    const std::uint32_t frequency = tasks.columns.frequency[id.row];
    const char* unit = tasks.columns.scheduler[id.row] == load::kNoTask ? "frame" : "run";
    if (frequency == 1) return fmt::format("every {}", unit);
    const std::string phase =
        has_phase ? fmt::format(", phase {}", tasks.columns.phase[id.row]) : std::string();
    return fmt::format("every {} {}s{}", frequency, unit, phase);
}

Branch managerBranch(const world::World& world) {
    const load::Manager& manager = world.manager();
    return {.id = load::kNoTask,
            .item = "load.scheduler.manager",
            .name = std::string(manager.info().title),
            .rhythm = "every frame",
            .members = membersOfManager(world.scenario()),
            .report = manager.schedulerReport(load::kNoTask)};
}

Branch branchOf(const world::World& world, std::size_t scheduler) {
    const world::SchedulerEntry& entry = world.scenario().schedulers[scheduler];
    const load::TaskId id = world.schedulerTask(scheduler);
    const load::SchedulerReport* const report = world.manager().schedulerReport(id);
    return {.id = id,
            .item = fmt::format("load.scheduler.{}", scheduler),
            .name = entry.name,
            .rhythm = rhythmOf(world.tasks(), id, report || entry.phase >= 0),
            .members = listed(entry.members),
            .report = report};
}

// A dot beside the name: full if it ran in this frame.
void drawDot(Desk& desk, bool has_run) {
    const float line = ImGui::GetTextLineHeight(), radius = desk.theme.px(4);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 middle{at.x + radius, at.y + line / 2};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(desk.theme.text);
    if (has_run)
        draw.AddCircleFilled(middle, radius, colour);
    else
        draw.AddCircle(middle, radius, colour, 0, desk.theme.px(1));
    ImGui::Dummy({2 * radius, line});
    ImGui::SameLine(0, desk.theme.px(5));
}

// Offered and used to one scale: the bar is what was used, the upright line what was offered.
void drawBar(Desk& desk, const load::SchedulerReport& report) {
    const std::string text =
        fmt::format("used {:.2f} of {:.2f} ms", ms(report.used_ns), ms(report.offered_ns));
    const float line = ImGui::GetTextLineHeight(), gap = desk.theme.px(8);
    const float room =
        ImGui::GetContentRegionAvail().x - gap - ImGui::CalcTextSize("used 000.00 of 000.00 ms").x;
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(room, desk.theme.px(40)), line};
    const double whole_ns =
        static_cast<double>(std::max({report.used_ns, report.offered_ns, std::int64_t{1}}));
    const auto x = [&](std::int64_t ns) {
        const double share = static_cast<double>(std::max<std::int64_t>(ns, 0)) / whole_ns;
        return min.x + size.x * static_cast<float>(share);
    };
    const float top = min.y + line * 0.25f, bottom = min.y + line * 0.85f;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled({min.x, top}, {min.x + size.x, bottom}, ImGui::GetColorU32(desk.theme.background));
    draw.AddRectFilled({min.x, top}, {x(report.used_ns), bottom}, desk.theme.series[0]);
    draw.AddRect({min.x, top}, {min.x + size.x, bottom}, ImGui::GetColorU32(desk.theme.outline));
    const float mark =
        std::clamp(x(report.offered_ns), min.x + desk.theme.px(1), min.x + size.x - desk.theme.px(1));
    draw.AddLine({mark, min.y}, {mark, min.y + line}, ImGui::GetColorU32(desk.theme.warning),
                 desk.theme.px(2));
    ImGui::Dummy(size);
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted(text.c_str());
}

std::string membersLine(const Branch& branch) {
    if (branch.members.empty() || !branch.report) return branch.members;
    return fmt::format("{}: {} of {} ran", branch.members, branch.report->run, branch.report->tasks);
}

// What the UI map says of a branch.
std::string textOf(const Branch& branch) {
    std::string text = fmt::format("{}, {}", branch.name, branch.rhythm);
    if (const load::SchedulerReport* report = branch.report)
        text += fmt::format(", {}, used {:.2f} of {:.2f} ms", report->has_run ? "ran" : "did not run",
                            ms(report->used_ns), ms(report->offered_ns));
    const std::string members = membersLine(branch);
    return members.empty() ? text : text + ", " + members;
}

// The name, and behind it how often it runs, or below it where there is no room.
void drawHead(Desk& desk, const Branch& branch) {
    if (branch.report) drawDot(desk, branch.report->has_run);
    const float gap = desk.theme.px(10), room = ImGui::GetContentRegionAvail().x;
    const float needed =
        ImGui::CalcTextSize(branch.name.c_str()).x + gap + ImGui::CalcTextSize(branch.rhythm.c_str()).x;
    paragraph(desk, branch.name, desk.theme.text);
    if (needed <= room) ImGui::SameLine(0, gap);
    paragraph(desk, branch.rhythm);
}

void drawBranch(Desk& desk, const Branch& branch, int depth) {
    const float indent = desk.theme.px(12.0f * static_cast<float>(std::min(depth, kDeepest)));
    if (indent > 0) ImGui::Indent(indent);
    ImGui::BeginGroup();
    drawHead(desk, branch);
    if (branch.report && branch.report->runs > 0)
        drawBar(desk, *branch.report);
    else if (branch.report)
        paragraph(desk, "It has not run yet.");
    if (const std::string members = membersLine(branch); !members.empty()) paragraph(desk, members);
    ImGui::EndGroup();
    tooltip(desk, branch.report ? kTip : "");
    noteItem(desk, branch.item.c_str(), "reading", textOf(branch));
    ImGui::Dummy({0, desk.theme.px(2)});
    if (indent > 0) ImGui::Unindent(indent);
}

void drawBelow(Desk& desk, load::TaskId above, int depth) {
    const world::World& world = desk.session.world();
    for (std::size_t i = 0; i < world.scenario().schedulers.size(); ++i) {
        const load::TaskId id = world.schedulerTask(i);
        if (world.tasks().columns.scheduler[id.row] != above) continue;
        drawBranch(desk, branchOf(world, i), depth);
        drawBelow(desk, id, depth + 1);
    }
}

}  // namespace

void drawSchedulerTree(Desk& desk) {
    const world::World& world = desk.session.world();
    if (world.scenario().schedulers.empty()) return;
    if (!foldable(desk, "load.schedulers", "Schedulers", true)) return;
    const Branch manager = managerBranch(world);
    if (manager.report) {
        drawBranch(desk, manager, 0);
        return drawBelow(desk, load::kNoTask, 1);
    }
    constexpr const char* kUnseen =
        "This manager does not look at schedulers. It runs their tasks as its own.";
    paragraph(desk, kUnseen);
    noteItem(desk, "load.schedulers.unseen", "reading", kUnseen);
    drawBelow(desk, load::kNoTask, 0);
}

}  // namespace drover::desktop
