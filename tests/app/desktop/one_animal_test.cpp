// Tests one_animal.h: what is shown of one animal is what moves it.
#include "app/desktop/one_animal.h"
#include "core/flock/store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "panels/panel_frames.h"

namespace drover::desktop::one_animal_test {
namespace {

// A herd of which the near part is unfolded: somebody walks up to it.
class OneAnimalTest : public testing::Test {
  protected:
    OneAnimalTest() {
        for (int i = 0; i < 900 && store.count(flock) < 12; ++i) frames.step();
    }

    PanelFrames frames{"membrane", drawInspectPanel};
    const flock::FlockStore& store = frames.session.world().flocks();
    const FlockId flock{0};
    AnimalView view;
};

TEST_F(OneAnimalTest, TheDrawnForcesAddUpToItsForce) {
    const flock::Species& species = store.speciesOf(flock);
    for (const flock::Node node : store.nodes(flock)) {
        const OneAnimal* const animal = view.look(store, flock, node);
        ASSERT_NE(animal, nullptr);
        EXPECT_EQ(animal->node, node);
        Vec2 sum;
        for (const Felt& felt : animal->felt)
            if (felt.is_drawn) sum += felt.newton;
        sum = cut(sum, species.max_force);
        EXPECT_NEAR(sum.x, animal->total.x, 1e-2f);
        EXPECT_NEAR(sum.y, animal->total.y, 1e-2f);
    }
}

TEST_F(OneAnimalTest, ItSeesThoseWithinItsNeighbourhood) {
    flock::Steering steering;
    flock::fit(store, flock, steering);
    flock::perceive(store, flock, steering);
    for (std::size_t leaf = 0; leaf < store.count(flock); ++leaf) {
        const OneAnimal* const animal = view.look(store, flock, store.nodes(flock)[leaf]);
        const auto seen = std::ranges::count_if(animal->others, &Other::is_seen);
        EXPECT_EQ(static_cast<float>(seen), steering.neighbours[leaf]);
    }
}

// A leaf that was folded away is shown as what it is part of now; one that was unfolded as its first part.
TEST_F(OneAnimalTest, StaysWithItsAnimalWhenTheTreeChanges) {
    const flock::Tree& tree = store.treeOf(flock);
    std::size_t folded = 0;
    for (const flock::Node leaf : store.nodes(flock)) {
        if (tree.level(leaf) == tree.depth) continue;
        ++folded;
        EXPECT_EQ(view.look(store, flock, tree.firstChild(leaf) + 1)->node, leaf);
    }
    EXPECT_GT(folded, 0u);
    const flock::Node first = store.nodes(flock).front();
    EXPECT_EQ(view.look(store, flock, tree.parent(first))->node, first);
}

TEST_F(OneAnimalTest, FindsTheLeafAtAPlace) {
    const std::uint32_t first = store.first(flock);
    for (std::size_t leaf = 0; leaf < store.count(flock); ++leaf)
        EXPECT_EQ(leafNearest(store, flock, store.leaves().get(first + leaf).place),
                  store.nodes(flock)[leaf]);
}

}  // namespace
}  // namespace drover::desktop::one_animal_test
