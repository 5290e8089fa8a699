#include "render/living/tracks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace drover::render {
namespace {

constexpr float kTurns_per_s = 6;  // how fast an animal turns where it goes
constexpr float kStands = 0.3f;    // metre per second: slower ones keep their heading
constexpr int kMostExchanges = 6;  // rounds in which animals exchange their seats

float distanceSq(Vec2 a, Vec2 b) { return dot(a - b, a - b); }

}  // namespace

void Tracks::forget() { slot_of_.clear(), tracks_.clear(), free_.clear(); }

void Tracks::beginFrame(float passed_s, Vec2 moved_m) {
    ++frame_;
    passed_s_ = passed_s;
    moved_m_ = moved_m;
}

Tracks::Track& Tracks::trackOf(std::uint32_t task, bool& is_new) {
    if (task >= slot_of_.size()) slot_of_.resize(task + 1, 0);
    std::uint32_t& slot = slot_of_[task];
    is_new = slot == 0;
    if (is_new && free_.empty()) {
        tracks_.emplace_back();
        slot = static_cast<std::uint32_t>(tracks_.size());
    } else if (is_new) {
        slot = free_.back() + 1;
        free_.pop_back();
    }
    return tracks_[slot - 1];
}

void Tracks::begin(Track& track, std::span<const Target> targets) const {
    track.animals.assign(targets.size(), {});
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
        Animal& animal = track.animals[i];
        animal.seat = i;
        animal.shown = {
            .at_m = targets[i].at_m, .heading = targets[i].heading, .speed = length(targets[i].velocity)};
        animal.shown.stride = std::fmod(static_cast<float>(track.task * 7 + i) * 0.618f, 1.0f);
    }
}

// Each animal gets a target of its own, so that all together have not far to go: two exchange theirs while
// that makes their ways shorter.
void Tracks::shareSeats(Track& track, std::span<const Target> targets) {
    std::vector<Animal>& animals = track.animals;
    const auto far = [&](const Animal& animal, std::uint32_t seat) {
        return distanceSq(animal.shown.at_m, targets[seat].at_m);
    };
    for (int round = 0; round < kMostExchanges; ++round) {
        bool has_changed = false;
        for (std::size_t a = 0; a < animals.size(); ++a) {
            for (std::size_t b = a + 1; b < animals.size(); ++b) {
                const std::uint32_t seat_a = animals[a].seat, seat_b = animals[b].seat;
                const float now = far(animals[a], seat_a) + far(animals[b], seat_b);
                if (!(far(animals[a], seat_b) + far(animals[b], seat_a) < now)) continue;
                std::swap(animals[a].seat, animals[b].seat);
                has_changed = true;
            }
        }
        if (!has_changed) break;
    }
}

// A spring that is damped just enough not to swing, solved exactly: the same at any length of frame.
void Tracks::glide(Animal& animal, const Target& target, float steps_per_metre) const {
    const float t = passed_s_;
    const Vec2 before = animal.shown.at_m;
    Vec2 lag = before + target.velocity * t - target.at_m;
    if (dot(lag, lag) > kFarthestGlide_m * kFarthestGlide_m) lag = {}, animal.lag_speed = {};
    const float w = kGlide_per_s, faded = std::exp(-w * t);
    const Vec2 push = animal.lag_speed + lag * w;
    Vec2 next = (lag + push * t) * faded;
    animal.lag_speed = (animal.lag_speed - push * (w * t)) * faded;
    const Vec2 step = next - lag;
    const float most = kFastestGlide * t, far = length(step);
    if (far > most && far > 0) {
        next = lag + step * (most / far);
        animal.lag_speed = cut(animal.lag_speed, kFastestGlide);
    }
    animal.lag = next;
    Shown& shown = animal.shown;
    shown.at_m = target.at_m + next;
    shown.point_m = target.point_m;
    shown.is_invented = target.is_invented;
    if (!(t > 0)) return;
    const Vec2 velocity = target.velocity + animal.lag_speed;
    const float eased = 1 - std::exp(-kTurns_per_s * t);
    const Vec2 wanted = length(velocity) > kStands ? unit(velocity) : shown.heading;
    const Vec2 turned = shown.heading + (wanted - shown.heading) * eased;
    if (length(turned) > 0.05f) shown.heading = unit(turned);
    shown.speed += (length(velocity) - shown.speed) * eased;
    shown.stride += shown.speed * t * steps_per_metre;
    shown.stride -= std::floor(shown.stride);
}

std::span<const Shown> Tracks::follow(std::uint32_t task, std::uint64_t layout, float steps_per_metre,
                                      std::span<const Target> targets) {
    bool is_new = false;
    Track& track = trackOf(task, is_new);
    track.task = task;
    track.frame = frame_;
    if (is_new || track.animals.size() != targets.size()) {
        begin(track, targets);
    } else {
        for (Animal& animal : track.animals) animal.shown.at_m = animal.shown.at_m - moved_m_;
        if (layout != track.layout) shareSeats(track, targets);
    }
    track.layout = layout;
    shown_.resize(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        Animal& animal = track.animals[i];
        glide(animal, targets[animal.seat], steps_per_metre);
        shown_[i] = animal.shown;
    }
    return shown_;
}

void Tracks::endFrame() {
    for (std::uint32_t i = 0; i < tracks_.size(); ++i) {
        Track& track = tracks_[i];
        if (track.frame == frame_ || track.task >= slot_of_.size() || slot_of_[track.task] != i + 1) continue;
        slot_of_[track.task] = 0;
        free_.push_back(i);
    }
}

}  // namespace drover::render
