// Ten million decisions of crowds with hostile plans: no bodies overlap, none is in a wall, and no one is
// lost.
#include <gtest/gtest.h>

#include <random>

#include "core/people/scenes.h"
#include "running.h"

namespace drover::people {
namespace {

// Plans change every few seconds, and a player jumps about, so people fold and unfold all the time.
class HostilePlan {
  public:
    HostilePlan(const Scene& scene, std::uint64_t seed)
        : scene_(scene),
          walls_(scene.building.plane, scene.building.shapes),
          random_(seed),
          crowd_(crowdOf(scene, seed)) {}

    std::uint64_t run(int calls) {
        for (int call = 0; call < calls && crowd_.arrived() < crowd_.size(); ++call) {
            if (call % 50 == 0) change();
            crowd_.beginFrame(now_ns_, nullptr, &levels_);
            draw();
            crowd_.decide(due_, now_ns_, nullptr);
            decisions_ += due_.size();
            now_ns_ += static_cast<std::int64_t>(random_() % most_pause_ns_);
            check();
        }
        return decisions_;
    }

  private:
    double within(double most) { return static_cast<double>(random_() % 10'000) * 1e-4 * most; }
    void change() {
        const ground::Box& area = scene_.building.area;
        levels_.player = scene_.building.plane.place(within(area.high.x), within(area.high.y));
        levels_.unfold_within_m = within(10), levels_.fold_beyond_m = levels_.unfold_within_m + within(5);
        one_in_ = 1 + random_() % 12;
        most_horizon_ns_ = random_() % 2 == 0 ? 40'000'000 : 1'400'000'000;
        most_pause_ns_ = random_() % 3 == 0 ? 500'000'000 : 40'000'000;
    }
    void draw() {
        due_.clear();
        for (std::uint32_t i = 0; i < crowd_.size(); ++i)
            if (random_() % one_in_ == 0)
                due_.push_back(
                    {i, static_cast<std::int64_t>(random_() % most_horizon_ns_), random_() % 6 != 0});
        std::shuffle(due_.begin(), due_.end(), random_);
    }
    void check() {
        const Gaps gaps = gapsOf(crowd_, walls_, now_ns_);
        ASSERT_GE(gaps.bodies, 0) << scene_.name;
        ASSERT_GE(gaps.walls, 0) << scene_.name;
        std::uint32_t there = crowd_.arrived();
        for (const FoldedPoint& point : crowd_.points()) there += point.count;
        for (std::uint32_t i = 0; i < crowd_.size(); ++i) there += crowd_.state(i) == State::kWalks;
        ASSERT_EQ(there, crowd_.size());
    }

    const Scene& scene_;
    Walls walls_;
    std::mt19937_64 random_;
    Crowd crowd_;
    std::vector<Due> due_;
    Levels levels_;
    std::int64_t now_ns_ = 0;
    std::uint64_t one_in_ = 1, most_horizon_ns_ = 1, most_pause_ns_ = 1, decisions_ = 0;
};

TEST(LongCrowd, NoBodiesOverlapInTenMillionDecisions) {
    std::uint64_t decisions = 0;
    for (std::uint64_t seed = 1; decisions < 10'000'000; ++seed) {
        const Scene scenes[] = {rimea9(false, 500), twoRooms(), middleRoom(), rimea12(),
                                bottleneck(0.7),    rimea6(),   corridor(300)};
        const Scene& scene = scenes[seed % std::size(scenes)];
        decisions += HostilePlan(scene, seed).run(3'000);
        ASSERT_FALSE(testing::Test::HasFatalFailure());
    }
}

}  // namespace
}  // namespace drover::people
