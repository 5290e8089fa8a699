#include "app/lab/frame_files.h"

#include <CLI/CLI.hpp>

#include "app/command_line/file_options.h"
#include "core/record/lines.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab {

void addFrameFileOptions(CLI::App& command, FrameFilePaths& paths) {
    command_line::isWritten(command.add_option(
        "--csv", paths.csv, "Write one CSV row per frame to a file, or - for standard output"));
    command_line::isWritten(command.add_option(
        "--json-lines", paths.json_lines,
        "Write one JSON object per frame, a line each, to a file or - for standard output"));
    command_line::isWritten(command.add_option("--trace", paths.trace,
                                               "Write every task that ran as a trace for ui.perfetto.dev"));
    addTrajectoryOptions(command, paths.trajectories);
}

FrameFiles::FrameFiles(const FrameFilePaths& paths, world::World& world) : trace_writer_(world.kindNames()) {
    world.listEvents(!paths.trace.empty());
    const auto open = [](const std::string& path, std::optional<command_line::OutputStream>& stream) {
        if (!path.empty()) stream.emplace(path);
    };
    open(paths.csv, csv_);
    open(paths.json_lines, json_lines_);
    open(paths.trace, trace_);
    if (!paths.trajectories.path.empty()) trajectories_.emplace(paths.trajectories);
    if (csv_) write(*csv_, [](std::string& out) { record::appendCsvHeader(out); });
}

template <class Append>
void FrameFiles::write(command_line::OutputStream& stream, Append append) {
    text_.clear();
    append(text_);
    stream.append(text_);
}

void FrameFiles::add(const world::World& world) {
    if (csv_) write(*csv_, [&](std::string& out) { record::appendCsvRow(out, world.record()); });
    if (json_lines_)
        write(*json_lines_, [&](std::string& out) { record::appendJsonLine(out, world.record()); });
    if (trace_)
        write(*trace_, [&](std::string& out) {
            trace_writer_.appendFrame(out, world.record(), world.events(), world.setEvents());
        });
    if (trajectories_) trajectories_->add(world);
}

void FrameFiles::close() {
    if (trace_) write(*trace_, [&](std::string& out) { trace_writer_.finish(out); });
    for (std::optional<command_line::OutputStream>* stream : {&csv_, &json_lines_, &trace_}) {
        if (*stream) (*stream)->close();
    }
    if (trajectories_) trajectories_->close();
}

}  // namespace drover::lab
