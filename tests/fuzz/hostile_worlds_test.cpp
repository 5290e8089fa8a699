// Scenarios with herds that meet, hunters and shapes, made up at random and spoilt at random. Each is refused
// with a place and what is allowed, or lives for three frames with every number finite and nobody inside of
// anything. DROVER_HOSTILE_WORLDS=10000 makes more of them than the quick test does.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/flock/store.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world.h"
#include "core/world/world_view.h"
#include "tests/dice.h"
#include "tests/finite.h"

namespace drover::world::hostile_worlds_test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;

constexpr const char* kBadNumbers[] = {"NaN",  "-NaN",   "1e308", "-1e308", "1e999", "-1",
                                       "-0.0", "1e-320", "null",  "\"7\"",  "[]",    "",
                                       "true", "0x10",   "{}",    "0",      "1e15",  "Infinity"};
constexpr const char* kBadNames[] = {"",        "nobody",  "lions", "GAZELLES",
                                     "\\u0000", "\\ud800", "a\\nb", "lion "};

// Writes scenarios. Most of their values are allowed ones, some from the ends of what is allowed.
class Author : EngineDice {
  public:
    using EngineDice::EngineDice;

    std::string scenario() {
        spoilt_ = chance(0.5) ? 0.0 : chance(0.5) ? 0.01 : 0.1;
        size_ = chance(0.2) ? 50 : chance(0.1) ? 1e6 : between(100, 3000);
        return "{\"title\": \"t\", \"text\": \"p\", \"seed\": " + std::to_string(engine() % 1000) +
               ",\n\"world\": " + land() + ",\n\"player\": " + point() + ",\n\"species\": [" +
               species("gazelles") + ",\n" + species("zebras") + "],\n\"hunters\": " + hunters() +
               ",\n\"wildlife\": {\"of_each_species\": " + number(0, 3, true) +
               "},\n\"pursuit\": {\"agents\": " + number(0, 5, true) + "},\n\"relations\": [" + relations() +
               "],\n\"lod\": {\"enabled\": " + (chance(0.8) ? "true" : "false") +
               "},\n\"load\": {\"manager\": \"" +
               oneOf(std::array{"elastic", "modes", "process", "unmanaged", "budget_allocator", "edf",
                                "predictive", "tiers"}) +
               "\"}}";
    }

