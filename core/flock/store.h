// All flocks of a world, as columns. Each flock has a row of 34 bytes among the roots; a flock that is alone
// has nothing else. An expanded flock also has a membrane: a block of consecutive rows among the leaves, in
// depth-first order of its tree. In a frame only lod.cpp changes membranes, and only update.cpp
// and alone.cpp move leaves. Between two frames store_changes.cpp takes flocks away and gives them other
// trees.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/ask_ahead.h"
#include "core/base/ids.h"
#include "core/base/large_pages.h"
#include "core/base/plane.h"
#include "core/flock/species.h"
#include "core/flock/step_rules.h"
#include "core/flock/tree.h"
#include "core/flock/turns.h"

namespace drover::flock {

struct Kernels;

// An agent, or a node that stands for several.
struct Agent {
    Place place;
    Vec2 velocity;  // metre per second
    Vec2 heading;   // unit vector: direction of the velocity, or the last one while at rest
};

// Agents as columns. Some users leave columns empty.
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

// What a herd has left of its flight.
struct Flight {
    static constexpr float kBreath_s = 6, kBoost_s = 3;

    float breath_s = kBreath_s;  // for which it can still run faster than usual
    float alarm = 0;             // the share of its animals that fled when it was last updated
    float boost_s = 0;           // for which it still matters as if it were near, after the last alarm
};

struct Leaf {
    Node node;
    Agent agent;
    Intent intent = {};
};

// Allocates blocks of rows whose sizes are powers of two. A returned block is reused for the next request of
// its size; the columns grow only when there is none.
class BlockPool {
  public:
    std::uint32_t take(std::uint32_t size_log2);
    void give(std::uint32_t first, std::uint32_t size_log2) { free_[size_log2].push_back(first); }
    std::uint32_t rows() const { return rows_; }

  private:
    std::array<std::vector<std::uint32_t>, 31> free_;
    std::uint32_t rows_ = 0;
};

// Squared zone borders by level: a leaf of level k nearer than within_sq[k] wants children (MODEL (2.b)), a
// node at beyond_sq[k] or farther wants none (MODEL (2.c)).
struct Zones {
    std::array<float, Tree::kMaxDepth + 1> within_sq{}, beyond_sq{};
};

struct LodCounts {
    std::uint64_t expansions = 0, collapses = 0, refused = 0;
    float largest_jump = 0;  // metre; how far level changes alone moved a flock's centre

    LodCounts& operator+=(const LodCounts& other) {
        expansions += other.expansions, collapses += other.collapses, refused += other.refused;
        largest_jump = std::max(largest_jump, other.largest_jump);
        return *this;
    }
};

class FlockStore {
  public:
    FlockStore(Plane plane, std::uint64_t seed, LodRules lod, std::vector<Species> species);

    // New rules from the next update on. A flock's membrane changes when the flock is updated.
    void setLod(const LodRules& lod);
    // The instruction set for updates, initially the best one. It affects speed only: the bits are the same.
    void setKernels(const Kernels& kernels) { kernels_ = &kernels; }
    const Kernels& kernels() const { return *kernels_; }

    // New parameters for a species from the next update on. Its tree must stay the same.
    void setSpecies(SpeciesId species, const Species& kind);

    void reserve(std::size_t flocks);
    // How many rows of leaves, and of what is retained, there will be: columns double up to that many, and
    // grow by an eighth beyond it. More bytes of leaves than `most_bytes` are a failed allocation.
    void expectRows(std::uint64_t leaves, std::uint64_t retained) {
        expected_leaves_ = leaves, expected_retained_ = retained;
    }
    void limitLeaves(std::uint64_t most_bytes) { most_leaf_bytes_ = most_bytes; }
    FlockId add(SpeciesId species, const Agent& root);

    // Only the flocks in these rows stay, which ascend: they move down to the first rows, in the same order.
    void keep(std::span<const std::uint32_t> rows);
    // New parameters with another tree. The species' flocks are folded to their root and unfold when they are
    // updated.
    void setTree(SpeciesId species, const Species& kind);
    // Changes with either: what was known of a flock by its row, or of a leaf, is void.
    std::uint64_t layout() const { return layout_; }

    std::size_t size() const { return roots_.size(); }
    const Plane& plane() const { return plane_; }
    std::uint64_t seed() const { return seed_; }
    const LodRules& lod() const { return lod_; }
    std::span<const Species> allSpecies() const { return species_; }
    const Species& speciesOf(FlockId flock) const { return species_[row(species_of_[row(flock)])]; }
    const Tree& treeOf(FlockId flock) const { return trees_[row(species_of_[row(flock)])]; }
    const Zones& zonesOf(FlockId flock) const { return zones_[row(species_of_[row(flock)])]; }
    const Way& wayOf(SpeciesId species) const { return ways_[row(species)]; }
    const StepRules& rulesOf(FlockId flock) const { return rules_[row(species_of_[row(flock)])]; }
    SpeciesId speciesIdOf(FlockId flock) const { return species_of_[row(flock)]; }
    std::span<const SpeciesId> speciesColumn() const { return species_of_; }

