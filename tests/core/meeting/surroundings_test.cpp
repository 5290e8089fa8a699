// What others do to one: none is missed, forces are mutual, and alarm is a share of a herd.
#include "core/meeting/surroundings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/meeting/crowd_force.h"
#include "tests/dice.h"

namespace drover::meeting::surroundings_test {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;

Relations among(std::uint32_t looks, const Relation& relation) {
    Relations relations(looks);
    for (std::uint32_t who = 0; who < looks; ++who)
        for (std::uint32_t whom = 0; whom < looks; ++whom) relations.set(who, whom, relation);
    return relations;
}

// A world of discs that go on and are renewed now and then, in frames.
class Moving {
  public:
    Moving(std::uint64_t seed, const Plane& plane, std::uint32_t rows)
        : dice_(seed), plane_(plane), around_(plane, among(2, {Deed::kAvoid, kRange_m, 1}), kLooks, rows) {
        std::vector<std::uint32_t> all(rows);
        std::iota(all.begin(), all.end(), 0u);
        for (const std::uint32_t row : all) renew(row);
        around_.endFrame(all, now_ns_, 0, nullptr);
    }

    void frame() {
        const auto elapsed_ns = static_cast<std::int64_t>(dice_.between(0.005, 0.4) * 1e9);
        now_ns_ += elapsed_ns;
        std::vector<std::uint32_t> renewed;
        for (std::uint32_t row = 0; row < around_.rows(); ++row) {
            if (dice_.below(16) != 0 && now_ns_ - around_.discOf(row).at_ns < 5 * kSecond_ns) continue;
            renew(row);
            renewed.push_back(row);
        }
        std::shuffle(renewed.begin(), renewed.end(), dice_.engine);
        around_.endFrame(renewed, now_ns_, elapsed_ns, nullptr);
    }

    // Returns how many others there were.
    std::size_t expectNoneIsMissed(std::uint32_t row) {
        const Disc& own = around_.discOf(row);
        const Asker asker{.row = row,
                          .look = own.lookOf(),
                          .place = own.place,
                          .velocity = own.velocity,
                          .radius_m = own.isUnfolded() ? own.radius_m : 0,
                          .since_ns = own.at_ns,
                          .until_ns = now_ns_ + static_cast<std::int64_t>(dice_.between(0.005, 0.4) * 1e9)};
        around_.findOthers(asker, crowd_);
        EXPECT_TRUE(std::ranges::is_sorted(crowd_.rows));
        EXPECT_EQ(std::ranges::adjacent_find(crowd_.rows), crowd_.rows.end());
        std::size_t near = 0;
        for (std::uint32_t other = 0; other < around_.rows(); ++other) {
            if (other == row || !canAct(asker, around_.discOf(other))) continue;
            ++near;
            EXPECT_TRUE(std::ranges::binary_search(crowd_.rows, other)) << row << " and " << other;
        }
        return near;
    }

    std::uint32_t rows() const { return around_.rows(); }

  private:
    static constexpr float kRange_m = 25, kSpread_m = 10;
    static inline const std::vector<LookRules> kLooks = {
        {.animals = 32, .max_speed = 20, .spread_m = kSpread_m},
        {.animals = 32, .max_speed = 12, .spread_m = 4}};

    void renew(std::uint32_t row) {
        const std::uint32_t look = row % 2;
        const double angle = dice_.between(0, 6.28),
                     speed = dice_.between(0, 1.2) * static_cast<double>(kLooks[look].max_speed);
        Disc disc{
            .place = plane_.place(dice_.between(0, plane_.worldSize()), dice_.between(0, plane_.worldSize())),
            .velocity = {static_cast<float>(speed * std::cos(angle)),
                         static_cast<float>(speed * std::sin(angle))},
            .at_ns = now_ns_,
            .radius_m = kLooks[look].spread_m,
            .look = look};
        // Some of the unfolded ones are torn apart.
        if (dice_.below(3) == 0)
            disc.look |= Disc::kUnfolded,
                disc.radius_m = static_cast<float>(dice_.between(5, row % 7 == 0 ? 200 : 25));
        around_.renew(row, disc);
    }

