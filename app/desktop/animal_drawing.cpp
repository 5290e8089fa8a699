#include "app/desktop/animal_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

using flock::kForceKinds;

constexpr std::array<const char*, kForceKinds> kForceLetters = {"A", "C", "S", "W"};
constexpr std::array<const char*, kForceKinds> kDeeds = {
    "turns to where they go", "goes to their middle", "keeps clear of those near by", "strays as it likes"};
constexpr std::array<const char*, kForceKinds> kTips = {
    "Alignment, equation (2): the difference of the neighbours' mean heading from its own.",
    "Cohesion, equations (3) and (4): the way to the neighbours' mean position.",
    "Separation, equation (5): away from each neighbour, stronger the nearer that is.",
    "Wander, equation (6): to a point that is drawn on a circle ahead.",
};

struct PushInfo {
    const char *name, *letter, *deed, *tip;
    Vec2 flock::PushParts::* part;
    ImVec4 UiTheme::* colour;
};
constexpr PushInfo kPushes[] = {
    {"Others", "O", "those of other herds, that it avoids or joins",
     "What the relations make of the herds around it, as the Relations panel has them.",
     &flock::PushParts::others, &UiTheme::accent},
    {"Fear", "F", "flees from hunters", "What makes it flee, stronger the nearer the hunter is.",
     &flock::PushParts::fear, &UiTheme::warning},
    {"Ground", "G", "walls and water, and the way of its herd",
     "Away from what stands in the way, and along the way that its herd goes.", &flock::PushParts::land,
     &UiTheme::muted},
};

ImVec2 onScreen(const AnimalScale& scale, Vec2 metres) {
    return {scale.centre.x + metres.x * scale.px_per_m, scale.centre.y - metres.y * scale.px_per_m};
}

// A small triangle that points where the animal goes.
void drawBody(ImDrawList& list, ImVec2 at, Vec2 heading, float radius, ImU32 colour) {
    const ImVec2 ahead{heading.x * radius, -heading.y * radius}, side{-ahead.y * 0.55f, ahead.x * 0.55f};
    list.AddTriangleFilled({at.x + ahead.x, at.y + ahead.y},
                           {at.x - ahead.x + side.x, at.y - ahead.y + side.y},
                           {at.x - ahead.x - side.x, at.y - ahead.y - side.y}, colour);
}

struct ArrowLook {
    ImU32 colour;
    float width;
    const char* letter;
};

void drawArrow(ImDrawList& list, const UiTheme& theme, const AnimalScale& scale, Vec2 way, ArrowLook look) {
    if (length(way) * scale.px_per_m < theme.px(3)) return;
    const Vec2 ahead = unit(way);
    const float head = theme.px(7);
    const ImVec2 tip = onScreen(scale, way);
    const ImVec2 neck{tip.x - ahead.x * head, tip.y + ahead.y * head};
    const ImVec2 side{ahead.y * head * 0.5f, ahead.x * head * 0.5f};
    list.AddLine(scale.centre, neck, look.colour, look.width);
    list.AddTriangleFilled(tip, {neck.x + side.x, neck.y + side.y}, {neck.x - side.x, neck.y - side.y},
                           look.colour);
    if (*look.letter == '\0') return;
    const ImVec2 size = ImGui::CalcTextSize(look.letter);
    list.AddText({tip.x + ahead.x * size.y * 0.7f - size.x / 2, tip.y - ahead.y * size.y * 0.7f - size.y / 2},
                 look.colour, look.letter);
}

// The arrow of a force, in metres.
Vec2 arrowOf(const OneAnimal& animal, const AnimalScale& scale, Vec2 newton) {
    const float share = std::min(length(newton) / animal.max_force, 1.0f);
    return isNothing(newton) ? Vec2{} : unit(newton) * (scale.arrow_px / scale.px_per_m * std::sqrt(share));
}

// How far the picture reaches from its middle: to those that the animal sees.
float reachOf(const OneAnimal& animal) {
    float farthest = 0;
    for (const Other& other : animal.others)
        if (other.is_seen) farthest = std::max(farthest, length(other.from_animal));
    // In steps, or the picture would breathe with the herd.
    const float share = std::clamp(1.2f * farthest / animal.neighbourhood_m, 0.125f, 1.15f);
    return animal.neighbourhood_m * std::min(std::exp2(std::ceil(2 * std::log2(share)) / 2), 1.15f);
}

ImU32 faded(ImU32 colour, bool is_drawn) {
    return is_drawn ? colour : (colour & ~IM_COL32_A_MASK) | (ImU32{130} << IM_COL32_A_SHIFT);
}

