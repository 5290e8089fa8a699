// The manager that chooses modes: the price against a plain search, its modes against all there are, and
// herds that do not fold and unfold in turn.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "core/load/modes/mode_index.h"
#include "tests/core/load/scripted.h"

namespace drover::load::modes_test {
namespace {

struct Task {
    double cost_ns, weight, nominal_ns, maximum_ns;
    double periodAt(double root) const {
        const double period_ns = root * std::sqrt(cost_ns / weight);
        return period_ns > std::max(nominal_ns, double{kFrame_ns}) ? std::min(period_ns, maximum_ns)
                                                                   : nominal_ns;
    }
    double useAt(double root) const { return cost_ns / std::max(periodAt(root), double{kFrame_ns}); }
};

double useOf(const std::vector<Task>& tasks, double root) {
    double use = 0;
    for (const Task& task : tasks) use += task.useAt(root);
    return use;
}

// The least root of the price at which all fit; infinite if they never do.
double rootFor(const std::vector<Task>& tasks, double desired) {
    if (useOf(tasks, 0) <= desired) return 0;
    double low = 0, high = 1e12;
    if (useOf(tasks, high) > desired) return std::numeric_limits<double>::infinity();
    for (int i = 0; i < 100; ++i) (useOf(tasks, (low + high) / 2) > desired ? low : high) = (low + high) / 2;
    return high;
}

TEST(Price, IsThatOfASearchOverAllTasks) {
    Dice dice(5);
    for (int set = 0; set < 200; ++set) {
        Price price;
        std::vector<Task> tasks;
        for (std::int64_t n = dice.whole(1, 300); n > 0; --n) {
            const std::int64_t nominal_ns = dice.whole(1, 4) * 10 * kMs,
                               maximum_ns = nominal_ns * dice.whole(1, 20);
            const std::int64_t cost_ns = dice.whole(1'000, 400'000);
            const double weight = dice.between(1, 1000);
            const PriceCell cell(price.classOf(nominal_ns, maximum_ns),
                                 static_cast<double>(cost_ns) / weight);
            price.add(cell, cost_ns);
            // As the bins have it.
            tasks.push_back({static_cast<double>(cost_ns),
                             static_cast<double>(cost_ns) / PriceCell::giveOf(cell.bin()),
                             static_cast<double>(nominal_ns), static_cast<double>(maximum_ns)});
        }
        const double desired = useOf(tasks, 0) * dice.between(0.05, 1.1);
        const CompressionResult result = price.solve(desired, kFrame_ns);
        const double root = rootFor(tasks, desired);
        if (std::isinf(root)) {
            EXPECT_EQ(result.status, Compression::kSaturated);
        } else {
            EXPECT_NEAR(price.root(), root, 1e-5 * root);
            EXPECT_LE(price.use(), desired * (1 + 1e-9));
        }
    }
}

// Removing what was added leaves nothing behind, in whatever order.
TEST(Price, DependsOnTheTasksAlone) {
    Dice dice(6);
    Price price, fresh;
    PriceChanges changes;
    std::vector<std::pair<PriceCell, std::int64_t>> added;
    const std::uint32_t in_class = price.classOf(10 * kMs, 500 * kMs);
    ASSERT_EQ(fresh.classOf(10 * kMs, 500 * kMs), in_class);
    for (int i = 0; i < 2000; ++i) {
        added.emplace_back(PriceCell(in_class, dice.between(1, 1e9)), dice.whole(1, 1'000'000));
        price.add(added.back().first, added.back().second);
        if (i % 3 == 0) continue;
        const auto k = static_cast<std::size_t>(dice.whole(0, static_cast<std::int64_t>(added.size()) - 1));
        changes.remove(added[k].first, added[k].second);
        added.erase(added.begin() + static_cast<std::ptrdiff_t>(k));
    }
    price.take(changes);
    for (const auto& [cell, cost_ns] : added) fresh.add(cell, cost_ns);
    const double desired = 0.5;
    price.solve(desired, kFrame_ns), fresh.solve(desired, kFrame_ns);
    EXPECT_EQ(price.root(), fresh.root());
    EXPECT_EQ(price.use(), fresh.use());
}

// A thousand different bounds: most of them share the class of those that are nearest.
TEST(Price, ManyBoundsAreRoundedByHalfAStepAtMost) {
    Price price;
    std::set<std::uint32_t> classes;
    for (int i = 0; i < 1000; ++i) {
        const std::int64_t nominal_ns = kMs + i * 7'919;
        const std::uint32_t in_class = price.classOf(nominal_ns, 2 * nominal_ns);
        classes.insert(in_class);
        const double shortest_ns = price.periodAt(0, in_class, 1),
                     longest_ns = price.periodAt(1e12, in_class, 1);
        EXPECT_NEAR(shortest_ns / static_cast<double>(nominal_ns), 1, 1.0 / 16);
        EXPECT_NEAR(longest_ns / static_cast<double>(2 * nominal_ns), 1, 1.0 / 16);
    }
    EXPECT_LT(classes.size(), 300u);
}

// A few herds that do not change, run until their modes stay.
struct FewHerds {
    explicit FewHerds(Dice& dice) {
        const auto herds = static_cast<std::uint32_t>(dice.whole(1, 4));
        kinds.resize(1 + herds);
        for (std::uint32_t i = 0; i < herds; ++i) {
            DetailKind& kind = kinds[1 + i];
            kind.count = static_cast<std::uint8_t>(dice.whole(1, 6));
            const double widest_m = dice.between(2, 20);
            for (std::uint32_t level = 0; level < kind.count; ++level) {
                kind.levels[level] = {std::pow(2, level) * dice.between(0.9, 1.1),
                                      widest_m * (kind.count - 1 - level) / kind.count};
            }
            kind.pace_m_s = dice.between(2, 20);
            const std::int64_t nominal_ns = dice.whole(10, 60) * kMs;
            tasks.add({.nominal_ns = nominal_ns,
                       .maximum_ns = nominal_ns * dice.whole(2, 20),
                       .elasticity = dice.between(10, 1000),
                       .priority = static_cast<float>(dice.whole(1, 100)),
                       .cost_ns = dice.whole(5'000, 50'000)});
            base_ns.push_back(static_cast<double>(tasks.columns.state[i].cost_ns));
            tasks.columns.detail_kind[i] = static_cast<std::uint8_t>(1 + i);
        }
        tasks.setDetailKinds(kinds);
        budget_ns = dice.whole(5, 400) * 1000 * herds;
        manager = makeManager(*findManager("modes"));
        manager->setParameter("hysteresis", 0);
        manager->setParameter("rest_frames", 0);
        manager->setParameter("reclaim", 0);
        manager->prepare(tasks);
    }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            manager->plan(tasks, {kFrame_ns, budget_ns}, clock);
            manager->run(
                tasks,
                [&](const TaskCall& call) {
                    clock.advance(costOf(call.task.row, tasks.columns.level[call.task.row]));
                },
                clock);
        }
    }
    std::int64_t costOf(std::uint32_t row, std::uint32_t level) const {
        return std::llround(base_ns[row] * kinds[1 + row].levels[level].work / kinds[1 + row].levels[0].work);
    }
    double desired() const { return static_cast<double>(budget_ns) / kFrame_ns; }
    // The sum of weighted errors at these levels, with the periods that are best for them.
    double errorOf(const std::vector<std::uint32_t>& levels) const {
        std::vector<Task> set;
        double error = 0;
        for (std::uint32_t row = 0; row < levels.size(); ++row) {
            const TaskState& task = tasks.columns.state[row];
            const DetailKind& kind = kinds[1 + row];
            const double weight = weightOf(tasks.columns.priority[row], kind.pace_m_s);
            set.push_back({static_cast<double>(costOf(row, levels[row])), weight,
                           static_cast<double>(task.nominal_ns), static_cast<double>(task.maximum_ns)});
            error +=
                weight * 0.4e9 * kind.levels[levels[row]].missing_m / std::max(tasks.elasticity(row), 25.0);
        }
        const double root = rootFor(set, desired());
        if (std::isinf(root)) return root;
        for (const Task& task : set) error += task.weight * std::max(task.periodAt(root), double{kFrame_ns});
        return error;
    }
    double leastError() const {
        std::vector<std::uint32_t> levels(base_ns.size());
        double least = std::numeric_limits<double>::infinity();
        for (;;) {
            least = std::min(least, errorOf(levels));
            std::size_t i = 0;
            while (i < levels.size() && ++levels[i] == kinds[1 + i].count) levels[i++] = 0;
            if (i == levels.size()) return least;
        }
    }
    double ownError() const {
        std::vector<std::uint32_t> levels;
        for (std::uint32_t row = 0; row < base_ns.size(); ++row) levels.push_back(tasks.columns.level[row]);
        return errorOf(levels);
    }