    // In some part of the step, as far as a force can reach.
    bool canAct(const Asker& asker, const Disc& disc) const {
        const float reach =
            (disc.isUnfolded() ? kRange_m + disc.radius_m : reachOfCloud(kSpread_m, kRange_m)) +
            asker.radius_m;
        for (int i = 0; i <= 8; ++i) {
            const std::int64_t at_ns = asker.since_ns + (asker.until_ns - asker.since_ns) * i / 8;
            const auto passed = static_cast<float>(static_cast<double>(at_ns - asker.since_ns) * 1e-9);
            const Vec2 way =
                around_.offsetAt(plane_.moved(asker.place, asker.velocity * passed), disc, at_ns);
            if (length(way) < 0.999f * reach) return true;
        }
        return false;
    }

    EngineDice dice_;
    Plane plane_;
    std::int64_t now_ns_ = 0;
    Surroundings around_;
    Crowd crowd_;
};

TEST(Surroundings, NoneThatMayActIsMissed) {
    std::size_t near = 0;
    for (std::uint64_t n = 0; n < 24; ++n) {
        SCOPED_TRACE("world " + std::to_string(n));
        // A torus is wider than what one sees and what others go until they are renewed.
        const Edges edges = n % 2 == 0 ? Edges::kTorus : Edges::kOpen;
        const Plane plane(n % 3 != 0 ? 2500 : edges == Edges::kTorus ? 1500 : 300, edges);
        Moving world(n, plane, 150);
        for (int frame = 0; frame < 40; ++frame) {
            world.frame();
            if (frame % 4 != 3) continue;
            for (std::uint32_t row = 0; row < world.rows(); row += 5) near += world.expectNoneIsMissed(row);
            if (HasFailure()) return;
        }
    }
    EXPECT_GT(near, 10'000u);
}

// Two things that see each other: rows 0 and 1, both since the beginning.
class Two : public testing::Test {
  protected:
    void place(const Relations& relations, Vec2 apart, Vec2 velocity_0 = {}, Vec2 velocity_1 = {}) {
        const std::vector<LookRules> looks(2, {.animals = 32,
                                               .max_speed = 20,
                                               .max_force = 1500,
                                               .apart = 200,
                                               .alignment = 160,
                                               .cohesion = 15,
                                               .separation = 100,
                                               .spread_m = kSpread_m});
        around = Surroundings(plane, relations, looks, 2);
        places[0] = plane.place(500, 500), places[1] = plane.moved(places[0], apart);
        velocities[0] = velocity_0, velocities[1] = velocity_1;
        for (std::uint32_t row = 0; row < 2; ++row)
            around.renew(
                row, {.place = places[row], .velocity = velocities[row], .radius_m = kSpread_m, .look = row});
        const std::uint32_t both[] = {0, 1};
        around.endFrame(both, 0, 0, nullptr);
    }
    Acted herd(std::uint32_t row) const {
        return around.onHerd(asker(row), velocities[row], kSpread_m, crowdOf(row));
    }
    Acted animal(std::uint32_t row) const {
        return around.onAnimal(asker(row), {}, velocities[row], 0, crowdOf(row));
    }
    Crowd crowdOf(std::uint32_t row) const {
        Crowd crowd;
        crowd.rows = {1 - row};
        around.look(asker(row), places[row], 0, crowd);
        return crowd;
    }
    static Asker asker(std::uint32_t row) { return {.row = row, .look = row}; }

    static constexpr float kSpread_m = 10;
    Plane plane{1000, Edges::kTorus};
    Surroundings around;
    Place places[2];
    Vec2 velocities[2];
};

TEST_F(Two, EqualDiscsPushEachOtherApartAlike) {
    for (const Vec2 apart : {Vec2{8, 0}, Vec2{-3, 17}, Vec2{20, 20}, Vec2{0, -40}}) {
        place(among(2, {Deed::kAvoid, 25, 1}), apart, {10, 3}, {-4, 8});
        const Vec2 force = herd(0).force;
        EXPECT_EQ(force, herd(1).force * -1);
        EXPECT_LT(dot(force, apart), 0);
    }
}

// (11.e): the factor b.
TEST_F(Two, HerdsThatPartPushLess) {
    place(among(2, {Deed::kAvoid, 25, 1}), {15, 0}, {5, 0}, {-5, 0});
    const float nearing = length(herd(0).force);
    place(among(2, {Deed::kAvoid, 25, 1}), {15, 0}, {-5, 0}, {5, 0});
    EXPECT_NEAR(static_cast<double>(length(herd(0).force) / nearing), 0.85, 1e-5);
}

TEST_F(Two, WeightScalesAvoidanceAndIgnoringIsNothing) {
    place(among(2, {Deed::kAvoid, 25, 1}), {15, 0});
    const Vec2 whole = herd(0).force;
    place(among(2, {Deed::kAvoid, 25, 0.5f}), {15, 0});
    EXPECT_FLOAT_EQ(herd(0).force.x, whole.x / 2);
    Relations one_sided(2);
    one_sided.set(0, 1, {Deed::kAvoid, 25, 1});
    place(one_sided, {15, 0});
    EXPECT_EQ(herd(0).force, whole);
    Crowd others;
    around.findOthers({.row = 1, .look = 1, .place = places[1]}, others);
    EXPECT_TRUE(others.rows.empty()) << "the other one does not care";
}

TEST_F(Two, WhoJoinsGoesTheSameWay) {
    place(among(2, {Deed::kJoin, 60, 1}), {50, 0}, {10, 0}, {0, 10});
    const Vec2 force = herd(0).force;
    EXPECT_GT(force.x, 0) << "towards it";
    EXPECT_GT(force.y, 0) << "and along with it";
}

TEST_F(Two, AnAnimalIsAlarmedInsideTheRangeAlone) {
    const Relations fear = among(2, {Deed::kFlee, 60, 1});
    for (const float distance : {1.0f, 30.0f, 59.9f}) {
        place(fear, {distance, 0});
        EXPECT_EQ(animal(0).alarm, 1) << distance;
        EXPECT_LT(animal(0).force.x, 0) << "away from it";
    }
    for (const float distance : {60.1f, 90.0f}) {
        place(fear, {distance, 0});
        EXPECT_EQ(animal(0).alarm, 0) << distance;
        EXPECT_EQ(animal(0).force, Vec2{}) << distance;
    }
}

// (11.f): the share of a cloud that is within the range.
TEST_F(Two, AShareOfAHerdIsAlarmed) {
    const Relations fear = among(2, {Deed::kFlee, 60, 1});
    float last = 1;
    for (float distance = 35; distance <= 85; distance += 2.5f) {
        place(fear, {distance, 0});
        const Acted acted = herd(0);
        EXPECT_GT(acted.alarm, 0) << distance;
        EXPECT_LT(acted.alarm, 1) << distance;
        EXPECT_LT(acted.alarm, last) << distance;
        EXPECT_LE(length(acted.force), acted.alarm * 1500 * 1.0001f) << distance;
        last = acted.alarm;
    }
    place(fear, {5, 0});
    EXPECT_GT(herd(0).alarm, 0.999f);
    place(fear, {150, 0});
    EXPECT_LT(herd(0).alarm, 1e-6f);
}

// It runs from where the hunter will be, not from where it is.
TEST_F(Two, FlightLooksAhead) {
    place(among(2, {Deed::kFlee, 60, 1}), {-30, 0}, {}, {0, 20});
    EXPECT_GT(animal(0).force.x, 0);
    EXPECT_LT(animal(0).force.y, 0);
}

TEST_F(Two, OutOfBreathTheyRunNoFasterThanUsual) {
    place(among(2, {Deed::kFlee, 60, 1}), {-30, 0});
    Asker tired = asker(0);
    tired.has_breath = false;
    const float rested = animal(0).force.x;
    EXPECT_NEAR(static_cast<double>(rested / around.onAnimal(tired, {}, {}, 0, crowdOf(0)).force.x),
                static_cast<double>(kSprint), 1e-5);
}

}  // namespace
}  // namespace drover::meeting::surroundings_test
