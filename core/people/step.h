// How one person decides where to walk: SPEC's rules 1 to 5, as pure functions of what it sees. The crowd
// gathers what it sees, and commits the step.
//
// The model is the collision-free speed model (Tordeux, Chraibi and Seyfried 2016) with five rules added.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/function_ref.h"
#include "core/base/vec2.h"

namespace drover::people {

inline constexpr float kBody_m = 0.18f;         // hard radius: bodies never overlap
inline constexpr float kDiameter_m = 0.40f;     // l: how close people stand in front of each other
inline constexpr float kReaction_s = 0.6f;      // T: the gap in front, in seconds of walking
inline constexpr float kSight_m = 1.75f;        // others who are farther away do not count
inline constexpr float kLongestStep_m = 0.69f;  // two who do not see each other cannot meet in a step
inline constexpr float kSlack_m = 2e-5f;        // more than places are rounded by
inline constexpr double kSubstep_s = 0.017;
static_assert(2 * (kLongestStep_m + kBody_m) < kSight_m);

// As many as can stand around somebody, and some.
inline constexpr std::size_t kMostOthers = 128, kMostWalls = 32;

// Somebody near by. Places and ways are from the one who decides.
struct Other {
    Vec2 offset;       // metre
    Vec2 velocity;     // as it walks meanwhile
    bool goes_before;  // it has the right of way: nearer to the same goal, or on its way to another one
};

struct WallSeen {
    Vec2 towards;  // unit vector
    float distance;
};

// A step stays on this side of a line: step . normal <= most.
struct Limit {
    Vec2 normal;
    float most;
};

struct Seen {
    std::size_t others = 0, walls = 0, limits = 0;
    std::array<Other, kMostOthers> other;
    std::array<WallSeen, kMostWalls> wall;
    std::array<Limit, kMostOthers + kMostWalls> limit;
    std::size_t limits_of_people = 0;  // they come first
    bool is_all = true;                // there was room for everything; if not, it stands

    // Somebody at `offset` who decides now too: each has half of the gap between them.
    void addWhoDecides(Vec2 offset);
    // Somebody who walks a line that cannot be changed now, from `offset` along `way`.
    void addWhoWalks(Vec2 offset, Vec2 way);
    // After all people, the nearest wall first. One behind another's surface is no wall of its own.
    void addWall(const WallSeen& wall);

  private:
    void addLimit(const Limit& limit);
};

struct Walker {
    float speed = 0;    // as fast as it likes to walk, metre per second
    float most = 1e9f;  // and not faster than this: a queue that it cannot see
    float seconds = 0;  // how long the step takes
};

// The way that it would like to go. heading(way) is the direction to its goal from a place on the way.
Vec2 wishedStep(const Walker& walker, const Seen& seen, FunctionRef<Vec2(Vec2)> heading);
// What of it is safe: it slides along those in the way. Standing still always is.
Vec2 safeStep(Vec2 wish, const Seen& seen);
// The same without sliding, for one who does not think.
Vec2 shortened(Vec2 wish, const Seen& seen);

}  // namespace drover::people
