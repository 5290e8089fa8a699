#include "app/desktop/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/desktop/lateness.h"
#include "app/desktop/plots/screen_sheet.h"
#include "app/desktop/widgets/widgets.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/people/crowd.h"
#include "core/world/animals/population.h"
#include "core/world/world_view.h"

namespace drover::desktop {
namespace {

constexpr std::uint64_t kMeanFrames = 30;  // so that one can read the numbers
constexpr double kFew_fps = 45;

// Over the last frames; none if they have nothing to measure.
std::optional<double> meanOf(const record::History& history, std::string_view measure) {
    const record::FrameRange held = history.frames();
    return history.mean(record::findColumn(measure).value(),
                        {held.end - std::min<std::uint64_t>(held.size(), kMeanFrames), held.end});
}

// People, over the last ten seconds.
double leaving_per_s(const record::History& history) {
    constexpr double kOver_s = 10;
    if (history.size() < 2) return 0;
    const record::FrameRange held = history.frames();
    const auto value = [&](const char* measure, std::uint64_t frame) {
        return history.value(record::findColumn(measure).value(), frame);
    };
    const double wanted = kOver_s * 1e3 / std::max(value("tf_ms", held.end - 1), 1.0);
    const std::uint64_t frames = std::min(held.size() - 1, static_cast<std::uint64_t>(wanted));
    if (frames == 0) return 0;
    const std::uint64_t first = held.end - 1 - frames;
    const double frame_ms =
        history.mean(record::findColumn("tf_ms").value(), {first + 1, held.end}).value_or(1);
    return (value("arrived", held.end - 1) - value("arrived", first)) /
           (static_cast<double>(frames) * frame_ms * 1e-3);
}

struct Reading {
    const char* name;
    std::string value;
    std::string label;
    ImU32 colour;
};

// One line of readings in the middle of the card, as large as fits: large values with their words behind
// them, or words with a value behind them.
struct Line {
    ImFont* font;
    float height, apart;
    bool is_value_first;
};

void write(Desk& desk, std::span<const Reading> readings, const Line& line, ImVec2 at, float width) {
    const UiTheme& theme = desk.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float space = line.height * 0.3f;
    const auto wide = [&](float height, const std::string& text) {
        return line.font->CalcTextSizeA(height, FLT_MAX, 0, text.c_str()).x;
    };
    float wanted = -line.apart;
    for (const Reading& reading : readings)
        wanted += wide(line.height, reading.value) + space + wide(line.height, reading.label) + line.apart;
    const float share = std::min(1.0f, (width - theme.px(16)) / std::max(wanted, 1.0f)),
                height = line.height * share;
    float x = at.x + (width - wanted * share) / 2;
    const float y = at.y + (line.height - height) / 2;
    const auto put = [&](const std::string& text, ImU32 colour) {
        list.AddText(line.font, height, {x, y}, colour, text.c_str());
        x += wide(height, text);
    };
    for (const Reading& reading : readings) {
        const float left = x;
        const ImU32 muted = ImGui::GetColorU32(theme.muted);
        if (line.is_value_first)
            put(reading.value, reading.colour), x += space * share, put(reading.label, muted);
        else
            put(reading.label, muted), x += space * share, put(reading.value, reading.colour);
        desk.map.note(reading.name, "reading", {left, y}, {x, y + height}, reading.value);
        x += line.apart * share;
    }
}

// One that the scenario brings is not the user's, and ends by itself.
std::string whoseSpike(const world::World& world, std::int64_t spike_ns) {
    const std::vector<world::Spike>& spikes = world.scenario().spikes;
    const world::SpikeLoad brought = world::spikeAt(spikes, world.frame());
    if (brought.outside_ns + brought.inside_ns != spike_ns) return "Spike: ";
    std::uint32_t last = 0;
    for (const world::Spike& spike : spikes) {
        const world::SpikeLoad load = world::spikeAt({&spike, 1}, world.frame());
        if (load.outside_ns + load.inside_ns == 0) continue;
        last =
            std::max(last, spike.shape == world::SpikeShape::kPulse ? spike.first_frame : spike.last_frame);
    }
    return fmt::format("This world's own spike, for {} more: ", counted(last - world.frame(), "frame"));
}

// While something takes the machine's time: what it is, and for how long.
void drawSpike(Desk& desk, const ScreenRect& above) {
    const record::FrameRecord& record = desk.session.world().record();
    const std::int64_t spike_ns = record.spike_outside_ns + record.spike_inside_ns;
    if (spike_ns <= 0 || above.isEmpty()) return;
    const std::string text =
        whoseSpike(desk.session.world(), spike_ns) +
        (record.spike_inside_ns > 0 ? fmt::format("thinking takes {:.0f} ms more of each frame", ms(spike_ns))
                                    : fmt::format("each frame takes {:.0f} ms longer", ms(spike_ns)));
    const UiTheme& theme = desk.theme;
    ImFont* const font = theme.large ? theme.large : ImGui::GetFont();
    const float height = theme.px(18);
    const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, text.c_str());
    const ImVec2 pad{theme.px(14), theme.px(4)};
    const ImVec2 at{above.at.x + (above.size.x - size.x) / 2 - pad.x, above.end().y + theme.px(6)};
    const ImVec2 end{at.x + size.x + 2 * pad.x, at.y + size.y + 2 * pad.y};
    beginPane(
        "##spike", {at, {end.x - at.x, end.y - at.y}}, {0, 0},
        ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, ImGui::GetColorU32(theme.warning), (end.y - at.y) / 2);
    list.AddText(font, height, {at.x + pad.x, at.y + pad.y}, ImGui::GetColorU32(theme.background),
                 text.c_str());
    desk.map.note("spike.banner", "banner", at, end, text);
    ImGui::End();
}

}  // namespace