    TaskTable tasks;
    ModelClock clock;
    std::vector<DetailKind> kinds;
    std::vector<double> base_ns;
    std::int64_t budget_ns = 0;
    std::unique_ptr<Manager> manager;
};

TEST(Modes, AreWithinTwoPercentOfTheBestOfAll) {
    Dice dice(7);
    int sets = 0, worse = 0;
    double worst = 0, sum = 0;
    while (sets < 10'000) {
        FewHerds herds(dice);
        const double least = herds.leastError();
        if (std::isinf(least)) continue;
        ++sets;
        herds.run(200);
        const double gap = herds.ownError() / least - 1;
        worse += gap > 0.02;
        worst = std::max(worst, gap);
        sum += gap;
    }
    EXPECT_EQ(worse, 0) << "the worst is " << 100 * worst << " % off, the mean " << 100 * sum / sets;
}

// Where costs vary, some frame has no time for all that are due: then it is the far tasks that wait.
TEST(Modes, FarTasksWaitForNearOnes) {
    TaskTable tasks;
    ModelClock clock;
    Dice dice(8);
    std::vector<bool> is_near;
    for (int i = 0; i < 400; ++i) {
        is_near.push_back(i % 20 == 0);
        tasks.add({.nominal_ns = kFrame_ns,
                   .maximum_ns = 60 * kFrame_ns,
                   .priority = is_near.back() ? 100.0f : 1.0f,
                   .cost_ns = 20'000});
    }
    const std::unique_ptr<Manager> manager = makeManager(*findManager("modes"));
    manager->prepare(tasks);
    int near_waits = 0, far_waits = 0;
    for (int frame = 0; frame < 600; ++frame) {
        manager->plan(tasks, {kFrame_ns, 1 * kMs}, clock);
        manager->run(tasks, [&](const TaskCall&) { clock.advance(dice.whole(10, 30) * 1000); }, clock);
        if (frame < 100) continue;  // all have run, and the periods have settled
        for (std::uint32_t row = 0; row < tasks.rows(); ++row)
            (is_near[row] ? near_waits : far_waits) += tasks.columns.state[row].isWaiting();
    }
    EXPECT_GT(far_waits, 10 * near_waits);
    EXPECT_LT(near_waits, 20) << "of 10,000 times that they are due";
}

}  // namespace
}  // namespace drover::load::modes_test
