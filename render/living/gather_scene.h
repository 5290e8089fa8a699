// Makes the scene of a world: which animals are in sight, how much is drawn of each, and where. Herds near
// the player are followed animal by animal (tracks.h). Far ones are a record each, and the shader places
// their animals. One for each world that is shown. The lists are reused, so steady frames allocate nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/world/world_view.h"
#include "render/draw_settings.h"
#include "render/land/light.h"
#include "render/living/scene.h"
#include "render/living/tracks.h"
#include "render/paint.h"
#include "render/sight.h"

namespace drover::render {

inline constexpr float kEdge_m = 12;  // beside the view, where shadows reach into it

// How much is drawn of an animal.
Detail detailOf(Body body, float pixels_per_metre);  // of its own metres

class SceneGather {
  public:
    // Up to here animals are followed one by one; nearer where they are very many.
    static constexpr float kFollowed_m = 600;
    static constexpr std::size_t kMostFollowed = 20'000;

    void gather(const world::WorldView& view, const Sight& sight, const Light& light,
                const DrawSettings& settings, Scene& out);

  private:
    struct Frame;
    struct Kind {
        Body body{};
        std::shared_ptr<const Arrangement> arrangement;  // null: of a single animal
    };

    void beginWorld(const world::WorldView& view);
    void knowKinds(const world::WorldView& view);
    void gatherShapes(const world::WorldView& view, Scene& out);
    void addFlocks(Frame& frame);
    void addFlock(Frame& frame, std::uint32_t flock, Vec2 at_m);
    void followFlock(Frame& frame, std::uint32_t flock, Vec2 at_m, std::uint32_t tint);
    void addFarHerd(Frame& frame, std::uint32_t flock, Vec2 at_m, std::uint32_t tint);
    std::uint64_t targetsOf(const Frame& frame, std::uint32_t flock, Vec2 at_m);
    void addPoints(Frame& frame, std::uint32_t flock, Vec2 at_m, float share);
    void addQueues(Frame& frame);
    void addSingles(Frame& frame);
    void addSingle(Frame& frame, std::uint32_t task, const minds::Animals& animals, std::uint32_t i);
    void addShown(Frame& frame, std::uint32_t task, std::size_t look, std::uint32_t tint,
                  std::span<const Shown> shown);
    void markLight(Frame& frame);
    void addPlayer(Frame& frame, float passed_s);

    Tracks tracks_;
    std::vector<Kind> kinds_;  // by look
    std::vector<Target> targets_;
    struct Node {
        Vec2 sum;
        float animals = 0;
    };
    std::vector<Node> nodes_;                    // of the herd whose tree is being drawn
    const flock::FlockStore* flocks_ = nullptr;  // tells another world; never dereferenced
    std::uint64_t seed_ = 0, layout_ = 0;
    std::int64_t now_ns_ = 0;
    Place focus_, player_at_;
    std::uint64_t closed_gates_ = 0;  // a bit each
    float followed_m_ = kFollowed_m;
    float larger_ = 1;
    Shown player_;
};

}  // namespace drover::render
