// Drag in the line to go to a moment; play from there, or change something and see how it goes on without
// what came then. Lines that were left by such a fork lie below.
#include "app/desktop/time_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/desktop/panels/panel_state.h"
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
    // One of each kind is drawn on a pixel.
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

// Of another moment, by how long frames of the present world are.
std::string timeOf(const Session& session, Moment moment) {
    const world::World& world = session.world();
    const double frame_s =
        world.frame() > 0 ? world.time() / static_cast<double>(world.frame()) : world.scenario().frame_time;
    const Moment began = session.lines().present().eraOf(moment)->first;
    return minutes(static_cast<double>(moment - std::min(moment, began)) * frame_s);
}

// Where the world is, the longest text first.
std::vector<std::string> placeTexts(const Session& session) {
    const std::string time = minutes(session.world().time());
    if (!session.now().is_past) return {time};
    const std::string past = fmt::format("{} in the past", time);
    return {past + ": play it, or change something and it forks", past, time};
}

// Or else the last.
const std::string& firstThatFits(const std::vector<std::string>& texts, float width) {
    const auto fits = [width](const std::string& text) {
        return ImGui::CalcTextSize(text.c_str()).x <= width;
    };
    const auto found = std::ranges::find_if(texts, fits);
    return found == texts.end() ? texts.back() : *found;
}

// The signs on the buttons, drawn: not every font has them.
enum class Sign { kPlay, kPause, kBack, kStep };

void drawSign(ImDrawList& list, Sign sign, ImVec2 centre, float r, ImU32 ink) {
    const auto bar = [&](float x, float half) {
        list.AddRectFilled({centre.x + x * r - half * r, centre.y - r},
                           {centre.x + x * r + half * r, centre.y + r}, ink);
    };
    const auto triangle = [&](float from, float to) {
        list.AddTriangleFilled({centre.x + from * r, centre.y - r}, {centre.x + to * r, centre.y},
                               {centre.x + from * r, centre.y + r}, ink);
    };
    switch (sign) {
        case Sign::kPlay: return triangle(-0.7f, 1);
        case Sign::kPause: return bar(-0.5f, 0.25f), bar(0.5f, 0.25f);
        case Sign::kBack: return bar(-0.85f, 0.15f), triangle(0.8f, -0.6f);
        case Sign::kStep: return bar(0.85f, 0.15f), triangle(-0.8f, 0.6f);
    }
}

bool signButton(Desk& desk, const char* name, Sign sign, const char* tip) {
    const float side = ImGui::GetFrameHeight();
    ImGui::PushID(name);
    const bool is_pressed = ImGui::Button("##sign", {side, side});
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    drawSign(*ImGui::GetWindowDrawList(), sign, {(min.x + max.x) / 2, (min.y + max.y) / 2}, side * 0.24f,
             ImGui::GetColorU32(desk.theme.text));
    tooltip(desk, tip);
    noteItem(desk, name, "button");
    ImGui::PopID();
    return is_pressed;
}

std::string memoryText(const TimeLine& line) {
    const replay::Keyframes& keyframes = line.keyframes;
    return fmt::format("{} kept, {:.2f} of {:.0f} MiB; recorded {:.2f} MiB",
                       counted(keyframes.all().size(), "moment"),
                       static_cast<double>(keyframes.bytes()) / (1 << 20),
                       static_cast<double>(keyframes.limitBytes()) / (1 << 20),
                       static_cast<double>(line.recordBytes()) / (1 << 20));
}

// Where the world is, with all that has no room in the tooltip.
void drawPlaceText(Desk& desk, float width) {
    const Session& session = desk.session;
    const std::vector<std::string> place = placeTexts(session);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(firstThatFits(place, width).c_str());
    noteItem(desk, "time.place", "reading", place.front());
    const std::string memory = memoryText(session.lines().present());
    tooltip(desk,
            fmt::format("{}.\n{}. A copy of the world is kept every {} frames; any other moment is stepped "
                        "again from the one before it. How much they may take is in the View menu.",
                        place.front(), memory, session.lines().present().keyframes.spacing())
                .c_str());
    desk.map.note("time.memory", "reading", ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), memory);
    ImGui::SameLine();
    ImGui::SetCursorScreenPos({at.x + width, at.y});
}