// A text beside the colour of its arrow.
void spell(const ImU32 sample, const ImVec4& colour, const std::string& text) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + line * 0.2f},
                                              {at.x + line * 0.5f, at.y + line * 0.8f}, sample);
    ImGui::SetCursorScreenPos({at.x + line * 0.9f, at.y});
    ImGui::TextColored(colour, "%s", text.c_str());
}

void spellForce(Desk& desk, const OneAnimal& animal, std::size_t kind) {
    const Felt& felt = animal.felt[kind];
    const std::string text = fmt::format("{}: {}\n{:.0f} N, {}", kForceNames[kind], kDeeds[kind],
                                         static_cast<double>(length(felt.newton)),
                                         felt.is_drawn ? "counts now" : "not chosen this time");
    spell(faded(desk.theme.series[kind], felt.is_drawn), felt.is_drawn ? desk.theme.text : desk.theme.muted,
          text);
    noteItem(desk, fmt::format("inspect.force.{}", kForceNames[kind]).c_str(), "reading", text);
    tooltip(desk, fmt::format("{} It is chosen in {:.0f} % of the windows of time.", kTips[kind],
                              static_cast<double>(felt.chance) * 100)
                      .c_str());
}

}  // namespace

void drawForces(ImDrawList& list, const UiTheme& theme, const OneAnimal& animal, const AnimalScale& scale) {
    const float width = theme.px(1.6f) * theme.stroke;
    list.AddCircle(scale.centre, animal.neighbourhood_m * scale.px_per_m, ImGui::GetColorU32(theme.muted), 64,
                   theme.px(1));
    for (std::size_t kind = 0; kind < kForceKinds; ++kind) {
        const Felt& felt = animal.felt[kind];
        drawArrow(list, theme, scale, arrowOf(animal, scale, felt.newton),
                  {faded(theme.series[kind], felt.is_drawn), felt.is_drawn ? width * 1.4f : width,
                   kForceLetters[kind]});
    }
    for (const PushInfo& push : kPushes)
        if (animal.pushed)
            drawArrow(list, theme, scale, arrowOf(animal, scale, *animal.pushed.*push.part),
                      {ImGui::GetColorU32(theme.*push.colour), width * 1.4f, push.letter});
    drawArrow(list, theme, scale, arrowOf(animal, scale, animal.total),
              {ImGui::GetColorU32(theme.text), width, ""});
}

void spellPushes(Desk& desk, const std::optional<flock::PushParts>& pushed) {
    if (!pushed) return;
    for (const PushInfo& push : kPushes) {
        const float newton = length(*pushed.*push.part);
        const std::string text =
            fmt::format("{}: {}\n{:.0f} N", push.name, push.deed, static_cast<double>(newton));
        spell(ImGui::GetColorU32(desk.theme.*push.colour), newton > 0 ? desk.theme.text : desk.theme.muted,
              text);
        noteItem(desk, fmt::format("inspect.push.{}", push.name).c_str(), "reading", text);
        tooltip(desk, push.tip);
    }
}

void drawAnimal(Desk& desk, const OneAnimal& animal) {
    const UiTheme& theme = desk.theme;
    const float side = std::min(ImGui::GetContentRegionAvail().x, theme.px(230));
    const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + side, min.y + side};
    ImGui::InvisibleButton("animal", {side, side});
    const auto seen = std::ranges::count_if(animal.others, &Other::is_seen);
    noteItem(desk, "inspect.animal", "drawing", fmt::format("sees {}", seen));
    tooltip(desk,
            "One animal of the herd, in the middle. It sees those inside the circle, its "
            "neighbourhood, or all if there is no circle in the picture. "
            "Arrows are Reynolds' rules, pale ones were not chosen this time, the white or black one is "
            "their sum; "
            "O, F and "
            "G are what pushes it from outside. A "
            "click on another animal of the herd, in the world, shows that one.");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, ImGui::GetColorU32(theme.background));
    list.PushClipRect(min, max, true);
    const AnimalScale scale{
        {(min.x + max.x) / 2, (min.y + max.y) / 2}, side * 0.5f / reachOf(animal), side * 0.38f};
    for (const Other& other : animal.others)
        drawBody(list, onScreen(scale, other.from_animal), other.heading, theme.px(5),
                 ImGui::GetColorU32(other.is_seen ? theme.text : theme.outline));
    drawBody(list, scale.centre, animal.agent.heading, theme.px(8), ImGui::GetColorU32(theme.accent));
    drawForces(list, theme, animal, scale);
    list.PopClipRect();
    list.AddRect(min, max, ImGui::GetColorU32(theme.outline));
    for (const std::size_t kind : {2u, 0u, 1u, 3u}) spellForce(desk, animal, kind);
    spellPushes(desk, animal.pushed);
}

}  // namespace drover::desktop
