// Herds on a way that leads right into a rock or a wall go round it, folded and full.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/flock/store.h"
#include "core/world/animals/population.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"

namespace drover::world::round_rocks_test {
namespace {

// Six herds south of a surface, on a way north through its middle.
Scenario rockAhead(const ground::Shape& rock, bool is_full) {
    Scenario s =
        *readScenario(std::string(DROVER_SOURCE_DIR) + "/assets/scenarios/gap.json", ~std::uint64_t{0});
    s.world.shapes = {rock};
    s.player = {is_full ? 1000.0 : 100.0, 1000, 0, {}};
    s.relations.clear(), s.spikes.clear(), s.claims.clear();
    s.species.resize(1);
    s.species[0].flocks = 6;
    s.species[0].region = {1000, 850, 12};
    s.species[0].kind.way = {{1000, 800, 20}, {1000, 1300, 20}, {1500, 1300, 20}, {1500, 800, 20}};
    s.load.manager = "unmanaged";
    return s;
}

// After 45 s; before the rule herds turned back before a wall, and some were there after 90 s.
TEST(RoundRocks, HerdsComeBehindThem) {
    const ground::Shape shapes[] = {{ground::Surface::kRock, {{1000, 1000}}, 20},
                                    {ground::Surface::kRock, {{1000, 1000}}, 40},
                                    {ground::Surface::kWall, {{960, 1000}, {1040, 1000}}, 2}};
    for (const ground::Shape& shape : shapes)
        for (const bool is_full : {false, true}) {
            World world(rockAhead(shape, is_full));
            std::vector<bool> has_passed(6);
            for (int frame = 0; frame < 45 * 60; ++frame) {
                world.step(1.0 / 60);
                for (std::uint32_t herd = 0; herd < 6; ++herd) {
                    const double y = world.flocks().plane().yMetres(world.population().placeOf(herd));
                    if (y > 1060 && y < 1500) has_passed[herd] = true;
                }
            }
            EXPECT_EQ(std::ranges::count(has_passed, true), 6)
                << "radius " << shape.radius << (is_full ? ", full" : ", folded");
        }
}

}  // namespace
}  // namespace drover::world::round_rocks_test
