// drover-lab perception: pools the answers that people gave in the window's "Can you tell?" into curves, one
// for each part of the test and each view.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/output.h"
#include "app/lab/subcommands.h"
#include "app/lab/table.h"
#include "app/perception/curve_chart.h"
#include "app/perception/statistics.h"

namespace drover::lab {
namespace {

struct PerceptionOptions {
    std::vector<std::string> files;
    std::string svg;
    bool is_markdown = false;
};

// Throws Exit for a file that is damaged or does not go with the others.
std::vector<perception::Answers> readSessions(const std::vector<std::string>& files) {
    std::vector<perception::Answers> sessions;
    for (const std::string& file : files) {
        Result<perception::Answers> session = perception::readAnswers(file);
        if (!session) throw command_line::exitFor(session.error);
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            Flaw differs = perception::differenceOf(sessions[i], *session);
            if (!differs) continue;
            differs->file = file;
            differs->allowed += ", as in " + files[i];
            throw command_line::exitFor(*differs);
        }
        sessions.push_back(std::move(*session));
    }
    return sessions;
}

std::vector<std::string> cellsOf(const perception::CurvePoint& point) {
    const auto count = [](std::uint32_t n) { return std::to_string(n); };
    std::vector<std::string> cells = {fmt::format("{} ms", point.step_ms), count(point.answers),
                                      count(point.right)};
    if (point.hasEnough()) {
        const perception::Interval interval = point.interval();
        cells.push_back(fmt::format("{:.0f} %", point.share() * 100));
        cells.push_back(fmt::format("{:.0f} to {:.0f} %", interval.low * 100, interval.high * 100));
    } else {
        cells.insert(cells.end(), {"not enough", "answers yet"});
    }
    cells.insert(cells.end(), {count(point.near), count(point.far)});
    return cells;
}

void print(const perception::Curve& curve, bool is_markdown) {
    const bool saves = curve.part == perception::Part::kThoughts;
    Table table{.headings = {{"", saves ? "AI a frame" : "whole frame"},
                             {"", "answers"},
                             {"", "right"},
                             {"", "share"},
                             {"", "95 % interval"},
                             {"looked", "near"},
                             {"looked", "far"}}};
    for (const perception::CurvePoint& point : curve.points) table.rows.push_back(cellsOf(point));
    fmt::print("{}\nGuessing gives 25 %. Looked: of the right answers.\n\n{}\n{}\n",
               shown(perception::curveTitle(curve)), is_markdown ? table.markdown() : table.text(),
               perception::catchSentence(curve));
    if (const std::string slow = perception::slowSentence(curve); !slow.empty()) fmt::print("{}\n", slow);
}

void pool(const PerceptionOptions& options) {
    const std::vector<perception::Curve> curves = perception::curvesOf(readSessions(options.files));
    for (const perception::Curve& curve : curves) {
        if (&curve != curves.data()) fmt::print("\n");
        print(curve, options.is_markdown);
    }
    if (!options.svg.empty()) command_line::writeOutput(options.svg, perception::curvesSvg(curves));
}

}  // namespace

void addPerception(CLI::App& app) {
    auto options = std::make_shared<PerceptionOptions>();
    CLI::App* command = app.add_subcommand(
        "perception",
        "Pool the answers of the window's blind test \"Can you tell?\": a curve for each part and view.");
    command_line::isRead(command
                             ->add_option("FILES", options->files,
                                          "Files of answers, with the same manager, scenario and steps")
                             ->required());
    command_line::isWritten(command->add_option("--svg", options->svg, "Write the curves as an SVG picture"));
    command->add_flag("--markdown", options->is_markdown, "Print the table as markdown");
    command->callback([options] { pool(*options); });
}

}  // namespace drover::lab
