// Ten million decisions of crowds with hostile plans: no bodies overlap, none is in a wall, and no one is
// lost. DROVER_CROWD_DECISIONS=1000000000 makes more of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "core/people/scenes.h"
#include "running.h"

namespace drover::people::long_crowd_test {
namespace {

// Plans change every few seconds, gates open and close, and a player jumps about, so people fold and unfold
// all the time.
class HostilePlan {
  public:
    HostilePlan(const Scene& scene, std::uint64_t seed)
        : scene_(scene),
          walls_(scene.building.plane, scene.building.shapes),
          random_(seed),
          crowd_(crowdOf(scene, seed)) {}

    void run(int calls) {
        for (int call = 0; call < calls && crowd_.arrived() < crowd_.size(); ++call) {
            if (call % 50 == 0) change();
            crowd_.beginFrame(now_ns_, nullptr, &levels_);
            if (call % 50 == 25) turnAGate();
            crowd_.advanceWays(1 + static_cast<std::uint32_t>(random_() % 2'000));
            draw();
            crowd_.decide(due_, now_ns_, nullptr);
            now_ns_ += static_cast<std::int64_t>(random_() % most_pause_ns_);
            check();
        }
    }
    // Of those who walk: the others have nothing to decide.
    std::uint64_t decisions() const { return decisions_; }
    std::uint64_t gatesTurned() const { return gates_turned_; }
    std::uint64_t folds() const { return crowd_.folds() + crowd_.unfolds(); }
    const Gaps& leastGaps() const { return least_; }

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
    // Not on those who stand in it.
    void turnAGate() {
        constexpr auto kLeast_m = static_cast<double>(kBody_m + kSlack_m);
        const Building& building = scene_.building;
        if (building.gates.empty()) return;
        const auto gate = static_cast<std::uint32_t>(random_() % building.gates.size());
        const Walls closed(building.plane, std::vector{wallOf(gate)});
        for (std::uint32_t i = 0; i < crowd_.size(); ++i)
            if (crowd_.state(i) == State::kWalks && closed.distance(metresOf(i)) < kLeast_m) return;
        crowd_.setGate(gate, !crowd_.isOpen(gate));
        std::vector<ground::Shape> shapes = building.shapes;
        for (std::uint32_t k = 0; k < building.gates.size(); ++k)
            if (!crowd_.isOpen(k)) shapes.push_back(wallOf(k));
        walls_ = Walls(building.plane, shapes);
        ++gates_turned_;
    }
    ground::Shape wallOf(std::uint32_t gate) const {
        const Gate& its = scene_.building.gates[gate];
        return {ground::Surface::kWall, {its.a, its.b}, kGateRadius_m};
    }
    ground::Point metresOf(std::uint32_t person) const {
        const Plane& plane = scene_.building.plane;
        const Place place = crowd_.placeAt(person, now_ns_);
        return {plane.xMetres(place), plane.yMetres(place)};
    }
    void draw() {
        due_.clear();
        for (std::uint32_t i = 0; i < crowd_.size(); ++i) {
            if (random_() % one_in_ != 0) continue;
            due_.push_back({i, static_cast<std::int64_t>(random_() % most_horizon_ns_), random_() % 6 != 0});
            decisions_ += crowd_.state(i) == State::kWalks;
        }
        std::shuffle(due_.begin(), due_.end(), random_);
    }
    void check() {
        const Gaps gaps = gapsOf(crowd_, walls_, now_ns_);
        ASSERT_GE(gaps.bodies, 0) << scene_.name;
        ASSERT_GE(gaps.walls, 0) << scene_.name;
        least_ = {std::min(least_.bodies, gaps.bodies), std::min(least_.walls, gaps.walls)};
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
    std::uint64_t one_in_ = 1, most_horizon_ns_ = 1, most_pause_ns_ = 1;
    std::uint64_t decisions_ = 0, gates_turned_ = 0;
    Gaps least_;
};

TEST(LongCrowd, NoBodiesOverlapInTenMillionDecisions) {
    const char* const asked = std::getenv("DROVER_CROWD_DECISIONS");
    const std::uint64_t count = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 10'000'000;
    std::uint64_t decisions = 0, folds = 0, gates_turned = 0;
    Gaps least;
    for (std::uint64_t seed = 1; decisions < count; ++seed) {
        const Scene scenes[] = {rimea9(false, 500), twoRooms(), middleRoom(), rimea12(),
                                bottleneck(0.7),    rimea6(),   corridor(300)};
        HostilePlan plan(scenes[seed % std::size(scenes)], seed);
        plan.run(3'000);
        ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
        decisions += plan.decisions(), folds += plan.folds(), gates_turned += plan.gatesTurned();
        least = {std::min(least.bodies, plan.leastGaps().bodies),
                 std::min(least.walls, plan.leastGaps().walls)};
    }
    EXPECT_GT(folds, 0u);
    EXPECT_GT(gates_turned, 0u);
    fmt::print(
        "{} decisions, {} folded or unfolded, {} gates turned; least gaps {:.5f} m, to walls {:.5f} m\n",
        decisions, folds, gates_turned, least.bodies, least.walls);
}

}  // namespace
}  // namespace drover::people::long_crowd_test
