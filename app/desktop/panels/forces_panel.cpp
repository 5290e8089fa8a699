// The Forces panel: how each species moves. Reynolds' forces with probabilities and weights, dithering,
// speed, steps (MODEL 1), and what a whole herd of it does.
#include <fmt/format.h>

#include <string>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/panels/species_choice.h"
#include "core/flock/manner.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::desktop {
namespace {

constexpr const char* kAlignment = "Alignment, O&D (2): the mean of the neighbours' unit velocities.";
constexpr const char* kCohesion =
    "Cohesion, O&D (3) and (4): unit(C - p) * max speed - v. C: the neighbours' mean position.";
constexpr const char* kSeparation = "Separation, O&D (5): the sum of (p - pi) / |p - pi|^2.";
constexpr const char* kWander = "Wander, O&D (6): T - p. T is a point on a circle ahead.";

constexpr PanelField kDithering[] = {
    {.field = "dithering",
     .label = "Dice",
     .tip = "Dithering: how the probabilities below make one force in each draw."},
};
constexpr PanelField kProbabilities[] = {
    {.field = "alignment.probability", .label = "Alignment", .tip = kAlignment},
    {.field = "cohesion.probability", .label = "Cohesion", .tip = kCohesion},
    {.field = "separation.probability", .label = "Separation", .tip = kSeparation},
    {.field = "wander.probability", .label = "Wander", .tip = kWander},
};
constexpr PanelField weight(const char* field, const char* label, const char* tip) {
    return {.field = field, .label = label, .tip = tip, .decimals = 1, .is_logarithmic = true, .most = 1000};
}
constexpr PanelField kWeights[] = {
    weight("alignment.weight", "Alignment", kAlignment),
    weight("cohesion.weight", "Cohesion", kCohesion),
    weight("separation.weight", "Separation", kSeparation),
    weight("wander.weight", "Wander", kWander),
};
constexpr PanelField kMotion[] = {
    {.field = "max_speed",
     .label = "Top speed",
     .unit = "m/s",
     .tip = "|v| <= max speed and |s| <= max speed * t: O&D (7) and (8).",
     .decimals = 1,
     .most = 60},
    {.field = "max_force",
     .label = "Top force",
     .unit = "N",
     .tip = "The summed force is cut to this. s = v t + F t^2 / 2m.",
     .decimals = 0,
     .is_logarithmic = true,
     .most = 10'000},
    {.field = "neighbourhood",
     .label = "Sight (N)",
     .unit = "m",
     .tip = "Neighbours are the other leaves of the flock within N.",
     .decimals = 1,
     .most = 100},
};

constexpr PanelField kStep[] = {
    {.field = "integration",
     .label = "Time goes in",
     .tip = "windows: a herd looks the same however rarely it is updated. paper: equations 7 and 8 to the "
            "letter, one draw of forces a step."},
    {.field = "window",
     .label = "A draw counts for",
     .unit = "s",
     .tip = "For how long a draw of forces counts, in windows of time.",
     .decimals = 3,
     .is_logarithmic = true,
     .most = 1},
};

// How a whole herd of the species moves, as it was measured (MODEL (2.d)).
void showManner(Desk& desk, const flock::Species& kind) {
    if (kind.manner.pace == 0) return;
    heading(desk, "A whole herd");
    if (kind.manner.is_old) {
        const char* const text =
            "As it was before the change. It is measured anew 15 frames after the last one.";
        message(desk, "forces.is_old", text);
    }
    if (const std::string flaw = flock::flawOf(kind); !flaw.empty()) {
        paragraph(desk, "Warning: " + flaw + ".", desk.theme.warning);
        noteItem(desk, "forces.flaw", "message", flaw);
    }
    const flock::Manner& m = kind.manner;
    reading(desk, "forces.pace", "Pace", fmt::format("{:.1f} m/s", m.pace),
            "How fast the herd's centre goes. A folded herd goes on at this pace.");
    reading(desk, "forces.spread", "Spread", fmt::format("{:.1f} m", m.spread[kind.depth]),
            "Root mean square distance of the animals from the centre. A herd that unfolds begins with it.");
    reading(desk, "forces.polarisation", "Heading one way",
            fmt::format("{:.0f} %", 100 * static_cast<double>(m.polarisation)),
            "Polarisation: the length of the mean heading. 100 %: all head the same way.");
}

}  // namespace

void drawForcesPanel(Desk& desk) {
    const auto chosen = chooseSpecies(desk, "forces.species");
    if (!chosen) return;
    flock::Species kind = chosen->present.kind;
    const flock::Species& start = chosen->start.kind;
    std::optional<std::uint32_t> gesture;
    const auto show = [&](std::span<const PanelField> fields) {
        if (const auto changed = fieldControls(desk, "forces", fields, kind, start)) gesture = changed;
    };
    show(kDithering);
    heading(desk, "Probability in a draw");
    show(kProbabilities);
    heading(desk, "Weight");
    show(kWeights);
    paragraph(desk,
              "The paper's Table 1 has no row labels, so which pair belongs to which force is our reading.");
    heading(desk, "Motion");
    show(kMotion);
    show(kStep);
    showManner(desk, chosen->present.kind);
    if (gesture) desk.session.change(world::SetSpecies{chosen->index, kind}, *gesture);
}

}  // namespace drover::desktop
