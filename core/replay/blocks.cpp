#include "core/replay/blocks.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/planted.h"
#include "core/base/state_hash.h"

namespace drover::replay {
namespace {

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

}  // namespace

void appendWord(std::string& out, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint64_t wordAt(std::string_view bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
        value |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
    return value;
}

std::string blockOf(std::string_view kind, std::string_view content) {
    std::string block(kind);
    block.reserve(kBlockHead + content.size());
    appendWord(block, content.size());
    appendWord(block, checksumOf(content));
    return block.append(content);
}

BlockReader::BlockReader(File file) : file_(std::move(file)) {
    struct stat there = {};
    if (::fstat(::fileno(file_.get()), &there) == 0 && S_ISREG(there.st_mode))
        file_bytes_ = static_cast<std::uint64_t>(there.st_size);
}

// No more memory than there are bytes, whatever a length says.
bool BlockReader::read(std::string& out, std::uint64_t bytes) {
    if (file_bytes_ && bytes > *file_bytes_ - std::min(*file_bytes_, read_)) return false;
    constexpr std::uint64_t kStep = std::uint64_t{1} << 20;
    if (file_bytes_) out.reserve(bytes);
    for (std::uint64_t left = bytes; left > 0;) {
        const std::size_t step = static_cast<std::size_t>(std::min(left, kStep)), before = out.size();
        out.resize(before + step);
        if (std::fread(out.data() + before, 1, step, file_.get()) != step) return false;
        left -= step;
        read_ += step;
    }
    return true;
}

bool BlockReader::beginsRight() {
    std::string magic;
    return read(magic, kMagic.size()) && magic == kMagic;
}

std::optional<Block> BlockReader::next(std::uint64_t most_bytes) {
    std::string head;
    if (!read(head, kBlockHead)) return std::nullopt;
    const std::uint64_t size = wordAt(head, 4);
    if (file_bytes_ && size > *file_bytes_ - read_) return std::nullopt;
    if (size > most_bytes) return too_large_ = size, std::nullopt;
    Block block{head.substr(0, 4), {}};
    if (!read(block.content, size)) return std::nullopt;
    if (checksumOf(block.content) != wordAt(head, 12) && !isPlanted(Fault::kTornBlock)) return std::nullopt;
    return block;
}

}  // namespace drover::replay
