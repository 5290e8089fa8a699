// Parameters of Reynolds flocks (MODEL 1) and of the grouped hierarchical level of detail (MODEL 2), with the
// paper's defaults. Scenarios fill them in and the updates read them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/fields.h"
#include "core/flock/manner.h"
#include "core/flock/way.h"

namespace drover::flock {

// A steering force's pair from Table 1 of O&D. The table has no row labels, so the assignment of pairs to
// forces is our reading of the text's order: treat the numbers as parameters, not as facts.
struct Force {
    float probability = 1;  // of being applied in a draw
    float weight = 1;

    friend bool operator==(const Force&, const Force&) = default;
};

// The order in which forces are summed.
enum ForceKind { kAlignment, kCohesion, kSeparation, kWander, kForceKinds };

// What the probabilities do (MODEL (1.a) to (1.c)).
enum class Dithering {
    kSum,    // each force is drawn on its own; the drawn ones are weighted and summed
    kFirst,  // the first drawn force that is not zero is the only one, in order of priority
    kOff,    // all forces, always, each scaled by its probability
};

constexpr Choice<Dithering> kDitherings[] = {
    {Dithering::kSum, "sum", "each force is drawn on its own and the drawn ones are summed"},
    {Dithering::kFirst, "first",
     "the first drawn force that is not zero is the only one, in the order separation, alignment, cohesion, "
     "wander"},
    {Dithering::kOff, "off", "every force every time, its weight scaled by its probability"},
};
inline std::span<const Choice<Dithering>> choices(Dithering) { return kDitherings; }

// What the length of a step does to a flock (MODEL 1).
enum class Integration {
    kWindows,  // draws last for windows of time: the same animals at any period
    kPaper,    // one draw a step, and equations 7 and 8 to the letter
};

constexpr Choice<Integration> kIntegrations[] = {
    {Integration::kWindows, "windows",
     "forces are drawn for windows of time, so a herd is the same at any period"},
    {Integration::kPaper, "paper", "forces are drawn once a step, however long it is: the paper's equations"},
};
inline std::span<const Choice<Integration>> choices(Integration) { return kIntegrations; }

struct Species {
    std::uint32_t branching = 2;  // B: children of a node
    std::uint32_t depth = 5;      // D: levels below the root; a flock stands for B^D agents

    float mass = 50;           // kilogram
    float max_speed = 20;      // metre per second
    float max_force = 500;     // newton
    float neighbourhood = 20;  // metre; N

    Force alignment{0.4f, 20};
    Force cohesion{0.2f, 50};
    Force separation{0.5f, 2};
    Force wander{0.3f, 20};
    Dithering dithering = Dithering::kSum;
    float wander_radius = 3;    // metre; w_r
    float wander_distance = 3;  // metre; w_s

    Integration integration = Integration::kWindows;
    float window = 1.0f / 60;        // second; how long a draw of forces lasts
    float max_step = 0.5f;           // second; a longer update is divided into steps
    std::uint32_t max_substeps = 4;  // at most this many; beyond that the steps get longer

    std::vector<WayPoint> way;  // empty: they go where they like
    float pull = 0.1f;          // towards it: the share of max_force

    Manner manner;  // measured when a world begins (manner.h)

    friend bool operator==(const Species&, const Species&) = default;

    constexpr std::uint64_t agents() const {
        std::uint64_t n = 1;
        for (std::uint32_t level = 0; level < depth; ++level) n *= branching;
        return n;
    }
};

// What the distance to the player is measured from.
enum class LodTest { kPerNode, kRootOnly };

constexpr Choice<LodTest> kLodTests[] = {
    {LodTest::kPerNode, "per_node", "every node by its own distance to the player"},
    {LodTest::kRootOnly, "root_only", "every node by its flock's distance"},
};
inline std::span<const Choice<LodTest>> choices(LodTest) { return kLodTests; }

// How the children of an expanded node are placed.
enum class Reinit { kRandom, kRetained, kConserving, kSeeded };

constexpr Choice<Reinit> kReinits[] = {
    {Reinit::kRandom, "random", "anew each time, anywhere in the disc: the paper's experiments"},
    {Reinit::kRetained, "retained",
     "as they stood before the collapse, relative to their parent; costs full storage"},
    {Reinit::kConserving, "conserving",
     "as in a settled herd; their mean place and velocity are the parent's"},
    {Reinit::kSeeded, "seeded",
     "as conserving, and the same arrangement comes back each time, with no storage"},
};
inline std::span<const Choice<Reinit>> choices(Reinit) { return kReinits; }

struct LodRules {
    bool enabled = true;    // off: every flock is at full depth everywhere
    float zone_width = 50;  // metre
    float hysteresis = 5;   // metre; a node collapses this far beyond its zone; 0 is the paper's rule
    LodTest lod_test = LodTest::kPerNode;
    Reinit reinit = Reinit::kConserving;
    float reinit_radius = 10;  // metre
    // Limit for the leaves of all expanded flocks together. An expansion beyond it is refused and counted.
    std::uint32_t max_leaves = 1u << 23;
};

}  // namespace drover::flock
