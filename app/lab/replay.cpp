// drover-lab replay: steps a recorded run again, as fast as the machine can, and holds it against what was
// recorded of it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <memory>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/number_options.h"
#include "app/command_line/steady_clock.h"
#include "app/command_line/world_options.h"
#include "app/lab/frame_files.h"
#include "app/lab/progress.h"
#include "app/lab/recorded_world.h"
#include "app/lab/subcommands.h"
#include "app/lab/trajectories.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"

namespace drover::lab {
namespace {

struct ReplayOptions {
    std::string file;
    std::optional<std::uint64_t> to;
    FrameFilePaths files;
    TrajectoryOptions trajectories;
    bool wants_hash = false, checks = false, is_quiet = false;
    std::optional<unsigned> threads;

    bool takeStandardOutput() const {
        return files.takeStandardOutput() || trajectories.takeStandardOutput();
    }
};

void printSummary(const RecordedWorld& recorded, double simulated_s, double wall_s) {
    const replay::Recording& recording = recorded.recording();
    fmt::print("{}\n", shown(recording.scenario.title));
    fmt::print("  recorded by {}, scenario {}, seed {}\n", shown(recording.header.program),
               shown(recording.header.source), recording.scenario.seed);
    fmt::print("  replayed {} of {} frames, {:.1f} s of the world in {:.2f} s on {}: {:.3f} ms a frame\n",
               grouped(recorded.replayer().frame()), grouped(recording.tape.frames()), simulated_s, wall_s,
               command_line::coresText(recorded.cores()),
               wall_s * 1000 / static_cast<double>(std::max<std::uint64_t>(recorded.replayer().frame(), 1)));
    fmt::print("  the same bits in every frame{}\n", recorded.isAtRecordedEnd() ? ", and at the end" : "");
    if (recording.is_cut_off)
        fmt::print("  the file was cut off or damaged behind frame {}\n", grouped(recording.tape.frames()));
}

void run(const ReplayOptions& options) {
    RecordedWorld recorded(options.file, options.threads);
    const std::uint64_t frames = recorded.recording().tape.frames();
    if (options.to && *options.to > frames) {
        throw command_line::Exit{command_line::kUsage,
                                 fmt::format("--to: found {}, allowed 0 to {}, the frames of {}", *options.to,
                                             frames, options.file)};
    }
    const std::uint64_t last = options.to.value_or(frames);
    recorded.world().listEvents(!options.files.trace.empty());
    FrameFiles files(options.files, recorded.world());
    std::optional<Trajectories> trajectories;
    if (!options.trajectories.path.empty()) trajectories.emplace(options.trajectories);
    const command_line::InterruptWatch watch;
    const bool is_silent = options.is_quiet || options.takeStandardOutput();
    Progress progress("frames", last, !options.is_quiet);
    const auto start = std::chrono::steady_clock::now();
    while (recorded.replayer().frame() < last && !watch.isAsked()) {
        recorded.step();
        files.add(recorded.world());
        if (trajectories) trajectories->add(recorded.world());
        progress.show(recorded.replayer().frame());
    }
    progress.clear();
    files.close();
    if (trajectories) trajectories->close();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!watch.isAsked()) recorded.checkEnd();
    if (options.checks && !is_silent) {
        fmt::print("{}: {} frames, the same bits in all of them{}\n", shown(options.file),
                   grouped(recorded.replayer().frame()),
                   recorded.recording().is_cut_off && last == frames ? "; its end is missing" : "");
    } else if (!is_silent) {
        printSummary(recorded, recorded.world().time(), wall.count());
    }
    if (options.wants_hash && !options.takeStandardOutput())
        fmt::print("{:016x}\n", recorded.world().stateHash());
    if (watch.isAsked()) {
        throw command_line::Exit{watch.code(),
                                 fmt::format("stopped after {} frames; what was written is complete",
                                             recorded.replayer().frame())};
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
    addTrajectoryOptions(*command, options->trajectories);
    command_line::addThreadsOption(*command, options->threads);
    command->add_flag("--hash", options->wants_hash, "Print the state's hash last, 16 hexadecimal digits");
    command->add_flag("--check", options->checks, "Print only whether every frame was the same");
    command->add_flag("--quiet", options->is_quiet, "Print no summary and no progress");
    command->callback([options] { run(*options); });
}

}  // namespace drover::lab
