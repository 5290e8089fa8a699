// How the animals near the player are shown from one frame to the next. Where the world moves an animal at
// once, because its herd has unfolded, folded or thought late, the one that is shown glides there: most of
// the way in 0.4 s, gently at both ends. gather_scene.h gives the places of the world, and gets those to
// show.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/vec2.h"

namespace drover::render {

// Where the world has an animal: itself, or what is made up round the point that stands for it. Metres from
// the focus.
struct Target {
    Vec2 at_m;
    Vec2 velocity;
    Vec2 heading;
    Vec2 point_m;
    bool is_invented = false;
};

// Where it is shown.
struct Shown {
    Vec2 at_m;
    Vec2 heading;
    Vec2 point_m;
    float speed = 0;   // metre per second
    float stride = 0;  // steps made
    bool is_invented = false;
};

class Tracks {
  public:
    // After t seconds (1 + t w) exp(-t w) of a step is still to go; w is this rate.
    static constexpr float kGlide_per_s = 11;
    // The glide alone is no faster than that.
    static constexpr float kFastestGlide = 45;  // metre per second
    // An animal that would glide farther is shown where it is at once: the world was moved, not the animal.
    static constexpr float kFarthestGlide_m = 80;

    void forget();
    // `moved_m`: how far the focus has moved since the last frame; what is shown is kept relative to it.
    void beginFrame(float passed_s, Vec2 moved_m);
    // The animals of a task. `layout` is another number when a target may belong to another animal than in
    // the last frame: then each animal takes the target that is near it. The result is good until the next
    // call.
    std::span<const Shown> follow(std::uint32_t task, std::uint64_t layout, float steps_per_metre,
                                  std::span<const Target> targets);
    // Forgets those that were not followed in this frame.
    void endFrame();

  private:
    struct Animal {
        Shown shown;
        Vec2 lag;                // from its target to where it is shown
        Vec2 lag_speed;          // metre per second
        std::uint32_t seat = 0;  // which of the targets is its own
    };
    struct Track {
        std::uint32_t task = 0;
        std::uint64_t layout = 0, frame = 0;
        std::vector<Animal> animals;
    };

    Track& trackOf(std::uint32_t task, bool& is_new);
    void begin(Track& track, std::span<const Target> targets) const;
    void shareSeats(Track& track, std::span<const Target> targets);
    void glide(Animal& animal, const Target& target, float steps_per_metre) const;

    std::vector<std::uint32_t> slot_of_;  // by task; 0: none
    std::vector<Track> tracks_;
    std::vector<std::uint32_t> free_;
    std::vector<Shown> shown_;
    std::uint64_t frame_ = 0;
    float passed_s_ = 0;
    Vec2 moved_m_;
};

}  // namespace drover::render
