// Which core does what: homes are as large as what their cores do, and nobody waits at home while others are
// late.
#include "core/world/homes.h"

#include <gtest/gtest.h>

namespace drover::world {
namespace {

std::vector<int> sizes(const Homes& homes, unsigned cores, std::uint32_t flocks) {
    std::vector<int> count(cores);
    for (std::uint32_t i = 0; i < flocks; ++i) ++count[homes.of(FlockId{i})];
    return count;
}

TEST(Homes, AreEquallyLargeAtFirst) {
    for (const unsigned cores : {1u, 2u, 3u, 16u}) {
        const std::vector<int> count = sizes(Homes(cores), cores, 64'000);
        for (const int flocks : count) EXPECT_NEAR(flocks, 64'000 / static_cast<int>(cores), 128) << cores;
    }
}

TEST(Homes, AreAsLargeAsWhatTheirCoresDo) {
    Homes homes(3);
    for (int i = 0; i < 100; ++i) homes.follow({100, 500, 400});
    const std::vector<int> count = sizes(homes, 3, 64'000);
    EXPECT_NEAR(count[0], 6'400, 200);
    EXPECT_NEAR(count[1], 32'000, 200);
    EXPECT_NEAR(count[2], 25'600, 200);
    // A frame in which nobody did anything changes nothing.
    homes.follow({0, 0, 0});
    EXPECT_EQ(sizes(homes, 3, 64'000), count);
}

TEST(Homes, OfACoreThatDoesNothingAreNone) {
    Homes homes(2);
    for (int i = 0; i < 400; ++i) homes.follow({1'000'000, 0});
    EXPECT_EQ(sizes(homes, 2, 64'000)[0], 64'000);
}

TEST(Homes, ChangeForFewFlocksInAFrame) {
    Homes homes(2);
    homes.follow({600, 400});
    std::vector<unsigned> before;
    for (std::uint32_t i = 0; i < 64'000; ++i) before.push_back(homes.of(FlockId{i}));
    homes.follow({650, 350});
    int moved = 0;
    for (std::uint32_t i = 0; i < 64'000; ++i) moved += homes.of(FlockId{i}) != before[i];
    EXPECT_LT(moved, 1'000);
}

TEST(Homes, NeighboursLiveTogether) {
    const Homes homes(8);
    for (std::uint32_t i = 0; i < 64'000; ++i)
        EXPECT_EQ(homes.of(FlockId{i}), homes.of(FlockId{i / 64 * 64}));
}

TEST(HomeQueues, TheOldestAtHomeComesFirstThenTheNewestWhereMostWaits) {
    HomeQueues<const int> queues(3);
    constexpr int things[] = {0, 1, 2, 3, 4, 5};
    for (const int i : {0, 1, 2}) queues.put(1, &things[i]);
    for (const int i : {3, 4}) queues.put(2, &things[i]);
    queues.put(0, &things[5]);
    EXPECT_EQ(*queues.takeFor(1), 0);
    EXPECT_EQ(*queues.takeFor(0), 5);
    queues.put(1, &things[0]);
    EXPECT_EQ(*queues.takeFor(0), 0);
    EXPECT_EQ(*queues.takeFor(2), 3);
    EXPECT_EQ(*queues.takeFor(2), 4);
    EXPECT_EQ(*queues.takeFor(2), 2);
    EXPECT_EQ(*queues.takeFor(2), 1);
    // Empty, and used again.
    queues.put(2, &things[3]);
    EXPECT_EQ(*queues.takeFor(0), 3);
}

}  // namespace
}  // namespace drover::world
