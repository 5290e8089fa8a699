#include "app/lab/ordeal/disk.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "core/base/dice.h"
#include "core/base/replace_file.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"

namespace drover::lab::ordeal {
namespace {

constexpr std::size_t kLargest = std::size_t{64} << 20;

// While it lives, no file of this process may become larger: writing fails, or the process is killed.
class FullDisk {
  public:
    explicit FullDisk(std::uint64_t bytes, bool kills = false) {
        handler_ = std::signal(SIGXFSZ, kills ? SIG_DFL : SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

  private:
    rlimit before_ = {};
    void (*handler_)(int) = nullptr;
};

std::string writeTo(const std::string& path, const world::Scenario& scenario, const replay::Tape& tape) {
    return replay::writeRecording(path, {.program = "ordeal", .source = "a life"}, scenario, tape, {});
}

// A program that writes it is killed after so many bytes.
std::string flawOfKill(std::size_t bytes, const std::string& path, const world::Scenario& scenario,
                       const replay::Tape& tape) {
    const pid_t process = ::fork();
    if (process == 0) {
        const rlimit no_core = {};
        ::setrlimit(RLIMIT_CORE, &no_core);
        const FullDisk disk(bytes, true);
        writeTo(path, scenario, tape);
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFSIGNALED(status) ? "" : "the program that writes was not killed";
}

// What can be read of it is what was lived.
std::string flawOfFile(const std::string& path, std::span<const std::uint64_t> hashes,
                       const world::World& first, bool is_whole) {
    const auto read = replay::readRecording(path, ~std::uint64_t{0});
    if (!read) {
        if (is_whole) return read.error.message();
        return read.error.message().empty() ? "it was refused without a reason" : "";
    }
    const replay::Recording& recording = *read.value;
    const std::uint64_t frames = recording.tape.frames();
    if (frames >= hashes.size() || (is_whole && frames + 1 != hashes.size()))
        return fmt::format("{} frames of {}", frames, hashes.size() - 1);
    world::World world(first);
    replay::Replayer replayer(recording.tape, world);
    if (!replayer.seek(frames)) return fmt::format("an obstacle before frame {}", frames);
    if (const auto& difference = replayer.difference())
        return fmt::format("frame {}: {}", difference->frame, difference->what);
    return world.stateHash() == hashes[frames] ? "" : fmt::format("another state after frame {}", frames);
}

// Something happens to the file, or while it is written once more. What is wrong at once; empty: nothing.
std::string spoil(const std::filesystem::path& file, std::string bytes, const world::Scenario& scenario,
                  const replay::Tape& tape, Dice& dice) {
    const std::size_t at = dice.below(bytes.size());
    const double kind = dice.unit();
    if (kind < 0.25) {
        const FullDisk disk(at);
        return writeTo(file.string(), scenario, tape).empty() ? "the disk was full, and it did not say so"
                                                              : "";
    }
    if (kind < 0.5) return flawOfKill(at, file.string(), scenario, tape);
    const std::size_t end = std::min(at + 1 + dice.below(4096), bytes.size());
    if (kind < 0.85)
        bytes.resize(at);
    else
        bytes.replace(at, end - at, end - at, '\0');
    replaceFile(file, bytes, Durability::kQuick);
    return "";
}

}  // namespace

std::string flawOfCutRecording(const world::Scenario& scenario, const replay::Tape& tape,
                               std::span<const std::uint64_t> hashes, const world::World& first,
                               std::uint32_t number) {
    Dice dice(number);
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("drover-ordeal-{}.drover", ::getpid());
    const std::string path = file.string();
    if (const std::string error = writeTo(path, scenario, tape); !error.empty()) return error;
    std::string flaw = flawOfFile(path, hashes, first, true);
    auto bytes = readFile(path, kLargest);
    if (flaw.empty() && bytes) {
        flaw = spoil(file, *bytes, scenario, tape, dice);
        if (flaw.empty()) flaw = flawOfFile(path, hashes, first, false);
    }
    std::filesystem::remove(file);
    return flaw;
}

}  // namespace drover::lab::ordeal
