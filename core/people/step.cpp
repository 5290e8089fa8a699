#include "core/people/step.h"

#include <algorithm>
#include <cmath>

#include "core/people/step_kernels.h"

namespace drover::people {
namespace {

constexpr int kMostSlides = 6;
constexpr float kApart_m = 0.001f;     // how far people give way to one who is too close
constexpr float kOutOfWall_m = 0.02f;  // and step out of a gate that closed
constexpr float kTooFar_m = 1e-6f;

Push meetPlainly(const OthersSeen& others, const Gait& gait, Vec2 way, float seconds, Met& met) {
    Push push;
    for (std::size_t i = 0; i < others.rows(); ++i) {
        const float x = others.x[i] + others.vx[i] * seconds - way.x;
        const float y = others.y[i] + others.vy[i] * seconds - way.y;
        const float distance = most(std::sqrt(x * x + y * y), kNothing);
        const float weight = others.goes_before[i] >= 1 ? -1.0f : -gait.push_of_behind;
        const float share = pushAt(distance, kPush, gait.push_from_m, kPushLength_m) * weight / distance;
        met.x[i] = x, met.y[i] = y, met.distance[i] = distance;
        push.add(x * share, y * share);
    }
    return push;
}

Front inFrontPlainly(const OthersSeen& others, const Gait& gait, const Met& met, Vec2 direction,
                     float needed) {
    Front front;
    for (std::size_t i = 0; i < others.rows(); ++i) {
        const float ahead = direction.x * met.x[i] + direction.y * met.y[i];
        const float aside = direction.x * met.y[i] - direction.y * met.x[i];
        if (ahead < 0 || std::abs(aside) > gait.aside_m || others.goes_before[i] < needed) continue;
        front.add(met.distance[i] - gait.ahead_m, direction.x * others.vx[i] + direction.y * others.vy[i]);
    }
    return front;
}

// Rule 1: the direction. Fills in where the others are.
Vec2 wishedDirection(const StepKernels& kernels, const Seen& seen, const Gait& gait, Vec2 way, float seconds,
                     Vec2 goal, Met& met) {
    Push push = kernels.meet(seen.others, gait, way, seconds, met);
    for (std::size_t i = 0; i < seen.walls; ++i) {
        const WallSeen& wall = seen.wall[i];
        const float distance = wall.distance - dot(way, wall.towards);
        const float force = pushAt(distance, gait.wall_push, gait.wall_push_from_m, kWallLength_m);
        push.add(-force * wall.towards.x, -force * wall.towards.y);
    }
    const Vec2 direction = goal + push.sum();
    return isNothing(direction) ? goal : unit(direction);
}

// (1 - exp(-x)) / x for small x: the mean of a falling exponential.
float meanOfFalling(float x) { return 1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5))); }

// Rule 3.
float wishedSpeed(const Walker& walker, const Front& front, float share) {
    const float reaction_s = walker.gait.reaction_s;
    const float speed = std::min({walker.speed, std::max(front.gap, 0.0f) / reaction_s, walker.most});
    if (front.gap >= walker.speed * reaction_s) return speed;
    const float in_front = std::clamp(front.speed, 0.0f, walker.speed);
    return std::min(in_front + (speed - in_front) * share, walker.most);
}

}  // namespace

constinit const StepKernels kPlainKernels{meetPlainly, inFrontPlainly};

// By how much the walls left and right of the way are nearer to each other than a narrow gap is wide: at a
// fifth of a metre the narrow numbers hold.
Gait between(const Gait& gait, std::span<const WallSeen> walls, Vec2 goal) {
    constexpr float kBehind_m = 0.2f, kAhead_m = 0.6f, kChange_m = 0.2f;
    if (gait.narrow_m == 0) return gait;
    float left_m = kFar_m, right_m = kFar_m;
    for (const WallSeen& wall : walls) {
        const Vec2 to = wall.towards * wall.distance;
        const float ahead = dot(to, goal), aside = goal.x * to.y - goal.y * to.x;
        if (ahead < -kBehind_m || ahead > kAhead_m) continue;
        (aside > 0 ? left_m : right_m) = std::min(aside > 0 ? left_m : right_m, std::abs(aside));
    }
    const float share = std::clamp((gait.narrow_m - left_m - right_m) / kChange_m, 0.0f, 1.0f);
    Gait here = gait;
    here.ahead_m += (gait.narrow_ahead_m - gait.ahead_m) * share;
    here.reaction_s += (gait.narrow_reaction_s - gait.reaction_s) * share;
    return here;
}

Gait pressing(const Gait& gait) {
    constexpr float kNearest_m = 2 * kBody_m + 0.01f;
    Gait here = gait;
    here.ahead_m = kNearest_m, here.aside_m = std::min(gait.aside_m, kNearest_m);
    return here;
}

Vec2 wishedStep(const Walker& walker, const Seen& seen, FunctionRef<Vec2(Vec2)> heading) {
    return wishedStep(walker, seen, heading, bestKernels());
}

void OthersSeen::fillUp() {
    for (std::size_t i = count_; i < rows(); ++i) put(i, {{kFar_m, kFar_m}, {}, false});
}

