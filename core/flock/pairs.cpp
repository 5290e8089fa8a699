#include "core/flock/pairs.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/base/turn.h"

namespace drover {

Vec2 partingDirection(const PairNames& names, Node a, Node b, Vec2 way_to_b) {
    if (way_to_b.x != 0 || way_to_b.y != 0) return way_to_b * (-1.0f / length(way_to_b));
    const auto subject = static_cast<std::uint32_t>(names.flock);
    const RandomBlock low = randomBlock(names.seed, subject, std::min(a, b), names.update, Purpose::kTouching);
    const RandomBlock pair = randomBlock(names.seed, subject, std::max(a, b), low[0], Purpose::kTouching);
    return direction(Turn{pair[0]}) * (a < b ? 1.0f : -1.0f);
}

Seen seenBy(const PairRules& rules, const PairNames& names, const Crowd& crowd, std::span<const Run> runs,
            std::uint32_t self) {
    Seen seen;
    for (const Run& run : runs) {
        for (std::uint32_t j = run.begin; j < run.end; ++j) {
            if (j == self) continue;
            addPair(rules, names, crowd.rows[self], crowd.nodeOf(self), crowd.rows[j], crowd.nodeOf(j), seen);
        }
    }
    return seen;
}

}  // namespace drover