    // Who decides how finely the flocks are divided: the zones around the player, or the store's owner, who
    // gives each flock the level that all its leaves are to have from its next update on.
    void letZonesDecide() { depth_of_.clear(); }
    void letOwnerDecide();  // each flock goes on at about the level that it has
    bool doesOwnerDecide() const { return !depth_of_.empty(); }
    void setDepth(FlockId flock, std::uint32_t level) {
        depth_of_[row(flock)] = static_cast<std::uint8_t>(level);
    }
    std::optional<std::uint32_t> depthOf(FlockId flock) const {
        if (depth_of_.empty()) return std::nullopt;
        return depth_of_[row(flock)];
    }

    // The level that all its leaves are to have; none: that of their zones. One that is boosted unfolds
    // whole.
    std::optional<std::uint32_t> wantedDepth(FlockId flock) const {
        if (depth_of_.empty() && isBoosted(flock)) return treeOf(flock).depth;
        return depthOf(flock);
    }

    // Prefetches what moving a flock that is alone needs.
    void prefetch(FlockId flock) const {
        const std::size_t at = row(flock);
        const auto touch = [at](const auto&... column) { (askFor(column.data() + at), ...); };
        touch(roots_.x, roots_.y, roots_.vx, roots_.vy, roots_.hx, roots_.hy, age_of_, species_of_,
              membrane_of_);
    }

    // Prefetches what speciesOf() and count() need.
    void prefetchTree(FlockId flock) const {
        askFor(membrane_of_.data() + row(flock)), askFor(species_of_.data() + row(flock));
    }

    // Prefetches where it is.
    void prefetchPlace(FlockId flock) const {
        askFor(roots_.x.data() + row(flock)), askFor(roots_.y.data() + row(flock));
    }

    bool isAlone(FlockId flock) const { return membrane_of_[row(flock)] == kAlone; }
    // Whether every leaf is at full depth.
    bool isFull(FlockId flock) const { return count(flock) == treeOf(flock).mostLeaves(); }
    // The mean of the whole flock, or its only leaf if it is alone.
    const AgentColumns& roots() const { return roots_; }
    AgentColumns& roots() { return roots_; }
    // How long the flock has lived, in its rules' ticks. Random numbers are drawn by it.
    std::uint32_t ageOf(FlockId flock) const { return age_of_[row(flock)]; }
    void grow(FlockId flock, std::uint32_t ticks) { age_of_[row(flock)] += ticks; }
    // Which draw the flock's next step of `t` seconds uses.
    StepDraw drawOf(FlockId flock, float t) const {
        return rulesOf(flock).drawOf(ageOf(flock), rulesOf(flock).ticksOf(t));
    }
    // What is added to the velocities of a folded flock's leaves in a step of `t` seconds, so that it keeps
    // the pace of its herd (MODEL (2.f)).
    Vec2 paceCorrection(FlockId flock, float t) const;

    // Whether flocks may flee. From the moment it is switched on the store keeps their breath.
    void letFlee(bool is_wanted) {
        if (is_wanted)
            flights_.resize(size());
        else
            flights_.clear();
    }
    bool canFlee() const { return !flights_.empty(); }
    Flight flightOf(FlockId flock) const { return canFlee() ? flights_[row(flock)] : Flight{}; }
    Flight& flight(FlockId flock) { return flights_[row(flock)]; }
    void boost(FlockId flock) { flights_[row(flock)].boost_s = Flight::kBoost_s; }
    bool isBoosted(FlockId flock) const { return canFlee() && flights_[row(flock)].boost_s > 0; }

    // Whether leaves may think in turns. From the moment it is switched on the store keeps what they last
    // thought.
    void thinkInTurns(bool is_wanted);
    bool thinksInTurns() const { return thinks_in_turns_; }
    // Whose turn it is in an update in which `thinkers` leaves think, and that they had it.
    Turns turnsOf(FlockId flock, std::uint32_t thinkers) const {
        if (!thinksInTurns() || thinkers >= count(flock)) return {};
        return {turn_of_[row(flock)] % count(flock), thinkers};
    }
    void passTurns(FlockId flock, const Turns& turns) {
        if (turns.count != kAllThink) turn_of_[row(flock)] = (turns.first + turns.count) % count(flock);
    }
    // Of an expanded flock the leaf whose turn is next, of one that is alone the age up to which it has
    // thought.
    std::uint32_t turnOf(FlockId flock) const { return turn_of_[row(flock)]; }
    void hasThought(FlockId flock) { turn_of_[row(flock)] = ageOf(flock); }
    // Of an expanded flock.
    IntentRows intents(FlockId flock) {
        if (!thinksInTurns()) return {};
        const std::size_t at = first(flock);
        return {intent_x_.data() + at, intent_y_.data() + at, intent_seconds_.data() + at};
    }
    Intent intent(std::size_t leaf_row) const {
        if (!thinksInTurns()) return {};
        return {intent_x_[leaf_row], intent_y_[leaf_row], intent_seconds_[leaf_row]};
    }

