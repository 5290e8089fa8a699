#include "app/lab/recorded_world.h"

#include <fmt/format.h>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/memory.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"

namespace drover::lab {
namespace {

replay::Recording opened(const std::string& path) {
    Result<replay::Recording> recording = replay::readRecording(path, command_line::availableMemory());
    if (!recording) throw command_line::exitFor(recording.error);
    return std::move(*recording);
}

}  // namespace

RecordedWorld::RecordedWorld(const std::string& path, unsigned threads)
    : path_(path), recording_(opened(path)), pool_(command_line::poolOf(threads)) {
    world_ = std::make_unique<world::World>(recording_.scenario, &clock_, pool_.get());
    replayer_ = std::make_unique<replay::Replayer>(recording_.tape, *world_);
}

void RecordedWorld::step() {
    const std::uint64_t frame = replayer_->frame() + 1;
    if (replayer_->step() == nullptr) refuse(fmt::format("frame {} is damaged", frame));
    if (const auto& difference = replayer_->difference())
        refuse(fmt::format("frame {}: {}", difference->frame, difference->what));
}

bool RecordedWorld::isAtRecordedEnd() const {
    return recording_.hash && replayer_->frame() == recording_.tape.frames();
}

void RecordedWorld::checkEnd() const {
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
