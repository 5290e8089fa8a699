// What flocks meet while they are updated: the others around them. Finds what pushes a flock in an update,
// and shows flocks to the others between two frames. update.cpp, alone.cpp and the world call it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/flock/kernels.h"
#include "core/flock/store.h"
#include "core/ground/ground.h"
#include "core/meeting/surroundings.h"

namespace drover::flock {

// The same for all updates of a frame.
struct Around {
    const meeting::Surroundings* others = nullptr;  // null: all ignore each other
    std::int64_t now_ns = 0;                        // up to which updates bring a flock
    const ground::Ground* ground = nullptr;         // null: nothing stands in the way
    Vec2 push;                                      // newton, on every animal: how manner.cpp pushes herds

    // Whether anything can push flocks of this species.
    bool pushes(const FlockStore& store, SpeciesId species) const {
        return !isZero(push) || ground != nullptr || !store.wayOf(species).isEmpty() ||
               (others != nullptr && !others->areEmpty() &&
                others->relations().minds(static_cast<std::uint32_t>(row(species))));
    }

    // How much of an update of a folded herd nothing but others could push: they do so in the last second
    // alone. Where they were before nobody knows, and what comes late must not be dearer the later it is.
    float unpushedTime(const FlockStore& store, SpeciesId species, float elapsed) const {
        constexpr float kPushed_s = 1;
        if (others == nullptr || others->areEmpty() || ground != nullptr || !isZero(push)) return 0;
        return store.wayOf(species).isEmpty() ? std::max(elapsed - kPushed_s, 0.0f) : 0;
    }

  private:
    static bool isZero(Vec2 v) { return v == Vec2{}; }
};

// What pushes a flock that is alone.
struct Push {
    Vec2 force;  // newton, on each of its animals
    float sprint = 1;
};

// The same by what it comes from, for those who look on. Newton, on one animal.
struct PushParts {
    Vec2 others;  // whom it avoids or joins
    Vec2 fear;
    Vec2 land;  // what stands in the way, and the way that its herd goes

    Vec2 sum() const { return others + fear + land; }
};

// Seconds: the longest step of a folded herd that is pushed.
constexpr float kLongestPush = 0.5f;

// What pushes one flock in an update. Kept from one to the next for its memory.
class Pushes {
  public:
    // The update makes up for `elapsed` seconds. False: nothing pushes the flock.
    bool begin(const FlockStore& store, FlockId flock, float elapsed, const Around& around) {
        crowd_.rows.clear();
        alarm_ = alarm_s_ = 0;
        is_near_ground_ = false;
        return elapsed > 0 && around.pushes(store, store.speciesIdOf(flock)) &&
               look(store, flock, elapsed, around);
    }
    // Whether the flock may come to something that stands in its way.
    bool isNearGround() const { return is_near_ground_; }
    // After a step: an animal that was at `before` and wanted to where it is now goes there without entering
    // anything.
    Agent keptOut(const Plane& plane, Place before, const Agent& after) const;
    // The next step of `t` seconds: the force on each animal of a flock that is alone,
    Push onHerd(const FlockStore& store, float t);
    // or on each leaf. The rows are padded.
    PushRows onLeaves(const FlockStore& store, float t, cores::Team* team);
    // The same on one leaf, or on each animal of a flock that is alone.
    PushParts parts(const FlockStore& store, std::uint32_t leaf, float t);
    // After the last step of the update, or after begin() if nothing pushes: what flight has cost.
    void end(FlockStore& store, FlockId flock, float elapsed) {
        if (store.canFlee()) breathe(store.flight(flock), elapsed);
    }

  private:
    bool look(const FlockStore& store, FlockId flock, float elapsed, const Around& around);
    void breathe(Flight& flight, float elapsed) const;
    std::int64_t middleOfStep(float t);
    float sprintOf(float alarm) const;

    // Of what does not live: the ground and the way.
    Vec2 pushOfLand(const FlockStore& store, const Agent& agent, float t) const;
    bool isFree(const Plane& plane, Place from, Vec2 way) const;
    Vec2 sideAround(const Plane& plane, const Agent& agent, Vec2 way, Vec2 away) const;
    Vec2 pushOfGround(const FlockStore& store, const Agent& agent, float t) const;

    const Around* around_ = nullptr;
    bool is_near_ground_ = false;
    const Way* way_ = nullptr;  // null: none
    float max_force_ = 0, pull_ = 0;
    meeting::Asker asker_;
    std::int64_t at_ns_ = 0;  // up to which the flock was moved
    meeting::Crowd crowd_;
    LargeVector<float> x_, y_, sprint_, alarms_;
    float alarm_ = 0, alarm_s_ = 0;  // in the last step, and times its seconds in all steps
};

// The rules of a species for the surroundings.
meeting::LookRules lookRulesOf(const Species& species);
// As the others see the flock from here on. Different flocks may be shown at once; there must be room for the
// rows of all leaves.
void show(const FlockStore& store, FlockId flock, std::int64_t now_ns, meeting::Surroundings& surroundings);

}  // namespace drover::flock
