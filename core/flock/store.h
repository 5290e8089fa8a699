// All flocks of a world, structure of arrays. Every flock has a row among the roots, 34 bytes; that is all a
// collapsed flock costs. An expanded flock also has a membrane: a block of neighbouring rows among the
// leaves, in depth-first order of its tree, and its inner nodes' means in the same rows of `inner`. Membranes
// change in lod.cpp, leaves move in update.cpp; everybody else reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/base/large_pages.h"
#include "core/base/plane.h"
#include "core/flock/species.h"
#include "core/flock/step_rules.h"
#include "core/flock/tree.h"

namespace drover::flock {

struct Kernels;

// One agent, or a node that stands for many.
struct Agent {
    Place place;
    Vec2 velocity;  // metre a second
    Vec2 heading;   // length one: the direction of the velocity, or the last one when at rest
};

// Agents by column. Not every user keeps every column.
struct AgentColumns {
    LargeVector<std::uint32_t> x, y;
    LargeVector<float> vx, vy;
    LargeVector<float> hx, hy;

    Agent get(std::size_t row) const { return {{x[row], y[row]}, {vx[row], vy[row]}, {hx[row], hy[row]}}; }
    void set(std::size_t row, const Agent& a) {
        x[row] = a.place.x, y[row] = a.place.y;
        vx[row] = a.velocity.x, vy[row] = a.velocity.y;
        hx[row] = a.heading.x, hy[row] = a.heading.y;
    }
    void resize(std::size_t rows);
    void reserve(std::size_t rows);
    std::size_t size() const { return x.size(); }
    std::size_t bytes() const;
};

struct Leaf {
    Node node;
    Agent agent;
};

// Blocks of rows in sizes of powers of two. A block that is given back waits for the next taker of its size;
// the columns grow only when none waits.
class BlockPool {
  public:
    std::uint32_t take(std::uint32_t size_log2);
    void give(std::uint32_t first, std::uint32_t size_log2) { free_[size_log2].push_back(first); }
    std::uint32_t rows() const { return rows_; }

  private:
    std::array<std::vector<std::uint32_t>, 31> free_;
    std::uint32_t rows_ = 0;
};

// Zone borders by level, squared: a leaf of level k nearer than within_sq[k] wants children, a node farther
// than beyond_sq[k] wants none.
struct Zones {
    std::array<float, Tree::kMaxDepth + 1> within_sq{}, beyond_sq{};
};

struct LodCounts {
    std::uint64_t expansions = 0, collapses = 0, refused = 0;
    float largest_jump = 0;  // metre: how far a flock's centre was moved by a change of level alone

    LodCounts& operator+=(const LodCounts& other) {
        expansions += other.expansions, collapses += other.collapses, refused += other.refused;
        largest_jump = std::max(largest_jump, other.largest_jump);
        return *this;
    }
};

class FlockStore {
  public:
    FlockStore(Plane plane, std::uint64_t seed, LodRules lod, std::vector<Species> species);

    // Other rules from the next update on; membranes follow when their flocks are updated.
    void setLod(const LodRules& lod);
    // By which instruction set flocks are updated: a matter of time alone, the bits are the same. At first
    // the best.
    void setKernels(const Kernels& kernels) { kernels_ = &kernels; }
    const Kernels& kernels() const { return *kernels_; }

    // Another way to move for a species, from the next update on; its tree must be the one it has.
    void setSpecies(SpeciesId species, const Species& kind);

    void reserve(std::size_t flocks);
    FlockId add(SpeciesId species, const Agent& root);

    std::size_t size() const { return roots_.size(); }
    const Plane& plane() const { return plane_; }
    std::uint64_t seed() const { return seed_; }
    const LodRules& lod() const { return lod_; }
    std::span<const Species> allSpecies() const { return species_; }
    const Species& speciesOf(FlockId flock) const { return species_[row(species_of_[row(flock)])]; }
    const Tree& treeOf(FlockId flock) const { return trees_[row(species_of_[row(flock)])]; }
    const Zones& zonesOf(FlockId flock) const { return zones_[row(species_of_[row(flock)])]; }
    const StepRules& rulesOf(FlockId flock) const { return rules_[row(species_of_[row(flock)])]; }
    SpeciesId speciesIdOf(FlockId flock) const { return species_of_[row(flock)]; }
    std::span<const SpeciesId> speciesColumn() const { return species_of_; }

    // Asks for what moving a flock that is alone touches, a little before it is touched.
    void prefetch(FlockId flock) const {
        const std::size_t at = row(flock);
        const auto touch = [at](const auto&... column) { (__builtin_prefetch(column.data() + at), ...); };
        touch(roots_.x, roots_.y, roots_.vx, roots_.vy, roots_.hx, roots_.hy, update_of_, species_of_,
              membrane_of_);
    }

