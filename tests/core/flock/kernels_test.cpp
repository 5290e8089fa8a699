// Checks that every vector target gives the bits of the scalar code, byte for byte, for random flocks of all
// sizes, species and places.
#include "core/flock/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/cores/team.h"
#include "core/flock/alone.h"
#include "core/flock/store.h"
#include "core/flock/update.h"
#include "tests/dice.h"

namespace drover::flock::kernels_test {
namespace {

struct Dice : EngineDice {
    using EngineDice::EngineDice;
    float real(double low, double high) { return static_cast<float>(between(low, high)); }
    Force force() { return {below(4) == 0 ? static_cast<float>(below(2)) : real(0, 1), real(0, 60)}; }
};

Species anySpecies(Dice& dice, std::uint32_t branching, std::uint32_t depth) {
    Species species{.branching = branching, .depth = depth};
    species.mass = dice.real(1, 100);
    species.max_speed = dice.real(0.5, 30);
    species.max_force = dice.real(10, 1000);
    species.neighbourhood = dice.real(1, 40);
    species.alignment = dice.force(), species.cohesion = dice.force();
    species.separation = dice.force(), species.wander = dice.force();
    species.dithering = static_cast<Dithering>(dice.below(3));
    species.integration = dice.below(4) == 0 ? Integration::kPaper : Integration::kWindows;
    species.window = dice.below(2) == 0 ? species.window : dice.real(0.005, 1);
    if (dice.below(2) == 0) {
        species.manner.pace = dice.real(0.1, 1) * species.max_speed;
        species.manner.turning = dice.real(0, 0.1);
        for (std::uint32_t level = 1; level <= depth; ++level) {
            species.manner.spread[level] = species.manner.spread[level - 1] + dice.real(0, 5);
            species.manner.stray[level] = species.manner.stray[level - 1] + dice.real(0, 1);
        }
    }
    return species;
}

// Puts leaves at random places, some on the same spot and some at rest.
void scatter(Dice& dice, FlockStore& store, FlockId flock, double spread_m) {
    const Species& species = store.speciesOf(flock);
    const std::uint32_t first = store.first(flock);
    for (std::uint32_t i = 0; i < store.count(flock); ++i) {
        Agent agent = store.leaves().get(first + i);
        const Place near = store.roots().get(row(flock)).place;
        agent.place =
            store.plane().moved(near, dice.between(-spread_m, spread_m), dice.between(-spread_m, spread_m));
        if (i > 0 && dice.below(12) == 0) agent.place = store.leaves().get(first + dice.below(i)).place;
        if (i > 0 && dice.below(12) == 0) {
            agent.place =
                store.plane().moved(store.leaves().get(first + dice.below(i)).place, 0.0004, -0.0003);
        }
        if (dice.below(8) == 0)
            agent.velocity = {};
        else
            agent.velocity = cut({dice.real(-20, 20), dice.real(-20, 20)}, species.max_speed);
        if (!isNothing(agent.velocity)) agent.heading = unit(agent.velocity);
        store.leaves().set(first + i, agent);
    }
}

template <class Column>
void expectSameBytes(const Column& a, const Column& b, const char* column) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(std::memcmp(&a[i], &b[i], sizeof(a[i])), 0)
            << column << " " << i << ": " << a[i] << " and " << b[i];
    }
}

void expectSame(const FlockStore& a, const FlockStore& b) {
    const auto columns = [](const AgentColumns& one, const AgentColumns& other) {
        expectSameBytes(one.x, other.x, "x");
        expectSameBytes(one.y, other.y, "y");
        expectSameBytes(one.vx, other.vx, "vx");
        expectSameBytes(one.vy, other.vy, "vy");
        expectSameBytes(one.hx, other.hx, "hx");
        expectSameBytes(one.hy, other.hy, "hy");
    };
    columns(a.roots(), b.roots());
    columns(a.leaves(), b.leaves());
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a.ageOf(FlockId{i}), b.ageOf(FlockId{i}));
        ASSERT_EQ(a.count(FlockId{i}), b.count(FlockId{i}));
    }
}

