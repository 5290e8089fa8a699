// The Spikes panel: what the Spike button at the lower left starts, and the list of spikes that are scheduled
// or running, with the frames they have left.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/desktop/panels/field_controls.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "core/base/grouped.h"
#include "core/world/commands/outside.h"
#include "core/world/scenario/spike_fields.h"

namespace drover::desktop {
namespace {

constexpr PanelField kShape[] = {
    {.field = "shape", .label = "Shape"},
    {.field = "place",
     .label = "Where",
     .tip = "Outside: Tf grows, so Ud = Td / Tf falls. Inside: every C grows."},
    {.field = "size_ms",
     .label = "Size",
     .unit = "ms",
     .decimals = 1,
     .is_logarithmic = true,
     .least = 0.1,
     .most = 200},
};
constexpr PanelField kLength{.field = "last_frame",
                             .name = "spike.length",
                             .label = "Length",
                             .unit = "frames",
                             .tip = "Counted from the next frame.",
                             .is_logarithmic = true,
                             .most = 2000};
constexpr PanelField kTrain[] = {
    {.field = "period_frames", .name = "spike.period", .label = "Every", .unit = "frames", .most = 240},
    {.field = "length_frames", .name = "spike.burst", .label = "Each lasts", .unit = "frames", .most = 240},
};

// Draws a spike's load over its frames as a line, with a mark at the present frame.
void drawCourse(Desk& desk, const world::Spike& spike, std::uint64_t now, ImVec2 min, ImVec2 size) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const UiTheme& theme = desk.theme;
    const ImVec2 max{min.x + size.x, min.y + size.y};
    draw.AddRectFilled(min, max, theme.spike_shade);
    const bool is_pulse = spike.shape == world::SpikeShape::kPulse;
    const double length = is_pulse ? 1 : 1.0 + spike.last_frame - spike.first_frame;
    constexpr int kPoints = 48;
    std::array<ImVec2, kPoints + 2> points;
    points.front() = {min.x, max.y}, points.back() = {max.x, max.y};
    for (int i = 0; i < kPoints; ++i) {
        const double share = static_cast<double>(i) / (kPoints - 1);
        const auto frame = spike.first_frame + static_cast<std::uint64_t>(share * (length - 1));
        const world::SpikeLoad load = world::spikeAt({&spike, 1}, frame);
        const double height = spike.size_ns > 0 ? static_cast<double>(load.outside_ns + load.inside_ns) /
                                                      static_cast<double>(spike.size_ns)
                                                : 0;
        points[static_cast<std::size_t>(i) + 1] = {
            min.x + size.x * static_cast<float>(share),
            max.y - (size.y - theme.px(2)) * static_cast<float>(height)};
    }
    draw.AddPolyline(points.data(), kPoints + 2, ImGui::GetColorU32(theme.warning), 0, theme.px(1.5f));
    if (now < spike.first_frame) return;
    const float at = min.x + size.x * static_cast<float>(std::min(
                                          1.0, static_cast<double>(now - spike.first_frame) / length));
    draw.AddLine({at, min.y}, {at, max.y}, ImGui::GetColorU32(theme.text), theme.px(1.5f));
}

void listSpike(Desk& desk, const world::Spike& spike, std::size_t number, std::uint64_t now) {
    const auto last = spike.shape == world::SpikeShape::kPulse ? spike.first_frame : spike.last_frame;
    const bool is_running = now + 1 >= spike.first_frame;
    const std::uint64_t frames = is_running ? last - now : spike.first_frame - 1 - now;
    const std::string what = spike.place == world::SpikePlace::kInside
                                 ? fmt::format("{:.4g} ms of the AI's time gone", ms(spike.size_ns))
                                 : fmt::format("frames {:.4g} ms longer", ms(spike.size_ns));
    const std::string text = fmt::format(
        "{}: {} ({})", is_running ? "Now" : fmt::format("In {}", counted(frames, "frame")), what,
        is_running ? fmt::format("{} left", counted(frames, "frame")) : drover::nameOf(spike.shape));
    const float height = ImGui::GetTextLineHeight();
    const ImVec2 min = ImGui::GetCursorScreenPos();
    drawCourse(desk, spike, now, min, {desk.theme.px(44), height});
    ImGui::Dummy({desk.theme.px(44), height});
    ImGui::SameLine();
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    noteItem(desk, fmt::format("spike.list.{}", number).c_str(), "reading", text);
}

// Lists at most six spikes. Finished ones are left out.
void listSpikes(Desk& desk) {
    const std::uint64_t now = desk.session.world().frame();
    std::size_t listed = 0, more = 0;
    for (const world::Spike& spike : desk.session.world().spikes()) {
        const auto last = spike.shape == world::SpikeShape::kPulse ? spike.first_frame : spike.last_frame;
        if (last <= now) continue;
        if (listed == 6)
            ++more;
        else
            listSpike(desk, spike, listed++, now);
    }
    if (listed == 0) paragraph(desk, "No spike is running or scheduled.");
    if (more > 0) paragraph(desk, fmt::format("and {} more", more));
}

}  // namespace

world::Spike nextSpike(const SpikeDraft& draft, std::uint64_t frame) {
    world::Spike spike = draft.spike;
    const auto next = static_cast<std::uint32_t>(std::min<std::uint64_t>(frame + 1, world::kMaxSpikeFrame));
    spike.first_frame = next;
    spike.last_frame = std::min(next + (draft.spike.last_frame - 1), world::kMaxSpikeFrame);
    spike.seed = next;  // so that each spike has its own noise
    return spike;
}

void startSpike(Desk& desk) {
    desk.session.send(world::AddSpike{nextSpike(desk.panels.spike, desk.session.world().frame())});
}

void drawSpikesPanel(Desk& desk) {
    paragraph(desk, "What the button Spike at the lower left starts. Key X");
    world::Spike& draft = desk.panels.spike.spike;
    const world::Spike start = SpikeDraft{}.spike;
    fieldControls(desk, "spike", kShape, draft, start);
    if (draft.shape != world::SpikeShape::kPulse) fieldControl(desk, "spike", kLength, draft, start);
    if (draft.shape == world::SpikeShape::kTrain) {
        fieldControls(desk, "spike", kTrain, draft, start);
        draft.length_frames = std::min(draft.length_frames, draft.period_frames);
    }
    heading(desk, "Spike list");
    listSpikes(desk);
}

}  // namespace drover::desktop