    // The same for telling its species, and how many leaves it has.
    void prefetchTree(FlockId flock) const {
        __builtin_prefetch(membrane_of_.data() + row(flock)),
            __builtin_prefetch(species_of_.data() + row(flock));
    }

    bool isAlone(FlockId flock) const { return membrane_of_[row(flock)] == kAlone; }
    // Whether every leaf is at its tree's full depth.
    bool isFull(FlockId flock) const { return count(flock) == treeOf(flock).mostLeaves(); }
    // The mean of the whole flock; its one leaf when it is collapsed.
    const AgentColumns& roots() const { return roots_; }
    AgentColumns& roots() { return roots_; }
    // How many steps the flock has made; random numbers are named by it.
    std::uint32_t updateOf(FlockId flock) const { return update_of_[row(flock)]; }
    void countUpdates(FlockId flock, std::uint32_t steps) { update_of_[row(flock)] += steps; }

    // The rows of an expanded flock's leaves: nodes() and leaves() from first(), count() of them; its inner
    // nodes but the root in the rows of inner() from the same first(), children before parents.
    std::uint32_t first(FlockId flock) const { return membranes_[membrane_of_[row(flock)]].first; }
    std::uint32_t count(FlockId flock) const {
        return isAlone(flock) ? 1 : membranes_[membrane_of_[row(flock)]].count;
    }
    std::span<const Node> nodes(FlockId flock) const;
    const std::vector<Node>& nodeColumn() const { return nodes_; }
    const AgentColumns& leaves() const { return leaves_; }
    AgentColumns& leaves() { return leaves_; }
    const AgentColumns& inner() const { return inner_; }
    AgentColumns& inner() { return inner_; }

    // Whether the flock's membrane can become anything without any other flock's rows moving in memory.
    bool hasRoomFor(FlockId flock) const;
    // The flock's membrane from now on. One leaf, the root: the flock is alone again and its rows are given
    // back.
    void setMembrane(FlockId flock, std::span<const Leaf> leaves);

    // Children's states relative to their parent, for reinit `retained`; see lod.cpp. Returns where child
    // `node` of the flock is kept, making room for the whole tree at the flock's first call.
    std::size_t retainedRow(FlockId flock, Node node);
    AgentColumns& retained() { return retained_; }
    const AgentColumns& retained() const { return retained_; }
    // Where the whole tree's states begin, if the flock has any.
    std::optional<std::size_t> retainedFirst(FlockId flock) const;
    std::vector<bool>& isRetained() { return is_retained_; }

    std::uint64_t liveLeaves() const { return size() - expanded_ + membrane_leaves_; }
    std::uint64_t liveNodes() const { return liveLeaves() + inner_nodes_; }
    // Leaves that expanded flocks have; LodRules::max_leaves bounds them.
    std::uint64_t membraneLeaves() const { return membrane_leaves_; }
    std::uint64_t agents() const { return agents_; }
    std::size_t bytes() const;  // what the columns hold in memory

    // What a flock costs in each state: for telling a scenario's need before anything is allocated.
    static constexpr std::size_t kBytesAlone = 34;
    static constexpr std::size_t kBytesPerLeafRow = 44;
    static constexpr std::size_t kBytesPerRetainedNode = 25;

  private:
    static constexpr std::uint32_t kAlone = ~0u;

    struct Membrane {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t size_log2 = 0;
    };

    void releaseMembrane(FlockId flock);
    void reserveBlock(Membrane& membrane, std::uint32_t count);

    Plane plane_;
    std::uint64_t seed_;
    LodRules lod_;
    const Kernels* kernels_;
    std::vector<Species> species_;
    std::vector<Tree> trees_;
    std::vector<StepRules> rules_;
    std::vector<Zones> zones_;

    AgentColumns roots_;
    LargeVector<std::uint32_t> update_of_;
    LargeVector<SpeciesId> species_of_;
    LargeVector<std::uint32_t> membrane_of_;

    std::vector<Membrane> membranes_;
    std::vector<std::uint32_t> free_membranes_;
    BlockPool blocks_;
    std::vector<Node> nodes_;
    AgentColumns leaves_;
    AgentColumns inner_;  // without headings: a mean has none until it becomes a leaf

    std::vector<std::uint64_t> retained_first_;  // by flock; empty until the first use
    AgentColumns retained_;
    std::vector<bool> is_retained_;

    std::uint64_t agents_ = 0;
    std::uint64_t expanded_ = 0;
    std::uint64_t membrane_leaves_ = 0;
    std::uint64_t inner_nodes_ = 0;
};

// The zone borders of a tree under the rules.
Zones zonesFor(const LodRules& lod, const Tree& tree);

}  // namespace drover::flock
