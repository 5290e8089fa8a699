#include "app/desktop/panels/set_slices.h"

#include <algorithm>

#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

constexpr float kLeftOutWidth = 8;        // at scale 1, with the gap after it
constexpr std::size_t kMostLeftOut = 40;  // more are not drawn

enum class Pattern { kPlain, kHatched, kDotted };

// In the colour of the background, over a filled box. The caller has clipped to it.
void drawPattern(const UiTheme& theme, const Box& box, Pattern pattern) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 ink = ImGui::GetColorU32(theme.background);
    const float step = theme.px(5), height = box.max.y - box.min.y;
    if (pattern == Pattern::kHatched)
        for (float x = box.min.x - height; x < box.max.x; x += step)
            draw.AddLine({x, box.max.y}, {x + height, box.min.y}, ink, theme.px(1.5f));
    if (pattern == Pattern::kDotted)
        for (float y = box.min.y + step / 2; y < box.max.y; y += step)
            for (float x = box.min.x + step / 2; x < box.max.x; x += step)
                draw.AddCircleFilled({x, y}, theme.px(1.2f), ink, 6);
}

// Where a set began that had been cut off: a bar for from the start, an arrow for where it was.
void drawStartMark(const UiTheme& theme, const Box& box, bool is_anew) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 ink = ImGui::GetColorU32(theme.background), light = ImGui::GetColorU32(theme.text);
    const float size = std::min(theme.px(8), box.max.x - box.min.x), y = box.min.y + theme.px(2);
    draw.AddRectFilled({box.min.x, box.min.y}, {box.min.x + size, y + size + theme.px(1)}, ink);
    if (is_anew)
        draw.AddRectFilled({box.min.x + theme.px(1), y}, {box.min.x + theme.px(3), y + size}, light);
    else
        draw.AddTriangleFilled({box.min.x + theme.px(1), y}, {box.min.x + size, y + size / 2},
                               {box.min.x + theme.px(1), y + size}, light);
}

Box boxOf(const Strip& strip, const record::SetEvent& set) {
    const float height = (strip.max.y - strip.min.y) * kBandHeights[record::row(set.band)];
    const auto start = static_cast<double>(set.start_ns);
    return {{strip.x(start), strip.max.y - height},
            {strip.x(start + static_cast<double>(set.cost_ns)), strip.max.y}};
}

void drawSlice(const UiTheme& theme, const Strip& strip, const record::SetEvent& set) {
    const Box box = boxOf(strip, set);
    const float width = box.max.x - box.min.x;
    if (width < 3 || box.min.x > strip.max.x) return;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.PushClipRect(box.min, box.max, true);
    if (set.is_cut_off) drawPattern(theme, box, Pattern::kHatched);
    if (set.is_reserve) drawPattern(theme, box, Pattern::kDotted);
    draw.AddLine({box.max.x - 0.5f, box.min.y}, {box.max.x - 0.5f, box.max.y},
                 ImGui::GetColorU32(theme.background), 1);
    if (set.is_anew || set.is_continued) drawStartMark(theme, box, set.is_anew);
    draw.PopClipRect();
}

Box leftOutBox(const UiTheme& theme, const Strip& strip, double ran_ns, std::size_t nth) {
    const float x = strip.x(ran_ns) + theme.px(2) + theme.px(kLeftOutWidth) * static_cast<float>(nth);
    return {{x, strip.max.y - (strip.max.y - strip.min.y) * 0.4f},
            {x + theme.px(kLeftOutWidth - 2), strip.max.y - theme.px(1)}};
}

template <class Visit>
void forEachLeftOut(std::span<const record::SetEvent> sets, Visit visit) {
    std::size_t nth = 0;
    for (const record::SetEvent& set : sets)
        if (set.was_left_out && nth < kMostLeftOut) visit(set, nth++);
}

void drawLeftOut(const UiTheme& theme, const Box& box, bool is_reserve) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRect(box.min, box.max, ImGui::GetColorU32(theme.text), 0, 0, theme.px(1));
    if (is_reserve)
        draw.AddCircleFilled({(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2}, theme.px(1.2f),
                             ImGui::GetColorU32(theme.text), 6);
}

