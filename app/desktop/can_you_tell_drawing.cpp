// What stands over and beside the panes of the blind test: numbers, the question, the curve.
#include <fmt/format.h>

#include <cfloat>
#include <cmath>

#include "app/desktop/can_you_tell.h"
#include "app/desktop/plots/screen_sheet.h"
#include "app/perception/curve_chart.h"

namespace drover::desktop {
namespace {

constexpr const char* kRules[] = {
    "Four meadows will be shown at once, for five seconds.",
    "In three of them every animal thinks in every frame.",
    "In one, a load manager saves: its animals think less often.",
    "Say which one is not whole. If you cannot tell, guess.",
};

// Text of a height in pixels at scale 1, in the letters of the large fonts.
struct TellText {
    Desk& desk;
    ImDrawList& list = *ImGui::GetWindowDrawList();

    ImFont* face() const { return desk.theme.huge ? desk.theme.huge : ImGui::GetFont(); }
    ImVec2 sizeOf(float height, const std::string& text) const {
        return face()->CalcTextSizeA(height, FLT_MAX, 0, text.c_str());
    }
    void put(ImVec2 at, float height, const ImVec4& colour, const std::string& text) const {
        list.AddText(face(), height, at, ImGui::GetColorU32(colour), text.c_str());
    }
    // With its middle there, and not wider than that.
    float putMiddle(ImVec2 at, float height, float width, const ImVec4& colour,
                    const std::string& text) const {
        const ImVec2 wanted = sizeOf(height, text);
        const float fitted = height * std::min(1.0f, width / std::max(wanted.x, 1.0f));
        const ImVec2 size = sizeOf(fitted, text);
        put({at.x - size.x / 2, at.y}, fitted, colour, text);
        return size.y;
    }
};

// Of the window's smaller side, so that it is as large on any display.
float tellHeight(float share) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    return std::floor(std::min(window.y, window.x * 0.6f) * share);
}

}  // namespace

void CanYouTell::drawIntroduction(Desk& desk) const {
    const TellText text{desk};
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = window.x * 0.9f, middle = window.x / 2;
    float y = window.y * 0.22f;
    if (!has_begun_) {
        y += text.putMiddle({middle, y}, tellHeight(0.065f), width, desk.theme.text, "Can you tell?") * 1.7f;
        for (const char* const rule : kRules)
            y += text.putMiddle({middle, y}, tellHeight(0.04f), width, desk.theme.text, rule) * 1.4f;
        if (course_.next() > 0)
            y += text.putMiddle({middle, y}, tellHeight(0.04f), width, desk.theme.text,
                                fmt::format("You have answered {} of {} so far.", course_.next(),
                                            course_.trials().size())) *
                 1.4f;
        y += tellHeight(0.05f);
    } else {
        y = window.y * 0.42f;
    }
    const float share = stage_ == Stage::kReady ? 1.0f : static_cast<float>(maker_.share());
    const float bar = window.x * 0.36f, height = std::max(tellHeight(0.012f), 4.0f);
    const ImVec2 from{middle - bar / 2, y}, to{middle + bar / 2, y + height};
    text.list.AddRectFilled(from, to, ImGui::GetColorU32(desk.theme.outline), height / 2);
    if (share > 0)
        text.list.AddRectFilled(from, {from.x + std::max(bar * share, height), to.y},
                                ImGui::GetColorU32(desk.theme.accent), height / 2);
    const std::string line = stage_ == Stage::kReady ? "Space: begin     Esc: leave"
                                                     : "The meadows are being computed ...     Esc: leave";
    text.putMiddle({middle, to.y + tellHeight(0.025f)}, tellHeight(0.034f), width,
                   stage_ == Stage::kReady ? desk.theme.text : desk.theme.muted, line);
    desk.map.note(stage_ == Stage::kReady ? "tell.ready" : "tell.progress", "progress", from, to,
                  fmt::format("{:.0f} %", static_cast<double>(share) * 100));
}

