#include "core/people/step.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact_math.h"

namespace drover::people {
namespace {

// How hard others and walls push, against 1 for the goal.
constexpr double kPush = 8, kPushLength_m = 0.1;       // 8 exp((l - distance) / 0.1)
constexpr double kWallPush = 5, kWallLength_m = 0.02;  // 5 exp((l / 2 - distance) / 0.02)
constexpr double kMostWallPush = 50;
constexpr float kWallReach_m = 0.5f;
// Pushes are summed in these units, so that their order does not matter.
constexpr float kUnitsOfPush = 1 << 20;

constexpr int kMostSlides = 6;
constexpr float kApart_m = 0.001f;     // so far people give way to somebody too close
constexpr float kOutOfWall_m = 0.02f;  // and step out of a gate that closed
constexpr float kTooFar_m = 1e-6f;

// A falling exponential at even distances, with straight lines between.
class PushTable {
  public:
    PushTable(double weight, double from_m, double length_m, double most, double reach_m)
        : per_metre_(static_cast<float>(kSteps / reach_m)) {
        for (std::size_t i = 0; i < push_.size(); ++i) {
            const double distance = reach_m * static_cast<double>(i) / kSteps;
            push_[i] = static_cast<float>(std::min(most, weight * exactExp((from_m - distance) / length_m)));
        }
    }
    // Zero beyond the reach.
    float at(float distance) const {
        const float steps = std::max(distance, 0.0f) * per_metre_;
        if (steps >= kSteps) return 0;
        const auto i = static_cast<std::size_t>(steps);
        return push_[i] + (push_[i + 1] - push_[i]) * (steps - static_cast<float>(i));
    }

  private:
    static constexpr int kSteps = 512;
    std::array<float, kSteps + 1> push_{};
    float per_metre_;
};

const PushTable kPushOfOthers(kPush, static_cast<double>(kDiameter_m), kPushLength_m, 1e9,
                              static_cast<double>(kSight_m) + 0.25);
const PushTable kPushOfWalls(kWallPush, static_cast<double>(kDiameter_m) / 2, kWallLength_m, kMostWallPush,
                             static_cast<double>(kWallReach_m));

struct Push {
    std::int64_t x = 0, y = 0;

