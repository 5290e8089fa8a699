#include "app/desktop/presentation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/desktop/plots/plot_spec.h"

namespace drover::desktop {
namespace {

constexpr std::uint64_t kMeanFrames = 30;  // so that one can read the numbers

std::size_t plotNamed(std::string_view name) {
    for (std::size_t i = 0; i < kPlotCount; ++i)
        if (kPlots[i].name == name) return i;
    return 0;
}

// None if no frame has a value.
std::optional<double> meanOf(const record::History& history, const char* measure, const char* counted_by) {
    const record::FrameRange held = history.frames();
    const std::uint64_t first = held.end - std::min<std::uint64_t>(held.size(), kMeanFrames);
    double sum = 0, weight = 0;
    for (std::uint64_t frame = first; frame < held.end; ++frame) {
        const double count = counted_by ? history.value(*record::findColumn(counted_by), frame) : 1;
        if (count <= 0) continue;
        sum += history.value(*record::findColumn(measure), frame) * count;
        weight += count;
    }
    return weight > 0 ? std::optional(sum / weight) : std::nullopt;
}

// Of a band: what its periods say. Where the budget does not hold even the longest ones, what was seen says
// more.
std::string lateness(const record::History& history, const std::string& band) {
    constexpr double kOnTime_ms = 10, kBeyondPeriods_ms = 100;
    std::optional<double> ms = meanOf(history, (band + "_d_assigned_ms").c_str(), (band + "_tasks").c_str());
    const std::optional<double> seen_ms =
        meanOf(history, (band + "_d_observed_ms").c_str(), (band + "_observed").c_str());
    if (ms && seen_ms && *seen_ms > *ms + kBeyondPeriods_ms) ms = seen_ms;
    if (!ms) return "nobody";
    if (*ms < kOnTime_ms) return "on time";
    return *ms < 95 ? fmt::format("{:.0f} ms late", *ms) : fmt::format("{:.1f} s late", *ms / 1000);
}

// As large as fits, up to `most` pixels high.
void largeText(Desk& desk, ImVec2 at, float width, float most, ImU32 colour, const std::string& text) {
    ImFont* const font = desk.theme.huge ? desk.theme.huge : ImGui::GetFont();
    const float wanted = font->CalcTextSizeA(most, FLT_MAX, 0, text.c_str()).x;
    const float height = std::min(most, most * width / std::max(wanted, 1.0f));
    const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, text.c_str());
    ImGui::GetWindowDrawList()->AddText(font, height, {at.x + (width - size.x) / 2, at.y}, colour,
                                        text.c_str());
}

// While something takes the machine's time.
void drawSpike(Desk& desk, const ScreenRect& world) {
    const record::FrameRecord& record = desk.session.world().record();
    const std::int64_t spike_ns = record.spike_outside_ns + record.spike_inside_ns;
    if (spike_ns <= 0) return;
    const double spike_ms = static_cast<double>(spike_ns) * 1e-6;
    const std::string text = record.spike_inside_ns > 0
                                 ? fmt::format("Spike: {:.0f} ms of the AI's time are gone", spike_ms)
                                 : fmt::format("Spike: each frame takes {:.0f} ms longer", spike_ms);
    const float height = desk.theme.px(46), width = std::min(world.size.x * 0.7f, desk.theme.px(620));
    const ImVec2 at{world.at.x + (world.size.x - width) / 2, world.end().y - height - desk.theme.px(14)};
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height},
                                              ImGui::GetColorU32(desk.theme.warning), desk.theme.px(6));
    largeText(desk, {at.x, at.y + desk.theme.px(8)}, width, desk.theme.px(30),
              ImGui::GetColorU32(desk.theme.background), text);
    desk.map.note("presentation.spike", "banner", at, {at.x + width, at.y + height}, text);
}

}  // namespace

PresentationRects layOutPresentation(ImVec2 window) {
    const float bottom = std::floor(window.y * 0.36f);
    return {{{0, 0}, {window.x, window.y - bottom}}, {{0, window.y - bottom}, {window.x, bottom}}};
}

std::string presentedSentence(const Session& session) {
    const record::History& history = session.era().history;
    if (history.size() == 0) return {};
    const double budget_ms = meanOf(history, "td_ms", nullptr).value();
    return fmt::format("AI {1:.{0}f} of {2:.{0}f} ms.   Near: {3}.   Far: {4}.", budget_ms < 1 ? 2 : 1,
                       meanOf(history, "ai_ms", nullptr).value(), budget_ms, lateness(history, "near"),
                       lateness(history, "far"));
}

void drawPresentation(Desk& desk, PlotStrip& plots, const PresentationRects& rects) {
    const float text_height = std::floor(std::min(rects.bottom.size.y * 0.32f, desk.theme.px(96)));
    const ScreenRect plot{{rects.bottom.at.x, rects.bottom.at.y + text_height},
                          {rects.bottom.size.x, rects.bottom.size.y - text_height}};
    ImGui::GetBackgroundDrawList()->AddRectFilled(rects.bottom.at, rects.bottom.end(),
                                                  ImGui::GetColorU32(desk.theme.panel));
    plots.drawOne(desk, desk.panels, plot, plotNamed("deviation"));
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("##presentation", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    const std::string sentence = presentedSentence(desk.session);
    const float pad = desk.theme.px(16);
    largeText(desk, {pad, rects.bottom.at.y + text_height * 0.12f}, rects.bottom.size.x - 2 * pad,
              text_height * 0.72f, ImGui::GetColorU32(desk.theme.text), sentence);
    desk.map.note("presentation.sentence", "reading", rects.bottom.at,
                  {rects.bottom.end().x, rects.bottom.at.y + text_height}, sentence);
    drawSpike(desk, rects.world);
    ImGui::End();
}

}  // namespace drover::desktop