Plane anyPlane(Dice& dice) {
    return {dice.below(4) == 0 ? 50.0 : dice.between(100, 5000),
            dice.below(3) == 0 ? Edges::kOpen : Edges::kTorus};
}

FlockStore oneFlock(Dice& dice, const Plane& plane, const LodRules& lod, const Species& species,
                    double spread_m) {
    FlockStore store(plane, dice.engine(), lod, {species});
    const double reach = plane.edges() == Edges::kOpen ? 1.49 : 0.5;  // up to the fence
    const double middle = plane.worldSize() / 2;
    const auto anywhere = [&] { return middle + plane.worldSize() * dice.between(-reach, reach); };
    const FlockId flock = store.add(SpeciesId{0}, {plane.place(anywhere(), anywhere()), {1, 0}, {1, 0}});
    MembraneScratch scratch;
    followPlayer(store, flock, store.roots().get(0).place, scratch);
    if (!store.isAlone(flock)) scatter(dice, store, flock, spread_m);
    MeanScratch means;
    averageUp(store, flock, means);
    return store;
}

// Runs the scalar code first, then every other target from the same start.
void expectSameSteps(const FlockStore& start, Place player, std::span<const float> elapsed) {
    FlockStore scalar = start;
    scalar.setKernels(*findKernels("scalar"));
    UpdateScratch scratch;
    for (const float t : elapsed) updateFlock(scalar, FlockId{0}, t, player, scratch);
    for (const Kernels& target : kernels()) {
        FlockStore store = start;
        store.setKernels(target);
        for (const float t : elapsed) updateFlock(store, FlockId{0}, t, player, scratch);
        SCOPED_TRACE(std::string(target.name) + ", " + std::to_string(start.count(FlockId{0})) + " leaves");
        ASSERT_NO_FATAL_FAILURE(expectSame(scalar, store));
    }
}

std::vector<float> someTimes(Dice& dice) {
    std::vector<float> elapsed;
    for (int i = 0; i < 3; ++i) elapsed.push_back(dice.real(0, dice.below(4) == 0 ? 3 : 0.1));
    return elapsed;
}

TEST(Kernels, EveryTargetGivesTheScalarBitsInSmallFlocks) {
    ASSERT_GE(kernels().size(), 2u) << "no vector target: nothing is compared";
    Dice dice(7);
    for (int n = 0; n < 3000; ++n) {
        SCOPED_TRACE("flock " + std::to_string(n));
        const std::uint32_t branching = 2 + dice.below(7);
        const std::uint32_t deepest = branching == 2 ? 5 : branching < 5 ? 3 : 2;
        const Species species = anySpecies(dice, branching, 1 + dice.below(deepest));
        const bool has_levels = dice.below(3) == 0;
        const LodRules lod{.enabled = has_levels, .zone_width = dice.real(5, 60)};
        const FlockStore start = oneFlock(dice, anyPlane(dice), lod, species, dice.between(0.001, 40));
        ASSERT_NO_FATAL_FAILURE(expectSameSteps(start, start.roots().get(0).place, someTimes(dice)));
    }
}

TEST(Kernels, EveryTargetGivesTheScalarBitsInLargeFlocks) {
    Dice dice(8);
    for (int n = 0; n < 16; ++n) {
        SCOPED_TRACE("flock " + std::to_string(n));
        const std::uint32_t shapes[][2] = {{2, 9}, {2, 10}, {3, 6}, {4, 5}, {5, 4}, {6, 4}, {7, 4}, {8, 3}};
        const auto [branching, depth] = shapes[n % 8];
        const Species species = anySpecies(dice, branching, depth);
        const FlockStore start =
            oneFlock(dice, anyPlane(dice), {.enabled = false}, species, dice.between(10, 300));
        ASSERT_NO_FATAL_FAILURE(expectSameSteps(start, {}, someTimes(dice)));
    }
}

