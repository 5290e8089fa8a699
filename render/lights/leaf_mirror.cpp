#include "render/lights/leaf_mirror.h"

#include <algorithm>

#include "core/base/ask_ahead.h"
#include "core/world/world_view.h"

namespace drover::render {
namespace {

struct LeafTexel {
    std::uint32_t x, y;
    float vx, vy;
};
static_assert(sizeof(LeafTexel) == 16);

void write(const flock::AgentColumns& leaves, std::size_t first, std::size_t count, LeafTexel* texels) {
    const std::uint32_t *x = leaves.x.data(), *y = leaves.y.data();
    const float *vx = leaves.vx.data(), *vy = leaves.vy.data();
    for (std::size_t i = first; i < first + count; ++i) texels[i] = {x[i], y[i], vx[i], vy[i]};
}

// Flocks that moved are scattered in memory, so the leaves of the flock kAhead places on are prefetched.
constexpr std::uint32_t kAhead = 4;
constexpr std::uint32_t kFlocks = 256;    // that one core writes together
constexpr std::uint32_t kMostAhead = 64;  // leaves per flock; hardware prefetching gets the rest
constexpr std::size_t kRowsPerLine = 16;
void prefetch(const flock::AgentColumns& leaves, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; i += kRowsPerLine) {
        askFor(leaves.x.data() + i), askFor(leaves.y.data() + i);
        askFor(leaves.vx.data() + i), askFor(leaves.vy.data() + i);
    }
}

// Merges neighbouring rows into one call of StreamBuffer::changed.
struct Changes {
    StreamBuffer& buffer;
    std::size_t begin = 0, end = 0, rows = 0;

    void add(std::size_t first, std::size_t count) {
        if (first != end) tell(), begin = first;
        end = first + count;
        rows += count;
    }
    void tell() const {
        if (end > begin) buffer.changed(begin * sizeof(LeafTexel), (end - begin) * sizeof(LeafTexel));
    }
};

}  // namespace

void LeafMirror::noteChanged(const world::WorldView& view, const Gather& gather) {
    holders_.resize(view.flocks.size());
    for (const std::uint32_t flock : gather.changed()) holders_[flock] = 0;
}

std::size_t LeafMirror::update(const world::WorldView& view, const Gather& gather) {
    const flock::FlockStore& flocks = view.flocks;
    if (gather.herds().empty()) return 0;
    const StreamBuffer::Kept room = rows_.beginKept(flocks.leaves().size() * sizeof(LeafTexel));
    const auto held = static_cast<std::uint8_t>(1u << room.slot);
    if (room.is_empty) {
        for (std::uint8_t& holders : holders_) holders = static_cast<std::uint8_t>(holders & ~held);
    }
    stale_.clear();
    for (const Gather::Seen& seen : gather.herds()) {
        if ((holders_[seen.task] & held) != 0) continue;
        holders_[seen.task] = static_cast<std::uint8_t>(holders_[seen.task] | held);
        stale_.push_back(seen.task);
    }
    const auto stale = static_cast<std::uint32_t>(stale_.size());
    cores::eachRange(view.team, stale, kFlocks, [&](const cores::Range& range) {
        for (std::uint32_t i = range.first; i < range.end; ++i) {
            const FlockId next{stale_[std::min(i + kAhead, stale - 1)]}, id{stale_[i]};
            prefetch(flocks.leaves(), flocks.first(next), std::min(flocks.count(next), kMostAhead));
            write(flocks.leaves(), flocks.first(id), flocks.count(id), reinterpret_cast<LeafTexel*>(room.to));
        }
    });
    Changes changes{rows_};
    for (const std::uint32_t flock : stale_)
        changes.add(flocks.first(FlockId{flock}), flocks.count(FlockId{flock}));
    changes.tell();
    rows_.end();
    return changes.rows * sizeof(LeafTexel);
}

}  // namespace drover::render