// Edge to edge, with a thin line between them.
void CanYouTell::drawPaneNumbers(Desk& desk, const ScreenRect& panes) const {
    const TellText text{desk};
    const ImVec2 half{std::floor(panes.size.x / 2), std::floor(panes.size.y / 2)};
    const ImU32 line = ImGui::GetColorU32(desk.theme.background);
    const float width = desk.theme.px(2), height = tellHeight(0.075f), pad = tellHeight(0.018f);
    text.list.AddRectFilled({half.x - width / 2, 0}, {half.x + width / 2, panes.size.y}, line);
    text.list.AddRectFilled({0, half.y - width / 2}, {panes.size.x, half.y + width / 2}, line);
    for (std::uint32_t pane = 0; pane < perception::kPanes; ++pane) {
        const ImVec2 at{pane % 2 == 0 ? 0 : half.x, pane < 2 ? 0 : half.y};
        const std::string number = std::to_string(pane + 1);
        const ImVec2 size = text.sizeOf(height, number);
        const ImVec2 box{at.x + pad, at.y + pad};
        const float side = std::max(size.x, size.y) * 1.05f;
        ImVec4 behind = desk.theme.panel;
        behind.w = 0.8f;
        const bool is_named = stage_ == Stage::kLooked && answered_ == pane + 1;
        text.list.AddRectFilled(box, {box.x + side, box.y + side},
                                ImGui::GetColorU32(is_named ? desk.theme.accent : behind), side * 0.18f);
        text.put({box.x + (side - size.x) / 2, box.y + (side - size.y) / 2}, height,
                 is_named ? desk.theme.background : desk.theme.text, number);
        desk.map.note("tell.pane." + number, "view", at, {at.x + half.x, at.y + half.y},
                      is_named ? "answered" : "");
    }
}

void CanYouTell::drawStrip(Desk& desk, const ScreenRect& strip) const {
    const TellText text{desk};
    const float pad = strip.size.y * 0.4f;
    text.list.AddRectFilled(strip.at, strip.end(), ImGui::GetColorU32(desk.theme.panel));
    const bool is_watched = stage_ == Stage::kWatching;
    if (is_watched) {
        const double all_s = (*panes_)[0].frames * perception::kFrame_s;
        const float share = static_cast<float>(std::min(played_s_ / all_s, 1.0));
        text.list.AddRectFilled(strip.at, {strip.at.x + strip.size.x * share, strip.at.y + desk.theme.px(2)},
                                ImGui::GetColorU32(desk.theme.accent));
    }
    const std::string question = is_watched ? "Which one is not whole?" : "Where did you look?";
    const std::string keys = is_watched ? "1 2 3 4: answer,  Space: see them again,  Esc: leave"
                                        : "N near the middle,  F far from it,  Enter: skip";
    const std::size_t now = course_.next() + (is_watched ? 1 : 0);
    const std::string count = fmt::format("{} of {}", now, course_.trials().size());
    float large = strip.size.y * 0.6f, small = strip.size.y * 0.46f;
    const auto width = [&] {
        return text.sizeOf(large, question).x + text.sizeOf(small, keys).x + text.sizeOf(small, count).x;
    };
    if (const float room = strip.size.x - 5 * pad; width() > room) {
        const float less = room / width();
        large *= less, small *= less;
    }
    const auto baseline = [&](float height) { return strip.at.y + (strip.size.y - height) / 2; };
    const ImVec2 question_size = text.sizeOf(large, question), count_size = text.sizeOf(small, count);
    text.put({strip.at.x + pad, baseline(large)}, large, desk.theme.text, question);
    text.put({strip.at.x + 2.5f * pad + question_size.x, baseline(small)}, small, desk.theme.text, keys);
    text.put({strip.end().x - pad - count_size.x, baseline(small)}, small, desk.theme.muted, count);
    desk.map.note(is_watched ? "tell.question" : "tell.looked", "reading", strip.at, strip.end(), count);
}

void CanYouTell::drawResult(Desk& desk) const {
    const TellText text{desk};
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const perception::Answers sessions[] = {course_.answers()};
    const perception::Curve curve = perception::curveOf(sessions);
    const auto packed = [](const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); };
    const float label = tellHeight(0.03f), middle = window.x / 2, width = window.x * 0.92f;
    const perception::CurveLook look{.text = packed(desk.theme.text),
                                     .muted = packed(desk.theme.muted),
                                     .grid = withAlpha(packed(desk.theme.outline), 110),
                                     .points = desk.theme.series[0],
                                     .title = {text.face(), tellHeight(0.045f)},
                                     .label = {text.face(), label},
                                     .scale = std::max(window.y / 720, 0.5f)};
    ScreenSheet sheet(text.list);
    const float wide = std::min(window.x * 0.86f, window.y * 1.35f);
    const Box box{{middle - wide / 2, window.y * 0.05f}, {middle + wide / 2, window.y * 0.79f}};
    perception::drawCurve(sheet, box, curve, look);
    float y = window.y * 0.83f;
    const std::string catches = perception::catchSentence(curve);
    y += text.putMiddle({middle, y}, label, width, desk.theme.text, catches) * 1.4f;
    y += text.putMiddle({middle, y}, label, width, desk.theme.muted,
                        fmt::format("Answers: {}   A class: drover-lab perception FILES",
                                    printable(course_.file().string()))) *
         1.4f;
    text.putMiddle({middle, y}, label, width, desk.theme.text, "Esc: leave");
    desk.map.note("tell.result", "reading", {box.min.x, box.min.y}, {box.max.x, box.max.y}, catches);
}

}  // namespace drover::desktop
