// The flock update in vectors, lanes over agents: one table of functions for each instruction set that this
// machine has, all to the same bits as the scalar code. A FlockStore names the table that its flocks are
// updated by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/flock/means.h"
#include "core/flock/pairs.h"
#include "core/flock/step_rules.h"

namespace drover::flock {

// Agents as bare columns.
struct AgentRows {
    std::size_t count;
    std::uint32_t *x, *y;
    float *vx, *vy, *hx, *hy;
};

// A step of an expanded flock's leaves.
struct FlockStep {
    const StepRules& rules;
    PairNames names;
    float t;  // second
    std::span<const Node> nodes;
    AgentRows leaves;
    std::span<Neighbour> neighbours;  // room for kNeighbourPadding more than there are leaves
};
constexpr std::size_t kNeighbourPadding = 64;

// One block of a large flock's agents, neighbours in its crowd's rows, and where their sums go, by leaf.
struct SeeBlock {
    const PairRules& rules;
    PairNames names;
    Crowd crowd;
    std::span<const Run> runs;
    std::uint32_t self;   // row of the first agent
    std::uint32_t count;  // at most the kernels' lanes
    Seen* seen;
};

// A step of flocks that are a root alone, for as many steps as each has.
struct AloneSteps {
    const StepRules& rules;
    AgentRows roots;
    const std::uint32_t* flocks;
    const std::uint32_t* updates;  // steps made before
    const float* t;
    const std::uint32_t* steps;
};

struct Kernels {
    std::string_view name;
    std::size_t lanes = 1;
    void (*step)(const FlockStep&) = nullptr;
    // The two halves of a step, for a flock too large for all pairs; what others see of the leaves comes
    // first.
    void (*show)(const AgentRows& leaves, Neighbour* out) = nullptr;
    void (*see)(const SeeBlock&) = nullptr;
    void (*act)(const FlockStep&, const Seen* seen) = nullptr;
    void (*stepAlone)(const AloneSteps&) = nullptr;
    // Of each two neighbouring rows their mean, `count` of them, then of each two of these, for so many
    // levels: the last at offsets[0] of `means`. In whole vectors: kMeanPadding says how far beyond.
    void (*meansOfTwo)(MeanRows children, MeanRows means, const std::size_t* offsets, std::uint32_t levels,
                       std::size_t count) = nullptr;
    // The pair loop alone, for benchmarks: sums of all pairs of the first `count` neighbours, `rounds` times.
    float (*pairsOnly)(const PairRules&, std::span<const Neighbour>, std::size_t count,
                       std::size_t rounds) = nullptr;
};

// The tables of this machine, the widest first, the scalar code last, whose functions are null.
std::span<const Kernels> kernels();
inline const Kernels& bestKernels() { return kernels()[0]; }
const Kernels* findKernels(std::string_view name);

}  // namespace drover::flock
