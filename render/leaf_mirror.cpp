#include "render/leaf_mirror.h"

namespace drover {
namespace {

struct LeafTexel {
    std::uint32_t x, y;
    float vx, vy;
};
static_assert(sizeof(LeafTexel) == 16);

void write(const AgentColumns& leaves, std::size_t first, std::size_t count, LeafTexel* texels) {
    const std::uint32_t *x = leaves.x.data(), *y = leaves.y.data();
    const float *vx = leaves.vx.data(), *vy = leaves.vy.data();
    for (std::size_t i = first; i < first + count; ++i) texels[i] = {x[i], y[i], vx[i], vy[i]};
}

// Tells the card of neighbouring rows at once.
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

std::size_t LeafMirror::update(const FlockStore& flocks, const Gather& gather) {
    holders_.resize(flocks.size());
    for (const std::uint32_t flock : gather.changed()) holders_[flock] = 0;
    if (gather.herds().empty()) return 0;
    const StreamBuffer::Kept room = rows_.beginKept(flocks.leaves().size() * sizeof(LeafTexel));
    const auto held = static_cast<std::uint8_t>(1u << room.turn);
    if (room.is_empty) {
        for (std::uint8_t& holders : holders_) holders = static_cast<std::uint8_t>(holders & ~held);
    }
    Changes changes{rows_};
    for (const Gather::Seen& seen : gather.herds()) {
        if ((holders_[seen.task] & held) != 0) continue;
        holders_[seen.task] = static_cast<std::uint8_t>(holders_[seen.task] | held);
        const std::size_t first = flocks.first(FlockId{seen.task}), count = flocks.count(FlockId{seen.task});
        write(flocks.leaves(), first, count, reinterpret_cast<LeafTexel*>(room.to));
        changes.add(first, count);
    }
    changes.tell();
    rows_.end();
    return changes.rows * sizeof(LeafTexel);
}

}  // namespace drover