struct SliceKey {
    const char* text;
    Pattern pattern = Pattern::kPlain;
    bool has_mark = false, is_anew = false, is_left_out = false;
};
constexpr SliceKey kSliceKeys[] = {
    {.text = "cut off", .pattern = Pattern::kHatched},
    {.text = "begins anew", .has_mark = true, .is_anew = true},
    {.text = "goes on", .has_mark = true},
    {.text = "reserve", .pattern = Pattern::kDotted},
    {.text = "left out", .is_left_out = true},
};

}  // namespace

float widthOfLeftOut(const UiTheme& theme, std::span<const record::SetEvent> sets) {
    float width = 0;
    forEachLeftOut(sets, [&](const record::SetEvent&, std::size_t nth) {
        width = theme.px(4) + theme.px(kLeftOutWidth) * static_cast<float>(nth + 1);
    });
    return width;
}

void drawSlices(const UiTheme& theme, const Strip& strip, std::span<const record::SetEvent> sets,
                double ran_ns) {
    for (const record::SetEvent& set : sets)
        if (!set.was_left_out) drawSlice(theme, strip, set);
    forEachLeftOut(sets, [&](const record::SetEvent& set, std::size_t nth) {
        drawLeftOut(theme, leftOutBox(theme, strip, ran_ns, nth), set.is_reserve);
    });
}

const record::SetEvent* setAt(const UiTheme& theme, const Strip& strip,
                              std::span<const record::SetEvent> sets, double ran_ns, float x) {
    const record::SetEvent* found = nullptr;
    for (const record::SetEvent& set : sets) {
        const Box box = boxOf(strip, set);
        if (!set.was_left_out && x >= box.min.x && x < box.max.x) found = &set;
    }
    forEachLeftOut(sets, [&](const record::SetEvent& set, std::size_t nth) {
        const Box box = leftOutBox(theme, strip, ran_ns, nth);
        if (x >= box.min.x && x < box.max.x) found = &set;
    });
    return found;
}

void explainSet(const record::SetEvent& set) {
    const auto name = [](std::string_view text) { return static_cast<int>(text.size()); };
    ImGui::Separator();
    if (set.is_behaviour)
        ImGui::Text("set %.*s, %.*s", name(set.name), set.name.data(), name(set.method), set.method.data());
    else
        ImGui::Text("set %.*s, never cut off", name(set.name), set.name.data());
    ImGui::Text("%.*s", name(set.outcome), set.outcome.data());
    if (set.was_left_out) return;
    ImGui::Text("began %.*s; atoms %u to %u of %u", name(set.begun), set.begun.data(), set.first_atom + 1,
                set.first_atom + set.atoms, set.atoms_of_set);
    ImGui::Text("offered %.4f ms, used %.4f ms", static_cast<double>(set.offered_ns) * 1e-6,
                static_cast<double>(set.cost_ns) * 1e-6);
}

void drawSliceKeys(Desk& desk) {
    const UiTheme& theme = desk.theme;
    const float line = ImGui::GetTextLineHeight(), width = theme.px(16);
    ImGui::TextDisabled("Sets:");
    noteItem(desk, "frame.sets", "reading", "sets");
    for (const SliceKey& key : kSliceKeys) {
        const float needed = theme.px(18) + width + ImGui::CalcTextSize(key.text).x;
        if (ImGui::GetItemRectMax().x + needed >
            ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x)
            return;
        ImGui::SameLine(0, theme.px(14));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const Box box{{at.x, at.y + theme.px(2)}, {at.x + width, at.y + line}};
        if (key.is_left_out) {
            drawLeftOut(theme, {box.min, {at.x + theme.px(kLeftOutWidth), box.max.y}}, false);
        } else {
            ImDrawList& draw = *ImGui::GetWindowDrawList();
            draw.AddRectFilled(box.min, box.max, theme.series[0]);
            draw.PushClipRect(box.min, box.max, true);
            drawPattern(theme, box, key.pattern);
            if (key.has_mark) drawStartMark(theme, box, key.is_anew);
            draw.PopClipRect();
        }
        ImGui::Dummy({width, line});
        ImGui::SameLine(0, theme.px(4));
        ImGui::TextUnformatted(key.text);
    }
}

}  // namespace drover::desktop