void offerSpeed(Desk& desk) {
    const NumberField speed{
        .name = "transport.scale",
        .label = "",
        .low = 0.1,
        .high = 10,
        .unit = "x speed",
        .tip = "How fast time passes in the world. The budget per frame stays the same. Keys [ and ]",
        .reset = 1,
        .is_logarithmic = true,
        .decimals = 1};
    if (const auto change = numberField(desk, speed, desk.session.now().time_scale))
        desk.session.change(world::SetTimeScale{change->value}, change->gesture);
}

// The line itself, and the others below it.
void drawMoments(Desk& desk, const ScreenRect& rect) {
    Session& session = desk.session;
    const auto others = static_cast<std::size_t>(otherLinesShown(session));
    MomentAxis axis{.min = rect.at, .max = rect.end()};
    axis.max.y -= desk.theme.px(kOtherRow * static_cast<float>(others));
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
        ImGui::SetTooltip("%s", mark ? fmt::format("{}\n{}: {}", timeOf(session, mark->moment),
                                                   textOf(mark->kind), mark->text())
                                           .c_str()
                                     : timeOf(session, moment).c_str());
    }
    drawOthers(desk, axis);
}

}  // namespace

int otherLinesShown(const Session& session) {
    return static_cast<int>(std::min(session.lines().others().size(), kMostOthersShown));
}

void drawTimeBar(Desk& desk, const ScreenRect& rect, std::vector<const Action*>& wanted) {
    if (rect.isEmpty()) return;
    const UiTheme& theme = desk.theme;
    Session& session = desk.session;
    const float pad = theme.px(8), row = ImGui::GetFrameHeight();
    const auto ask = [&](bool is_pressed, const char* action) {
        if (is_pressed) wanted.push_back(&actionNamed(action));
    };
    // Without what the other courses of events need.
    const float high = rect.size.y - theme.px(kOtherRow * static_cast<float>(otherLinesShown(session)));
    beginCard(desk, "##time", rect, {pad, (high - row) / 2});
    const bool is_paused = session.now().is_paused, is_wide = rect.size.x > theme.px(640);
    ask(signButton(desk, "transport.pause", is_paused ? Sign::kPlay : Sign::kPause,
                   is_paused ? "Lets the world run. Key Space" : "Stops the world. Key Space"),
        "pause");
    ImGui::SameLine(0, theme.px(4));
    if (is_wide) {
        if (signButton(desk, "time.back", Sign::kBack,
                       "One frame back, or hold the mouse in the line and drag. Key ,"))
            stepBack(session);
        ImGui::SameLine(0, theme.px(4));
        ask(signButton(desk, "transport.step", Sign::kStep, "Runs one frame, then pauses. Key ."), "step");
        ImGui::SameLine(0, theme.px(10));
    }
    const float place = theme.px(session.now().is_past ? 112 : 52);
    drawPlaceText(desk, place);

    const float speed = is_wide ? theme.px(96) : 0, gap = theme.px(6);
    const auto widthOf = [](const char* label) {
        return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    };
    const float right = rect.end().x - pad,
                buttons = widthOf("Now") + widthOf("?") + widthOf("Panels") + 2 * gap;
    const float begin = ImGui::GetCursorScreenPos().x + theme.px(4);
    const float end = right - buttons - (is_wide ? speed + gap : 0) - theme.px(10),
                top = rect.at.y + theme.px(11);
    if (end - begin > theme.px(60))
        drawMoments(desk, {{begin, top}, {end - begin, rect.end().y - theme.px(9) - top}});

    ImGui::SetCursorScreenPos({end + theme.px(10), rect.at.y + (high - row) / 2});
    if (is_wide) {
        ImGui::SetNextItemWidth(speed);
        offerSpeed(desk);
        ImGui::SameLine(0, gap);
    }
    if (session.now().is_past)
        ask(button(desk, "time.now", "Now", "To the end of the line, where the world goes on. Key End"),
            "now");
    else
        disabledButton(desk, "time.now", "Now", "The world is at the end of its line.");
    ImGui::SameLine(0, gap);
    ask(button(desk, "transport.keys", "?", "All keys"), "keys");
    ImGui::SameLine(0, gap);
    ask(pressedButton(desk, "drawer", "Panels", !desk.layout.drawer.empty(),
                      "The drawer: scenarios, lessons, side by side, and all that an expert sets. Key E"),
        "drawer");
    endCard();
}

}  // namespace drover::desktop
