#include "app/lab/run_recorder.h"

#include <fmt/format.h>

#include "app/command_line/exit.h"
#include "app/command_line/version.h"

namespace drover::lab {
namespace {

constexpr std::chrono::milliseconds kLongestUnwritten{500};  // where frames take long

void check(const std::string& error, command_line::ExitCode code) {
    if (!error.empty()) throw command_line::Exit{code, error};
}

}  // namespace

RunRecorder::RunRecorder(const std::string& path, const std::string& source, const world::World& world) {
    const std::string wrong = file_.open(path, {command_line::buildText(), source}, world.scenario());
    check(wrong, file_.isMade() ? command_line::kCannotWrite : command_line::kCannotCreate);
}

void RunRecorder::before(double frame_time, std::span<const world::Command> commands) {
    frame_time_ = frame_time;
    commands_.assign(commands.begin(), commands.end());
}

void RunRecorder::after(const world::World& world) {
    chunk_.wait(commands_);
    if (chunk_.hasTooManyWaiting())
        throw command_line::Exit{
            command_line::kCannotWrite,
            fmt::format("cannot record frame {}: found {} commands since the frame before, allowed up to {}",
                        chunk_.frames() + 1, chunk_.waiting().size(), world::kMostCommands)};
    if (!chunk_.add(frame_time_, {}, world)) return;
    const auto now = std::chrono::steady_clock::now();
    if (!chunk_.isFull() && now - written_ < kLongestUnwritten) return;
    written_ = now;
    check(file_.write(chunk_.take()), command_line::kCannotWrite);
}

void RunRecorder::close(const world::World& world) {
    if (chunk_.present().frames > 0) check(file_.write(chunk_.take()), command_line::kCannotWrite);
    check(file_.close(chunk_.waiting(), world.stateHash()), command_line::kCannotWrite);
}

}  // namespace drover::lab
