// The Animals panel: how many there are of each kind, with buttons that bring and take some; for the chosen
// kind its number, its tree or its cost, and what single animals do now.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/species_choice.h"
#include "core/flock/store.h"
#include "core/world/animals/population.h"
#include "core/world/commands/command_fields.h"
#include "core/world/scenario/kinds.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

constexpr NumberField kNumber{
    .name = "animals.number",
    .label = "At once",
    .low = 1,
    .high = 10'000,
    .unit = "",
    .tip = "How many the + and - buttons bring and take: flocks, or animals of each sort.",
    .reset = 100,
    .is_logarithmic = true,
    .decimals = 0};
constexpr NumberField kRadius{.name = "animals.radius",
                              .label = "Within",
                              .low = 1,
                              .high = 10'000,
                              .unit = "m of the player",
                              .tip = "New ones appear within this distance of the player.",
                              .reset = 50,
                              .is_logarithmic = true,
                              .decimals = 0};

constexpr PanelField kTree[] = {
    {.field = "branching", .label = "Branching (B)", .tip = "A flock stands for B^D animals."},
    {.field = "depth",
     .label = "Depth (D)",
     .tip = "A flock stands for B^D animals. A change folds this species' herds; they unfold again when they "
            "are updated."},
};
bool hasSorts(const minds::Kind* kind) { return kind != nullptr && kind->sorts.size() > 1; }

void change(Desk& desk, const world::SetAnimals& command, std::uint32_t gesture = 0) {
    const std::string refusal = desk.session.change(command, gesture);
    if (!refusal.empty()) desk.message = fmt::format("The animals stay as they are: {}.", refusal);
}

world::SetAnimals animalsOf(std::uint32_t kind, const world::Scenario& scenario) {
    return present(world::SetAnimals{kind}, {scenario});
}

void bringOrTake(Desk& desk, const AnimalsDraft& draft, std::uint32_t kind, bool brings) {
    const world::World& world = desk.session.world();
    world::SetAnimals command = animalsOf(kind, world.scenario());
    const auto number = static_cast<std::uint32_t>(draft.number);
    if (brings) {
        const Plane& plane = world.flocks().plane();
        command.count += number;
        command.region = {plane.xMetres(world.player()), plane.yMetres(world.player()), draft.radius_m};
        command.brings_back = false;
    } else {
        command.count -= std::min(command.count, number);
    }
    change(desk, command);
}

// "60", or of several sorts "4 x 25".
std::string countText(const world::Scenario& scenario, std::uint32_t kind) {
    const auto entry = entryOf(scenario, kind);
    if (entry.count == 0) return "none";
    if (!hasSorts(entry.kind)) return fmt::format("{}", entry.count);
    return fmt::format("{} x {}", entry.kind->sorts.size(), entry.count);
}

// A kind's name and number, and its two buttons at the right.
void drawRow(Desk& desk, const AnimalsDraft& draft, std::uint32_t kind, const std::string& name) {
    const world::Scenario& scenario = desk.session.scenario();
    const std::string more = fmt::format("+{:.0f}", draft.number),
                      fewer = fmt::format("-{:.0f}", draft.number);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float buttons = ImGui::CalcTextSize(more.c_str()).x + ImGui::CalcTextSize(fewer.c_str()).x +
                          4 * style.FramePadding.x + style.ItemSpacing.x;
    const float end = ImGui::GetWindowContentRegionMax().x;
    const std::string id = fmt::format("animals.{}", name);
    ImGui::AlignTextToFramePadding();
    reading(desk, (id + ".count").c_str(), name.c_str(), countText(scenario, kind),
            "How many there are: flocks of a species, or animals of each sort.");
    const bool has_room =
        ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + style.ItemSpacing.x <= end - buttons;
    if (has_room)
        ImGui::SameLine(end - buttons);
    else
        ImGui::SetCursorPosX(std::max(end - buttons, style.WindowPadding.x));
    if (button(desk, (id + ".add").c_str(), more.c_str(), "Brings this number to the player."))
        bringOrTake(desk, draft, kind, true);
    ImGui::SameLine();
    if (entryOf(scenario, kind).count == 0)
        disabledButton(desk, (id + ".take").c_str(), fewer.c_str(), "There are none.");
    else if (button(desk, (id + ".take").c_str(), fewer.c_str(),
                    "Takes away the ones that came last. Undo brings them back to where they were."))
        bringOrTake(desk, draft, kind, false);
}

