// The Time panel: all moments of the present line from left to right, with what happened at them. Drag in it
// to go to a moment; play from there, or change something and see how it goes on without what came then.
// Lines that were left by such a fork lie below.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"

namespace drover::desktop {
namespace {

constexpr std::size_t kMostOthersShown = 3;
constexpr float kOtherRow = 7;  // at scale 1

// Moments as pixels.
struct MomentAxis {
    ImVec2 min, max;
    Moment last = 1;

    float x(Moment moment) const {
        return min.x +
               static_cast<float>(static_cast<double>(moment) / static_cast<double>(last)) * (max.x - min.x);
    }
    Moment at(float x) const {
        const double share = std::clamp(static_cast<double>((x - min.x) / (max.x - min.x)), 0.0, 1.0);
        return static_cast<Moment>(std::llround(share * static_cast<double>(last)));
    }
};

// Where two lines part, to the chunk.
Moment sharedUntil(const TimeLine& a, const TimeLine& b) {
    const auto of_a = a.tape.chunks(), of_b = b.tape.chunks();
    Moment shared = 0;
    for (std::size_t i = 0; i < std::min(of_a.size(), of_b.size()) && of_a[i] == of_b[i]; ++i)
        shared = of_a[i]->first + of_a[i]->frames;
    for (const Moment fork : {a.forked_at, b.forked_at})
        if (fork > shared && fork < shared + replay::ChunkWriter::kMostFrames) return fork;
    return shared;
}

// A shape for each kind, so that colour is not needed to tell them apart.
void drawMark(const UiTheme& theme, const MomentAxis& axis, const Mark& mark) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float x = axis.x(mark.moment), top = axis.min.y, bottom = axis.max.y, r = theme.px(4);
    const ImU32 text = ImGui::GetColorU32(theme.text), warning = ImGui::GetColorU32(theme.warning);
    switch (mark.kind) {
        case MarkKind::kBegin:
            draw.AddLine({x, top}, {x, bottom}, text, theme.px(2));
            draw.AddTriangleFilled({x, top}, {x + 2 * r, top + r}, {x, top + 2 * r}, text);
            break;
        case MarkKind::kManager:
            draw.AddQuadFilled({x, top + r}, {x + r, top + 2 * r}, {x, top + 3 * r}, {x - r, top + 2 * r},
                               text);
            break;
        case MarkKind::kSpike:
            draw.AddTriangleFilled({x, bottom - 2.4f * r}, {x + r, bottom - r * 0.4f},
                                   {x - r, bottom - r * 0.4f}, warning);
            break;
        case MarkKind::kChange: draw.AddCircleFilled({x, (top + bottom) / 2}, theme.px(2.5f), text); break;
        case MarkKind::kLevels:
            draw.AddLine({x, bottom - theme.px(5)}, {x, bottom - theme.px(1)},
                         ImGui::GetColorU32(theme.muted), theme.px(1));
            break;
    }
}

void drawMarks(const UiTheme& theme, const MomentAxis& axis, const TimeLine& line) {
    // Of those of a kind on one pixel, one.
    std::array<float, 5> drawn_until;
    drawn_until.fill(-1e9f);
    for (const Mark& mark : line.marks) {
        float& until = drawn_until[static_cast<std::size_t>(mark.kind)];
        const float x = axis.x(mark.moment);
        if (x < until) continue;
        drawMark(theme, axis, mark);
        until = x + 1;
    }
}

const Mark* markNear(const TimeLine& line, const MomentAxis& axis, float x, float reach) {
    const Mark* nearest = nullptr;
    for (const Mark& mark : line.marks) {
        if (std::abs(axis.x(mark.moment) - x) > reach) continue;
        const bool is_better = !nearest ||
                               (nearest->kind == MarkKind::kLevels && mark.kind != MarkKind::kLevels) ||
                               (mark.kind != MarkKind::kLevels &&
                                std::abs(axis.x(mark.moment) - x) < std::abs(axis.x(nearest->moment) - x));
        if (is_better) nearest = &mark;
    }
    return nearest;
}

void drawPlace(const UiTheme& theme, const MomentAxis& axis, Moment moment) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float x = std::clamp(axis.x(moment), axis.min.x + theme.px(1), axis.max.x - theme.px(1));
    const ImU32 accent = ImGui::GetColorU32(theme.accent);
    draw.AddLine({x, axis.min.y - theme.px(2)}, {x, axis.max.y + theme.px(2)}, accent, theme.px(2));
    draw.AddCircleFilled({x, axis.min.y}, theme.px(5), accent);
}