void Limits::add(Vec2 normal, float most_m, float apart) {
    nx[count_] = normal.x, ny[count_] = normal.y;
    most[count_] = std::max(most_m, 0.0f), slides_to[count_] = std::max(most_m, -apart);
    are_too_close_ |= most_m < -kSlack_m / 2;
    ++count_;
}

void Limits::fillUp() {
    for (std::size_t i = count_; i < blocks() * kBlock; ++i)
        nx[i] = ny[i] = 0, most[i] = slides_to[i] = kFar_m;
}

void Seen::limitByWhoDecides(Vec2 offset) {
    const float squared = dot(offset, offset), reach = 2 * (kBody_m + longest_m + kSlack_m);
    if (squared > reach * reach) return;
    const float distance = std::max(std::sqrt(squared), kNothing);
    limits.add(offset * (1 / distance), (distance - 2 * kBody_m) / 2 - kSlack_m, kApart_m);
}

namespace {

Vec2 nearestOnLine(Vec2 offset, Vec2 way) {
    const float squared = dot(way, way);
    return offset + way * (squared > 0 ? std::clamp(-dot(offset, way) / squared, 0.0f, 1.0f) : 0.0f);
}

}  // namespace

float gapToLine(Vec2 offset, Vec2 way) { return length(nearestOnLine(offset, way)) - 2 * kBody_m - kSlack_m; }

void Seen::limitByWhoWalks(Vec2 offset, Vec2 way) {
    const Vec2 nearest = nearestOnLine(offset, way);
    const float squared = dot(nearest, nearest), reach = 2 * kBody_m + longest_m + 2 * kSlack_m;
    if (squared > reach * reach) return;
    const float distance = std::max(std::sqrt(squared), kNothing);
    limits.add(nearest * (1 / distance), distance - 2 * kBody_m - kSlack_m, kApart_m);
}

// Shapes touch and lie on one another. Who stops at the surface of the first comes to none of those behind.
void Seen::addWall(const WallSeen& seen) {
    for (std::size_t i = 0; i < walls; ++i)
        if (seen.distance * dot(seen.towards, wall[i].towards) > wall[i].distance - kSlack_m) return;
    if (walls == kMostWalls) {
        is_all = false;
        return;
    }
    wall[walls++] = seen;
    limits.add(seen.towards, seen.distance - kBody_m - kSlack_m, kOutOfWall_m);
}

Vec2 wishedStep(const Walker& walker, const Seen& seen, FunctionRef<Vec2(Vec2)> heading,
                const StepKernels& kernels) {
    const int substeps = std::clamp(
        static_cast<int>(std::ceil(static_cast<double>(walker.seconds) / kSubstep_s)), 1, kMostSubsteps);
    const float seconds = walker.seconds / static_cast<float>(substeps);
    // The mean over a substep of a speed that falls to that of the one in front.
    const float share = meanOfFalling(seconds / walker.gait.reaction_s);
    Met met;
    Vec2 way{};
    for (int i = 0; i < substeps; ++i) {
        const Vec2 goal = heading(way);
        if (isNothing(goal)) break;
        const Vec2 direction =
            wishedDirection(kernels, seen, walker.gait, way, static_cast<float>(i) * seconds, goal, met);
        // One who is pushed back minds all others: doors jam for good otherwise.
        const float needed = dot(direction, goal) >= 0 ? 1.0f : 0.0f;
        const Front front = kernels.inFront(seen.others, walker.gait, met, direction, needed);
        way += direction * (wishedSpeed(walker, front, share) * seconds);
    }
    return way;
}

// Rule 5.
Vec2 safeStep(Vec2 wish, const Seen& seen) {
    const Limits& limits = seen.limits;
    for (int slide = 0; slide < kMostSlides; ++slide) {
        float most_over = kTooFar_m;
        Vec2 normal{};
        for (std::size_t first = 0; first < limits.blocks() * kBlock; first += kBlock) {
            float over[kBlock];
            for (std::size_t k = 0; k < kBlock; ++k)
                over[k] = wish.x * limits.nx[first + k] + wish.y * limits.ny[first + k] -
                          limits.slides_to[first + k];
            for (std::size_t k = 0; k < kBlock; ++k) {
                if (over[k] < most_over) continue;
                const Vec2 here{limits.nx[first + k], limits.ny[first + k]};
                const bool is_first = here.x != normal.x ? here.x < normal.x : here.y < normal.y;
                if (over[k] > most_over || is_first) most_over = over[k], normal = here;
            }
        }
        if (isNothing(normal)) break;
        wish = wish - normal * most_over;
    }
    return shortened(wish, seen);
}

Vec2 shortened(Vec2 wish, const Seen& seen) {
    if (!seen.is_all) return {};
    const Vec2 step = cut(wish, seen.longest_m);
    float share = 1;
    for (std::size_t i = 0; i < seen.limits.count(); ++i) {
        const float along = step.x * seen.limits.nx[i] + step.y * seen.limits.ny[i];
        if (along > seen.limits.most[i]) share = std::min(share, seen.limits.most[i] / along);
    }
    return step * share;
}

}  // namespace drover::people
