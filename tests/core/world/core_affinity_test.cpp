// Which core does what: shares follow what the cores have done, and no core is idle while another has work
// waiting.
#include "core/world/core_affinity.h"

#include <gtest/gtest.h>

#include "core/world/core_queues.h"

namespace drover::world {
namespace {

std::vector<int> sizes(const CoreAffinity& affinity, unsigned cores, std::uint32_t flocks) {
    std::vector<int> count(cores);
    for (std::uint32_t i = 0; i < flocks; ++i) ++count[affinity.of(FlockId{i})];
    return count;
}

TEST(CoreAffinity, SharesAreEqualAtFirst) {
    for (const unsigned cores : {1u, 2u, 3u, 16u}) {
        const std::vector<int> count = sizes(CoreAffinity(cores), cores, 64'000);
        for (const int flocks : count) EXPECT_NEAR(flocks, 64'000 / static_cast<int>(cores), 128) << cores;
    }
}

TEST(CoreAffinity, SharesFollowWhatTheCoresDo) {
    CoreAffinity affinity(3);
    for (int i = 0; i < 100; ++i) affinity.follow({100, 500, 400});
    const std::vector<int> count = sizes(affinity, 3, 64'000);
    EXPECT_NEAR(count[0], 6'400, 200);
    EXPECT_NEAR(count[1], 32'000, 200);
    EXPECT_NEAR(count[2], 25'600, 200);
    // A frame without work changes nothing.
    affinity.follow({0, 0, 0});
    EXPECT_EQ(sizes(affinity, 3, 64'000), count);
}

TEST(CoreAffinity, ACoreThatDoesNothingLosesItsShare) {
    CoreAffinity affinity(2);
    for (int i = 0; i < 400; ++i) affinity.follow({1'000'000, 0});
    EXPECT_EQ(sizes(affinity, 2, 64'000)[0], 64'000);
}

TEST(CoreAffinity, FewFlocksChangeTheirCoreInAFrame) {
    CoreAffinity affinity(2);
    affinity.follow({600, 400});
    std::vector<unsigned> before;
    for (std::uint32_t i = 0; i < 64'000; ++i) before.push_back(affinity.of(FlockId{i}));
    affinity.follow({650, 350});
    int moved = 0;
    for (std::uint32_t i = 0; i < 64'000; ++i) moved += affinity.of(FlockId{i}) != before[i];
    EXPECT_LT(moved, 1'000);
}

TEST(CoreAffinity, NeighboursBelongToTheSameCore) {
    const CoreAffinity affinity(8);
    for (std::uint32_t i = 0; i < 64'000; ++i)
        EXPECT_EQ(affinity.of(FlockId{i}), affinity.of(FlockId{i / 64 * 64}));
}

TEST(CoreQueues, TheOldestOfItsOwnComesFirstThenTheNewestWhereMostIsWaiting) {
    CoreQueues<const int> queues(3);
    constexpr int items[] = {0, 1, 2, 3, 4, 5};
    for (const int i : {0, 1, 2}) queues.put(1, &items[i]);
    for (const int i : {3, 4}) queues.put(2, &items[i]);
    queues.put(0, &items[5]);
    EXPECT_EQ(*queues.takeFor(1), 0);
    EXPECT_EQ(*queues.takeFor(0), 5);
    queues.put(1, &items[0]);
    EXPECT_EQ(*queues.takeFor(0), 0);
    EXPECT_EQ(*queues.takeFor(2), 3);
    EXPECT_EQ(*queues.takeFor(2), 4);
    EXPECT_EQ(*queues.takeFor(2), 2);
    EXPECT_EQ(*queues.takeFor(2), 1);
    // Empty, and used again.
    queues.put(2, &items[3]);
    EXPECT_EQ(*queues.takeFor(0), 3);
}

}  // namespace
}  // namespace drover::world
