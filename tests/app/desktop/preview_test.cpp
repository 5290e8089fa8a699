// A look at another moment: the same tasks with the same costs as when it was, and the world does not move.
#include "app/desktop/preview.h"

#include <gtest/gtest.h>

#include "app/command_line/assets.h"
#include "app/desktop/session.h"

namespace drover::desktop::preview_test {
namespace {

struct Kept {
    std::uint64_t frame = 0, hash = 0;
    std::vector<record::TaskEvent> events;
};

Kept keptOf(const world::World& world) {
    return {world.frame(), world.partHash(0, 1), {world.events().begin(), world.events().end()}};
}

void expectSame(const Kept& a, const Kept& b) {
    EXPECT_EQ(a.frame, b.frame);
    EXPECT_EQ(a.hash, b.hash);
    ASSERT_EQ(a.events.size(), b.events.size()) << "frame " << a.frame;
    for (std::size_t i = 0; i < a.events.size(); ++i) {
        EXPECT_EQ(a.events[i].task, b.events[i].task);
        EXPECT_EQ(a.events[i].cost_ns, b.events[i].cost_ns);
        EXPECT_EQ(a.events[i].was_delayed, b.events[i].was_delayed);
    }
}

class PreviewTest : public testing::Test {
  protected:
    // Its frames, with the tasks of each: moment 1 is at index 1.
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            session.step(0.016, {.lists_tasks = true});
            moments.resize(session.now().moment);
            moments.push_back(keptOf(session.world()));
        }
    }
    // However many frames of the window that takes.
    const world::World* look(Moment moment) {
        for (int i = 0; i < 10'000; ++i)
            if (const world::World* const seen = session.look(moment).world) return seen;
        return nullptr;
    }

    Session session{command_line::loadScenario("plains"), "plains", world::ClockKind::kReal};
    std::vector<Kept> moments{{}};
};

TEST_F(PreviewTest, ShowsTheTasksThatRanThen) {
    run(120);
    const std::uint64_t here = session.world().stateHash();
    std::size_t tasks = 0;
    for (const Moment moment :
         {Moment{1}, Moment{32}, Moment{33}, Moment{100}, Moment{99}, Moment{120}, Moment{64}}) {
        const world::World* const seen = look(moment);
        ASSERT_NE(seen, nullptr) << moment;
        tasks += seen->events().size();
        expectSame(keptOf(*seen), moments[moment]);
    }
    EXPECT_GT(tasks, 10u);  // on a busy machine few tasks run in a frame
    EXPECT_EQ(session.world().stateHash(), here);
    EXPECT_EQ(session.now().moment, 120u);
    EXPECT_FALSE(session.now().is_past);
    EXPECT_TRUE(session.lines().others().empty());
}

TEST_F(PreviewTest, HasNothingWhereThereIsNoFrame) {
    run(10);
    EXPECT_EQ(session.look(0).world, nullptr);
    EXPECT_EQ(session.look(11).world, nullptr);
    EXPECT_EQ(session.look(11).left, 0u);
}

// The frames of a fork have the numbers of those that were left.
TEST_F(PreviewTest, FollowsTheLine) {
    run(60);
    ASSERT_NE(look(50), nullptr);
    session.goTo(40);
    while (session.now().way_to) session.step(0.016);
    world::SetBudget budget{session.scenario().load.budget};
    budget.budget.fixed_ns = 500'000;
    session.change(budget);
    pause(session, false);
    run(20);
    ASSERT_EQ(session.lines().others().size(), 1u);
    const world::World* const seen = look(50);
    ASSERT_NE(seen, nullptr);
    expectSame(keptOf(*seen), moments[50]);
    EXPECT_EQ(seen->record().budget_ns, 500'000);
    session.look(std::nullopt);
    session.switchTo(0);
    while (session.now().way_to) session.step(0.016);
    ASSERT_NE(look(50), nullptr);
    EXPECT_NE(look(50)->record().budget_ns, 500'000);
}

}  // namespace
}  // namespace drover::desktop::preview_test
