#include "core/load/process/sliceable.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace drover::load {
namespace {

Sliceable countTo(SliceMemory&, int last, std::vector<int>& seen) {
    for (int i = 1; i <= last; ++i) {
        seen.push_back(i);
        if (i < last) co_yield kAtom;
    }
}

struct Guard {
    int& alive;
    explicit Guard(int& count) : alive(count) { ++alive; }
    ~Guard() { --alive; }
};

Sliceable hold(SliceMemory&, int& alive) {
    const Guard outer(alive);
    const std::vector<int> ballast(1000, 7);
    for (;;) {
        const Guard inner(alive);
        co_yield kAtom;
    }
}

Sliceable throwAt(SliceMemory&, int atom, int& alive) {
    const Guard guard(alive);
    for (int i = 1;; ++i) {
        if (i == atom) throw std::runtime_error("atom");
        co_yield kAtom;
    }
}

Sliceable onTheHeap(int& runs) {
    ++runs;
    co_yield kAtom;
    ++runs;
}

TEST(Sliceable, RunsOneAtomAtATimeAndNothingBeforeTheFirst) {
    SliceMemory memory;
    std::vector<int> seen;
    Sliceable routine = countTo(memory, 3, seen);
    EXPECT_TRUE(seen.empty());
    EXPECT_TRUE(routine.resume());
    EXPECT_EQ(seen, (std::vector<int>{1}));
    EXPECT_TRUE(routine.resume());
    EXPECT_FALSE(routine.resume());
    EXPECT_TRUE(routine.isDone());
    EXPECT_EQ(seen, (std::vector<int>{1, 2, 3}));
    EXPECT_TRUE(Sliceable().isDone());
}

TEST(Sliceable, DestroyedHalfWayItsLocalsGoAndItsMemoryServesAgain) {
    SliceMemory memory;
    int alive = 0;
    {
        Sliceable routine = hold(memory, alive);
        routine.resume();
        routine.resume();
        EXPECT_EQ(alive, 2);
        Sliceable moved = std::move(routine);
        EXPECT_EQ(alive, 2);
    }
    EXPECT_EQ(alive, 0);
    const std::size_t bytes = memory.bytes();
    EXPECT_GT(bytes, 0u);
    {
        Sliceable never_resumed = hold(memory, alive);
    }
    Sliceable again = hold(memory, alive);
    EXPECT_EQ(memory.bytes(), bytes);
    again.resume();
    again = Sliceable();
    EXPECT_EQ(alive, 0);
}

TEST(Sliceable, AnExceptionComesOutOnceAndTheNextBeginStartsAfresh) {
    SliceMemory memory;
    int alive = 0;
    Sliceable routine = throwAt(memory, 3, alive);
    EXPECT_TRUE(routine.resume());
    EXPECT_TRUE(routine.resume());
    EXPECT_THROW(routine.resume(), std::runtime_error);
    EXPECT_TRUE(routine.isDone());
    EXPECT_EQ(alive, 0);
    routine = throwAt(memory, 2, alive);
    EXPECT_TRUE(routine.resume());
    EXPECT_EQ(alive, 1);
}

TEST(Sliceable, ASecondCoroutineOnTheSameMemoryAndOneWithoutAnyLiveOnTheHeap) {
    SliceMemory memory;
    int alive = 0, runs = 0;
    Sliceable first = hold(memory, alive), second = hold(memory, alive);
    first.resume();
    second.resume();
    EXPECT_EQ(alive, 4);
    Sliceable heap = onTheHeap(runs);
    EXPECT_TRUE(heap.resume());
    EXPECT_FALSE(heap.resume());
    EXPECT_EQ(runs, 2);
}

}  // namespace
}  // namespace drover::load
