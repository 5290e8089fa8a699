// The Relations panel: who cares about whom, and how (MODEL 11). Two lines a relation: who does what to whom;
// within which range, and how strongly.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/desktop/herd_relations.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::desktop {
namespace {

using meeting::Deed;

void change(Desk& desk, RelationList wanted, std::uint32_t gesture = 0) {
    const std::string refusal = desk.session.change(world::SetRelations{std::move(wanted)}, gesture);
    if (!refusal.empty()) desk.message = fmt::format("The relations stay as they are: {}.", refusal);
}

// What the names in the lists stand for.
struct Looks {
    std::vector<std::string> names;
    std::vector<const char*> texts;
    std::size_t herds = 0;  // the first ones; after them single animals, which hunt and do nothing else

    explicit Looks(const world::Scenario& scenario)
        : names(world::lookNames(scenario)), herds(scenario.species.size()) {
        for (const std::string& name : names) texts.push_back(name.c_str());
    }
    std::size_t numberOf(const std::string& name) const {
        return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    }
    bool isHerd(const std::string& name) const { return numberOf(name) < herds; }
};

// The first pair of which no relation tells.
std::optional<world::RelationEntry> nextOf(const RelationList& relations, const Looks& looks) {
    for (std::size_t who = 0; who < looks.names.size(); ++who) {
        const std::size_t others = who < looks.herds ? looks.names.size() : looks.herds;
        for (std::size_t whom = 0; whom < others; ++whom) {
            const auto isIt = [&](const world::RelationEntry& entry) {
                return entry.who == looks.names[who] && entry.whom == looks.names[whom];
            };
            if (std::ranges::any_of(relations, isIt)) continue;
            const Deed deed = who < looks.herds ? Deed::kAvoid : Deed::kHunt;
            return world::RelationEntry{looks.names[who], looks.names[whom], {deed}};
        }
    }
    return std::nullopt;
}

// As the scenario's file has this pair, for resets.
meeting::Relation loadedOf(const Desk& desk, const world::RelationEntry& entry) {
    for (const world::RelationEntry& loaded : desk.session.origin().as_loaded.relations)
        if (loaded.who == entry.who && loaded.whom == entry.whom) return loaded.relation;
    return world::RelationEntry{}.relation;
}

// What was changed of an entry: the gesture, or nothing.
using Changed = std::optional<std::uint32_t>;

Changed drawWho(Desk& desk, const std::string& id, const Looks& looks, float width,
                world::RelationEntry& entry) {
    ImGui::SetNextItemWidth(width);
    const auto chosen = bareChoice(desk, (id + ".who").c_str(), looks.texts, looks.numberOf(entry.who),
                                   "Whose animals care.");
    if (!chosen) return std::nullopt;
    entry.who = looks.names[*chosen];
    // Single animals hunt herds and do nothing else; herds do not hunt.
    if (looks.isHerd(entry.who)) {
        if (entry.relation.deed == Deed::kHunt) entry.relation.deed = Deed::kAvoid;
        return 0;
    }
    entry.relation.deed = Deed::kHunt;
    if (!looks.isHerd(entry.whom)) entry.whom = looks.names.front();
    return 0;
}

Changed drawDeed(Desk& desk, const std::string& id, float width, world::RelationEntry& entry) {
    std::vector<const char*> names;
    for (const Choice<Deed>& deed : meeting::kDeeds) names.push_back(deed.name);
    const auto present = static_cast<std::size_t>(entry.relation.deed);
    ImGui::SetNextItemWidth(width);
    const auto chosen = bareChoice(desk, (id + ".does").c_str(), names, present,
                                   fmt::format("What they do: {}.", meeting::kDeeds[present].text).c_str());
    if (!chosen) return std::nullopt;
    entry.relation.deed = meeting::kDeeds[*chosen].value;
    return 0;
}

Changed drawWhom(Desk& desk, const std::string& id, const Looks& looks, float width,
                 world::RelationEntry& entry) {
    ImGui::SetNextItemWidth(width);
    const auto chosen = bareChoice(desk, (id + ".whom").c_str(), looks.texts, looks.numberOf(entry.whom),
                                   "About whom they care.");
    if (!chosen) return std::nullopt;
    entry.whom = looks.names[*chosen];
    return 0;
}

Changed drawNumbers(Desk& desk, const std::string& id, world::RelationEntry& entry) {
    const meeting::Relation loaded = loadedOf(desk, entry);
    meeting::Relation& now = entry.relation;
    const std::string range_name = id + ".range", weight_name = id + ".weight";
    const NumberField range{.name = range_name.c_str(),
                            .label = "",
                            .low = 1,
                            .high = 200,
                            .unit = "m",
                            .tip = "The range: from animal to animal, within which they do it.",
                            .reset = static_cast<double>(loaded.range_m),
                            .decimals = 0};
    const NumberField weight{.name = weight_name.c_str(),
                             .label = "",
                             .low = 0,
                             .high = 2,
                             .unit = "weight",
                             .tip =
                                 "The weight: 1 is as strongly as in their own herd, or with all their "
                                 "force in flight.",
                             .reset = static_cast<double>(loaded.weight)};
    const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    Changed changed;
    const auto drawNumber = [&](const NumberField& field, float& number) {
        ImGui::SetNextItemWidth(half);
        const auto moved = numberField(desk, field, static_cast<double>(number));
        if (moved) number = static_cast<float>(moved->value), changed = moved->gesture;
    };
    drawNumber(range, now.range_m);
    ImGui::SameLine();
    drawNumber(weight, now.weight);
    return changed;
}

// Whether the user takes it away; else what was changed.
bool drawRow(Desk& desk, std::size_t number, const Looks& looks, world::RelationEntry& entry,
             Changed& changed) {
    const std::string id = fmt::format("relations.{}", number);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float cross = ImGui::CalcTextSize("x").x + 2 * style.FramePadding.x;
    const float left = ImGui::GetContentRegionAvail().x - cross - 3 * style.ItemSpacing.x;
    const auto note = [&](Changed now) {
        if (now) changed = now;
    };
    note(drawWho(desk, id, looks, left * 0.36f, entry));
    ImGui::SameLine();
    note(drawDeed(desk, id, left * 0.27f, entry));
    ImGui::SameLine();
    note(drawWhom(desk, id, looks, left * 0.37f, entry));
    ImGui::SameLine();
    const bool is_gone = button(desk, (id + ".remove").c_str(), "x", "They do not care any more.");
    note(drawNumbers(desk, id, entry));
    return is_gone;
}

void drawButtons(Desk& desk, const RelationList& relations, const Looks& looks) {
    if (const auto next = nextOf(relations, looks)) {
        RelationList more = relations;
        more.push_back(*next);
        if (button(desk, "relations.add", "Add a relation", "Of the first pair that has none."))
            change(desk, std::move(more));
    } else {
        disabledButton(desk, "relations.add", "Add a relation", "Every pair has one.");
    }
    if (looks.herds == 0) return;
    if (button(desk, "relations.apart", "All herds avoid each other",
               "Each kind of herd keeps apart from every other, and herds of a kind from each other."))
        change(desk, withHerdsApart(desk.session.scenario()));
}

}  // namespace

void drawRelationsPanel(Desk& desk) {
    const RelationList& present = desk.session.scenario().relations;
    const Looks looks(desk.session.scenario());
    if (present.empty()) paragraph(desk, "No animals care about those of other herds.");
    for (std::size_t i = 0; i < present.size(); ++i) {
        world::RelationEntry entry = present[i];
        Changed changed;
        const bool is_gone = drawRow(desk, i, looks, entry, changed);
        if (!is_gone && !changed) continue;
        RelationList wanted = present;
        const auto at = wanted.begin() + static_cast<std::ptrdiff_t>(i);
        if (is_gone)
            wanted.erase(at);
        else
            *at = entry;
        change(desk, std::move(wanted), changed.value_or(0));
    }
    drawButtons(desk, present, looks);
}

}  // namespace drover::desktop