bool isOverBudget(const record::History& history) {
    constexpr double kOver = 1.1;
    return meanOf(history, "ai_ms").value_or(0) > kOver * meanOf(history, "td_ms").value_or(0);
}

// In a word, those that there are most of.
const char* whoLive(const world::World& world) {
    const people::Crowd* const crowd = world.view().people();
    if (crowd != nullptr && crowd->size() > world.flocks().size()) return "people";
    return world.flocks().size() > 0 ? "herds" : "animals";
}

std::string inhabitants(const world::World& world) {
    std::string text;
    const flock::FlockStore& flocks = world.flocks();
    if (flocks.size() > 0)
        text += fmt::format("{} in {} | {} | ", counted(flocks.agents(), "animal"),
                            counted(flocks.size(), "herd"), counted(world.record().whole.leaves, "point"));
    for (const auto& animals : world.population().others) {
        const minds::Kind& kind = animals->kind();
        if (kind.name == "ways") continue;  // none that one sees
        if (animals->size() == 1) text += fmt::format("1 {} | ", animals->nameOf(0));
        if (animals->size() > 1) text += fmt::format("{} {} | ", grouped(animals->size()), kind.many);
    }
    return text;
}

std::string statusText(const Session& session, double fps) {
    const world::World& world = session.world();
    const record::FrameRecord& record = world.record();
    const std::string_view clocks = session.beside() ? clocksOf(world, session.beside()->world()) : "";
    return fmt::format(
        "{:.0f} frames a second | {}thinking {:.2f} of {:.2f} ms | {} | {:.1f} s, frame {}{}{}{}", fps,
        inhabitants(world), ms(record.ai_ns), ms(record.budget_ns), world.manager().info().title,
        world.time(), grouped(record.frame), clocks.empty() ? "" : " | ", clocks,
        session.now().is_paused ? " | paused" : "");
}

std::string readingsInWords(const Session& session, double fps) {
    const record::History& history = session.era().history;
    if (history.size() == 0)
        return fmt::format("{}. Nothing has been thought yet.", session.scenario().title);
    return fmt::format(
        "{}, manager {}{}. {:.0f} frames a second. Thinking takes {:.1f} of {:.1f} milliseconds. Lateness of "
        "{} "
        "near you: {}; far away: {}.",
        session.scenario().title, session.world().manager().info().title,
        session.now().is_paused ? ", paused" : "", fps, meanOf(history, "ai_ms").value_or(0),
        meanOf(history, "td_ms").value_or(0), whoLive(session.world()),
        latenessOf(session.world(), history, "near"), latenessOf(session.world(), history, "far"));
}

void drawReadings(Desk& desk, const ScreenRect& rect, double fps, render::Renderer::InSight in_sight) {
    if (rect.isEmpty()) return;
    const UiTheme& theme = desk.theme;
    const Session& session = desk.session;
    const record::History& history = session.era().history;
    const ImU32 text = ImGui::GetColorU32(theme.text), warning = ImGui::GetColorU32(theme.warning);
    const double budget_ms = meanOf(history, "td_ms").value_or(0),
                 ai_ms = meanOf(history, "ai_ms").value_or(0);
    const int decimals = budget_ms < 1 ? 2 : 1;
    const bool are_people = whoLive(session.world()) == std::string_view("people");
    const auto late = [&](const char* band) {
        return history.size() > 0 ? latenessOf(session.world(), history, band) : std::string("-");
    };
    const Reading counts[] = {
        are_people ? Reading{"reading.inside", grouped(session.world().record().inside), "inside", text}
                   : Reading{"reading.sight", grouped(in_sight.animals), "in sight", text},
        are_people
            ? Reading{"reading.leave", fmt::format("{:.1f}", leaving_per_s(history)), "leave a second", text}
            : Reading{"reading.think", grouped(in_sight.think), in_sight.think == 1 ? "thinks" : "think",
                      text},
        {"reading.ai",
         history.size() > 0 ? fmt::format("{1:.{0}f} / {2:.{0}f}", decimals, ai_ms, budget_ms) : "-", "ms",
         isOverBudget(history) ? warning : text},
    };
    const std::string who = whoLive(session.world());
    const Reading details[] = {
        {"reading.near", late("near"), who + " near you:", text},
        {"reading.far", late("far"), "far away:", text},
        {"reading.fps", fmt::format("{:.0f}{} a second", fps, fps < kFew_fps ? " of 60" : ""),
         "shown:", fps < kFew_fps ? warning : text},
    };
    beginCard(desk, "##readings", rect, {0, 0}, ImGuiWindowFlags_NoNav, WhileDragging::kStays);
    ImFont* const font = ImGui::GetFont();
    write(desk, counts, {theme.huge ? theme.huge : font, theme.px(25), theme.px(24), true},
          {rect.at.x, rect.at.y + theme.px(3)}, rect.size.x);
    write(desk, details, {theme.small ? theme.small : font, theme.px(13), theme.px(16), false},
          {rect.at.x, rect.at.y + theme.px(34)}, rect.size.x);
    ImGui::InvisibleButton("##all", rect.size);
    const std::string status = statusText(session, fps);
    noteItem(desk, "status", "status", status);
    tooltip(desk, status.c_str());
    endCard();
    drawSpike(desk, rect);
}

}  // namespace drover::desktop
