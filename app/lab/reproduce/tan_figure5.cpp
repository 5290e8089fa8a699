// Tan & Wong's Figure 5: 30 ms per frame, and an extra load in frames 200 to 400. Their figure has no
// readable numbers, so the checks compare shapes.
#include <fmt/format.h>

#include "app/lab/reproduce/judge.h"
#include "app/lab/reproduce/tan_animats.h"

namespace drover::lab {
namespace {

constexpr AnimatSetting kSetting{
    .budget_ms = 30, .base_ms = 9.1, .extra_ms = 20, .extra_first = 200, .extra_last = 400, .frames = 600};
constexpr std::size_t kSettled =
    60;  // frames until the periods settle, at the start and after a change of load

struct Means {
    double tf_ms = 0, c_total_ms = 0, u_total = 0;
};

Means meansOf(const std::vector<AnimatFrame>& frames, std::size_t first, std::size_t last) {
    Means m;
    const auto count = static_cast<double>(last - first + 1);
    for (std::size_t n = first; n <= last; ++n) {
        m.tf_ms += frames[n - 1].tf_ms / count;
        m.c_total_ms += frames[n - 1].c_total_ms / count;
        m.u_total += frames[n - 1].u_total / count;
    }
    return m;
}

ReportTable tableOf(const std::vector<AnimatFrame>& frames) {
    ReportTable table{
        "Frame by frame",
        {{"", "frame", 0}, {"", "T_f, ms"}, {"", "C_total, ms"}, {"", "U_total", 4}, {"", "D_period, ms"}},
        {},
        true};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const AnimatFrame& f = frames[i];
        table.rows.push_back({static_cast<double>(i + 1), f.tf_ms, f.c_total_ms, f.u_total, f.assigned_ms});
    }
    return table;
}

std::vector<Plot> plotsOf(const std::vector<AnimatFrame>& frames) {
    Series tf{"frame time T_f", {}, {}, false}, cost{"AI time C_total", {}, {}, false},
        use{"use U_total", {}, {}, false};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        for (Series* s : {&tf, &cost, &use}) s->x.push_back(static_cast<double>(i + 1));
        tf.y.push_back(frames[i].tf_ms);
        cost.y.push_back(frames[i].c_total_ms);
        use.y.push_back(frames[i].u_total);
    }
    const Stretch extra{200, 400, "extra load"};
    return {
        LinePlot{"(a) AI time keeps to its budget while the frames become longer",
                 "frame",
                 "ms",
                 {cost, tf},
                 {},
                 extra},
        LinePlot{
            "(b) the share of time that the animats would use falls", "frame", "U_total", {use}, {}, extra}};
}

}  // namespace

Report tanFigure5(const Session& session) {
    const std::vector<AnimatFrame> frames = runAnimats(session, kSetting);
    const Means before = meansOf(frames, kSettled, 199), during = meansOf(frames, 200 + kSettled, 400),
                after = meansOf(frames, 400 + kSettled, 600);
    Report report;
    report.setting = {fmt::format(
        "The animats of Table 2 with {:g} ms a frame, the rest of a frame {:g} ms, and {:g} ms more in "
        "frames 200 to 400. How much more theirs was, they do not say.",
        kSetting.budget_ms, kSetting.base_ms, kSetting.extra_ms)};
    const double change = percentOff((before.c_total_ms + after.c_total_ms) / 2, during.c_total_ms);
    report.checks = {
        shapeOnly("C_total while the load lasts", "\"remains fairly stable at 30.0 ms\" (figure only)",
                  fmt::format("{:.1f} / {:.1f} / {:.1f} ms before / during / after", before.c_total_ms,
                              during.c_total_ms, after.c_total_ms),
                  {std::abs(change) <= 5 && std::abs(percentOff(kSetting.budget_ms, during.c_total_ms)) <= 5,
                   "within 5 % of 30 ms and of before", "the AI time follows the load"}),
        shapeOnly("U_total while the load lasts", "reduced for its duration (figure only)",
                  fmt::format("{:.3f} / {:.3f} / {:.3f} before / during / after", before.u_total,
                              during.u_total, after.u_total),
                  {during.u_total < 0.9 * before.u_total &&
                       std::abs(percentOff(before.u_total, after.u_total)) <= 5,
                   "falls by at least a tenth, and back within 5 %",
                   "the periods do not follow the load, or do not recover"})};
    report.plots = plotsOf(frames);
    ReportTable means{
        "Means", {{"", "frames"}, {"", "T_f, ms"}, {"", "C_total, ms"}, {"", "U_total", 3}}, {}};
    means.rows = {{"60-199", before.tf_ms, before.c_total_ms, before.u_total},
                  {"260-400, extra load", during.tf_ms, during.c_total_ms, during.u_total},
                  {"460-600", after.tf_ms, after.c_total_ms, after.u_total}};
    report.tables = {std::move(means), tableOf(frames)};
    return report;
}

}  // namespace drover::lab