    // The rows of an expanded flock's leaves: count() rows of nodes() and leaves() from first() on.
    std::uint32_t first(FlockId flock) const { return membranes_[membrane_of_[row(flock)]].first; }
    std::uint32_t count(FlockId flock) const {
        return isAlone(flock) ? 1 : membranes_[membrane_of_[row(flock)]].count;
    }
    std::span<const Node> nodes(FlockId flock) const;
    const std::vector<Node>& nodeColumn() const { return nodes_; }
    const AgentColumns& leaves() const { return leaves_; }
    AgentColumns& leaves() { return leaves_; }

    // Whether any new membrane of this flock fits without moving other flocks' rows in memory.
    bool hasRoomFor(FlockId flock) const;
    // Replaces the flock's membrane. With one leaf, the root, the flock is alone again and its rows are
    // returned.
    void setMembrane(FlockId flock, std::span<const Leaf> leaves);

    // Children's states relative to their parent, for reinit `retained` (reinit.cpp). Returns the row of
    // child `node`; a flock's first call allocates rows for its whole tree.
    std::size_t retainedRow(FlockId flock, Node node);
    AgentColumns& retained() { return retained_; }
    const AgentColumns& retained() const { return retained_; }
    // The first of the flock's rows, if it has any.
    std::optional<std::size_t> retainedFirst(FlockId flock) const;
    std::vector<bool>& isRetained() { return is_retained_; }

    std::uint64_t liveLeaves() const { return size() - expanded_ + membrane_leaves_; }
    std::uint64_t liveNodes() const { return liveLeaves() + inner_nodes_; }
    // Leaves of expanded flocks. LodRules::max_leaves limits them.
    std::uint64_t membraneLeaves() const { return membrane_leaves_; }
    std::uint64_t agents() const { return agents_; }
    std::size_t bytes() const;  // memory of the columns

    // Bytes that a flock needs in each state, to estimate a scenario's memory before anything is allocated.
    static constexpr std::size_t kBytesAlone = 34;
    static constexpr std::size_t kBytesPerLeafRow = 28;
    static constexpr std::size_t kBytesPerRetainedNode = 25;
    // More where leaves think in turns.
    static constexpr std::size_t kBytesPerDepth = 1;
    static constexpr std::size_t kBytesPerTurn = 4, kBytesPerIntent = 12;

  private:
    static constexpr std::uint32_t kAlone = ~0u;
    static constexpr std::uint64_t kNotRetained = ~std::uint64_t{0};

    struct Membrane {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t size_log2 = 0;
    };

    void releaseMembrane(FlockId flock);
    void reserveBlock(Membrane& membrane, std::uint32_t count);
    void closeRetainedGaps();
    void reserveLeaves(std::size_t rows);

    Plane plane_;
    std::uint64_t seed_;
    LodRules lod_;
    const Kernels* kernels_;
    std::vector<Species> species_;
    std::vector<Tree> trees_;
    std::vector<StepRules> rules_;
    std::vector<Zones> zones_;
    std::vector<Way> ways_;

    AgentColumns roots_;
    LargeVector<std::uint32_t> age_of_;
    LargeVector<SpeciesId> species_of_;
    LargeVector<std::uint32_t> membrane_of_;

    std::vector<Membrane> membranes_;
    std::vector<std::uint32_t> free_membranes_;
    BlockPool blocks_;
    std::vector<Node> nodes_;
    AgentColumns leaves_;

    LargeVector<std::uint8_t> depth_of_;  // empty: zones decide
    LargeVector<Flight> flights_;         // empty: none can flee

    bool thinks_in_turns_ = false;
    // Empty unless leaves think in turns.
    LargeVector<std::uint32_t> turn_of_;
    LargeVector<float> intent_x_, intent_y_, intent_seconds_;

    std::vector<std::uint64_t> retained_first_;  // by flock; empty before the first use
    AgentColumns retained_;
    std::vector<bool> is_retained_;

    std::uint64_t expected_leaves_ = 0, expected_retained_ = 0;
    std::uint64_t most_leaf_bytes_ = ~std::uint64_t{0};

    std::uint64_t agents_ = 0;
    std::uint64_t expanded_ = 0;
    std::uint64_t membrane_leaves_ = 0;
    std::uint64_t inner_nodes_ = 0;
    std::uint64_t layout_ = 0;
};

// The zone borders of a tree.
Zones zonesFor(const LodRules& lod, const Tree& tree);

}  // namespace drover::flock
