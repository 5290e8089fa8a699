#include "app/lab/ordeal/life.h"

#include <algorithm>
#include <array>

#include "app/lab/ordeal/author.h"
#include "app/lab/ordeal/field_dice.h"
#include "core/world/files/scenario_file.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::lab::ordeal {
namespace {

constexpr std::string_view kBadValues[] = {"NaN",         "-NaN",       "1e308",  "-1e308", "1e999",
                                           "-1",          "-0.0",       "1e-320", "null",   "\"7\"",
                                           "[]",          "",           "true",   "0x10",   "{}",
                                           "1e15",        "Infinity",   "0",      "\"\"",   "\"\\u0000\"",
                                           "\"\\ud800\"", "\"unknown\""};

ClockScript clockOf(Dice& dice, std::uint64_t seed) {
    ClockScript clock{.is_real = dice.chance(0.25), .seed = seed};
    clock.step_ns = 100 + dice.below(2'000);
    if (dice.chance(0.2)) clock.tick_ns = dice.oneOf(std::array{100, 10'000, 1'000'000});
    if (dice.chance(0.3)) clock.jumps = 0.01, clock.jump_ns = std::int64_t{1} << (10 + dice.below(20));
    if (dice.chance(0.2)) clock.stalls = dice.between(0, 0.9);
    if (dice.chance(0.1)) clock.back = dice.between(0, 0.1);
    if (dice.chance(0.2))
        clock.dear_from = dice.below(5'000), clock.dear_to = clock.dear_from + dice.below(5'000);
    return clock;
}

}  // namespace

std::string spoilt(std::string text, Dice& dice) {
    for (std::size_t times = 1 + dice.below(2); times > 0; --times) {
        const std::size_t colon = text.find(": ", dice.below(text.size()));
        if (colon == std::string::npos) continue;
        const std::size_t end = std::min(text.find_first_of(",}]\n", colon), text.size());
        if (dice.chance(0.02)) {
            text.replace(colon + 2, end - colon - 2, std::string(1 + dice.below(100'000), '['));
        } else if (dice.chance(0.1)) {
            const std::size_t length = 1 + dice.below(10);
            text.erase(dice.below(text.size()), length);
        } else {
            text.replace(colon + 2, end - colon - 2, dice.oneOf(kBadValues));
        }
    }
    return text;
}

Life lifeOf(std::uint64_t seed) {
    Dice dice(seed);
    Life life;
    life.seed = seed;
    life.clock = clockOf(dice, seed);
    world::Scenario scenario = scenarioOf(dice, life.clock.is_real);
    const double share = dice.chance(0.6) ? 0 : dice.oneOf(std::array{0.002, 0.005, 0.02, 0.1});
    FieldDice fields(dice, share, scenario.world.world_size);
    describe(fields, scenario);
    // Fields may have made another clock of it.
    scenario.load.clock = life.clock.is_real ? world::ClockKind::kReal : world::ClockKind::kModel;
    life.text = world::writeScenario(scenario);
    life.is_spoilt = dice.chance(0.06);
    if (life.is_spoilt) life.text = spoilt(life.text, dice);
    // Under a real clock several threads read it in another order each time.
    life.threads =
        life.clock.is_real && dice.chance(0.9) ? 1 : dice.oneOf(std::array{1u, 1u, 1u, 1u, 1u, 2u, 3u, 6u});
    if (dice.chance(0.1)) life.memory_bytes = std::uint64_t{1} << (16 + dice.below(9));
    const bool is_large = scenario.flocks() > 5'000;
    life.frames = is_large           ? 4 + dice.below(6)
                  : dice.chance(0.1) ? 200 + dice.below(200)
                                     : 5 + dice.below(60);
    if (dice.chance(0.3)) life.spoilt_commands = dice.oneOf(std::array{0.02, 0.3});
    if (dice.chance(0.75)) life.commands_a_frame = dice.oneOf(std::array{0.02, 0.1, 0.3, 1.0});
    return life;
}

}  // namespace drover::lab::ordeal
