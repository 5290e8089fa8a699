#include "core/replay/tape.h"

#include <algorithm>
#include <cassert>

namespace drover::replay {

bool Tape::add(double frame_time, std::span<const world::Command> commands, const world::World& world) {
    if (!open_.add(frame_time, commands, world)) return false;
    if (open_.isFull()) keep(open_.take());
    return true;
}

void Tape::add(const Chunk& chunk) {
    assert(open_.present().frames == 0 && chunk.first == frames());
    open_ = ChunkWriter(chunk.first + chunk.frames);
    keep(chunk);
}

const Chunk* Tape::Reel::put(const Chunk& chunk) {
    left_ -= needOf(chunk);
    void* const place = memory_.allocate(sizeof(Chunk), alignof(Chunk));
    // Never destroyed: all that it has is in the reel's memory.
    return new (place) Chunk{chunk.first, chunk.frames, std::pmr::string(chunk.bytes, &memory_)};
}

void Tape::keep(const Chunk& chunk) {
    if (!reel_ || !reel_->hasRoomFor(chunk))
        reel_ = std::make_shared<Reel>(std::max(kReelBytes, Reel::needOf(chunk)));
    bytes_ += chunk.bytes.size();
    chunks_.emplace_back(reel_, reel_->put(chunk));
}

Tape Tape::before(std::uint64_t frame) const {
    assert(frame <= frames());
    Tape part;
    for (const std::shared_ptr<const Chunk>& chunk : chunks_) {
        if (chunk->first + chunk->frames > frame) break;
        part.chunks_.push_back(chunk);
        part.bytes_ += chunk->bytes.size();
        part.open_ = ChunkWriter(chunk->first + chunk->frames);
    }
    TapeReader reader(*this);
    reader.goTo(part.frames());
    while (part.frames() < frame) {
        const CheckedFrame* const next = reader.next();
        if (next == nullptr) break;
        part.open_.add(*next);
    }
    return part;
}

void TapeReader::goTo(std::uint64_t frame) {
    if (reader_ && at_ <= frame && frame < chunk_->first + chunk_->frames) {
        while (at_ < frame && next() != nullptr) {
        }
        return;
    }
    reader_.reset();
    at_ = frame;
}

const CheckedFrame* TapeReader::next() {
    flaw_.reset();
    if (at_ >= tape_->frames()) return nullptr;
    if (!reader_ || at_ == chunk_->first + chunk_->frames) {
        const auto chunks = tape_->chunks();
        const auto after = std::ranges::upper_bound(
            chunks, at_, {}, [](const auto& chunk) { return chunk->first + chunk->frames; });
        chunk_ = after != chunks.end() ? after->get() : &tape_->open();
        // The open chunk grows, and moves when it is full: it is read from its beginning each time.
        reader_.emplace(*chunk_);
        for (std::uint64_t skipped = chunk_->first; skipped < at_ && reader_->next(frame_); ++skipped) {
        }
    }
    assert(chunk_->first <= at_);
    const bool is_read = reader_->next(frame_);
    flaw_ = reader_->flaw();
    const bool is_open = chunk_ == &tape_->open();
    at_ += is_read;
    if (is_open) reader_.reset();
    return is_read ? &frame_ : nullptr;
}

}  // namespace drover::replay
