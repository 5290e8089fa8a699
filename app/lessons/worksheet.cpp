#include "app/lessons/worksheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/chart/page_chart.h"
#include "app/chart/svg.h"
#include "core/base/outside_text.h"

namespace drover::lessons {
namespace {

using chart::escaped;

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
.gap{display:block;border-bottom:1px solid var(--soft);height:2em}
ul.choices{list-style:none;padding:0}
.box{display:inline-block;width:.9em;height:.9em;border:1px solid var(--ink);margin-right:.6em;vertical-align:-.1em}
pre{margin:0;white-space:pre-wrap;font:.85em ui-monospace,'DejaVu Sans Mono',monospace}
code{white-space:pre-wrap;font:.9em ui-monospace,'DejaVu Sans Mono',monospace}
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

chart::Series measuredSeries(const std::vector<CurvePoint>& measured) {
    chart::Series series{.name = "measured", .has_markers = false};
    const std::size_t stride = std::max<std::size_t>(1, measured.size() / kMostPoints);
    for (std::size_t i = 0; i < measured.size(); i += stride) {
        series.x.push_back(measured[i].frame);
        series.y.push_back(measured[i].value);
    }
    return series;
}

// The number as a level line over its frames, the curve as it was drawn; a choice is not on the plot.
std::optional<chart::Series> predictedSeries(const Prediction& p, const Answer& answer) {
    chart::Series series{.name = "predicted", .has_markers = true};
    switch (p.kind) {
        case PredictionKind::kChoice: return std::nullopt;
        case PredictionKind::kNumber:
            series.x = {static_cast<double>(p.measured.first_frame),
                        static_cast<double>(p.measured.last_frame)};
            series.y = {answer.number, answer.number};
            return series;
        case PredictionKind::kCurve: break;
    }
    for (const CurvePoint& point : answer.curve) {
        series.x.push_back(point.frame);
        series.y.push_back(point.value);
    }
    return series;
}

chart::LinePlot emptyPlot(const Step& step) {
    const world::Measurement shown = step.plotted();
    const std::string unit = unitOf(shown);
    return {.title = step.prediction.label,
            .x_label = "frame",
            .y_label = unit.empty() ? shown.measure : shown.measure + ", in " + unit,
            .series = {}};
}

std::string plotOf(const Step& step, const StepOutcome& outcome) {
    chart::LinePlot plot = emptyPlot(step);
    plot.series.push_back(measuredSeries(outcome.measured));
    if (std::optional<chart::Series> predicted = predictedSeries(step.prediction, outcome.answer))
        plot.series.push_back(std::move(*predicted));
    return chart::svgOf(plot);
}

// Room for a curve by pencil.
std::string plotToDrawIn(const Step& step) {
    chart::LinePlot plot = emptyPlot(step);
    plot.also_x = {static_cast<double>(step.firstFrame()), static_cast<double>(step.lastFrame())};
    plot.also_y = {step.prediction.least, step.prediction.greatest};
    return chart::svgOf(plot);
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

std::string settingsOf(const Step& step) {
    return fmt::format("{}, {}, model clock, frames {} to {}", escaped(step.scenario),
                       step.seed == 0 ? "its own seed" : fmt::format("seed {}", step.seed), step.firstFrame(),
                       step.lastFrame());
}

// The commands as a file, and the command line that runs them to the same hash.
std::string rerunOf(const Step& step, std::size_t number, const std::vector<world::LoggedCommand>& commands) {
    const std::string file = fmt::format("step-{}.jsonl", number);
    std::string out = fmt::format("<code>drover-lab run {} --clock model{} --frames {} --hash{}</code>",
                                  escaped(shellWord(plainPath(step.scenario))),
                                  step.seed == 0 ? "" : fmt::format(" --seed {}", step.seed),
                                  step.lastFrame(), commands.empty() ? "" : " --replay " + file);
    if (commands.empty()) return out;
    std::string lines;
    for (const world::LoggedCommand& logged : commands) lines += escaped(world::writeCommand(logged));
    return out + fmt::format("<br>with {}:<pre>{}</pre>", file, lines);
}

std::string filledIn(const Step& step, std::size_t number, const StepOutcome& outcome) {
    std::string facts = fact("predicted", escaped(outcome.judgement.said)) +
                        fact("happened", escaped(outcome.judgement.happened)) +
                        fact("", outcome.judgement.is_right ? "as predicted" : "not as predicted");
    if (!step.checks.empty()) facts += fact("seen", claimsOf(step.checks, outcome.checks));
    if (step.isChallenge())
        facts += fact("challenge", escaped(step.challenge.text)) +
                 fact("goals", claimsOf(step.challenge.goals, outcome.goals));
    facts += fact("settings", settingsOf(step)) +
             fact("hash at the end", fmt::format("{:016x}", outcome.hash)) +
             fact("run again", rerunOf(step, number, outcome.answer.commands));
    return fmt::format("{}<dl>{}</dl>\n<p>{}</p>\n<p>More: docs/MODEL.md, {}</p>", plotOf(step, outcome),
                       facts, escaped(step.explain), escaped(step.link));
}

std::string predictionToFillIn(const Step& step) {
    const Prediction& p = step.prediction;
    switch (p.kind) {
        case PredictionKind::kNumber:
            return fmt::format("<p>A number from {:.6g} to {}:<span class=\"gap\"></span></p>\n", p.least,
                               escaped(world::spelled(p.measured, p.greatest)));
        case PredictionKind::kCurve: return plotToDrawIn(step);
        case PredictionKind::kChoice: break;
    }
    std::string out = "<ul class=\"choices\">";
    for (const world::Claim& choice : p.choices)
        out += fmt::format("<li><span class=\"box\"></span>{}</li>", escaped(choice.text));
    return out + "</ul>\n";
}

std::string toFillIn(const Step& step) {
    std::string out = step.isChallenge() ? fmt::format("<p>{}</p>\n", escaped(step.challenge.text)) : "";
    out += predictionToFillIn(step) + "<dl>";
    for (const char* const name : {"happened", "because"}) out += fact(name, "<span class=\"gap\"></span>");
    return out + fact("settings", settingsOf(step)) + "</dl>";
}

std::string sectionOf(const Step& step, std::size_t number, const std::optional<StepOutcome>& outcome) {
    return fmt::format("<section><h2>Step {}</h2>\n<p>{}</p>\n<p class=\"question\">{}</p>\n{}</section>\n",
                       number, escaped(step.text), escaped(step.question),
                       outcome ? filledIn(step, number, *outcome) : toFillIn(step));
}

}  // namespace

std::string worksheetOf(const Lesson& lesson, std::span<const std::optional<StepOutcome>> outcomes,
                        const std::string& program) {
    std::string sections;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        sections += sectionOf(lesson.steps[i], i + 1, outcomes[i]);
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<meta name=\"color-scheme\" content=\"light "
        "dark\"><title>{0}</title>\n<style>{1}{2}</style></head>\n"
        "<body><h1>{0}</h1>\n<p>{3}</p>\n{4}<footer><p>{5}</p></footer></body></html>\n",
        escaped(lesson.title), chart::svgStyle(":root"), kStyle, escaped(lesson.text), sections,
        escaped(program));
}

}  // namespace drover::lessons
