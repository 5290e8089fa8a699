#include "app/desktop/plot_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/desktop/plot_image.h"
#include "app/desktop/user_files.h"
#include "app/desktop/widgets/widgets.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/world/world_view.h"
#include "render/gl/image.h"
#include "render/gl/render_error.h"

namespace drover::desktop {
namespace {

PlotTheme plotThemeOf(const UiTheme& theme) {
    const auto packedColour = [](const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); };
    const auto fontOf = [](ImFont* face) {
        return Font{face, (face ? face->FontSize : 13) * ImGui::GetIO().FontGlobalScale};
    };
    PlotTheme out;
    out.background = withAlpha(packedColour(theme.background), 110), out.panel = packedColour(theme.panel);
    out.pressed = ImGui::GetColorU32(ImGuiCol_ButtonHovered),
    out.grid = withAlpha(packedColour(theme.outline), 90);
    out.text = packedColour(theme.text), out.muted = packedColour(theme.muted),
    out.warning = packedColour(theme.warning);
    out.spike = theme.spike_shade, out.series = theme.series;
    out.title = fontOf(theme.normal), out.label = fontOf(theme.small), out.scale = theme.scale,
    out.stroke = theme.stroke;
    return out;
}

// In a word or two: what the plots say where the text has no room.
std::string_view kindOf(const Mark& mark) {
    const std::string_view text = mark.name;
    switch (mark.kind) {
        case MarkKind::kManager: return "manager";
        case MarkKind::kBegin: return text.starts_with("restart") ? "restart" : "scenario";
        default: return text.substr(0, text.find_first_of(" :"));
    }
}

// Lists the changes in the frames that the history holds. The plots find spikes by themselves, and changes of
// level are too many.
void listChanges(const Session& session, std::vector<PlotChange>& changes) {
    changes.clear();
    const TimeLine& line = session.lines().present();
    const auto era = std::ranges::find_if(
        line.eras, [&](const auto& each) { return &each->history == &session.era().history; });
    if (era == line.eras.end()) return;
    const Moment begin = (*era)->first;
    const record::FrameRange held = session.era().history.frames();
    for (auto mark = std::ranges::lower_bound(line.marks, begin, {}, &Mark::moment); mark != line.marks.end();
         ++mark) {
        const std::uint64_t frame = mark->moment - begin + 1;
        if (frame >= held.end) break;
        if (mark->kind == MarkKind::kSpike || mark->kind == MarkKind::kLevels || !held.has(frame)) continue;
        changes.push_back({frame, kindOf(*mark), mark->name});
    }
}

}  // namespace

// Near and far, as far as they give way: what a class is to see.
static constexpr std::size_t kPresentedPlot = [] {
    std::size_t plot = 0;
    while (std::string_view(kPlots[plot].name) != "deviation") ++plot;
    return plot;
}();

void countPeriods(const world::World& world, PeriodCounts& counts) {
    counts.clear();
    const world::WorldView view = world.view();
    // With more than 65,536 tasks a sample shows the same shape in a fraction of the time: each of it stands
    // for the tasks up to the next one.
    const std::size_t tasks = view.tasks.size(), stride = 1 + tasks / 65'536;
    for (std::size_t task = 0; task < tasks; task += stride) {
        if (view.table.isResting(static_cast<std::uint32_t>(task))) continue;
        counts.add(world.bandOf(static_cast<std::uint32_t>(task)), view.periodOf(task),
                   static_cast<std::uint32_t>(std::min(stride, tasks - task)));
    }
}

void PlotStrip::draw(Desk& desk, const ScreenRect& rect, bool is_presented) {
    lookWhereTheMouseIs(desk, !rect.isEmpty());
    if (rect.isEmpty()) return;
    beginCard(desk, "##plots", rect, {desk.theme.px(6), desk.theme.px(4)}, ImGuiWindowFlags_NoScrollWithMouse,
              WhileDragging::kStays);
    sayWhatWasDropped(desk);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (room.x > 40 && room.y > 40) {
        const world::World& world = desk.session.world();
        const PlotTheme theme = plotThemeOf(desk.theme);
        const std::function<void(PeriodCounts&)> count = [&](PeriodCounts& counts) {
            countPeriods(world, counts);
        };
        const PlotNote note = desk.map.isKept() ? PlotNote([&](std::string_view name, std::string_view kind,
                                                               const Box& place, std::string_view value) {
            desk.map.note(name, kind, place.min, place.max, value);
        })
                                                : PlotNote();
        const double budget_ms = static_cast<double>(world.scenario().load.budget.fixed_ns) * 1e-6;
        listChanges(desk.session, changes_);
        const std::uint64_t animals = world.flocks().agents() + world.tasks().tasks() - world.flocks().size();
        const PlotFeed feed{desk.session.era().history,
                            theme,
                            budget_ms,
                            count,
                            note,
                            desk.session.era().gaps,
                            changes_,
                            animals,
                            desk.session.beside() ? &desk.session.beside()->history() : nullptr,
                            !is_presented};
        const auto shown_alone = plots_.alone;
        if (is_presented) plots_.alone = kPresentedPlot;
        carryOut(desk, feed, drawPlots(plots_, feed, room));
        if (is_presented) plots_.alone = shown_alone;
    }
    endCard();
}

