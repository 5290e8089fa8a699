// drover-lab replay: steps a recorded run again, as fast as the machine can, and holds it against what was
// recorded of it. drover-lab diff: two recordings side by side, up to the first frame in which they are not
// the same, and what it is that differs there.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/memory.h"
#include "app/command_line/steady_clock.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"
#include "app/lab/frame_files.h"
#include "app/lab/progress.h"
#include "app/lab/subcommands.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"
#include "core/base/plane.h"
#include "core/cores/team.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/record/columns.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "core/world/commands/outside.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab {
namespace {

// A recording that is stepped again from its file. The first frame that differs ends it with an Exit that
// names the frame.
struct RecordedWorld {
    // Opens the file, or throws Exit. `threads` as for command_line::teamOf().
    RecordedWorld(const std::string& its_path, std::optional<unsigned> threads)
        : path(its_path),
          memory_bytes(command_line::availableMemory()),
          recording(opened(path, memory_bytes)),
          team(command_line::teamOf(threads)) {
        world.limitMemory(memory_bytes - std::min<std::uint64_t>(memory_bytes, recording.tape.memoryBytes()));
    }

    // One frame, which there must be: what was recorded of it, until the next call. Throws Exit where it is
    // not as it was recorded, has a flaw, or needs more memory than there is.
    const world::RecordedFrame& step() {
        const replay::CheckedFrame* const stepped = replayer.step();
        if (stepped == nullptr) {
            InputError obstacle = replayer.obstacle().value();
            obstacle.file = path;
            throw command_line::exitFor(obstacle);
        }
        if (const auto& difference = replayer.difference())
            refuse(fmt::format("frame {}: {}", difference->frame, difference->what));
        return stepped->frame;
    }

    bool isAtRecordedEnd() const { return recording.hash && replayer.frame() == recording.tape.frames(); }

    // After the last frame: carries out what was asked of the paused world then. Throws Exit if the final
    // state is another one.
    void checkEnd() {
        if (replayer.frame() < recording.tape.frames()) return;
        world.command(recording.tape.waiting());
        if (isAtRecordedEnd() && world.stateHash() != *recording.hash)
            refuse("the state after the last frame is another one");
    }

    [[noreturn]] void refuse(const std::string& where) const {
        command_line::fail(command_line::kNotHeld, "{}: {}; it was recorded by {}, and this is {}", path,
                           where, recording.header.program, command_line::buildText());
    }

    static replay::Recording opened(const std::string& path, std::uint64_t memory_bytes) {
        Result<replay::Recording> recording = replay::readRecording(path, memory_bytes);
        if (!recording) throw command_line::exitFor(recording.error);
        return std::move(*recording);
    }

    const std::string path;
    const std::uint64_t memory_bytes;  // that was free before
    const replay::Recording recording;
    command_line::SteadyClock clock;
    const std::unique_ptr<cores::Team> team;
    world::World world{recording.scenario, &clock, team.get()};
    replay::Replayer replayer{recording.tape, world};
};

struct ReplayOptions {
    std::string file;
    std::optional<std::uint64_t> to;
    FrameFilePaths files;
    bool wants_hash = false, checks = false, is_quiet = false;
    std::optional<unsigned> threads;
};

void printSummary(const RecordedWorld& recorded, double simulated_s, double wall_s) {
    const replay::Recording& recording = recorded.recording;
    fmt::print("{}\n", shown(recording.scenario.title));
    fmt::print("  recorded by {}, scenario {}, seed {}\n", shown(recording.header.program),
               shown(recording.header.source), recording.scenario.seed);
    fmt::print("  replayed {} of {} frames, {:.1f} s of the world in {:.2f} s on {}: {:.3f} ms a frame\n",
               grouped(recorded.replayer.frame()), grouped(recording.tape.frames()), simulated_s, wall_s,
               command_line::coresText(command_line::sizeOf(recorded.team)),
               wall_s * 1000 / static_cast<double>(std::max<std::uint64_t>(recorded.replayer.frame(), 1)));
    fmt::print("  the same bits in every frame{}\n", recorded.isAtRecordedEnd() ? ", and at the end" : "");
    if (recording.is_cut_off)
        fmt::print("  the file was cut off or damaged behind frame {}\n", grouped(recording.tape.frames()));
}

void replayOne(const ReplayOptions& options) {
    RecordedWorld recorded(options.file, options.threads);
    const std::uint64_t frames = recorded.recording.tape.frames();
    if (options.to && *options.to > frames) {
        command_line::fail(command_line::kUsage, "--to: found {}, allowed 0 to {}, the frames of {}",
                           *options.to, frames, options.file);
    }
    const std::uint64_t last = options.to.value_or(frames);
    FrameFiles files(options.files, recorded.world);
    const command_line::InterruptWatch watch;
    const bool is_silent = options.is_quiet || options.files.takeStandardOutput();
    Progress progress("frames", last, !options.is_quiet);
    const auto start = std::chrono::steady_clock::now();
    while (recorded.replayer.frame() < last && !watch.isAsked()) {
        recorded.step();
        files.add(recorded.world);
        progress.show(recorded.replayer.frame());
    }
    progress.clear();
    files.close();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!watch.isAsked()) recorded.checkEnd();
    if (options.checks && !is_silent) {
        fmt::print("{}: {} frames, the same bits in all of them{}\n", shown(options.file),
                   grouped(recorded.replayer.frame()),
                   recorded.recording.is_cut_off && last == frames ? "; its end is missing" : "");
    } else if (!is_silent) {
        printSummary(recorded, recorded.world.time(), wall.count());
    }
    if (options.wants_hash && !options.files.takeStandardOutput())
        fmt::print("{:016x}\n", recorded.world.stateHash());
    if (watch.isAsked()) {
        command_line::fail(watch.code(), "stopped after {} frames; what was written is complete",
                           recorded.replayer.frame());
    }
}

}  // namespace