  private:
    std::string number(double low, double high, bool is_whole = false) {
        if (chance(spoilt_)) return chance(0.02) ? nested() : oneOf(kBadNumbers);
        double value = chance(0.05) ? low : chance(0.05) ? high : between(low, high);
        if (is_whole) return std::to_string(std::llround(value));
        return std::to_string(value);
    }
    std::string nested() {
        const std::size_t depth = 1 + below(100'000);
        return std::string(depth, '[') + (chance(0.5) ? std::string(depth, ']') : "");
    }
    template <class Make>
    std::string list(std::size_t count, Make make) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += (i > 0 ? ", " : "") + make();
        return all;
    }
    std::string name(std::initializer_list<const char*> good) {
        if (chance(spoilt_)) return chance(0.1) ? std::string(5'000, 'x') : oneOf(kBadNames);
        return good.begin()[below(good.size())];
    }

    std::string pointAt(double x, double y) {
        if (chance(spoilt_ / 4)) return "{\"x\": " + number(0, size_) + "}";
        return "{\"x\": " + std::to_string(x) + ", \"y\": " + std::to_string(y) + "}";
    }
    std::string point() { return "{\"x\": " + number(0, size_) + ", \"y\": " + number(0, size_) + "}"; }
    std::string region() {
        return "{\"x\": " + number(0, size_) + ", \"y\": " + number(0, size_) +
               ", \"radius\": " + number(0, size_ / 4) + "}";
    }

    std::string land() {
        const std::size_t shapes = chance(0.02) ? below(1'200) : below(6);
        return "{\"world_size\": " + (chance(spoilt_) ? oneOf(kBadNumbers) : std::to_string(size_)) +
               ", \"edges\": \"" + name({"torus", "torus", "open"}) + "\", \"shapes\": [" +
               list(shapes, [&] { return shape(); }) + "]}";
    }
    std::string shape() {
        const std::string begin =
            "{\"surface\": \"" + name({"water", "rock", "wall", "fence"}) + "\", \"corners\": [";
        const std::size_t kind = below(10);
        if (kind < 6) {
            const std::string corners = list(kind < 3 ? 1 : 2, [&] { return point(); });
            return begin + corners + "], \"radius\": " + number(0.1, chance(0.05) ? size_ : size_ / 10) + "}";
        }
        return begin + (kind == 9 && chance(0.3) ? wild() : star()) + "]}";
    }
    // A polygon that may be drawn.
    std::string star() {
        const std::size_t corners = chance(0.02) ? 200 + below(4'000) : 3 + below(20);
        const double x = between(0, size_), y = between(0, size_), radius = between(1, size_ / 6);
        std::size_t i = 0;
        return list(corners, [&] {
            const double angle = 6.283185307 * static_cast<double>(i++) / static_cast<double>(corners);
            const double r = radius * between(0.3, 1);
            return pointAt(x + r * std::cos(angle), y + r * std::sin(angle));
        });
    }
    // One that crosses, touches or repeats itself, or is thin.
    std::string wild() {
        const double x = between(0, size_), y = between(0, size_), d = between(1e-4, size_ / 5);
        switch (below(6)) {
            case 0: return list(3 + below(6), [&] { return point(); });
            case 1:
                return pointAt(x, y) + ", " + pointAt(x + d, y + d) + ", " + pointAt(x + d, y) + ", " +
                       pointAt(x, y + d);
            case 2: return pointAt(x, y) + ", " + pointAt(x + d, y) + ", " + pointAt(x + d, y + 0.1);
            case 3: return list(3 + below(3), [&] { return pointAt(x, y); });
            case 4: return pointAt(x, y) + ", " + pointAt(x + d, y) + ", " + pointAt(x + d / 2, y);
            default: {
                const double thin = between(0.05, 0.5);
                return pointAt(x, y) + ", " + pointAt(x + d, y) + ", " + pointAt(x + d, y + thin) + ", " +
                       pointAt(x, y + thin);
            }
        }
    }

    std::string force() {
        return "{\"probability\": " + number(0, 1) + ", \"weight\": " + number(0, chance(0.1) ? 1e6 : 1000) +
               "}";
    }
    std::string species(const char* its_name) {
        const bool is_extreme = chance(0.1);
        std::string text = "{\"name\": \"" + name({its_name}) + "\", \"flocks\": " + number(0, 6, true) +
                           ", \"branching\": 2, \"depth\": " + number(0, 3, true) +
                           ", \"region\": " + region() +
                           ", \"mass\": " + number(is_extreme ? 0.01 : 10, is_extreme ? 1e5 : 300) +
                           ", \"max_speed\": " + number(is_extreme ? 0.01 : 5, is_extreme ? 1000 : 25) +
                           ", \"max_force\": " + number(is_extreme ? 0 : 500, is_extreme ? 1e6 : 5000) +
                           ", \"alignment\": " + force() + ", \"separation\": " + force();
        if (chance(0.2))
            text += ", \"way\": [" + list(1 + below(chance(0.05) ? 80 : 4), [&] { return region(); }) +
                    "], \"pull\": " + number(0, 1);
        return text + "}";
    }
    std::string hunters() { return "{\"count\": " + number(0, 8, true) + ", \"region\": " + region() + "}"; }
    // Each pair once, but where that is spoilt too.
    std::string relations() {
        std::string all;
        for (const char* who : {"gazelles", "zebras", "lion"})
            for (const char* whom : {"gazelles", "zebras", "lion", "hare"}) {
                const bool is_herd = *who != 'l', hunts_herd = *whom == 'g' || *whom == 'z';
                for (int times = chance(0.3) ? 1 : 0; times > 0 && (is_herd || hunts_herd); --times) {
                    all += (all.empty() ? "" : ",\n") + relation(who, whom, is_herd);
                    times += chance(spoilt_);
                }
            }
        return all;
    }
    std::string relation(const char* who, const char* whom, bool is_herd) {
        const std::string does = is_herd ? name({"avoid", "join", "flee", "ignore"}) : name({"hunt"});
        return "{\"who\": \"" + name({who}) + "\", \"whom\": \"" + name({whom}) + "\", \"does\": \"" + does +
               "\", \"range\": " + number(1, chance(0.1) ? 200 : 80) + ", \"weight\": " + number(0, 2) + "}";
    }

    double spoilt_ = 0;  // the share of values that are not what they should be
    double size_ = 1000;
};

// Where something is free at all, nobody is inside.
bool isKeptOut(const WorldView& view, Place place) {
    return view.ground.distance(place) >= 0 || view.ground.distance(view.ground.outside(place)) < 0;
}

void expectSound(const World& world) {
    const WorldView view = world.view();
    for (const flock::AgentColumns* agents : {&view.flocks.roots(), &view.flocks.leaves()})
        for (const auto* column : {&agents->vx, &agents->vy, &agents->hx, &agents->hy})
            EXPECT_TRUE(allFinite(*column));
    for (std::size_t row = 0; row < view.tasks.size(); ++row) {
        const Vec2 velocity = view.velocityOf(row);
        EXPECT_TRUE(std::isfinite(velocity.x) && std::isfinite(velocity.y)) << row;
        const bool is_unfolded =
            row < view.flocks.size() && !view.flocks.isAlone(FlockId{static_cast<std::uint32_t>(row)});
        if (!is_unfolded) {
            EXPECT_TRUE(isKeptOut(view, view.placeOf(row)))
                << row << ", " << view.ground.distance(view.placeOf(row));
            continue;
        }
        const FlockId flock{static_cast<std::uint32_t>(row)};
        for (std::size_t leaf = view.flocks.first(flock);
             leaf < view.flocks.first(flock) + view.flocks.count(flock); ++leaf)
            EXPECT_TRUE(isKeptOut(view, view.flocks.leaves().get(leaf).place)) << row;
    }
}

TEST(HostileWorlds, AreRefusedWithAPlaceOrLive) {
    const char* const asked = std::getenv("DROVER_HOSTILE_WORLDS");
    const int count = asked != nullptr ? std::atoi(asked) : 200;
    int lived = 0;
    for (int i = 0; i < count; ++i) {
        const std::string text = Author(static_cast<std::uint64_t>(i)).scenario();
        SCOPED_TRACE(std::to_string(i));
        const Result<Scenario> scenario = parseScenario("input", text, kMemory);
        if (!scenario) {
            EXPECT_GT(scenario.error.line, 0u) << scenario.error.message();
            EXPECT_GT(scenario.error.column, 0u) << scenario.error.message();
            EXPECT_FALSE(scenario.error.allowed.empty()) << scenario.error.message();
            continue;
        }
        World world(*scenario.value);
        expectSound(world);
        for (const double frame : {1.0 / 60, 2.5, 0.1}) {
            world.step(frame);
            expectSound(world);
        }
        ++lived;
        if (HasFailure() && asked == nullptr) FAIL() << text;
    }
    EXPECT_GT(lived, count / 5);
    EXPECT_LT(lived, count * 4 / 5);
}

}  // namespace
}  // namespace drover::world::hostile_worlds_test