// An earlier world has no plots if there was not enough memory for the past to keep them.
void PlotStrip::sayWhatWasDropped(const Desk& desk) {
    const Session& session = desk.session;
    if (!session.now().is_past || session.era().history.size() > 0 || session.world().frame() == 0) return;
    constexpr const char* kWords =
        "No plots: this world has ended, and memory for the past (View menu) was full.";
    ImGui::TextWrapped("%s", kWords);
    desk.map.note("plots.dropped", "text", ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), kWords);
}

// Another moment than the present one: what the mouse was at in the last frame.
void PlotStrip::lookWhereTheMouseIs(Desk& desk, bool has_plots) const {
    std::optional<Moment>& looked_at = desk.panels.looked_at;
    if (!looked_at) desk.session.look(std::nullopt);
    looked_at.reset();
    if (has_plots && plots_.hovered && *plots_.hovered != desk.session.world().frame())
        looked_at = desk.session.era().first + *plots_.hovered;
}

void PlotStrip::carryOut(Desk& desk, const PlotFeed& feed, const PlotAnswer& answer) {
    if (answer.budget) {
        world::SetBudget budget{desk.session.scenario().load.budget};
        // Dragging the line sets a fixed budget, so the policy changes to fixed.
        budget.budget.policy = load::BudgetPolicy::kFixed;
        budget.budget.fixed_ns = std::llround(answer.budget->budget_ms * 1e6);
        desk.session.change(budget, answer.budget->gesture);
    }
    if (answer.wanted) prepare(desk, feed, *answer.wanted);
}

void PlotStrip::prepare(Desk& desk, const PlotFeed& feed, const ExportRequest& wanted) {
    image_.reset();
    text_ = wanted.text;
    if (wanted.kind == ExportKind::kPng && wanted.size.x == 0) {  // as on screen
        picture_ = wanted;
        return;
    }
    try {
        if (wanted.kind == ExportKind::kPng) image_ = drawPlotImage(plots_, wanted.plot, feed, wanted.size);
        askFor(wanted.file_name);
    } catch (const render::RenderError& error) {
        desk.say(error.what(), {});
    }
}

void PlotStrip::askFor(const std::string& file_name) {
    const std::filesystem::path folder = stateFolder() / "plots";
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    question_ = {.use = FileUse::kPlot,
                 .title = "Save the plot",
                 .endings = {std::filesystem::path(file_name).extension().string()},
                 .path = (folder / file_name).string(),
                 .saves = true};
}

void PlotStrip::saveAs(Desk& desk, const std::string& path) {
    const std::string wrong =
        image_ ? render::writePng(path, *image_) : saveFile(path, text_, Durability::kQuick);
    image_.reset();
    desk.say(wrong.empty() ? "Saved as " + path : wrong, {});
}

void PlotStrip::keepPicture(int width, int height) {
    if (!picture_) return;
    const render::Image frame = render::readPixels(width, height);
    const float p = ImGui::GetIO().DisplayFramebufferScale.x;
    const auto pixel = [p](float at, int most) { return std::clamp(static_cast<int>(at * p), 0, most); };
    const int left = pixel(picture_->rect.min.x, width), right = pixel(picture_->rect.max.x, width);
    const int top = pixel(picture_->rect.min.y, height), bottom = pixel(picture_->rect.max.y, height);
    render::Image plot{right - left, bottom - top, {}};
    for (int y = top; y < bottom; ++y) {
        const auto row = frame.rgb.begin() + (static_cast<std::ptrdiff_t>(y) * width + left) * 3;
        plot.rgb.insert(plot.rgb.end(), row, row + static_cast<std::ptrdiff_t>(plot.width) * 3);
    }
    image_ = std::move(plot);
    askFor(picture_->file_name);
    picture_.reset();
}

}  // namespace drover::desktop
