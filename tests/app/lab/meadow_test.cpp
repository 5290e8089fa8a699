// The measuring hands of `drover-lab reproduce meeting`: herds begin where they are put, are updated at their
// own times, and mind each other only as they are told.
#include "app/lab/reproduce/meadow.h"

#include <gtest/gtest.h>

namespace drover::lab::meadow_test {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;

flock::Species herdAnimals() {
    flock::Species kind;
    kind.depth = 3;
    kind.max_force = 1500, kind.neighbourhood = 80;
    kind.alignment.weight = 400, kind.cohesion.weight = 75, kind.separation.weight = 200;
    kind.manner = flock::measureManner(kind, true);
    return kind;
}

meeting::Relations avoiding() {
    meeting::Relations relations(1);
    relations.set(0, 0, {meeting::Deed::kAvoid, 25, 1});
    return relations;
}

// Head-on, 40 m apart, the first one full.
Meadow headOn(bool is_second_folded) {
    return {Plane(1e4, Edges::kTorus),
            5,
            {herdAnimals()},
            {{.x_m = 5000, .y_m = 5000},
             {.is_folded = is_second_folded, .x_m = 5040, .y_m = 5000, .heading = {-1, 0}}}};
}

TEST(Meadow, SettledHerdsBeginWhereTheyArePut) {
    Meadow meadow = headOn(true);
    meadow.begin(meeting::Relations(1), 0.1);
    for (std::uint32_t herd = 0; herd < 2; ++herd) {
        EXPECT_EQ(meadow.centre(herd, 0), meadow.plane().place(herd == 0 ? 5000 : 5040, 5000));
        EXPECT_NEAR(meadow.velocity(herd).y, 0, 1e-3);
        EXPECT_GT(meadow.velocity(herd).x * (herd == 0 ? 1 : -1), 0.7f * herdAnimals().manner.pace);
    }
    const Vec2 nearest = meadow.toNearest(0, meadow.plane().place(5500, 5000), 0);
    EXPECT_LT(length(nearest), 500) << "some are nearer than the centre";
    EXPECT_GT(length(nearest), 450);
}

TEST(Meadow, EachHerdIsUpdatedOnceAPeriod) {
    Meadow meadow = headOn(false);
    meadow.begin(avoiding(), 0.25);
    int updates = 0;
    std::int64_t before_ns = 0;
    while (meadow.updateNext(10 * kSecond_ns)) {
        EXPECT_GE(meadow.now_ns(), before_ns);
        before_ns = meadow.now_ns(), ++updates;
    }
    EXPECT_EQ(updates, 80);
}

TEST(Meadow, HerdsThatMindEachOtherTurnAside) {
    for (const bool is_folded : {false, true}) {
        Meadow minding = headOn(is_folded), ignoring = headOn(is_folded), again = headOn(is_folded);
        minding.begin(avoiding(), 0.1), again.begin(avoiding(), 0.1),
            ignoring.begin(meeting::Relations(1), 0.1);
        for (Meadow* meadow : {&minding, &again, &ignoring})
            while (meadow->updateNext(3 * kSecond_ns)) {
            }
        EXPECT_NE(minding.centre(0, 3 * kSecond_ns), ignoring.centre(0, 3 * kSecond_ns));
        EXPECT_EQ(minding.centre(0, 3 * kSecond_ns), again.centre(0, 3 * kSecond_ns));
    }
}

}  // namespace
}  // namespace drover::lab::meadow_test
