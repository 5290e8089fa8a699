#include "core/replay/frame_code.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

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

// Behind the end, and after the first damage, it reads zeros.
class ByteReader {
  public:
    ByteReader(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

    std::uint64_t count() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint64_t byte = next();
            value |= (byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        return fail();
    }
    std::int64_t whole() {
        const std::uint64_t value = count();
        return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
    }
    std::uint64_t word() {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{next()} << (8 * i);
        return value;
    }
    double number() { return std::bit_cast<double>(word()); }
    std::string text() {
        const std::uint64_t size = count();
        if (size > left()) return fail(), std::string();
        at_ += size;
        return std::string(bytes_.substr(at_ - size, size));
    }
    // Each thing takes at least a byte: a larger count is damage.
    std::uint64_t countOfThings() {
        const std::uint64_t things = count();
        return things <= left() ? things : fail();
    }

    std::size_t at() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }
    bool isDamaged() const { return is_damaged_; }
    std::uint64_t fail() {
        is_damaged_ = true;
        at_ = bytes_.size();
        return 0;
    }

  private:
    std::uint8_t next() {
        if (left() == 0) return static_cast<std::uint8_t>(fail());
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }

    std::string_view bytes_;
    std::size_t at_;
    bool is_damaged_ = false;
};

// The fields that a kind of reading has, once for both directions.
template <class Code, class R>
void codeFields(Code&& code, R& reading) {
    code(reading.passed_ns);
    if (reading.kind == Reading::Kind::kPassed) return;
    code(reading.away_ns);
    if (reading.kind == Reading::Kind::kEnd) {
        for (auto& busy_ns : reading.busy_ns) code(busy_ns);
        code(reading.longest_ns);
        return;
    }
    code(reading.pending_ns);
}

void writeReading(ByteWriter& out, const Reading& reading) {
    // The kind takes two bits; most batches have fewer than 32 tasks.
    out.count(std::uint64_t{reading.tasks} << 2 | static_cast<std::uint64_t>(reading.kind));
    codeFields([&](std::int64_t value) { out.whole(value); }, reading);
}

Reading readReading(ByteReader& in) {
    const std::uint64_t head = in.count();
    Reading reading{.kind = static_cast<Reading::Kind>(head & 3),
                    .tasks = static_cast<std::uint32_t>(head >> 2)};
    codeFields([&](std::int64_t& value) { value = in.whole(); }, reading);
    return reading;
}

bool readCommands(ByteReader& in, std::vector<world::Command>& commands) {
    for (std::uint64_t left = in.countOfThings(); left > 0 && !in.isDamaged(); --left) {
        const std::string line = in.text();
        Result<std::vector<world::LoggedCommand>> parsed = world::parseCommandLog("", line);
        if (!parsed || parsed->size() != 1) return false;
        commands.push_back(std::move(parsed->front().command));
    }
    return true;
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
    out.number(frame_time);
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
    if (is_damaged_ || read_ == chunk_->frames) return false;
    ByteReader in(chunk_->bytes, at_);
    const std::uint64_t has = in.count();
    if (has & kMemory) memory_bytes_ = in.word();
    if (has & kCores) cores_ = static_cast<unsigned>(std::clamp<std::uint64_t>(in.count(), 1, 4096));
    world::RecordedFrame& frame = out.frame;
    frame.outside.memory_bytes = memory_bytes_;
    frame.outside.cores = cores_;
    frame.frame_time = in.number();
    frame.commands.clear();
    if ((has & kCommands) && !readCommands(in, frame.commands)) in.fail();
    frame.outside.readings.clear();
    for (std::uint64_t left = in.countOfThings(); left > 0 && !in.isDamaged(); --left)
        frame.outside.readings.push_back(readReading(in));
    out.check = in.word();
    const bool is_time_right = frame.frame_time >= 0 && frame.frame_time <= 10;
    is_damaged_ = in.isDamaged() || !is_time_right;
    at_ = in.at();
    read_ += !is_damaged_;
    return !is_damaged_;
}

}  // namespace drover::replay
