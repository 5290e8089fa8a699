// A crowd under every manager, with frames of any length, budgets of any size, gates that turn and a player
// who jumps about: bodies keep apart, no one is in a wall, and no one is lost.
// DROVER_PEOPLE_DECISIONS=100000000 makes as many decisions under each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "core/load/managers.h"
#include "core/minds/people.h"
#include "core/people/walls.h"
#include "core/world/commands/command.h"
#include "core/world/world.h"

namespace drover::world::hostile_people_test {
namespace {

class HostilePeople : public ::testing::TestWithParam<load::ManagerInfo> {};
INSTANTIATE_TEST_SUITE_P(Managers, HostilePeople,
                         ::testing::ValuesIn(load::kManagers.begin(), load::kManagers.end()),
                         [](const auto& param) { return std::string(param.param.name); });

ground::Shape wall(ground::Point from, ground::Point to) {
    return {ground::Surface::kWall, {from, to}, 0.15};
}

// Two rooms behind each other, and an entrance: people come in, pass two doors, leave and come back.
Scenario twoRooms(std::string_view manager, people::Walk walk, std::uint64_t seed) {
    Scenario s;
    s.title = s.text = "Two rooms";
    s.seed = seed;
    s.world = {60, Edges::kOpen, {}};
    s.world.shapes = {wall({10, 20}, {40, 20}), wall({10, 32}, {40, 32}),   wall({10, 20}, {10, 32}),
                      wall({26, 20}, {26, 25}), wall({26, 26.2}, {26, 32}), wall({40, 20}, {40, 24}),
                      wall({40, 25}, {40, 32})};
    s.player = {20, 26, 0, {}};
    s.people.count = 260;
    s.people.cost_us = 1;
    minds::PeopleSettings& people = s.people.settings;
    people.walk = walk;
    people.area = {{8, 18}, {50, 34}};
    people.groups = {{.area = {{11, 21}, {24, 31}}}};
    people.entrances = {{.area = {{11, 21}, {13, 31}}, .people = 60, .per_second = 3}};
    people.gates = {{{26, 25.15}, {26, 26.05}}, {{40, 24.15}, {40, 24.85}}};
    people.goals.resize(1);
    people.goals[0].areas = {ground::Box{{46, 18}, {49, 34}}};
    people.routes.resize(1);
    people.routes[0].steps.resize(1);
    people.back_after_s = 0.5, people.unfold_within_m = 5, people.fold_beyond_m = 8;
    s.ways.count = 1;
    s.load.manager = manager;
    return s;
}

// Of those who walk: the least gap between two bodies, and to a wall.
void expectApart(const World& world, const minds::People& people, const people::Walls& walls) {
    const Plane& plane = world.flocks().plane();
    std::vector<std::pair<double, std::uint32_t>> by_x;
    for (std::uint32_t i = 0; i < people.size(); ++i) {
        if (people.rests(i)) continue;
        const ground::Point at{plane.xMetres(people.places[i]), plane.yMetres(people.places[i])};
        by_x.emplace_back(at.x, i);
        ASSERT_GE(walls.distance(at), static_cast<double>(people::kBody_m)) << i;
    }
    std::ranges::sort(by_x);
    for (std::size_t a = 0; a < by_x.size(); ++a)
        for (std::size_t b = a + 1; b < by_x.size() && by_x[b].first - by_x[a].first < 0.4; ++b)
            ASSERT_GE(length(plane.offset(people.places[by_x[a].second], people.places[by_x[b].second])),
                      2 * people::kBody_m);
}

TEST_P(HostilePeople, KeepApartAndNoneIsLost) {
    const char* const asked = std::getenv("DROVER_PEOPLE_DECISIONS");
    const double count = asked != nullptr ? std::strtod(asked, nullptr) : 20'000;
    double thoughts = 0;
    std::mt19937_64 random(7);
    for (std::uint64_t seed = 1; thoughts < count; ++seed) {
        const auto walk = seed % 2 == 0 ? people::Walk::kMeasured : people::Walk::kWeidmann;
        const Scenario scenario = twoRooms(GetParam().name, walk, seed);
        World world(scenario);
        const minds::People& people = *world.population().find<minds::People>();
        const people::Walls walls(world.flocks().plane(), scenario.world.shapes);
        for (int frame = 0; frame < 1200; ++frame) {
            std::vector<Command> commands;
            if (random() % 40 == 0) {
                SetBudget budget{scenario.load.budget};
                budget.budget.fixed_ns = static_cast<std::int64_t>(std::exp2(10 + random() % 12));
                commands.emplace_back(budget);
            }
            if (random() % 100 == 0)
                commands.emplace_back(MovePlayer{10.0 + static_cast<double>(random() % 30), 26});
            if (random() % 150 == 0)
                commands.emplace_back(SetGate{static_cast<std::uint32_t>(random() % 2), random() % 3 > 0});
            const double frame_s = random() % 50 == 0   ? 0.001 * static_cast<double>(random() % 3000)
                                   : random() % 10 == 0 ? 0.1
                                                        : 1.0 / 60;
            const record::FrameRecord& record = world.step(frame_s, commands);
            thoughts += static_cast<double>(record.whole.thoughts);
            expectApart(world, people, walls);
            ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << ", frame " << frame;
            std::uint32_t folded = 0, in_points = 0;
            for (std::uint32_t i = 0; i < people.size(); ++i)
                folded += people.crowd().state(i) == people::State::kFolded;
            for (const people::FoldedPoint& point : people.crowd().points()) in_points += point.count;
            ASSERT_EQ(folded, in_points);
        }
        EXPECT_GT(people.crowd().passed(0), 0u) << "seed " << seed;
    }
    fmt::print("{:.0f} decisions under {}\n", thoughts, GetParam().name);
}

}  // namespace
}  // namespace drover::world::hostile_people_test
