// A crowd that is run by turns, for the tests of core/people: each person decides once a period, at a time of
// its own, and no bodies overlap.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/people/crowd.h"
#include "core/people/scenes.h"

namespace drover::people {

inline constexpr std::int64_t kFrame_ns = 16'666'667;

// The least gap between two bodies, and between a body and a wall, in metres; negative if they overlap.
struct Gaps {
    double bodies = 1e9, walls = 1e9;
};

inline Gaps gapsOf(const Crowd& crowd, const Walls& walls, std::int64_t now_ns) {
    const Plane& plane = crowd.building().plane;
    struct Standing {
        double x;
        Place place;
    };
    std::vector<Standing> all;
    Gaps gaps;
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        if (crowd.state(i) != State::kWalks) continue;
        const Place place = crowd.placeAt(i, now_ns);
        const ground::Point at{plane.xMetres(place), plane.yMetres(place)};
        gaps.walls = std::min(gaps.walls, walls.distance(at) - static_cast<double>(kBody_m));
        all.push_back({at.x, place});
    }
    std::sort(all.begin(), all.end(), [](const Standing& a, const Standing& b) { return a.x < b.x; });
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t k = i + 1; k < all.size() && all[k].x - all[i].x < 0.5; ++k)
            gaps.bodies =
                std::min(gaps.bodies,
                         static_cast<double>(length(plane.offset(all[i].place, all[k].place)) - 2 * kBody_m));
    return gaps;
}

// All ways are known again.
inline void learnWays(Crowd& crowd) {
    while (!crowd.advanceWays(1u << 20)) {
    }
}

struct Turns {
    std::int64_t period_frames = 6;
    cores::Team* team = nullptr;
};

// One frame: those whose turn it is decide. False once all have left.
inline bool runFrame(Crowd& crowd, std::int64_t frame, const Turns& turns, std::vector<Due>& due) {
    due.clear();
    bool is_anybody_left = false;
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        if (crowd.state(i) != State::kWalks) continue;
        is_anybody_left = true;
        const std::int64_t own = (i * 2654435761u) >> 8;
        if ((frame + own) % turns.period_frames == 0)
            due.push_back({i, turns.period_frames * kFrame_ns, true});
    }
    crowd.decide(due, frame * kFrame_ns, turns.team);
    return is_anybody_left;
}
inline bool runFrame(Crowd& crowd, std::int64_t frame, const Turns& turns = {}) {
    std::vector<Due> due;
    return runFrame(crowd, frame, turns, due);
}

}  // namespace drover::people
