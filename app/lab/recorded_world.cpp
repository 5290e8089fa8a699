#include "app/lab/recorded_world.h"

#include <fmt/format.h>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/memory.h"
#include "app/command_line/version.h"
#include "app/command_line/world_options.h"
#include "core/world/resettle.h"

namespace drover::lab {
namespace {

replay::Recording opened(const std::string& path, std::uint64_t memory_bytes) {
    Result<replay::Recording> recording = replay::readRecording(path, memory_bytes);
    if (!recording) throw command_line::exitFor(recording.error);
    return std::move(*recording);
}

}  // namespace

RecordedWorld::RecordedWorld(const std::string& path, unsigned threads)
    : path_(path),
      memory_bytes_(command_line::availableMemory()),
      recording_(opened(path, memory_bytes_)),
      pool_(command_line::poolOf(threads)),
      ahead_(recording_.tape) {
    world_ = std::make_unique<world::World>(recording_.scenario, &clock_, pool_.get());
    replayer_ = std::make_unique<replay::Replayer>(recording_.tape, *world_);
}

// A command that the recording machine had the memory for may be too much here.
void RecordedWorld::requireMemory() {
    const replay::CheckedFrame* const next = ahead_.next();
    if (next == nullptr) return;
    for (const world::Command& command : next->frame.commands) {
        const world::Scenario& present = world_->scenario();
        if (!world::refusalOf(command, present, next->frame.outside.memory_bytes).empty()) continue;
        if (const std::string wrong = world::refusalOf(command, present, memory_bytes_); !wrong.empty())
            throw command_line::Exit{command_line::kNoMemory,
                                     fmt::format("{}: frame {}: {}", path_, replayer_->frame() + 1, wrong)};
    }
}

void RecordedWorld::step() {
    requireMemory();
    const std::uint64_t frame = replayer_->frame() + 1;
    if (replayer_->step() == nullptr) refuse(fmt::format("frame {} is damaged", frame));
    if (const auto& difference = replayer_->difference())
        refuse(fmt::format("frame {}: {}", difference->frame, difference->what));
}

bool RecordedWorld::isAtRecordedEnd() const {
    return recording_.hash && replayer_->frame() == recording_.tape.frames();
}

void RecordedWorld::checkEnd() {
    if (replayer_->frame() < recording_.tape.frames()) return;
    world_->limitMemory(memory_bytes_);  // as the recorded world was, when it was asked
    if (!recording_.tape.waiting().empty()) world_->step(0, recording_.tape.waiting());
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
