#include "core/flock/pairs.h"

#include <algorithm>

#include "core/base/angle.h"
#include "core/base/random.h"

namespace drover::flock {

Vec2 partingDirection(const PairNames& names, Node a, Node b, Vec2 way_to_b) {
    if (way_to_b.x != 0 || way_to_b.y != 0) return way_to_b * (-1.0f / length(way_to_b));
    const auto subject = static_cast<std::uint32_t>(names.flock);
    const RandomBlock low =
        randomBlock(names.seed, subject, std::min(a, b), names.update, Purpose::kTouching);
    const RandomBlock pair = randomBlock(names.seed, subject, std::max(a, b), low[0], Purpose::kTouching);
    return direction(Angle{pair[0]}) * (a < b ? 1.0f : -1.0f);
}

Seen seenBy(const PairRules& rules, const PairNames& names, const NeighbourRows& others,
            std::span<const Run> runs, std::uint32_t self) {
    // Local copies, because otherwise the compiler must assume that writing the sums changes them.
    const PairRules lengths = rules;
    const Neighbour here = others.rows[self];
    const Neighbour* const rows = others.rows.data();
    Seen sums;
    for (const Run& run : runs) {
        for (std::uint32_t j = run.begin; j < run.end; ++j) {
            if (j == self) continue;
            const Vec2 away{Plane::unitsBetween(rows[j].x, here.x), Plane::unitsBetween(rows[j].y, here.y)};
            const float distance_sq = dot(away, away);
            if (distance_sq > lengths.reach_sq) continue;
            sums.neighbours += 1;
            sums.heading += {rows[j].ux, rows[j].uy};
            sums.centre = sums.centre - away;
            if (distance_sq < lengths.touching_sq) {
                sums.apart += partingDirection(names, others.nodeOf(self), others.nodeOf(j), away * -1) *
                              lengths.touching_inverse;
            } else {
                sums.apart += away * (1.0f / distance_sq);
            }
        }
    }
    return Seen(sums);
}

}  // namespace drover::flock
