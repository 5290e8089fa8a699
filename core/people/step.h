// How one person decides where to walk: rules 12.a to 12.f of MODEL, as pure functions of what it sees. The
// crowd gathers what it sees, and commits the step.
//
// The model is the collision-free speed model (Tordeux, Chraibi and Seyfried 2016) with rules added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/function_ref.h"
#include "core/base/vec2.h"
#include "core/people/gait.h"

namespace drover::people {

inline constexpr float kBody_m = 0.18f;         // hard radius: bodies never overlap
inline constexpr float kDiameter_m = 0.40f;     // as they are drawn, and stand in queues
inline constexpr float kSight_m = 1.75f;        // others who are farther away do not count
inline constexpr float kLongestStep_m = 0.69f;  // two who do not see each other cannot meet in a step
inline constexpr float kSlack_m = 2e-5f;        // more than places are rounded by
inline constexpr double kSubstep_s = 0.017;
inline constexpr int kMostSubsteps = 12;  // a longer step has longer ones, or it would cost as much as many
static_assert(2 * (kLongestStep_m + kBody_m) < kSight_m);

// More than can stand around a person. Blocks are what a processor does at once.
inline constexpr std::size_t kMostOthers = 128, kMostWalls = 32, kBlock = 8;

// A person near by. Places and ways are from the one who decides.
struct Other {
    Vec2 offset;       // metre
    Vec2 velocity;     // as it walks meanwhile
    bool goes_before;  // it has the right of way: nearer to the same goal, or on its way to another one
};

struct WallSeen {
    Vec2 towards;  // unit vector
    float distance;
};

// All people near by, in columns. Filled up to whole blocks with people far away.
class OthersSeen {
  public:
    OthersSeen() {}  // NOLINT: the columns have no values yet
    void add(const Other& other) { put(count_++, other); }
    void fillUp();
    bool isFull() const { return count_ == kMostOthers; }
    std::size_t rows() const { return (count_ + kBlock - 1) / kBlock * kBlock; }

    // By person: offsets, velocities, and 1 for those who go before.
    alignas(32) float x[kMostOthers], y[kMostOthers], vx[kMostOthers], vy[kMostOthers];
    alignas(32) float goes_before[kMostOthers];

  private:
    void put(std::size_t i, const Other& other) {
        x[i] = other.offset.x, y[i] = other.offset.y, vx[i] = other.velocity.x, vy[i] = other.velocity.y;
        goes_before[i] = other.goes_before ? 1.0f : 0.0f;
    }
    std::size_t count_ = 0;
};

// What a step may not cross: it stays on this side of some lines, way . normal <= most.
class Limits {
  public:
    Limits() {}  // NOLINT: the columns have no values yet
    // `apart`: how far it is moved out of what is too close.
    void add(Vec2 normal, float most, float apart);
    void fillUp();
    // Places are rounded, and some stand closer than they may.
    bool areTooClose() const { return are_too_close_; }
    std::size_t blocks() const { return (count_ + kBlock - 1) / kBlock; }
    std::size_t count() const { return count_; }

    // By limit: the normal, the most, and the most that sliding makes of it.
    alignas(32) float nx[kMostOthers + kMostWalls], ny[kMostOthers + kMostWalls];
    alignas(32) float most[kMostOthers + kMostWalls], slides_to[kMostOthers + kMostWalls];

  private:
    std::size_t count_ = 0;
    bool are_too_close_ = false;
};

struct Seen {
    // `longest_m`: the longest step of any person. What is out of its reach is no limit.
    explicit Seen(float longest) : longest_m(longest) {}  // NOLINT: columns
    float longest_m;
    OthersSeen others;
    Limits limits;
    WallSeen wall[kMostWalls];
    std::size_t walls = 0;
    bool is_all = true;  // there was room for everything; if not, it stands

    // A person at `offset` who decides now too: each has half of the gap between them.
    void limitByWhoDecides(Vec2 offset);
    // A person who walks a line that cannot be changed now, from `offset` along `way`.
    void limitByWhoWalks(Vec2 offset, Vec2 way);
    // The nearest wall first. One behind another's surface is no wall of its own.
    void addWall(const WallSeen& wall);
    void fillUp() { others.fillUp(), limits.fillUp(); }
};

// How much of the gap to a person who walks a line is free; negative if it is too close.
float gapToLine(Vec2 offset, Vec2 way);

struct Walker {
    float speed = 0;    // as fast as it likes to walk, metre per second
    float most = 1e9f;  // and not faster than this: a queue that it cannot see
    float seconds = 0;  // how long the step takes
    Gait gait = kWeidmann;
};

// The gait of one who goes this way: in a gap between walls people come closer to each other.
Gait between(const Gait& gait, std::span<const WallSeen> walls, Vec2 goal);
// And of one who presses on at a door where all have stood for long (12.f).
Gait pressing(const Gait& gait);

// The way that it would like to go. heading(way) is the direction to its goal from a place on the way.
Vec2 wishedStep(const Walker& walker, const Seen& seen, FunctionRef<Vec2(Vec2)> heading);
struct StepKernels;
Vec2 wishedStep(const Walker& walker, const Seen& seen, FunctionRef<Vec2(Vec2)> heading,
                const StepKernels& kernels);
// What of it is safe: it slides along those in the way. Standing still always is.
Vec2 safeStep(Vec2 wish, const Seen& seen);
// The same without sliding, for one who does not think.
Vec2 shortened(Vec2 wish, const Seen& seen);

}  // namespace drover::people
