#include "app/desktop/panels/claim_list.h"

#include <fmt/format.h>

#include <array>

#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

// How a verdict is shown: a shape of its own, so that colour is not the only sign, and a word in the UI map.
struct VerdictMark {
    const char* word;
    const char* meaning;
};
constexpr std::array<VerdictMark, 4> kMarks = {{{"waiting", "Empty circle: its frames are still to come."},
                                                {"running", "Dot: some of its frames are still to come."},
                                                {"held", "Tick: it was so."},
                                                {"broken", "Cross: it was not so."}}};

const VerdictMark& markOf(world::Verdict verdict) { return kMarks[static_cast<std::size_t>(verdict)]; }

void drawMark(const UiTheme& theme, world::Verdict verdict, const ImVec4& colour) {
    const float line = ImGui::GetTextLineHeight(), r = line * 0.3f, width = theme.px(1.8f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 c = {at.x + line * 0.45f, at.y + line * 0.5f};
    const ImU32 ink = ImGui::GetColorU32(colour);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    switch (verdict) {
        case world::Verdict::kRunning: draw.AddCircleFilled(c, r * 0.5f, ink); [[fallthrough]];
        case world::Verdict::kWaiting: draw.AddCircle(c, r, ink, 0, width); break;
        case world::Verdict::kHeld: {
            const ImVec2 tick[] = {{c.x - r, c.y}, {c.x - r * 0.25f, c.y + r * 0.8f}, {c.x + r, c.y - r}};
            draw.AddPolyline(tick, 3, ink, 0, width * 1.2f);
            break;
        }
        case world::Verdict::kBroken:
            draw.AddLine({c.x - r, c.y - r}, {c.x + r, c.y + r}, ink, width * 1.2f);
            draw.AddLine({c.x - r, c.y + r}, {c.x + r, c.y - r}, ink, width * 1.2f);
            break;
    }
}

std::string answerOf(const world::Claim& claim, const world::ClaimState& state) {
    if (state.verdict == world::Verdict::kWaiting)
        return fmt::format("from frame {} to {}", claim.seen.first_frame, claim.seen.last_frame);
    const auto number = [&](const std::optional<double>& value) {
        return value ? world::spelled(claim.seen, *value) : std::string("nothing to measure");
    };
    return fmt::format("{} {}, asked {} {}", state.verdict == world::Verdict::kRunning ? "so far" : "found",
                       number(state.found), claim.is == world::Bound::kAtLeast ? "at least" : "at most",
                       number(state.asked));
}

ImVec4 colourOf(const UiTheme& theme, world::Verdict verdict) {
    if (verdict == world::Verdict::kBroken) return theme.warning;
    return verdict == world::Verdict::kHeld ? theme.accent : theme.muted;
}

}  // namespace

void drawClaim(Desk& desk, const std::string& name, const world::Claim& claim,
               const world::ClaimState& state) {
    const float indent = ImGui::GetTextLineHeight() * 1.3f;
    const std::string answer = answerOf(claim, state);
    ImGui::BeginGroup();
    drawMark(desk.theme, state.verdict, colourOf(desk.theme, state.verdict));
    ImGui::Indent(indent);
    paragraph(desk, claim.text, desk.theme.text);
    {
        const SmallText small(desk);
        paragraph(desk, answer);
    }
    ImGui::Unindent(indent);
    ImGui::EndGroup();
    tooltip(desk, fmt::format("{}\n{}", world::conditionOf(claim), markOf(state.verdict).meaning).c_str());
    noteItem(desk, name.c_str(), "claim", fmt::format("{}: {}", markOf(state.verdict).word, answer));
}

void drawClaims(Desk& desk, const world::ClaimWatch& watch, const char* name) {
    if (watch.claims().empty()) return;
    heading(desk, "What will be seen");
    for (std::size_t i = 0; i < watch.claims().size(); ++i)
        drawClaim(desk, fmt::format("{}.{}", name, i), watch.claims()[i], watch.stateOf(i));
    std::string note;
    if (const std::optional<std::uint64_t> frame = changedFrom(desk.session)) {
        note = fmt::format(
            "Changed by hand in frame {}: the claims are about the scenario as its file has it.", *frame);
    } else if (desk.session.scenario().load.clock == world::ClockKind::kReal) {
        note =
            "Under the real clock, costs are those of this machine. The claims are tested under the model "
            "clock.";
    }
    if (note.empty()) return;
    message(desk, fmt::format("{}.note", name).c_str(), note, desk.theme.warning);
}

}  // namespace drover::desktop
