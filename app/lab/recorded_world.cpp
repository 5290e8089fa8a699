#include "app/lab/recorded_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/memory.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"

namespace drover::lab {
namespace {

replay::Recording opened(const std::string& path, std::uint64_t memory_bytes) {
    Result<replay::Recording> recording = replay::readRecording(path, memory_bytes);
    if (!recording) throw command_line::exitFor(recording.error);
    return std::move(*recording);
}

}  // namespace

RecordedWorld::RecordedWorld(const std::string& path, std::optional<unsigned> threads)
    : path_(path),
      memory_bytes_(command_line::availableMemory()),
      recording_(opened(path, memory_bytes_)),
      team_(command_line::teamOf(threads)) {
    world_ = std::make_unique<world::World>(recording_.scenario, &clock_, team_.get());
    world_->limitMemory(memory_bytes_ - std::min(memory_bytes_, recording_.tape.memoryBytes()));
    replayer_ = std::make_unique<replay::Replayer>(recording_.tape, *world_);
}

void RecordedWorld::step() {
    if (replayer_->step() == nullptr) {
        InputError obstacle = replayer_->obstacle().value();
        obstacle.file = path_;
        throw command_line::exitFor(obstacle);
    }
    if (const auto& difference = replayer_->difference())
        refuse(fmt::format("frame {}: {}", difference->frame, difference->what));
}

bool RecordedWorld::isAtRecordedEnd() const {
    return recording_.hash && replayer_->frame() == recording_.tape.frames();
}

void RecordedWorld::checkEnd() {
    if (replayer_->frame() < recording_.tape.frames()) return;
    world_->command(recording_.tape.waiting());
    if (isAtRecordedEnd() && world_->stateHash() != *recording_.hash)
        refuse("the state after the last frame is another one");
}

void RecordedWorld::refuse(const std::string& where) const {
    const std::string own = command_line::buildText();
    throw command_line::Exit{command_line::kNotHeld,
                             fmt::format("{}: {}; it was recorded by {}, and this is {}", path_, where,
                                         recording_.header.program, own)};
}

}  // namespace drover::lab