void drawLine(Desk& desk, const MomentAxis& axis) {
    const UiTheme& theme = desk.theme;
    const Session& session = desk.session;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const Session::Now now = session.now();
    const float end = axis.x(now.last), here = axis.x(now.moment);
    draw.AddRectFilled(axis.min, axis.max, ImGui::GetColorU32(theme.background));
    ImVec4 past = theme.accent;
    past.w = 0.25f;
    draw.AddRectFilled(axis.min, {here, axis.max.y}, ImGui::GetColorU32(past));
    draw.AddRect(axis.min, {std::max(end, axis.min.x + 1), axis.max.y}, ImGui::GetColorU32(theme.outline));
    drawMarks(theme, axis, session.lines().present());
    drawPlace(theme, axis, now.moment);
    if (now.way_to)
        draw.AddCircle({axis.x(*now.way_to), axis.min.y}, theme.px(5), ImGui::GetColorU32(theme.accent), 0,
                       theme.px(2));
}

// The other lines, thin, from where they part. A click goes over to one.
void drawOthers(Desk& desk, const MomentAxis& axis) {
    const auto& others = desk.session.lines().others();
    std::optional<std::size_t> wanted;
    const std::size_t shown = std::min(others.size(), kMostOthersShown);
    for (std::size_t i = 0; i < shown; ++i) {
        const TimeLine& other = *others[others.size() - shown + i];
        const float y = axis.max.y + desk.theme.px(3 + kOtherRow * static_cast<float>(i));
        const float from = axis.x(sharedUntil(desk.session.lines().present(), other));
        const float to = std::max(axis.x(other.tape.frames()), from + desk.theme.px(12));
        ImDrawList& draw = *ImGui::GetWindowDrawList();
        draw.AddLine({from, axis.max.y}, {from, y + desk.theme.px(2)}, ImGui::GetColorU32(desk.theme.muted),
                     desk.theme.px(1));
        ImGui::SetCursorScreenPos({from, y});
        const std::string name = fmt::format("time.line.{}", i);
        if (ImGui::InvisibleButton(name.c_str(), {to - from, desk.theme.px(kOtherRow - 1)}))
            wanted = others.size() - shown + i;
        const bool is_hovered = ImGui::IsItemHovered();
        draw.AddRectFilled({from, y + desk.theme.px(1)}, {to, y + desk.theme.px(4)},
                           ImGui::GetColorU32(is_hovered ? desk.theme.accent : desk.theme.muted));
        noteItem(desk, name.c_str(), "button", std::to_string(other.tape.frames()));
        const std::string tip =
            fmt::format("Another course of events, {} frames long. Click to go over to it; this one is kept.",
                        other.tape.frames());
        tooltip(desk, tip.c_str());
    }
    if (wanted) desk.session.switchTo(*wanted);
}