    void add(Vec2 push) { x += std::llrint(push.x * kUnitsOfPush), y += std::llrint(push.y * kUnitsOfPush); }
    Vec2 sum() const { return Vec2{static_cast<float>(x), static_cast<float>(y)} * (1 / kUnitsOfPush); }
};

float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

// Where the others are after some time, from where the walker has come to.
struct Met {
    std::array<Vec2, kMostOthers> offset;
    std::array<float, kMostOthers> distance;
};

// Rule 1: the direction. Fills in where the others are.
Vec2 wishedDirection(const Seen& seen, Vec2 way, float seconds, Vec2 goal, Met& met) {
    Push push;
    for (std::size_t i = 0; i < seen.others; ++i) {
        const Other& other = seen.other[i];
        const Vec2 offset = other.offset + other.velocity * seconds - way;
        const float distance = std::max(length(offset), kNothing);
        met.offset[i] = offset, met.distance[i] = distance;
        push.add(offset * (-kPushOfOthers.at(distance) / distance));
    }
    for (std::size_t i = 0; i < seen.walls; ++i) {
        const WallSeen& wall = seen.wall[i];
        push.add(wall.towards * -kPushOfWalls.at(wall.distance - dot(way, wall.towards)));
    }
    const Vec2 direction = goal + push.sum();
    return isNothing(direction) ? goal : unit(direction);
}

// Rules 2 and 3: the speed, from the gap to the first one in front.
float wishedSpeed(const Walker& walker, const Seen& seen, const Met& met, Vec2 direction, Vec2 goal,
                  float share) {
    // Who is pushed back minds everybody: doors jam for good otherwise.
    const bool has_right_of_way = dot(direction, goal) >= 0;
    float gap = 1e9f, speed_in_front = 0;
    for (std::size_t i = 0; i < seen.others; ++i) {
        if (has_right_of_way && !seen.other[i].goes_before) continue;
        if (dot(direction, met.offset[i]) < 0) continue;
        if (std::abs(cross(direction, met.offset[i])) > kDiameter_m) continue;
        if (met.distance[i] - kDiameter_m >= gap) continue;
        gap = met.distance[i] - kDiameter_m;
        speed_in_front = dot(seen.other[i].velocity, direction);
    }
    const float speed = std::min({walker.speed, std::max(gap, 0.0f) / kReaction_s, walker.most});
    if (gap >= walker.speed * kReaction_s) return speed;
    const float in_front = std::clamp(speed_in_front, 0.0f, walker.speed);
    return std::min(in_front + (speed - in_front) * share, walker.most);
}

}  // namespace

void Seen::addLimit(const Limit& one) {
    if (limits == limit.size()) {
        is_all = false;
    } else {
        limit[limits++] = one;
    }
}

void Seen::addWhoDecides(Vec2 offset) {
    const float distance = std::max(length(offset), kNothing);
    addLimit({offset * (1 / distance), (distance - 2 * kBody_m) / 2 - kSlack_m});
    limits_of_people = limits;
}

void Seen::addWhoWalks(Vec2 offset, Vec2 way) {
    const float squared = dot(way, way);
    const float share = squared > 0 ? std::clamp(-dot(offset, way) / squared, 0.0f, 1.0f) : 0.0f;
    const Vec2 nearest = offset + way * share;
    const float distance = std::max(length(nearest), kNothing);
    addLimit({nearest * (1 / distance), distance - 2 * kBody_m - kSlack_m});
    limits_of_people = limits;
}

// Shapes touch and lie on one another. Who stops at the surface of the first comes to none of those behind.
void Seen::addWall(const WallSeen& seen) {
    for (std::size_t i = 0; i < walls; ++i)
        if (seen.distance * dot(seen.towards, wall[i].towards) > wall[i].distance - kSlack_m) return;
    if (walls == wall.size()) {
        is_all = false;
        return;
    }
    wall[walls++] = seen;
    addLimit({seen.towards, seen.distance - kBody_m - kSlack_m});
}

Vec2 wishedStep(const Walker& walker, const Seen& seen, FunctionRef<Vec2(Vec2)> heading) {
    const int substeps =
        std::max(1, static_cast<int>(std::ceil(static_cast<double>(walker.seconds) / kSubstep_s)));
    const float seconds = walker.seconds / static_cast<float>(substeps);
    // The mean over a substep of a speed that falls to that of the one in front.
    const float times = seconds / kReaction_s;
    const float share = (1 - static_cast<float>(exactExp(static_cast<double>(-times)))) / times;
    Met met;
    Vec2 way{};
    for (int i = 0; i < substeps; ++i) {
        const Vec2 goal = heading(way);
        if (isNothing(goal)) break;
        const Vec2 direction = wishedDirection(seen, way, static_cast<float>(i) * seconds, goal, met);
        way += direction * (wishedSpeed(walker, seen, met, direction, goal, share) * seconds);
    }
    return way;
}

// Rule 5.
Vec2 safeStep(Vec2 wish, const Seen& seen) {
    for (int slide = 0; slide < kMostSlides; ++slide) {
        float most_over = kTooFar_m;
        Vec2 normal{};
        for (std::size_t i = 0; i < seen.limits; ++i) {
            const Limit& limit = seen.limit[i];
            const float apart = i < seen.limits_of_people ? kApart_m : kOutOfWall_m;
            const float over = dot(wish, limit.normal) - std::max(limit.most, -apart);
            const bool is_first =
                limit.normal.x != normal.x ? limit.normal.x < normal.x : limit.normal.y < normal.y;
            if (over > most_over || (over == most_over && is_first)) most_over = over, normal = limit.normal;
        }
        if (isNothing(normal)) break;
        wish = wish - normal * most_over;
    }
    return shortened(wish, seen);
}

Vec2 shortened(Vec2 wish, const Seen& seen) {
    if (!seen.is_all) return {};
    const Vec2 step = cut(wish, kLongestStep_m);
    float share = 1;
    for (std::size_t i = 0; i < seen.limits; ++i) {
        const float along = dot(step, seen.limit[i].normal), most = std::max(seen.limit[i].most, 0.0f);
        if (along > most) share = std::min(share, most / along);
    }
    return step * share;
}

}  // namespace drover::people
