#include "core/replay/recording.h"
#include "core/world/memory/memory_need.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/fields.h"
#include "core/base/json_tree.h"
#include "core/base/open_output.h"
#include "core/base/outside_text.h"
#include "core/replay/blocks.h"
#include "core/world/files/scenario_file.h"

namespace drover {

constexpr std::size_t kLongestProgram = 200, kLongestSource = 4096;

static void describe(Fields& v, replay::RecordingHeader& c) {
    v.text("program", c.program, 0, kLongestProgram,
           "The program that recorded it: its version and compiler.");
    v.text("source", c.source, 0, kLongestSource, "The scenario that the run began with.");
}

namespace replay {
namespace {

std::string contentOf(const Chunk& chunk) {
    std::string content;
    content.reserve(16 + chunk.bytes.size());
    appendWord(content, chunk.first);
    appendWord(content, chunk.frames);
    return content.append(chunk.bytes);
}

constexpr double kMiB = 1 << 20;

InputError refusal(const std::string& path, std::string field, std::string found, std::string allowed) {
    return {
        .file = path, .field = std::move(field), .found = std::move(found), .allowed = std::move(allowed)};
}

Result<RecordingHeader> parseHeader(const std::string& path, std::string line) {
    Result<JsonDocument> document = parseJson(path, std::move(line));
    if (!document) return std::move(document.error);
    RecordingHeader header;
    Flaw error;
    FieldReader(*document, error).read(document->root, "", header);
    if (error) return std::move(*error);
    return header;
}

Result<world::Scenario> parseRecordedScenario(const std::string& path, std::string text,
                                              std::uint64_t memory_bytes) {
    return world::parseScenario(path + " (its scenario)", std::move(text), memory_bytes);
}

// Reads the blocks of a file into a recording, each in the memory that the world and the blocks before leave.
class RecordingReader {
  public:
    RecordingReader(const std::string& path, File file, std::uint64_t memory_bytes)
        : path_(path), blocks_(std::move(file)), memory_bytes_(static_cast<double>(memory_bytes)) {}

    Result<Recording> read(std::uint64_t memory_bytes) {
        if (blocks_.fileBytes() > kLargestFile) return tooLargeFile(*blocks_.fileBytes());
        if (!blocks_.beginsRight())
            return refusal(path_, "recording", "a file that does not begin like one",
                           "a file that drover-lab run --record or the window wrote");
        const std::optional<Block> head = blocks_.next(JsonLimits{}.bytes);
        if (!head || head->kind != kBegin) return cutBeginning("a damaged beginning");
        Result<RecordingHeader> header = parseHeader(path_, head->content);
        if (!header) return std::move(header.error);
        std::optional<Block> scenario = blocks_.next(JsonLimits{}.bytes);
        if (!scenario || scenario->kind != kScenario) return cutBeginning("a damaged scenario");
        Result<world::Scenario> parsed =
            parseRecordedScenario(path_, std::move(scenario->content), memory_bytes);
        if (!parsed) return std::move(parsed.error);
        recording_.header = std::move(*header);
        recording_.scenario = std::move(*parsed);
        world_bytes_ = world::memoryNeeded(recording_.scenario);
        if (Flaw flaw = readRest()) return std::move(*flaw);
        return std::move(recording_);
    }

  private:
    // A block is held three times while it goes to the tape.
    static constexpr double kCopies = 3;

    InputError cutBeginning(const char* found) const {
        return refusal(path_, "recording", found, "a file with its beginning");
    }
    InputError tooLargeFile(std::uint64_t bytes) const {
        return refusal(path_, "recording", fmt::format("{:.0f} MiB", static_cast<double>(bytes) / kMiB),
                       fmt::format("up to {:.0f} MiB", static_cast<double>(kLargestFile) / kMiB));
    }
    InputError tooLittleMemory(std::uint64_t block_bytes) const {
        InputError error = refusal(
            path_, fmt::format("frame {}", recording_.tape.frames() + 1),
            fmt::format("a recording that needs {:.0f} MiB beside a world of {:.0f} MiB",
                        (kept() + kCopies * static_cast<double>(block_bytes)) / kMiB, world_bytes_ / kMiB),
            fmt::format("what fits in {:.0f} MiB", memory_bytes_ / kMiB));
        error.kind = InputError::Kind::kNoMemory;
        return error;
    }
    double kept() const { return static_cast<double>(recording_.tape.memoryBytes()); }

    // As far as they are right: what stands before a damaged one can be played.
    Flaw readRest() {
        recording_.is_cut_off = true;
        for (;;) {
            const double left = std::clamp(memory_bytes_ - world_bytes_ - kept(), 0.0, 0x1p62);
            const std::optional<Block> block = blocks_.next(static_cast<std::uint64_t>(left / kCopies));
            if (blocks_.tooLarge() > kLargestFile) return tooLargeFile(blocks_.tooLarge());
            if (blocks_.tooLarge() > 0) return tooLittleMemory(blocks_.tooLarge());
            if (!block) return std::nullopt;
            if (block->kind == kEnd) return readEnd(block->content);
            Flaw flaw;
            if (block->kind == kFrames) flaw = readFrames(block->content);
            if (block->kind == kWaiting) flaw = readWaiting(block->content);
            if (flaw) return flaw;
        }
    }

