#include "core/replay/frame_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/planted.h"
#include "core/cores/team.h"
#include "core/world/world_view.h"

namespace drover::replay {
namespace {

using world::Reading;

// What a frame has beside its time and its readings.
constexpr std::uint64_t kCommands = 1, kMemory = 2, kCores = 4;

class ByteWriter {
  public:
    explicit ByteWriter(std::pmr::string& out) : out_(&out) {}

    void count(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) out_->push_back(static_cast<char>(value | 0x80));
        out_->push_back(static_cast<char>(value));
    }
    // Small ones below zero are short, too.
    void whole(std::int64_t value) {
        count((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
    }
    void word(std::uint64_t value) {
        for (int i = 0; i < 8; ++i) out_->push_back(static_cast<char>(value >> (8 * i)));
    }
    void number(double value) { word(std::bit_cast<std::uint64_t>(value)); }
    void text(const std::string& value) {
        count(value.size());
        *out_ += value;
    }

  private:
    std::pmr::string* out_;
};

// Every number has its range. Behind the end, and after the first flaw, it reads the least that is allowed.
class ByteReader {
  public:
    ByteReader(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

    std::uint64_t count(const char* name, std::uint64_t low, std::uint64_t high) {
        return ranged(name, count(), low, high);
    }
    std::int64_t whole(const char* name, std::int64_t low, std::int64_t high) {
        const std::uint64_t value = count();
        return ranged(name, static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1),
                      low, high);
    }
    double number(const char* name, double low, double high) {
        return ranged(name, std::bit_cast<double>(word()), low, high);
    }
    std::uint64_t word() {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{next()} << (8 * i);
        return value;
    }
    std::string text() {
        const std::uint64_t size = count();
        if (size > left()) return failEarly(), std::string();
        at_ += size;
        return std::string(bytes_.substr(at_ - size, size));
    }
    // Each thing takes at least a byte.
    std::uint64_t countOfThings(const char* name, std::uint64_t low, std::uint64_t high) {
        const std::uint64_t things = count(name, low, high);
        if (things > left()) return failEarly(), 0;
        return things;
    }

    std::size_t at() const { return at_; }
    const Flaw& flaw() const { return flaw_; }
    void fail(InputError flaw) {
        if (flaw_) return;
        flaw.field = pathOf(flaw.field);
        flaw_ = std::move(flaw);
        at_ = bytes_.size();
    }
    // The numbers that are read from here on belong to one of a list.
    void enter(const char* list, std::uint64_t index) { list_ = list, index_ = index; }
    void leave() { list_ = nullptr; }

  private:
    std::size_t left() const { return bytes_.size() - at_; }
    std::string pathOf(const std::string& name) const {
        if (list_ == nullptr) return name;
        return fmt::format("{}[{}]{}{}", list_, index_, name.empty() ? "" : ".", name);
    }
    void failEarly() { fail({.found = "an early end", .allowed = "as many bytes as its numbers say"}); }
    template <class T>
    T ranged(const char* name, T value, T low, T high) {
        if (value >= low && value <= high && !flaw_) return value;
        fail({.field = name,
              .found = fmt::format("{}", value),
              .allowed = fmt::format("{} to {}", low, high)});
        return low;
    }
    std::uint64_t count() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint64_t byte = next();
            value |= (byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        return std::numeric_limits<std::uint64_t>::max();
    }
    std::uint8_t next() {
        if (left() == 0) return failEarly(), 0;
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }

    std::string_view bytes_;
    std::size_t at_;
    const char* list_ = nullptr;
    std::uint64_t index_ = 0;
    Flaw flaw_;
};

// The fields that a kind of reading has, once for both directions.
template <class Code, class R>
void codeFields(Code&& code, R& reading) {
    code("passed_ns", reading.passed_ns);
    if (reading.kind == Reading::Kind::kPassed) return;
    code("moving_ns", reading.moving_ns);
    code("levels_ns", reading.levels_ns);
    for (auto& busy_ns : reading.busy_ns) code("busy_ns", busy_ns);
}

void writeReading(ByteWriter& out, const Reading& reading) {
    out.count(std::uint64_t{reading.tasks} << 1 | static_cast<std::uint64_t>(reading.kind));
    codeFields([&](const char*, std::int64_t value) { out.whole(value); }, reading);
}

Reading readReading(ByteReader& in) {
    const std::uint64_t head =
        in.count("tasks and kind", 0, std::uint64_t{Reading::kMostTasks} << 1 | std::uint64_t{1});
    Reading reading{.kind = static_cast<Reading::Kind>(head & 1),
                    .tasks = static_cast<std::uint32_t>(head >> 1)};
    codeFields(
        [&](const char* name, std::int64_t& value) { value = in.whole(name, 0, Reading::kLongest_ns); },
        reading);
    return reading;
}

void readCommand(ByteReader& in, std::vector<world::Command>& commands) {
    const std::string line = in.text();
    if (in.flaw()) return;
    Result<std::vector<world::LoggedCommand>> parsed = world::parseCommandLog("", line);
    if (!parsed) return in.fail(std::move(parsed.error));
    if (parsed->size() != 1)
        return in.fail({.found = fmt::format("{} lines", parsed->size()), .allowed = "a command"});
    commands.push_back(std::move(parsed->front().command));
}

}  // namespace

std::uint32_t checkParts(const world::World& world) {
    constexpr std::uint32_t kRowsAtOnce = 4096, kFewestParts = 60;
    return std::max(world.view().table.rows() / kRowsAtOnce, kFewestParts);
}

std::uint64_t checkOf(const world::World& world, std::uint64_t frame) {
    const std::uint32_t parts = checkParts(world);
    return world.partHash(static_cast<std::uint32_t>(frame % parts), parts);
}

// If views follow each other, the last one holds. A world that is paused has one for each frame in which
// the camera moves.
void ChunkWriter::wait(std::span<const world::Command> commands) {
    for (const world::Command& command : commands) {
        if (isView(command) && !waiting_.empty() && isView(waiting_.back())) waiting_.pop_back();
        waiting_.push_back(command);
    }
}

bool ChunkWriter::add(double frame_time, std::span<const world::Command> commands,
                      const world::World& world) {
    wait(commands);
    if (world.isPaused()) return false;
    add(frame_time, waiting_, world.outside(), checkOf(world, frames()));
    waiting_.clear();
    return true;
}

void ChunkWriter::add(const CheckedFrame& frame) {
    add(frame.frame.frame_time, frame.frame.commands, frame.frame.outside, frame.check);
}

void ChunkWriter::add(double frame_time, std::span<const world::Command> commands,
                      const world::Outside& outside, std::uint64_t check) {
    ByteWriter out(chunk_.bytes);
    const bool is_memory_new = memory_bytes_ != outside.memory_bytes;
    const bool are_cores_new = cores_ != outside.cores;
    out.count((commands.empty() ? 0 : kCommands) | (is_memory_new ? kMemory : 0) |
              (are_cores_new ? kCores : 0));
    if (is_memory_new) out.word(outside.memory_bytes);
    if (are_cores_new) out.count(outside.cores);
    memory_bytes_ = outside.memory_bytes;
    cores_ = outside.cores;
    out.number(isPlanted(Fault::kRoundedTape) ? static_cast<double>(static_cast<float>(frame_time))
                                              : frame_time);
    if (!commands.empty()) out.count(commands.size());
    for (const world::Command& command : commands) out.text(world::writeCommand({1, command}));
    out.count(outside.readings.size());
    for (const Reading& reading : outside.readings) writeReading(out, reading);
    out.word(check);
    ++chunk_.frames;
    seconds_ += frame_time;
}

// The chunk gets memory of its own, no more than it needs; what the next one is written in stays, so that
// only the last frame of a chunk allocates.
Chunk ChunkWriter::take() {
    Chunk taken = chunk_;
    chunk_.first += chunk_.frames;
    chunk_.frames = 0;
    chunk_.bytes.clear();
    seconds_ = 0;
    memory_bytes_.reset();
    cores_ = 0;
    return taken;
}

bool ChunkReader::next(CheckedFrame& out) {
    if (flaw_ || read_ == chunk_->frames) return false;
    ByteReader in(chunk_->bytes, at_);
    world::RecordedFrame& frame = out.frame;
    frame.commands.clear();
    frame.outside.readings.clear();
    const std::uint64_t has = in.count("contents", 0, kCommands | kMemory | kCores);
    if (has & kMemory) memory_bytes_ = in.word();
    if (has & kCores) cores_ = static_cast<unsigned>(in.count("cores", 1, cores::kMostThreads));
    frame.outside.memory_bytes = memory_bytes_;
    frame.outside.cores = cores_;
    frame.frame_time = in.number("frame_time", 0, kLongestFrame_s);
    const auto readList = [&](const char* name, std::uint64_t low, std::uint64_t high, auto&& readOne) {
        const std::uint64_t things = in.countOfThings(name, low, high);
        for (std::uint64_t i = 0; i < things && !in.flaw(); ++i) {
            in.enter(name, i);
            readOne();
        }
        in.leave();
    };
    if (has & kCommands)
        readList("commands", 1, world::kMostCommands, [&] { readCommand(in, frame.commands); });
    readList("readings", 0, kMostReadings, [&] { frame.outside.readings.push_back(readReading(in)); });
    out.check = in.word();
    if (in.flaw()) {
        flaw_ = in.flaw();
        flaw_->line = flaw_->column = 0;  // of a command's line
        flaw_->field = fmt::format("frame {}{}{}", chunk_->first + read_ + 1,
                                   flaw_->field.empty() ? "" : ", ", flaw_->field);
        return false;
    }
    at_ = in.at();
    ++read_;
    return true;
}

}  // namespace drover::replay
