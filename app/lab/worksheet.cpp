#include "app/lab/worksheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/version.h"
#include "app/lab/page/plot.h"
#include "app/svg/drawing.h"

namespace drover::lab {
namespace {

using svg::escaped;

constexpr const char* kStyle = R"css(
*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
body{max-width:50rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}
h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.25rem;margin:2.5rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--grid)}
p{margin:.5rem 0}
.question{font-weight:600}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.75rem 0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
code{font:.9em ui-monospace,'DejaVu Sans Mono',monospace}
.plot{display:block;width:100%;height:auto;margin:1rem 0 1rem -12px}
footer{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--grid);color:var(--soft);font-size:.85rem}
@media print{
html{font-size:10.5pt}
body{max-width:none;padding:0}
section{break-inside:avoid}
}
)css";

// At most this many points: a page that prints needs no more.
constexpr std::size_t kMostPoints = 600;

Series measuredSeries(const std::vector<lessons::CurvePoint>& measured) {
    Series series{.name = "measured", .has_markers = false};
    const std::size_t stride = std::max<std::size_t>(1, measured.size() / kMostPoints);
    for (std::size_t i = 0; i < measured.size(); i += stride) {
        series.x.push_back(measured[i].frame);
        series.y.push_back(measured[i].value);
    }
    return series;
}

// The number as a level line over its frames, the curve as it was drawn; a choice is not on the plot.
std::optional<Series> predictedSeries(const lessons::Step& step) {
    Series series{.name = "predicted", .has_markers = true};
    const lessons::Prediction& p = step.prediction;
    if (p.kind == lessons::PredictionKind::kChoice) return std::nullopt;
    if (p.kind == lessons::PredictionKind::kNumber) {
        series.x = {static_cast<double>(p.measured.first_frame), static_cast<double>(p.measured.last_frame)};
        series.y = {step.script.number, step.script.number};
        return series;
    }
    for (const lessons::CurvePoint& point : step.script.curve) {
        series.x.push_back(point.frame);
        series.y.push_back(point.value);
    }
    return series;
}

std::string plotOf(const lessons::Step& step, const lessons::CheckedStep& checked) {
    const world::Measurement shown = step.plotted();
    const std::string unit = lessons::unitOf(shown);
    LinePlot plot{.title = step.prediction.label,
                  .x_label = "frame",
                  .y_label = unit.empty() ? shown.measure : shown.measure + ", in " + unit,
                  .series = {measuredSeries(checked.measured)}};
    if (std::optional<Series> predicted = predictedSeries(step)) plot.series.push_back(std::move(*predicted));
    return svgOf(plot);
}

std::string fact(const char* name, const std::string& html) {
    return fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html);
}

std::string claimsOf(const std::vector<world::Claim>& claims, const std::vector<world::ClaimState>& states) {
    std::string out;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const std::string found =
            states[i].found ? world::spelled(claims[i].seen, *states[i].found) : "nothing to measure";
        out += fmt::format("{}{} ({}; found {})", i > 0 ? "<br>" : "", escaped(claims[i].text),
                           escaped(world::conditionOf(claims[i])), found);
    }
    return out;
}

std::string settingsOf(const lessons::Step& step) {
    std::string out = fmt::format("{}, {}, model clock, frames {} to {}", escaped(step.scenario),
                                  step.seed == 0 ? "its own seed" : fmt::format("seed {}", step.seed),
                                  step.firstFrame(), step.lastFrame());
    for (const auto* commands : {&step.commands, &step.script.commands})
        for (const world::LoggedCommand& logged : *commands)
            out += "<br><code>" + escaped(world::writeCommand(logged)) + "</code>";
    return out;
}

std::string sectionOf(const lessons::LoadedLesson& loaded, std::size_t i,
                      const lessons::CheckedStep& checked) {
    const lessons::Step& step = loaded.lesson.steps[i];
    std::string facts = fact("predicted", escaped(checked.judgement.said)) +
                        fact("happened", escaped(checked.judgement.happened)) +
                        fact("seen", claimsOf(step.checks, checked.checks));
    if (step.isChallenge())
        facts += fact("challenge", escaped(step.challenge.text)) +
                 fact("goals", claimsOf(step.challenge.goals, checked.goals));
    facts +=
        fact("settings", settingsOf(step)) + fact("hash at the end", fmt::format("{:016x}", checked.hash));
    return fmt::format(
        "<section><h2>Step {}</h2>\n<p>{}</p>\n<p class=\"question\">{}</p>\n{}<dl>{}</dl>\n"
        "<p>{}</p>\n<p>More: docs/MODEL.md, {}</p></section>\n",
        i + 1, escaped(step.text), escaped(step.question), plotOf(step, checked), facts,
        escaped(step.explain), escaped(step.link));
}

}  // namespace

std::string worksheetOf(const lessons::LoadedLesson& loaded, std::span<const lessons::CheckedStep> steps) {
    std::string sections;
    for (std::size_t i = 0; i < steps.size(); ++i) sections += sectionOf(loaded, i, steps[i]);
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<meta name=\"color-scheme\" content=\"light "
        "dark\"><title>{0}</title>\n<style>{1}{2}</style></head>\n"
        "<body><h1>{0}</h1>\n<p>{3}</p>\n{4}<footer><p>Run again, with the same hashes: "
        "<code>drover-lab lesson {5} --check</code></p><p>{6}</p></footer></body></html>\n",
        escaped(loaded.lesson.title), svgStyle(":root"), kStyle, escaped(loaded.lesson.text), sections,
        escaped(loaded.argument), escaped(command_line::versionText("drover-lab")));
}

}  // namespace drover::lab
