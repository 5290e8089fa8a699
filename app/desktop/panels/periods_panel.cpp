// The Periods panel: T0, Tmax, priority, frequency and the factors of elasticity, by kind of animal.
#include <algorithm>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/species_choice.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/world/animals/population.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::desktop {
namespace {

constexpr PanelField kPeriods[] = {
    {.field = "nominal_ms",
     .label = "Nominal (T0)",
     .unit = "ms",
     .tip = "T0. Nominal utilisation U0 = C / T0. If the sum of U0 is at most Ud, every T is T0.",
     .decimals = 1,
     .is_logarithmic = true,
     .most = 2000},
    {.field = "maximum_ms",
     .label = "Longest (Tmax)",
     .unit = "ms",
     .tip = "Tmax. Least utilisation Umin = C / Tmax; T0 <= T <= Tmax.",
     .decimals = 1,
     .is_logarithmic = true,
     .most = 10'000},
    {.field = "priority",
     .label = "Priority",
     .tip = "Multiplies the priority by distance (1 to 100). Offered time: Td * p / sum of p.",
     .decimals = 0},
    {.field = "frequency",
     .label = "Every",
     .unit = "frames",
     .tip = "Due when (frame + phase) mod frequency = 0; far away twice as long, or more if Importance "
            "says so.",
     .is_logarithmic = true,
     .most = 240},
};
constexpr const char* kElasticityTip =
    "Elasticity E = distance to the player * type * size * interactivity (* visibility if off screen).\n"
    "Compressed: U = max(U0 - lambda * E, Umin), T = C / U. A factor of 0 makes the tasks rigid.";
constexpr PanelField kFactors[] = {
    {.field = "factors.type", .name = "periods.type", .label = "Type", .tip = kElasticityTip, .most = 10},
    {.field = "factors.size", .name = "periods.size", .label = "Size", .tip = kElasticityTip, .most = 10},
    {.field = "factors.interactivity",
     .name = "periods.interactivity",
     .label = "Interactivity",
     .tip = kElasticityTip,
     .most = 10},
    {.field = "factors.visibility",
     .name = "periods.visibility",
     .label = "Visibility",
     .tip = kElasticityTip,
     .most = 10},
};

// Which of these fields the running manager takes no notice of.
void sayWhatIsNotLookedAt(Desk& desk) {
    const load::ManagerInfo& manager = desk.session.world().manager().info();
    std::string fields;
    const auto add = [&fields](const char* field) {
        fields += (fields.empty() ? "" : ", ") + std::string(field);
    };
    if (!looksAtElasticity(manager.coin)) add("T0 and Tmax");
    if (!looksAtPriority(manager.coin)) add("priority");
    const bool has_frequency = manager.coin == load::Coin::kPriority || looksAtFrequency(manager.coin);
    if (!has_frequency) add("frequency");
    if (manager.coin == load::Coin::kNone) add("the factors");
    if (fields.empty()) return;
    const std::string text = "Not looked at by " + std::string(manager.title) + ": " + fields + ".";
    message(desk, "periods.unseen", text);
}

}  // namespace

void drawPeriodsPanel(Desk& desk) {
    const std::vector<std::string> names = world::rulesNames(desk.session.scenario());
    desk.panels.kind = std::min(desk.panels.kind, names.size() - 1);
    if (const auto chosen = chooseAnimals(desk, desk.panels.kind, "periods.species", names))
        desk.panels.kind = *chosen;
    const auto rules = static_cast<std::uint32_t>(desk.panels.kind);
    const world::Scenario &present = desk.session.scenario(), &loaded = desk.session.origin().as_loaded;
    // Session::load changes asLoaded() at once and scenario() only in the next step.
    const bool is_known = loaded.species.size() == present.species.size() &&
                          world::rulesCount(loaded) == world::rulesCount(present);
    const world::TaskRules &before = world::rulesOf(present, rules),
                           &start = world::rulesOf(is_known ? loaded : present, rules);
    world::TaskRules task = before;
    auto gesture = fieldControls(desk, "periods", kPeriods, task, start);
    // T0 above Tmax would be refused, so the one that was moved takes the other with it.
    if (task.nominal_ms != before.nominal_ms) task.maximum_ms = std::max(task.maximum_ms, task.nominal_ms);
    if (task.maximum_ms != before.maximum_ms) task.nominal_ms = std::min(task.nominal_ms, task.maximum_ms);
    sayWhatIsNotLookedAt(desk);
    heading(desk, "Elasticity (E): distance times");
    if (const auto changed = fieldControls(desk, "periods", kFactors, task, start)) gesture = changed;
    if (gesture) desk.session.change(world::SetTask{rules, task}, *gesture);
}

}  // namespace drover::desktop