// Cells find exactly the neighbours of all pairs: in open country, on a torus, and all round a torus.
TEST(Kernels, CellsFindTheNeighboursThatAllPairsFind) {
    Dice dice(11);
    std::uint64_t found = 0;
    for (int n = 0; n < 14; ++n) {
        const double world_m = n % 3 == 0 ? 200 : 2000;
        const Plane plane(world_m, n % 4 == 1 ? Edges::kOpen : Edges::kTorus);
        const bool is_large = n >= 12;
        Species species{.branching = 3, .depth = is_large ? 9u : 6u};
        species.neighbourhood = dice.real(1, 45);
        const FlockStore store =
            oneFlock(dice, plane, {.enabled = false}, species, n % 2 == 0 ? world_m / 2 : 60);
        Steering steering;
        perceive(store, FlockId{0}, steering);
        const PairRules rules(plane, species);
        const std::uint32_t first = store.first(FlockId{0});
        for (std::uint32_t i = 0; i < store.count(FlockId{0}); i += is_large ? 101 : 1) {
            float neighbours = 0;
            for (std::uint32_t j = 0; j < store.count(FlockId{0}); ++j) {
                const Vec2 way{Plane::unitsBetween(store.leaves().x[first + i], store.leaves().x[first + j]),
                               Plane::unitsBetween(store.leaves().y[first + i], store.leaves().y[first + j])};
                if (j != i && dot(way, way) <= rules.reach_sq) neighbours += 1;
            }
            ASSERT_EQ(steering.neighbours[i], neighbours) << "flock " << n << ", leaf " << i;
            found += static_cast<std::uint64_t>(neighbours);
        }
    }
    EXPECT_GT(found, 10'000u);
}

// Hunters among flocks, which flee from them and keep apart from each other.
meeting::Surroundings hunted(Dice& dice, const FlockStore& store, std::uint32_t hunters) {
    const auto looks = static_cast<std::uint32_t>(store.allSpecies().size()) + 1;
    meeting::Relations relations(looks);
    std::vector<meeting::LookRules> rules;
    for (std::uint32_t look = 0; look + 1 < looks; ++look) {
        relations.set(look, look, {meeting::Deed::kAvoid, 25, dice.real(0.2, 1)});
        relations.set(look, looks - 1, {meeting::Deed::kFlee, 60, dice.real(0.2, 1)});
        rules.push_back(lookRulesOf(store.allSpecies()[look]));
    }
    rules.push_back({.max_speed = 22});
    const auto flocks = static_cast<std::uint32_t>(store.size());
    meeting::Surroundings around(store.plane(), relations, rules, flocks + hunters);
    around.makeRoomForMembers(store.leaves().size());
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < flocks + hunters; ++row) {
        rows.push_back(row);
        if (row < flocks) {
            show(store, FlockId{row}, 0, around);
            continue;
        }
        const Place near = store.roots().get(dice.below(flocks)).place;
        around.renew(row, {.place = store.plane().moved(near, dice.between(-70, 70), dice.between(-70, 70)),
                           .velocity = {dice.real(-20, 20), dice.real(-20, 20)},
                           .look = looks - 1});
    }
    around.endFrame(rows, 0, 0, nullptr);
    return around;
}

void expectSameFlights(const FlockStore& a, const FlockStore& b) {
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const Flight one = a.flightOf(FlockId{i}), other = b.flightOf(FlockId{i});
        ASSERT_EQ(one.breath_s, other.breath_s) << i;
        ASSERT_EQ(one.alarm, other.alarm) << i;
        ASSERT_EQ(one.boost_s, other.boost_s) << i;
    }
}