void addReplay(CLI::App& app) {
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = app.add_subcommand(
        "replay", "Step a recorded run again: bit for bit, without its clock, and faster than it was.");
    command_line::isRead(
        command->add_option("FILE", options->file, "A .drover file, by run --record or from the window")
            ->required());
    command->add_option("--to", options->to, "Stop after this frame")
        ->transform(command_line::wholeNumber(0));
    addFrameFileOptions(*command, options->files);
    command_line::addThreadsOption(*command, options->threads);
    command->add_flag("--hash", options->wants_hash, "Print the state's hash last, 16 hexadecimal digits");
    command->add_flag("--check", options->checks, "Print only whether every frame was the same");
    command->add_flag("--quiet", options->is_quiet, "Print no summary and no progress");
    command->callback([options] { replayOne(*options); });
}

namespace {

struct DiffOptions {
    std::array<std::string, 2> files;
    bool is_quiet = false;
};

using Sides = std::array<std::unique_ptr<RecordedWorld>, 2>;
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

void printSide(char name, const DiffOptions& options, const RecordedWorld& side) {
    const replay::Recording& recording = side.recording;
    fmt::print("{}  {}: {}, {}, seed {}, {} frames\n", name, shown(options.files[name == 'A' ? 0 : 1]),
               shown(recording.header.source), recording.scenario.load.manager, recording.scenario.seed,
               grouped(recording.tape.frames()));
}

[[noreturn]] void report(std::uint64_t frame, const Sides& sides, const Lines& input) {
    const world::World &a = sides[0]->world, &b = sides[1]->world;
    fmt::print("the first difference is in frame {} (A | B)\n", frame);
    for (const Lines& lines :
         {input, differencesOfMeasures(a.record(), b.record()), differencesOfTasks(a, b)})
        for (const std::string& line : lines) fmt::print("{}\n", line);
    command_line::fail(command_line::kNotHeld, "the recordings differ from frame {} on", frame);
}

void compareTwo(const DiffOptions& options) {
    Sides sides;
    for (std::size_t i = 0; i < 2; ++i) sides[i] = std::make_unique<RecordedWorld>(options.files[i], 1);
    for (std::size_t i = 0; i < 2; ++i) printSide(i == 0 ? 'A' : 'B', options, *sides[i]);
    const auto framesOf = [&](std::size_t i) { return sides[i]->recording.tape.frames(); };
    const std::uint64_t frames = std::min(framesOf(0), framesOf(1));
    const command_line::InterruptWatch watch;
    Progress progress("frames", frames, !options.is_quiet);
    const auto same = [&] { return sides[0]->world.stateHash() == sides[1]->world.stateHash(); };
    if (!same()) report(0, sides, {});
    for (std::uint64_t frame = 1; frame <= frames && !watch.isAsked(); ++frame) {
        const world::RecordedFrame &of_a = sides[0]->step(), &of_b = sides[1]->step();
        const Lines input = differencesOfInput(of_a, of_b, frame);
        const world::World &a = sides[0]->world, &b = sides[1]->world;
        const bool is_same = input.empty() && a.partHash(0, 1) == b.partHash(0, 1);
        progress.show(frame);
        if (is_same) continue;
        progress.clear();
        report(frame, sides, input);
    }
    progress.clear();
    if (watch.isAsked()) throw command_line::Exit{watch.code(), "stopped before the end"};
    for (const auto& side : sides) side->checkEnd();
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
    command->callback([options] { compareTwo(*options); });
}

}  // namespace drover::lab
