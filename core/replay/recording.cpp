#include "core/replay/recording.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/fields.h"
#include "core/base/json_tree.h"
#include "core/base/state_hash.h"

namespace drover {

template <class V, Described<replay::RecordingHeader> S>
void describe(V& v, S& c) {
    v.text("program", c.program, 0, 200, "The program that recorded it: its version and compiler.");
    v.text("source", c.source, 0, 4096, "The scenario that the run began with.");
}

namespace replay {
namespace {

// The file begins with this. Then come blocks: four letters, the length and the checksum of the content, the
// content. A reader skips blocks that it does not know.
constexpr std::string_view kMagic =
    "\x89"
    "DROVER\n";
constexpr std::string_view kBegin = "HEAD";     // one line of JSON
constexpr std::string_view kScenario = "SCEN";  // as a scenario file
constexpr std::string_view kFrames = "FRMS";    // first frame, number of frames, and a chunk's bytes
constexpr std::string_view kWaiting = "WAIT";   // commands after the last frame, as a log
constexpr std::string_view kEnd = "DONE";       // the final hash
constexpr std::size_t kBlockHead = 4 + 8 + 8;

void appendWord(std::string& out, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint64_t wordAt(std::string_view bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
        value |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
    return value;
}

std::uint64_t checksumOf(std::string_view bytes) {
    StateHash hash;
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, 8);
        hash.add(word);
    }
    std::uint64_t rest = bytes.size();
    for (; at < bytes.size(); ++at) rest = rest << 8 | static_cast<std::uint8_t>(bytes[at]);
    hash.add(rest);
    return hash.value();
}

struct Block {
    std::string_view kind, content;
};

// The block at `at`, which moves behind it. None: the file ends there, or is damaged.
std::optional<Block> blockAt(std::string_view bytes, std::size_t& at) {
    if (bytes.size() - at < kBlockHead) return std::nullopt;
    const std::uint64_t size = wordAt(bytes, at + 4);
    const std::size_t begin = at + kBlockHead;
    if (size > bytes.size() - begin) return std::nullopt;
    const Block block{bytes.substr(at, 4), bytes.substr(begin, size)};
    if (checksumOf(block.content) != wordAt(bytes, at + 12)) return std::nullopt;
    at = begin + size;
    return block;
}

std::string blockOf(std::string_view kind, const std::string& content) {
    std::string block(kind);
    appendWord(block, content.size());
    appendWord(block, checksumOf(content));
    return block + content;
}

std::string contentOf(const Chunk& chunk) {
    std::string content;
    content.reserve(16 + chunk.bytes.size());
    appendWord(content, chunk.first);
    appendWord(content, chunk.frames);
    return content.append(chunk.bytes);
}

InputError refusal(const std::string& path, std::string found, std::string allowed) {
    return {.file = path, .field = "recording", .found = std::move(found), .allowed = std::move(allowed)};
}

// Reads the blocks behind the header, as far as they are right.
void readBlocks(std::string_view bytes, std::size_t at, Recording& recording) {
    recording.is_cut_off = true;
    while (const std::optional<Block> block = blockAt(bytes, at)) {
        if (block->kind == kEnd) {
            if (block->content.size() == 8) recording.hash = wordAt(block->content, 0);
            recording.is_cut_off = false;
            return;
        }
        if (block->kind == kWaiting) {
            auto commands = world::parseCommandLog("", std::string(block->content));
            if (!commands) return;
            for (const world::LoggedCommand& logged : *commands) recording.tape.wait({&logged.command, 1});
        }
        if (block->kind != kFrames || block->content.size() < 16) continue;
        const Chunk chunk{.first = wordAt(block->content, 0),
                          .frames = static_cast<std::uint32_t>(wordAt(block->content, 8)),
                          .bytes = std::pmr::string(block->content.substr(16))};
        if (chunk.first != recording.tape.frames() || chunk.frames == 0) return;
        recording.tape.add(chunk);
    }
}

}  // namespace

std::string RecordingWriter::open(const std::string& path, const RecordingHeader& header,
                                  const world::Scenario& scenario) {
    path_ = path;
    bytes_ = 0;
    is_made_ = false;
    struct stat there = {};
    const std::string no_file = fmt::format("cannot create {}: it is there and no plain file", path);
    if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISCHR(there.st_mode))
        return no_file;
    file_.reset(std::fopen(path.c_str(), "wb"));
    if (!file_) return fmt::format("cannot create {}: {}", path, std::strerror(errno));
    // A terminal could keep the program waiting.
    if (::isatty(::fileno(file_.get())) == 1) file_.reset();
    if (!file_) return no_file;
    is_made_ = true;
    std::setvbuf(file_.get(), nullptr, _IONBF, 0);
    // In one piece: whenever the program is killed, a file with anything in it can be opened.
    return writeOut(std::string(kMagic) + blockOf(kBegin, FieldWriter::writeLine(header)) +
                    blockOf(kScenario, world::writeScenario(scenario)));
}

std::string RecordingWriter::writeOut(const std::string& bytes) {
    if (!file_) return {};
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size()) {
        bytes_ += bytes.size();
        return {};
    }
    const int reason = errno;
    file_.reset();
    return fmt::format("cannot write {}: {}{}", path_, std::strerror(reason),
                       bytes_ > 0 ? "; what is in it until here can be opened" : "");
}

std::string RecordingWriter::write(const Chunk& chunk) {
    return writeOut(blockOf(kFrames, contentOf(chunk)));
}

std::string RecordingWriter::close(std::span<const world::Command> waiting,
                                   std::optional<std::uint64_t> hash) {
    std::string log, content;
    for (const world::Command& command : waiting) log += world::writeCommand({1, command});
    if (hash) appendWord(content, *hash);
    std::string error = log.empty() ? std::string() : writeOut(blockOf(kWaiting, log));
    if (error.empty()) error = writeOut(blockOf(kEnd, content));
    file_.reset();
    return error;
}

Result<Recording> readRecording(const std::string& path, std::uint64_t memory_bytes) {
    constexpr std::size_t kLargest = std::size_t{8} << 30;
    const Result<std::string> bytes = readFile(path, kLargest, kMagic);
    if (!bytes) return bytes.error;
    if (bytes.value->substr(0, kMagic.size()) != kMagic)
        return refusal(path, "a file that does not begin like one",
                       "a file that drover-lab run --record or the window wrote");
    std::size_t at = kMagic.size();
    const std::optional<Block> head = blockAt(*bytes.value, at);
    if (!head || head->kind != kBegin)
        return refusal(path, "a damaged beginning", "a file with its beginning");
    Recording recording;
    Result<JsonDocument> document = parseJson(path, std::string(head->content));
    if (!document) return document.error;
    std::optional<InputError> error;
    FieldReader(*document, error).read(document->root, "", recording.header);
    if (error) return *error;
    const std::optional<Block> scenario = blockAt(*bytes.value, at);
    if (!scenario || scenario->kind != kScenario)
        return refusal(path, "a damaged scenario", "a file with its beginning");
    Result<world::Scenario> parsed =
        world::parseScenario(path + " (its scenario)", std::string(scenario->content), memory_bytes);
    if (!parsed) return parsed.error;
    recording.scenario = std::move(*parsed);
    readBlocks(*bytes.value, at, recording);
    return recording;
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