TEST(Kernels, EveryTargetGivesTheScalarBitsUnderPushesAndSprints) {
    Dice dice(21);
    std::uint32_t fled = 0;
    for (int n = 0; n < 600; ++n) {
        SCOPED_TRACE("flock " + std::to_string(n));
        const Species species = anySpecies(dice, 2, 1 + dice.below(5));
        FlockStore start = oneFlock(dice, Plane(dice.between(400, 3000), Edges::kTorus), {.enabled = false},
                                    species, dice.between(1, 40));
        start.letFlee(true);
        const meeting::Surroundings around = hunted(dice, start, 1 + dice.below(3));
        const Vec2 push = dice.below(3) == 0 ? Vec2{dice.real(-90, 90), dice.real(-90, 90)} : Vec2{};
        const std::vector<float> elapsed = someTimes(dice);
        const auto moved = [&](const Kernels& target) {
            FlockStore store = start;
            store.setKernels(target);
            UpdateScratch scratch;
            std::int64_t now_ns = 0;
            for (const float t : elapsed) {
                now_ns += std::llround(static_cast<double>(t) * 1e9);
                scratch.around = {.others = &around, .now_ns = now_ns, .push = push};
                moveFlock(store, FlockId{0}, t, scratch);
            }
            return store;
        };
        const FlockStore scalar = moved(*findKernels("scalar"));
        fled += scalar.flightOf(FlockId{0}).breath_s < Flight::kBreath_s;
        for (const Kernels& target : kernels()) {
            SCOPED_TRACE(target.name);
            const FlockStore store = moved(target);
            ASSERT_NO_FATAL_FAILURE(expectSame(scalar, store));
            ASSERT_NO_FATAL_FAILURE(expectSameFlights(scalar, store));
        }
    }
    EXPECT_GT(fled, 100u);
}

