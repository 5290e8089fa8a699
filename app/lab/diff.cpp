// drover-lab diff: two recordings side by side, up to the first frame in which they are not the same, and
// what it is that differs there.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <array>
#include <memory>

#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/lab/progress.h"
#include "app/lab/recorded_world.h"
#include "app/lab/subcommands.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"
#include "core/base/plane.h"
#include "core/record/columns.h"

namespace drover::lab {
namespace {

struct DiffOptions {
    std::array<std::string, 2> files;
    bool is_quiet = false;
};

// A recording and the frame that it is at.
struct Side {
    explicit Side(const std::string& path) : recorded(path, 1), input(recorded.recording().tape) {}

    void step() {
        const replay::CheckedFrame* const next = input.next();
        frame = next != nullptr ? next->frame : world::RecordedFrame{};
        recorded.step();
    }

    RecordedWorld recorded;
    replay::TapeReader input;
    world::RecordedFrame frame;
};

using Sides = std::array<std::unique_ptr<Side>, 2>;
using Lines = std::vector<std::string>;

void addLine(Lines& lines, const std::string& what, const std::string& a, const std::string& b) {
    lines.push_back(shown(fmt::format("  {:<22} {} | {}", what, a, b)));
}

std::string commandsText(const world::RecordedFrame& input, std::uint64_t frame) {
    Lines texts;
    for (const world::Command& command : input.commands) {
        std::string text = world::writeCommand({frame, command});
        text.pop_back();  // the end of the line
        constexpr std::size_t kLongest = 200;
        texts.push_back(text.size() > kLongest ? text.substr(0, kLongest) + " ..." : text);
    }
    return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

// What was handed in, or read from outside.
Lines differencesOfInput(const world::RecordedFrame& a, const world::RecordedFrame& b, std::uint64_t frame) {
    Lines lines;
    if (a.frame_time != b.frame_time)
        addLine(lines, "frame time (ms)", fmt::format("{:.6f}", a.frame_time * 1e3),
                fmt::format("{:.6f}", b.frame_time * 1e3));
    const std::string of_a = commandsText(a, frame), of_b = commandsText(b, frame);
    if (of_a != of_b) addLine(lines, "commands", of_a, of_b);
    if (a.outside.readings != b.outside.readings)
        addLine(lines, "readings of the clock", std::to_string(a.outside.readings.size()),
                std::to_string(b.outside.readings.size()) + ", not the same");
    if (a.outside.cores != b.outside.cores)
        addLine(lines, "cores", std::to_string(a.outside.cores), std::to_string(b.outside.cores));
    return lines;
}

Lines differencesOfMeasures(const record::FrameRecord& a, const record::FrameRecord& b) {
    Lines lines;
    constexpr std::size_t kMost = 8;
    std::size_t differing = 0;
    for (const record::Column& column : record::kColumns) {
        const double of_a = record::shownValue(column, a), of_b = record::shownValue(column, b);
        if (of_a == of_b || ++differing > kMost) continue;
        addLine(lines, record::nameOf(column), fmt::format("{}", of_a), fmt::format("{}", of_b));
    }
    if (differing > kMost) lines.push_back(fmt::format("  and {} other measures", differing - kMost));
    return lines;
}

// The first task whose state is not the same.
Lines differencesOfTasks(const world::World& a, const world::World& b) {
    Lines lines;
    const std::uint32_t rows = std::min(a.tasks().taskRows(), b.tasks().taskRows());
    if (a.tasks().taskRows() != b.tasks().taskRows())
        addLine(lines, "tasks", grouped(a.tasks().taskRows()), grouped(b.tasks().taskRows()));
    const std::vector<std::string> names = a.kindNames();
    for (std::uint32_t row = 0; row < rows && lines.size() < 2; ++row) {
        const std::string name =
            fmt::format("{} {}", names[std::min<std::size_t>(a.kindOf(row), names.size() - 1)], row);
        const auto& of_a = a.tasks().columns.state[row];
        const auto& of_b = b.tasks().columns.state[row];
        const auto compare = [&](const char* what, std::int64_t in_a, std::int64_t in_b) {
            if (in_a != in_b)
                addLine(lines, fmt::format("{}, {}", name, what),
                        fmt::format("{:.6f}", static_cast<double>(in_a) * 1e-6),
                        fmt::format("{:.6f}", static_cast<double>(in_b) * 1e-6));
        };
        compare("updated (ms)", of_a.last_ns, of_b.last_ns);
        compare("cost (ms)", of_a.cost_ns, of_b.cost_ns);
        if (row >= a.flocks().size() || row >= b.flocks().size()) continue;
        const auto& place_a = a.flocks().roots();
        const auto& place_b = b.flocks().roots();
        if (place_a.x[row] == place_b.x[row] && place_a.y[row] == place_b.y[row]) continue;
        const auto metres = [row](const world::World& world, const auto& roots) {
            const Plane& plane = world.flocks().plane();
            const Place place{roots.x[row], roots.y[row]};
            return fmt::format("({:.4f}, {:.4f})", plane.xMetres(place), plane.yMetres(place));
        };
        addLine(lines, name + ", place (m)", metres(a, place_a), metres(b, place_b));
    }
    return lines;
}

void printSide(char name, const DiffOptions& options, const Side& side) {
    const replay::Recording& recording = side.recorded.recording();
    fmt::print("{}  {}: {}, {}, seed {}, {} frames\n", name, shown(options.files[name == 'A' ? 0 : 1]),
               shown(recording.header.source), recording.scenario.load.manager, recording.scenario.seed,
               grouped(recording.tape.frames()));
}

[[noreturn]] void report(std::uint64_t frame, const Sides& sides, const Lines& input) {
    const world::World &a = sides[0]->recorded.world(), &b = sides[1]->recorded.world();
    fmt::print("the first difference is in frame {} (A | B)\n", frame);
    for (const Lines& lines :
         {input, differencesOfMeasures(a.record(), b.record()), differencesOfTasks(a, b)})
        for (const std::string& line : lines) fmt::print("{}\n", line);
    throw command_line::Exit{command_line::kNotHeld,
                             fmt::format("the recordings differ from frame {} on", frame)};
}

void run(const DiffOptions& options) {
    Sides sides;
    for (std::size_t i = 0; i < 2; ++i) sides[i] = std::make_unique<Side>(options.files[i]);
    for (std::size_t i = 0; i < 2; ++i) printSide(i == 0 ? 'A' : 'B', options, *sides[i]);
    const auto framesOf = [&](std::size_t i) { return sides[i]->recorded.recording().tape.frames(); };
    const std::uint64_t frames = std::min(framesOf(0), framesOf(1));
    const command_line::InterruptWatch watch;
    Progress progress("frames", frames, !options.is_quiet);
    const auto same = [&] {
        return sides[0]->recorded.world().stateHash() == sides[1]->recorded.world().stateHash();
    };
    if (!same()) report(0, sides, {});
    for (std::uint64_t frame = 1; frame <= frames && !watch.isAsked(); ++frame) {
        for (const std::unique_ptr<Side>& side : sides) side->step();
        const Lines input = differencesOfInput(sides[0]->frame, sides[1]->frame, frame);
        const world::World &a = sides[0]->recorded.world(), &b = sides[1]->recorded.world();
        const bool is_same = input.empty() && a.partHash(0, 1) == b.partHash(0, 1);
        progress.show(frame);
        if (is_same) continue;
        progress.clear();
        report(frame, sides, input);
    }
    progress.clear();
    if (watch.isAsked()) throw command_line::Exit{watch.code(), "stopped before the end"};
    for (const std::unique_ptr<Side>& side : sides) side->recorded.checkEnd();
    if (framesOf(0) == framesOf(1)) {
        if (!same()) report(frames, sides, {});
        return fmt::print("the same in all {} frames\n", grouped(frames));
    }
    fmt::print("the same in the {} frames that both have; {} goes on\n", grouped(frames),
               framesOf(0) > framesOf(1) ? 'A' : 'B');
}

}  // namespace

void addDiff(CLI::App& app) {
    auto options = std::make_shared<DiffOptions>();
    CLI::App* command = app.add_subcommand(
        "diff", "Step two recordings side by side and print the first frame, task and measures that differ.");
    command_line::isRead(command->add_option("A", options->files[0], "A .drover file")->required());
    command_line::isRead(command->add_option("B", options->files[1], "The other one")->required());
    command->add_flag("--quiet", options->is_quiet, "No progress");
    command->callback([options] { run(*options); });
}

}  // namespace drover::lab