std::string minutes(double seconds) {
    const auto tenths = static_cast<long long>(std::round(seconds * 10));
    return fmt::format("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

// Where the world is, the longest text first.
std::vector<std::string> placeTexts(const Session& session) {
    const std::string time = minutes(session.world().time());
    if (!session.now().is_past) return {fmt::format("{}, moment {}", time, session.now().moment), time};
    const std::string moment =
        fmt::format("{} in the past, moment {} of {}", time, session.now().moment, session.now().last);
    return {moment + ": play it, or change something and it forks", moment, time + " in the past", time};
}

// Or else the last.
const std::string& firstThatFits(const std::vector<std::string>& texts, float width) {
    const auto fits = [width](const std::string& text) {
        return ImGui::CalcTextSize(text.c_str()).x <= width;
    };
    const auto found = std::ranges::find_if(texts, fits);
    return found == texts.end() ? texts.back() : *found;
}

void drawHead(Desk& desk) {
    Session& session = desk.session;
    const bool is_past = session.now().is_past;
    if (button(desk, "time.back", "Back", "One frame back, or hold the mouse in the line and drag. Key ,"))
        stepBack(session);
    ImGui::SameLine();
    if (is_past) {
        if (button(desk, "time.now", "Now", "To the end of the line, where the world goes on. Key End"))
            goToNow(session);
    } else {
        disabledButton(desk, "time.now", "Now", "The world is at the end of its line.");
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::vector<std::string> place = placeTexts(session);
    ImGui::TextUnformatted(firstThatFits(place, ImGui::GetContentRegionAvail().x).c_str());
    noteItem(desk, "time.place", "reading", place.front());
    const replay::Keyframes& keyframes = session.lines().present().keyframes;
    const std::string memory = fmt::format(
        "{} kept, {:.2f} of {:.0f} MiB; recorded {:.2f} MiB", counted(keyframes.all().size(), "moment"),
        static_cast<double>(keyframes.bytes()) / (1 << 20),
        static_cast<double>(keyframes.limitBytes()) / (1 << 20),
        static_cast<double>(session.lines().present().recordBytes()) / (1 << 20));
    const float room = ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(memory.c_str()).x;
    if (room > ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + desk.theme.px(16)) {
        ImGui::SameLine(room);
        ImGui::TextColored(desk.theme.muted, "%s", memory.c_str());
        noteItem(desk, "time.memory", "reading", memory);
        tooltip(desk,
                fmt::format("A copy of the world every {} frames. Any other moment is stepped again "
                            "from the one before it. How much they may take is in the View menu. What "
                            "is recorded (frames, marks, the worlds before this one) takes memory too: more "
                            "and more while the window is open.",
                            keyframes.spacing())
                    .c_str());
    }
    if (session.recorder().trouble.empty()) return;
    ImGui::TextColored(desk.theme.warning, "%s", session.recorder().trouble.c_str());
    noteItem(desk, "time.trouble", "reading", session.recorder().trouble);
}

}  // namespace

void drawTimePanel(Desk& desk) {
    drawHead(desk);
    Session& session = desk.session;
    const std::size_t others = std::min(session.lines().others().size(), kMostOthersShown);
    MomentAxis axis;
    axis.min = ImGui::GetCursorScreenPos();
    axis.min.y += desk.theme.px(4);
    const float height =
        ImGui::GetContentRegionAvail().y - desk.theme.px(8 + kOtherRow * static_cast<float>(others));
    axis.max = {axis.min.x + ImGui::GetContentRegionAvail().x,
                axis.min.y + std::max(height, desk.theme.px(14))};
    axis.last = std::max<Moment>(session.now().last, 60);
    for (std::size_t i = session.lines().others().size() - others; i < session.lines().others().size(); ++i)
        axis.last = std::max(axis.last, session.lines().others()[i]->tape.frames());

    ImGui::SetCursorScreenPos(axis.min);
    ImGui::InvisibleButton("time.line", {axis.max.x - axis.min.x, axis.max.y - axis.min.y});
    noteItem(desk, "time.strip", "drawing",
             fmt::format("{} of {}", session.now().moment, session.now().last));
    const bool is_hovered = ImGui::IsItemHovered(), is_dragged = ImGui::IsItemActive();
    const float mouse_x = ImGui::GetIO().MousePos.x;
    if (is_dragged && (ImGui::IsItemActivated() || ImGui::GetIO().MouseDelta.x != 0))
        session.goTo(std::min(axis.at(mouse_x), session.now().last));
    drawLine(desk, axis);
    if (is_hovered || is_dragged) {
        const Mark* const mark = markNear(session.lines().present(), axis, mouse_x, desk.theme.px(5));
        const Moment moment = std::min(axis.at(mouse_x), session.now().last);
        if (!is_dragged && moment != session.now().moment) desk.panels.looked_at = moment;
        ImGui::SetTooltip(
            "%s",
            mark ? fmt::format("moment {}\n{}: {}", mark->moment, textOf(mark->kind), mark->text()).c_str()
                 : fmt::format("moment {}", moment).c_str());
    }
    drawOthers(desk, axis);
}

}  // namespace drover::desktop
