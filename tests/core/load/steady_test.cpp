// A steady frame allocates nothing, whichever manager runs it. This program counts what operator new is asked for.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/core/load/scripted.h"

namespace {
std::atomic<std::size_t> allocations = 0;
}

// Not inlined: the compiler would take free for the partner of a new that it knows.
[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* const memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace drover::testing {
namespace {

class Steady : public ::testing::TestWithParam<ManagerInfo> {};
INSTANTIATE_TEST_SUITE_P(Load, Steady, ::testing::ValuesIn(kManagers.begin(), kManagers.end()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST_P(Steady, AllocatesNothing) {
    constexpr std::int64_t kMs = 1'000'000;
    Dice dice(14);
    TaskTable tasks;
    ModelClock clock;
    const auto manager = makeManager(GetParam());
    for (int i = 0; i < 5000; ++i) {
        TaskSettings settings;
        settings.nominal_ns = dice.whole(20, 60) * kMs;
        settings.maximum_ns = 40 * settings.nominal_ns;
        settings.frequency = static_cast<std::uint32_t>(dice.whole(1, 8));
        tasks.add(settings);
    }
    const auto frame = [&] {
        for (double& e : tasks.columns.elasticity) e = dice.between(1, 300);
        manager->plan(tasks, {17 * kMs, dice.whole(2, 10) * kMs}, clock);
        const auto task = [&](const TaskCall&) { clock.advance(dice.whole(5'000, 50'000)); };
        manager->run(tasks, task, clock);
    };
    for (int n = 0; n < 300; ++n) frame();
    const std::size_t before = allocations;
    for (int n = 0; n < 1000; ++n) frame();
    EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace drover::testing