void drawCount(Desk& desk, std::uint32_t kind) {
    const world::Scenario &scenario = desk.session.scenario(), &loaded = desk.session.origin().as_loaded;
    world::SetAnimals command = animalsOf(kind, scenario);
    const bool is_known = loaded.species.size() == scenario.species.size();
    const minds::Kind* const other = entryOf(scenario, kind).kind;
    const PanelField shown{
        .field = "count",
        .label = other == nullptr  ? "Flocks"
                 : hasSorts(other) ? "Of each species"
                                   : "Animals",
        .tip =
            "Those that were taken away come back first. Others are born where the scenario "
            "puts them.",
        .is_logarithmic = true,
        .least = 1,
        .most = 10'000};
    const world::SetAnimals start = animalsOf(kind, is_known ? loaded : scenario);
    if (const auto gesture = fieldControl(desk, "animals", shown, command, start))
        change(desk, command, *gesture);
}

void drawTree(Desk& desk, std::uint32_t species) {
    const world::Scenario &scenario = desk.session.scenario(), &loaded = desk.session.origin().as_loaded;
    const bool is_known = loaded.species.size() == scenario.species.size();
    world::SetTree tree = present(world::SetTree{species}, {scenario});
    const world::SetTree start = present(tree, {is_known ? loaded : scenario});
    if (const auto gesture = fieldControls(desk, "animals", kTree, tree, start)) {
        const std::string refusal = desk.session.change(tree, *gesture);
        if (!refusal.empty()) desk.message = fmt::format("The tree stays as it is: {}.", refusal);
    }
    const world::SpeciesEntry& entry = scenario.species[species];
    reading(desk, "animals.each", "A flock has", fmt::format("{} animals", entry.kind.agents()),
            "B^D, of which each is simulated near the player.");
    reading(desk, "animals.all", "All flocks have",
            fmt::format("{} animals", entry.flocks * entry.kind.agents()),
            "All flocks of this species together.");
}

void drawCost(Desk& desk, const minds::Kind& kind) {
    const std::string field = world::costField(kind);
    const PanelField shown{
        .field = field.c_str(),
        .name = "animals.cost_us",
        .label = "Cost",
        .unit = "µs",
        .tip = "C of every animal's update. Under the real clock this time is spent in a loop.",
        .decimals = 1,
        .is_logarithmic = true,
        .most = 5000};
    world::SetMindCosts costs = present(world::SetMindCosts{}, {desk.session.scenario()});
    const world::SetMindCosts start = present(costs, {desk.session.origin().as_loaded});
    if (const auto gesture = fieldControl(desk, "animals", shown, costs, start))
        desk.session.change(costs, *gesture);
}

// A line of the table below: a name, and a text for each state, which end at the same places in all lines.
void drawLine(Desk& desk, std::string_view name, std::span<const std::string_view> texts) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, first = width * 0.28f;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto write = [&](float x, std::string_view text, const ImVec4& colour) {
        draw.AddText({x, at.y}, ImGui::GetColorU32(colour), text.data(), text.data() + text.size());
    };
    write(at.x, name, desk.theme.muted);
    for (std::size_t state = 0; state < texts.size(); ++state) {
        const std::string_view text = texts[state];
        const float size = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
        const float end =
            first + (width - first) * static_cast<float>(state + 1) / static_cast<float>(texts.size());
        write(at.x + end - size, text, name.empty() || text == "0" ? desk.theme.muted : desk.theme.text);
    }
    ImGui::Dummy({width, ImGui::GetTextLineHeight()});
}

// What the animals of each sort do: a line a sort, a column a state.
void drawStates(Desk& desk, const minds::Animals& animals) {
    const minds::Kind& kind = animals.kind();
    if (kind.states.empty()) return;
    std::vector<std::vector<std::uint32_t>> counts(kind.sorts.size(),
                                                   std::vector<std::uint32_t>(kind.states.size()));
    for (std::uint32_t i = 0; i < animals.size(); ++i) ++counts[animals.sortOf(i)][animals.stateOf(i)];
    const SmallText small(desk);
    drawLine(desk, "", kind.states);
    for (std::size_t sort = 0; sort < kind.sorts.size(); ++sort) {
        std::vector<std::string> numbers;
        std::string all;
        for (std::size_t state = 0; state < kind.states.size(); ++state) {
            numbers.push_back(fmt::format("{}", counts[sort][state]));
            all += fmt::format("{}{} {}", state == 0 ? "" : ", ", kind.states[state], numbers.back());
        }
        drawLine(desk, kind.sorts[sort].name, std::vector<std::string_view>(numbers.begin(), numbers.end()));
        tooltip(desk, "How many of them are in which state, as of their last updates.");
        noteItem(desk, fmt::format("animals.states.{}", kind.sorts[sort].name).c_str(), "reading", all);
    }
}

void drawOther(Desk& desk, std::uint32_t other) {
    const minds::Animals& animals = *desk.session.world().view().population.others[other];
    drawCost(desk, animals.kind());
    if (animals.size() == 0) return;
    drawStates(desk, animals);
    readings(desk, "animals", animals.tellOfAll());
}

void drawRows(Desk& desk, AnimalsDraft& draft, const std::vector<std::string>& names, bool are_there) {
    for (std::uint32_t kind = 0; kind < names.size(); ++kind) {
        if ((entryOf(desk.session.scenario(), kind).count > 0) != are_there) continue;
        ImGui::PushID(static_cast<int>(kind));
        drawRow(desk, draft, kind, names[kind]);
        ImGui::PopID();
    }
}

}  // namespace

void drawAnimalsPanel(Desk& desk) {
    const world::World& world = desk.session.world();
    AnimalsDraft& draft = desk.panels.animals;
    if (const auto changed = numberField(desk, kNumber, draft.number)) draft.number = changed->value;
    if (const auto changed = numberField(desk, kRadius, draft.radius_m)) draft.radius_m = changed->value;
    draft.number = std::round(draft.number);
    const std::vector<std::string> names = world.kindNames();
    drawRows(desk, draft, names, true);
    ImGui::TextColored(desk.theme.muted, "Not in this world yet:");
    drawRows(desk, draft, names, false);
    // Periods may have chosen a sort with rules of its own; here it stands for its kind.
    const auto chosen = static_cast<std::uint32_t>(desk.panels.kind);
    std::uint32_t kind = chosen < world::rulesCount(world.scenario())
                             ? world::kindOfRules(world.scenario(), chosen)
                             : world::kindsOf(world.scenario()) - 1;
    if (const auto other = chooseAnimals(desk, kind, "animals.kind", names)) desk.panels.kind = kind = *other;
    drawCount(desk, kind);
    const auto species = static_cast<std::uint32_t>(world.scenario().species.size());
    if (kind < species)
        drawTree(desk, kind);
    else
        drawOther(desk, kind - species);
    paragraph(desk, "Their periods, priority and factors are in the panel Periods.");
}

}  // namespace drover::desktop
