#include "sealed.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/replay/frame_code.h"
#include "core/world/commands/outside.h"

namespace drover::fuzz {
namespace {

using replay::Block;
using replay::CheckedFrame;
using world::Reading;

class Draws {
  public:
    explicit Draws(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(next() % n); }
    template <class T>
    std::size_t placeIn(const std::vector<T>& list) {
        return below(list.size());
    }
    // Near the ends of all ranges, or anywhere.
    std::int64_t number() {
        constexpr std::int64_t kEnds[] = {0,
                                          1,
                                          -1,
                                          512,
                                          1 << 22,
                                          std::int64_t{1} << 40,
                                          Reading::kLongest_ns,
                                          Reading::kLongest_ns + 1,
                                          std::numeric_limits<std::int64_t>::max(),
                                          std::numeric_limits<std::int64_t>::min()};
        if (below(2) == 0) return kEnds[below(std::size(kEnds))];
        return static_cast<std::int64_t>(next() >> below(64));
    }
    double time_s() {
        constexpr double kEnds[] = {
            0, 1e-9, 1e-3, 1.0 / 60, 10, 10.5, -1, HUGE_VAL, std::numeric_limits<double>::quiet_NaN()};
        return below(2) == 0 ? kEnds[below(std::size(kEnds))] : static_cast<double>(below(10'000)) * 1e-3;
    }

  private:
    std::uint64_t state_;
};

template <class T>
void rearrange(std::vector<T>& list, Draws& draws) {
    if (list.empty()) return;
    const std::size_t at = draws.placeIn(list);
    switch (draws.below(3)) {
        case 0: list.erase(list.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 1: list.push_back(list[at]); break;
        default: std::swap(list[at], list[draws.placeIn(list)]);
    }
}

void changeReading(Reading& reading, Draws& draws) {
    switch (draws.below(6)) {
        case 0: reading.kind = static_cast<Reading::Kind>(draws.below(2)); break;
        case 5: reading.tasks = static_cast<std::uint32_t>(draws.number()); break;
        case 1: reading.passed_ns = draws.number(); break;
        case 2: reading.moving_ns = draws.number(); break;
        case 3: reading.levels_ns = draws.number(); break;
        default: reading.busy_ns[draws.below(2)] = draws.number();
    }
}

// The text of a command, changed; as it was if no command has that text.
void changeCommand(world::Command& command, FunctionRef<void(std::string&)> mutate) {
    std::string line = world::writeCommand({1, command});
    mutate(line);
    auto parsed = world::parseCommandLog("", line);
    if (parsed && parsed->size() == 1) command = std::move(parsed->front().command);
}

void changeFrame(CheckedFrame& checked, Draws& draws, FunctionRef<void(std::string&)> mutate) {
    world::RecordedFrame& frame = checked.frame;
    std::vector<Reading>& readings = frame.outside.readings;
    switch (draws.below(8)) {
        case 0: frame.frame_time = draws.time_s(); break;
        case 1: frame.outside.cores = static_cast<unsigned>(draws.number()); break;
        case 2: frame.outside.memory_bytes = static_cast<std::uint64_t>(draws.number()); break;
        case 3: rearrange(readings, draws); break;
        case 4: rearrange(frame.commands, draws); break;
        case 5:
            if (!frame.commands.empty()) changeCommand(frame.commands[draws.placeIn(frame.commands)], mutate);
            break;
        default:
            if (!readings.empty()) changeReading(readings[draws.placeIn(readings)], draws);
    }
}

// Frames are read, changed and written again. What cannot be read is left out.
void changeFrames(std::string& content, Draws& draws, FunctionRef<void(std::string&)> mutate) {
    if (content.size() < 16) return;
    const replay::Chunk chunk{.first = replay::wordAt(content, 0),
                              .frames = static_cast<std::uint32_t>(replay::wordAt(content, 8)),
                              .bytes = std::pmr::string(content.substr(16))};
    std::vector<CheckedFrame> frames;
    replay::ChunkReader reader(chunk);
    for (CheckedFrame frame; reader.next(frame);) frames.push_back(frame);
    if (frames.empty()) return;
    for (std::size_t changes = 1 + draws.below(4); changes > 0 && !frames.empty(); --changes) {
        if (draws.below(8) == 0) {
            rearrange(frames, draws);
        } else {
            changeFrame(frames[draws.placeIn(frames)], draws, mutate);
        }
    }
    replay::ChunkWriter writer(chunk.first);
    for (const CheckedFrame& frame : frames) writer.add(frame);
    content.clear();
    replay::appendWord(content, chunk.first);
    replay::appendWord(content, frames.size());
    content += writer.present().bytes;
}

}  // namespace

std::vector<Block> takeApart(std::string_view bytes) {
    std::vector<Block> blocks;
    std::size_t at = replay::kMagic.size();
    while (at + replay::kBlockHead <= bytes.size()) {
        const std::uint64_t size = replay::wordAt(bytes, at + 4);
        const std::size_t begin = at + replay::kBlockHead, left = bytes.size() - begin;
        const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(size, left));
        blocks.push_back({std::string(bytes.substr(at, 4)), std::string(bytes.substr(begin, length))});
        at = begin + length;
    }
    return blocks;
}

std::string sealed(const std::vector<Block>& blocks) {
    std::string bytes(replay::kMagic);
    for (const Block& block : blocks) bytes += replay::blockOf(block.kind, block.content);
    return bytes;
}

std::string mutatedRecording(std::string_view bytes, std::uint64_t draw,
                             FunctionRef<void(std::string&)> mutate) {
    std::vector<Block> blocks = takeApart(bytes);
    if (blocks.empty()) blocks.push_back({std::string(replay::kBegin), "{}"});
    Draws draws(draw);
    Block& block = blocks[draws.placeIn(blocks)];
    switch (draws.below(8)) {
        case 0: rearrange(blocks, draws); break;
        case 1:
        case 2:
        case 3: mutate(block.content); break;
        default:
            for (Block& each : blocks)
                if (each.kind == replay::kFrames) changeFrames(each.content, draws, mutate);
    }
    return sealed(blocks);
}

}  // namespace drover::fuzz