    Flaw readFrames(std::string_view content) {
        const std::uint64_t before = recording_.tape.frames();
        const std::string where = fmt::format("frame {}", before + 1);
        if (content.size() < 16)
            return refusal(path_, where, fmt::format("a block of {} bytes", content.size()), "16 or more");
        const std::uint64_t first = wordAt(content, 0), frames = wordAt(content, 8);
        if (first != before)
            return refusal(path_, where + ", frames before it", std::to_string(first),
                           std::to_string(before));
        if (frames < 1 || frames > ChunkWriter::kMostFrames)
            return refusal(path_, where + ", frames in its block", std::to_string(frames),
                           fmt::format("1 to {}", ChunkWriter::kMostFrames));
        recording_.tape.add({.first = first,
                             .frames = static_cast<std::uint32_t>(frames),
                             .bytes = std::pmr::string(content.substr(16))});
        return std::nullopt;
    }

    Flaw readWaiting(const std::string& content) {
        const auto commands = static_cast<std::uint64_t>(std::ranges::count(content, '\n'));
        if (commands > world::kMostCommands)
            return refusal(path_, "commands after the last frame", std::to_string(commands),
                           fmt::format("0 to {}", world::kMostCommands));
        auto log = world::parseCommandLog(path_ + " (after its last frame)", content);
        if (!log) return std::move(log.error);
        for (const world::LoggedCommand& logged : *log) recording_.tape.wait({&logged.command, 1});
        return std::nullopt;
    }

    Flaw readEnd(std::string_view content) {
        if (!content.empty() && content.size() != 8)
            return refusal(path_, "the state's hash", fmt::format("{} bytes", content.size()), "0 or 8");
        if (!content.empty()) recording_.hash = wordAt(content, 0);
        recording_.is_cut_off = false;
        return std::nullopt;
    }

    const std::string& path_;
    BlockReader blocks_;
    double memory_bytes_, world_bytes_ = 0;
    Recording recording_;
};

// The name of a file may be any bytes; a header is text.
RecordingHeader asText(const RecordingHeader& header) {
    return {shownWithin(header.program, kLongestProgram), shownWithin(header.source, kLongestSource)};
}

}  // namespace

std::string RecordingWriter::open(const std::string& path, const RecordingHeader& header,
                                  const world::Scenario& scenario) {
    path_ = path;
    bytes_ = 0;
    is_made_ = false;
    const std::string head = FieldWriter::writeLine(asText(header)), text = world::writeScenario(scenario);
    // What could not be read back must not be begun.
    if (const auto again = parseHeader(path, head); !again) return again.error.message();
    if (const auto again = parseRecordedScenario(path, text, ~std::uint64_t{0}); !again)
        return again.error.message();
    struct stat there = {};
    const std::string no_file = shown(path) + ": cannot create: it is there and no plain file";
    if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISCHR(there.st_mode))
        return no_file;
    const OpenedOutput opened = openOutput(path, OldContent::kDropped);
    is_made_ = opened.error.has_opened;
    if (opened.error) return opened.error.message(path);
    file_.reset(::fdopen(opened.file, "wb"));
    // A terminal could keep the program waiting.
    if (::isatty(opened.file) == 1) file_.reset();
    if (!file_) return no_file;
    is_made_ = true;
    std::setvbuf(file_.get(), nullptr, _IONBF, 0);
    // In one piece: whenever the program is killed, a file with anything in it can be opened.
    return writeOut(std::string(kMagic) + blockOf(kBegin, head) + blockOf(kScenario, text));
}

std::string RecordingWriter::writeOut(const std::string& bytes) {
    if (!file_) return {};
    std::string why;
    if (bytes_ + bytes.size() > kLargestFile) {
        why = fmt::format("found {} bytes, allowed up to {}", bytes_ + bytes.size(), kLargestFile);
    } else if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        why = std::strerror(errno);
    }
    const bool was_empty = bytes_ == 0;
    bytes_ += bytes.size();
    if (why.empty()) return {};
    file_.reset();
    return fmt::format("cannot write {}: {}{}", path_, why,
                       was_empty ? "" : "; what is in it until here can be opened");
}

std::string RecordingWriter::write(const Chunk& chunk) {
    return writeOut(blockOf(kFrames, contentOf(chunk)));
}

std::string RecordingWriter::close(std::span<const world::Command> waiting,
                                   std::optional<std::uint64_t> hash) {
    if (waiting.size() > world::kMostCommands) {
        file_.reset();
        return fmt::format("cannot write {}: found {} commands after the last frame, allowed up to {}", path_,
                           waiting.size(), world::kMostCommands);
    }
    std::string log, content;
    for (const world::Command& command : waiting) log += world::writeCommand({1, command});
    if (hash) appendWord(content, *hash);
    std::string error = log.empty() ? std::string() : writeOut(blockOf(kWaiting, log));
    if (error.empty()) error = writeOut(blockOf(kEnd, content));
    file_.reset();
    return error;
}

Result<Recording> readRecording(const std::string& path, std::uint64_t memory_bytes) {
    Result<File> file = openFile(path);
    if (!file) return std::move(file.error);
    return RecordingReader(path, std::move(*file), memory_bytes).read(memory_bytes);
}

std::string writeRecording(const std::string& path, const RecordingHeader& header,
                           const world::Scenario& scenario, const Tape& tape,
                           std::optional<std::uint64_t> hash) {
    RecordingWriter writer;
    std::string error = writer.open(path, header, scenario);
    for (const std::shared_ptr<const Chunk>& chunk : tape.chunks())
        if (error.empty()) error = writer.write(*chunk);
    if (error.empty() && tape.open().frames > 0) error = writer.write(tape.open());
    return error.empty() ? writer.close(tape.waiting(), hash) : error;
}

}  // namespace replay
}  // namespace drover