TEST(Kernels, FlocksAloneThatArePushedInBulkAreAsOneByOne) {
    Dice dice(22);
    std::uint32_t fled = 0;
    for (int n = 0; n < 40; ++n) {
        SCOPED_TRACE("world " + std::to_string(n));
        const std::vector<Species> species = {anySpecies(dice, 2, 3), anySpecies(dice, 3, 2)};
        FlockStore start(Plane(1500, Edges::kTorus), dice.engine(), {}, species);
        const std::uint32_t flocks = 1 + dice.below(500);
        for (std::uint32_t i = 0; i < flocks; ++i)
            start.add(SpeciesId{static_cast<std::uint16_t>(i * 2 / flocks)},
                      {start.plane().place(dice.between(0, 1500), dice.between(0, 1500)), {1, 0}, {1, 0}});
        start.letFlee(true);
        const meeting::Surroundings around = hunted(dice, start, 20);
        std::vector<AloneUpdate> due;
        for (std::uint32_t i = 0; i < flocks; ++i)
            due.push_back({FlockId{i}, n % 2 == 0 ? 0.1f : dice.real(0, 1.5)});
        UpdateScratch scratch;
        scratch.around = {.others = &around, .now_ns = 1'500'000'000};
        FlockStore scalar = start;
        scalar.setKernels(*findKernels("scalar"));
        for (const AloneUpdate& one : due) moveFlock(scalar, one.flock, one.elapsed, scratch);
        for (std::uint32_t i = 0; i < flocks; ++i) fled += scalar.flightOf(FlockId{i}).alarm > 0.5f;
        for (const Kernels& target : kernels()) {
            SCOPED_TRACE(target.name);
            FlockStore store = start;
            store.setKernels(target);
            moveAlone(store, due, scratch);
            ASSERT_NO_FATAL_FAILURE(expectSame(scalar, store));
            ASSERT_NO_FATAL_FAILURE(expectSameFlights(scalar, store));
        }
    }
    EXPECT_GT(fled, 100u);
}

// The last part first.
class Backwards final : public cores::Team {
  public:
    unsigned size() const override { return 3; }
    void start(std::uint32_t parts, Part part) override {
        most_parts = std::max(most_parts, parts);
        while (parts-- > 0) part(parts, parts % 3);
    }
    void finish() override {}
    std::uint32_t most_parts = 0;
};

TEST(Kernels, PartsOfALargeFlockMayRunInAnyOrder) {
    Dice dice(12);
    Backwards backwards;
    for (const auto& [branching, depth] : {std::pair{3u, 9u}, {8u, 5u}, {4u, 7u}, {3u, 5u}, {2u, 10u}}) {
        const Species species = anySpecies(dice, branching, depth);
        FlockStore here = oneFlock(dice, anyPlane(dice), {.enabled = false}, species, dice.between(30, 600));
        here.thinkInTurns(branching == 8);
        FlockStore in_parts = here;
        UpdateScratch scratch, scratch_of_parts;
        scratch_of_parts.team = &backwards;
        for (const float t : someTimes(dice)) {
            moveFlock(here, FlockId{0}, t, scratch, here.count(FlockId{0}) / 3);
            moveFlock(in_parts, FlockId{0}, t, scratch_of_parts, here.count(FlockId{0}) / 3);
        }
        SCOPED_TRACE(branching);
        ASSERT_NO_FATAL_FAILURE(expectSame(here, in_parts));
    }
    EXPECT_GE(backwards.most_parts, 8u);
}

// Moves the flock on no team and on teams of several sizes, most of which have more threads than cores work.
void expectSameOnAnyTeam(const FlockStore& start) {
    FlockStore here = start;
    UpdateScratch scratch;
    for (const float t : {0.02f, 0.03f}) moveFlock(here, FlockId{0}, t, scratch);
    for (const unsigned threads : {2u, 3u, 7u, 16u}) {
        SCOPED_TRACE(std::to_string(start.count(FlockId{0})) + " on " + std::to_string(threads));
        const std::unique_ptr<cores::Team> team = cores::makeTeam(threads);
        FlockStore shared = start;
        UpdateScratch scratch_of_team;
        scratch_of_team.team = team.get();
        for (const float t : {0.02f, 0.03f}) moveFlock(shared, FlockId{0}, t, scratch_of_team);
        ASSERT_NO_FATAL_FAILURE(expectSame(here, shared));
    }
}

TEST(Kernels, ALargeFlockIsTheSameOnAnyTeam) {
    Dice dice(13);
    const Plane plane(20'000, Edges::kTorus);
    for (const auto& [branching, depth] : {std::pair{6u, 5u}, {7u, 6u}, {4u, 10u}}) {
        const Species species{.branching = branching, .depth = depth};
        const double spread_m = 3.6 * std::sqrt(species.agents());  // 24 neighbours each
        ASSERT_NO_FATAL_FAILURE(
            expectSameOnAnyTeam(oneFlock(dice, plane, {.enabled = false}, species, spread_m)));
    }
}

// What a sort by bands of cells may stumble on: bands without leaves, one cell or one row with all of them,
// and cells all round the world.
TEST(Kernels, AFlockInAnyShapeIsTheSameOnAnyTeam) {
    Dice dice(14);
    const Plane wide(20'000, Edges::kTorus), closed(400, Edges::kTorus), fenced(400, Edges::kOpen);
    const Species species{.branching = 6, .depth = 4};
    const auto flockOn = [&](const Plane& plane, double width_m, double height_m) {
        FlockStore store = oneFlock(dice, plane, {.enabled = false}, species, 1);
        const Place corner = store.roots().get(0).place;
        for (std::uint32_t i = 0; i < store.count(FlockId{0}); ++i) {
            Agent agent = store.leaves().get(i);
            agent.place = plane.moved(corner, dice.between(0, width_m), dice.between(0, height_m));
            store.leaves().set(i, agent);
        }
        return store;
    };
    for (const Plane* plane : {&closed, &fenced}) expectSameOnAnyTeam(flockOn(*plane, 400, 400));
    expectSameOnAnyTeam(flockOn(closed, 400, 20));
    expectSameOnAnyTeam(flockOn(wide, 0.001, 0.001));
    expectSameOnAnyTeam(flockOn(wide, 2000, 0.001));
    expectSameOnAnyTeam(flockOn(wide, 0.001, 2000));
    FlockStore clumps = flockOn(wide, 100, 100);
    for (std::uint32_t i = 0; i < clumps.count(FlockId{0}); i += 3) {
        Agent agent = clumps.leaves().get(i);
        agent.place = wide.moved(agent.place, 0, 1500);
        clumps.leaves().set(i, agent);
    }
    expectSameOnAnyTeam(clumps);
}

// Its parts end in the midst of siblings, and its leaves deviate by their level.
TEST(Kernels, AFlockOfSeveralLevelsIsTheSameOnAnyTeam) {
    Dice dice(15);
    const Plane plane(20'000, Edges::kTorus);
    for (const auto& [branching, depth] : {std::pair{3u, 9u}, {6u, 5u}, {8u, 5u}}) {
        const Species species = anySpecies(dice, branching, depth);
        FlockStore start = oneFlock(dice, plane, {.zone_width = 60}, species, 600);
        UpdateScratch scratch;
        changeLevel(start, FlockId{0}, start.roots().get(0).place, scratch);  // leaves far away collapse
        ASSERT_FALSE(start.isFull(FlockId{0}));
        ASSERT_GT(start.count(FlockId{0}), 1000u);
        ASSERT_NO_FATAL_FAILURE(expectSameOnAnyTeam(start));
    }
}

// A step that is too long, in units, for the vectors' rounding uses the scalar code.
TEST(Kernels, AStepThatIsTooLongForVectorsIsStillRight) {
    Dice dice(9);
    Species species{.branching = 8, .depth = 1};
    species.max_speed = 1e6f, species.max_force = 1e9f, species.max_step = 10;
    const FlockStore start = oneFlock(dice, {1, Edges::kTorus}, {.enabled = false}, species, 0.5);
    EXPECT_FALSE(start.rulesOf(FlockId{0}).fits(5));
    EXPECT_TRUE(start.rulesOf(FlockId{0}).fits(0.001f));
    const float elapsed[] = {5, 0.001f};
    expectSameSteps(start, {}, elapsed);
}

// Hundreds of flocks that are alone, of several species, and some expanded ones: the bulk update gives the
// same as single updates, and returns flocks near the player.
TEST(Kernels, FlocksAloneInBulkAreAsOneByOne) {
    Dice dice(10);
    for (int n = 0; n < 60; ++n) {
        SCOPED_TRACE("world " + std::to_string(n));
        const Plane plane = anyPlane(dice);
        std::vector<Species> species;
        for (std::uint32_t kind = 0; kind < 1 + dice.below(3); ++kind)
            species.push_back(anySpecies(dice, 2, 3));
        FlockStore start(plane, dice.engine(), {.zone_width = 10}, species);
        const std::uint32_t flocks = 1 + dice.below(700);
        for (std::uint32_t i = 0; i < flocks; ++i) {
            const Vec2 velocity = dice.below(5) == 0 ? Vec2{} : Vec2{dice.real(-9, 9), dice.real(-9, 9)};
            const SpeciesId kind{
                static_cast<std::uint16_t>(dice.below(static_cast<std::uint32_t>(species.size())))};
            start.add(kind,
                      {plane.place(dice.between(0, plane.worldSize()), dice.between(0, plane.worldSize())),
                       velocity, isNothing(velocity) ? Vec2{0, 1} : unit(velocity)});
        }
        const Place player = start.roots().get(dice.below(flocks)).place;
        std::vector<AloneUpdate> due;
        for (std::uint32_t i = 0; i < flocks; ++i) {
            if (n % 3 == 0 || dice.below(3) != 0)
                due.push_back({FlockId{i}, n % 2 == 0 ? 0.02f : dice.real(0, 2.5)});
        }
        if (n % 4 == 3) std::shuffle(due.begin(), due.end(), dice.engine);
        FlockStore scalar = start;
        scalar.setKernels(*findKernels("scalar"));
        UpdateScratch scratch;
        for (int round = 0; round < 3; ++round) {
            for (const AloneUpdate& one : due) updateFlock(scalar, one.flock, one.elapsed, player, scratch);
        }
        for (const Kernels& target : kernels()) {
            SCOPED_TRACE(target.name);
            FlockStore store = start;
            store.setKernels(target);
            for (int round = 0; round < 3; ++round) {
                std::vector<std::uint32_t> left;
                updateAlone(store, due, player, scratch, left);
                ASSERT_TRUE(std::is_sorted(left.begin(), left.end()));
                EXPECT_EQ(
                    left.empty(), due.empty() || [&] {
                        return std::ranges::all_of(due, [&](const AloneUpdate& one) {
                            return staysAlone(store, one.flock, player);
                        });
                    }());
                for (const std::uint32_t i : left)
                    updateFlock(store, due[i].flock, due[i].elapsed, player, scratch);
            }
            ASSERT_NO_FATAL_FAILURE(expectSame(scalar, store));
        }
    }
}

// Updates all flocks by the same time, some near the player: the same as one by one.
TEST(Kernels, ARunOfFlocksIsUpdatedAsOneByOne) {
    Dice dice(41);
    const Plane plane(2000, Edges::kTorus);
    FlockStore one_by_one(plane, 5, LodRules{}, {Species{}, Species{.branching = 3, .depth = 3}});
    for (std::uint32_t i = 0; i < 900; ++i) {
        one_by_one.add(
            SpeciesId{static_cast<std::uint16_t>(i / 300 % 2)},
            {plane.place(dice.between(0, 2000), dice.between(0, 2000)), {dice.real(-5, 5), 1}, {0, 1}});
    }
    FlockStore run = one_by_one, shared = one_by_one;
    UpdateScratch scratch;
    RunScratch run_room;
    for (int n = 0; n < 20; ++n) {
        const Place player = plane.place(100.0 * n, 1000);
        const float elapsed = n % 3 == 0 ? 0.7f : 0.02f;
        LodCounts expected;
        for (std::uint32_t i = 0; i < 900; ++i)
            expected += updateFlock(one_by_one, FlockId{i}, elapsed, player, scratch);
        LodCounts counts = updateFlocks(run, 0, 450, elapsed, player, run_room);
        counts += updateFlocks(run, 450, 900, elapsed, player, run_room);
        ASSERT_EQ(counts.expansions, expected.expansions);
        ASSERT_EQ(counts.collapses, expected.collapses);
        // In two parts as two threads would: first the flocks that are alone, the later part before the
        // earlier one.
        RunScratch rooms[2];
        updateAloneOfRun(shared, 450, 900, elapsed, player, rooms[1]);
        updateAloneOfRun(shared, 0, 450, elapsed, player, rooms[0]);
        for (const RunScratch& part : rooms)
            for (const std::uint32_t i : part.left)
                updateFlock(shared, part.due[i].flock, elapsed, player, scratch);
        ASSERT_NO_FATAL_FAILURE(expectSame(run, shared));
    }
    EXPECT_GT(one_by_one.liveLeaves(), 900u);
    // The two stores assigned rows of leaves in different order.
    for (std::uint32_t i = 0; i < 900; ++i) {
        ASSERT_EQ(run.ageOf(FlockId{i}), one_by_one.ageOf(FlockId{i}));
        ASSERT_EQ(run.roots().get(i).place, one_by_one.roots().get(i).place);
        ASSERT_EQ(run.count(FlockId{i}), one_by_one.count(FlockId{i}));
        if (run.isAlone(FlockId{i})) continue;
        for (std::uint32_t leaf = 0; leaf < run.count(FlockId{i}); ++leaf)
            ASSERT_EQ(run.leaves().get(run.first(FlockId{i}) + leaf).place,
                      one_by_one.leaves().get(one_by_one.first(FlockId{i}) + leaf).place);
    }
}

// Of what the build has, this processor takes all that it can: -march=native leaves a single one, by whatever
// name.
TEST(Kernels, WhatIsCompiledIsUsed) {
    ASSERT_FALSE(compiledTargets().empty());
    for (const Kernels& target : kernels().first(kernels().size() - 1))
        EXPECT_NE(std::ranges::find(compiledTargets(), target.name), compiledTargets().end()) << target.name;
    if (std::ranges::find(compiledTargets(), widestOfProcessor()) != compiledTargets().end()) {
        EXPECT_EQ(bestKernels().name, widestOfProcessor());
    }
    EXPECT_EQ(kernels().back().name, "scalar");
}

TEST(Kernels, TargetsAreFoundByName) {
    EXPECT_EQ(kernels().back().name, "scalar");
    for (const Kernels& target : kernels()) EXPECT_EQ(findKernels(target.name), &target);
    EXPECT_EQ(findKernels("altivec"), nullptr);
}

}  // namespace
}  // namespace drover::flock::kernels_test
