#include "app/desktop/recorder.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/command_line/version.h"
#include "app/desktop/user_files.h"

namespace drover::desktop {

std::string Recorder::begin(const TimeLine& line, const std::string& path) {
    line_ = &line;
    path_ = path;
    chunks_ = 0;
    std::string wrong = writer_.open(path, {command_line::buildText(), line.source}, line.scenario);
    write();
    return wrong;
}

// The file beside the first one gets a name that is free.
void Recorder::goOver(const TimeLine& line) {
    if (!isOpen()) return;
    finish();
    const std::filesystem::path first = path_;
    std::filesystem::path beside;
    do {
        beside = first.parent_path() /
                 fmt::format("{}-{}{}", first.stem().string(), ++lines_ + 1, replay::kFileEnding);
    } while (isTaken(beside));
    trouble = begin(line, beside.string());
    path_ = first.string();
}

void Recorder::write() {
    if (!isOpen()) return;
    const auto chunks = line_->tape.chunks();
    for (; chunks_ < chunks.size(); ++chunks_) {
        if (const std::string wrong = writer_.write(*chunks[chunks_]); !wrong.empty()) trouble = wrong;
    }
}

std::string Recorder::finish() {
    if (!isOpen()) return {};
    write();
    std::string wrong = isOpen() ? std::string() : trouble;
    if (wrong.empty() && line_->tape.open().frames > 0) wrong = writer_.write(line_->tape.open());
    if (wrong.empty()) wrong = writer_.close(line_->tape.waiting(), std::nullopt);
    return wrong;
}

bool Recorder::writesTo(const std::string& path) const {
    std::error_code ignored;
    return isOpen() && std::filesystem::equivalent(path, path_, ignored);
}

std::string writeLine(const TimeLine& line, const std::string& path, std::optional<std::uint64_t> hash) {
    return replay::writeRecording(path, {command_line::buildText(), line.source}, line.scenario, line.tape,
                                  hash);
}

}  // namespace drover::desktop
