// The flock update in vectors, one agent per lane: a table of functions for each instruction set of this
// machine. All give the same bits as the scalar code. update.cpp, alone.cpp and means.cpp call the table that
// the FlockStore names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/flock/means.h"
#include "core/flock/pairs.h"
#include "core/flock/step_rules.h"
#include "core/flock/turns.h"

namespace drover::flock {

// Agents as pointers to columns.
struct AgentRows {
    std::size_t count;
    std::uint32_t *x, *y;
    float *vx, *vy, *hx, *hy;
};

inline AgentRows rowsOf(AgentColumns& columns, std::size_t first, std::size_t count) {
    return {count,
            columns.x.data() + first,
            columns.y.data() + first,
            columns.vx.data() + first,
            columns.vy.data() + first,
            columns.hx.data() + first,
            columns.hy.data() + first};
}

// Forces from outside the herd, newton, and how much faster than usual an animal may run, as pointers to
// padded columns; null: nothing pushes.
struct PushRows {
    const float *x = nullptr, *y = nullptr, *sprint = nullptr;
};

// One step of an expanded flock's leaves.
struct FlockStep {
    const StepRules& rules;
    PairNames names;
    StepDraw draw;
    const float* deviations;  // by leaf, padded; null: all leaves have the draw's
    float t;                  // second
    float ahead;              // second; neighbours are seen where they come to by then
    Vec2 correction;          // of all velocities, to keep the herd's pace
    std::span<const Node> nodes;
    AgentRows leaves;
    std::span<Neighbour> neighbours;  // written by the step; kNeighbourPadding longer than the leaves
    Turns turns = {};                 // which leaves think
    IntentRows intents = {};
    PushRows pushes = {};
};
constexpr std::size_t kNeighbourPadding = 64;

// One block of a large flock's agents: consecutive rows of `others`. Their sums go to `seen`, by leaf.
struct SeeBlock {
    const PairRules& rules;
    PairNames names;
    NeighbourRows others;
    std::span<const Run> runs;
    std::uint32_t self;   // row of the first agent
    std::uint32_t count;  // at most the kernels' block_lanes
    Seen* seen;
};

// Steps of flocks that are alone: flock i makes steps[i] steps of t[i] seconds.
struct AloneSteps {
    const StepRules& rules;
    AgentRows roots;
    const std::uint32_t* flocks;
    const std::uint32_t* draws;  // by StepDraw; further steps use the next numbers
    const float* deviations;
    const float* t;
    const std::uint32_t* steps;
    PushRows pushes = {};
};

struct Kernels {
    std::string_view name;
    std::size_t lanes = 1;
    std::size_t block_lanes = 1;  // of `see`
    void (*step)(const FlockStep&) = nullptr;
    // A step in parts, for a flock that is sorted into cells: `show` writes what others see of the leaves,
    // `see` sums over neighbours, `act` steers and moves. They show and move the leaves in rows [first, end);
    // `first` and, but for the last leaf, `end` are whole vectors.
    void (*show)(const FlockStep&, std::size_t first, std::size_t end) = nullptr;
    void (*see)(const SeeBlock&) = nullptr;
    void (*act)(const FlockStep&, const Seen* seen, std::size_t first, std::size_t end) = nullptr;
    void (*stepAlone)(const AloneSteps&) = nullptr;
    // Averages rows two by two: `count` means of the children, then means of those, for `levels` levels.
    // Level k is written at offsets[k] of `means`, the root at offsets[0]. It works in whole vectors and may
    // touch kMeanPadding rows beyond each level.
    void (*meansOfTwo)(MeanRows children, MeanRows means, const std::size_t* offsets, std::uint32_t levels,
                       std::size_t count) = nullptr;
    // Only the pair loop, for benchmarks: sums over all pairs of the first `count` neighbours, `rounds`
    // times.
    float (*pairsOnly)(const PairRules&, std::span<const Neighbour>, std::size_t count,
                       std::size_t rounds) = nullptr;
};

// This machine's tables, the widest vectors first. The last is "scalar": its functions are null, and callers
// use the plain code instead.
std::span<const Kernels> kernels();
inline const Kernels& bestKernels() { return kernels()[0]; }
const Kernels* findKernels(std::string_view name);

// The instruction sets that this build has tables of, the widest first; and the widest that this processor
// has, whether this build has a table of it or not. Empty where there are no vectors.
std::span<const std::string_view> compiledTargets();
std::string_view widestOfProcessor();

}  // namespace drover::flock
