#include "core/flock/store.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <new>

#include "core/base/planted.h"
#include "core/flock/kernels.h"

namespace drover::flock {
namespace {

constexpr Node kRootNode = kRoot;  // the membrane of every flock that is alone

template <class Column>
std::size_t bytesOf(const Column& column) {
    return column.capacity() * sizeof(typename Column::value_type);
}

// The new capacity of columns that need `rows` rows: twice the old one, but no more than the expected rows.
// Where more are needed, few are added to them.
std::size_t grownTo(std::size_t rows, std::size_t capacity, std::uint64_t expected) {
    return rows > expected ? rows + rows / 32 : std::max(rows, std::min<std::size_t>(2 * capacity, expected));
}

}  // namespace

void AgentColumns::resize(std::size_t rows) {
    x.resize(rows), y.resize(rows);
    vx.resize(rows), vy.resize(rows);
    hx.resize(rows), hy.resize(rows);
}

void AgentColumns::reserve(std::size_t rows) {
    x.reserve(rows), y.reserve(rows);
    vx.reserve(rows), vy.reserve(rows);
    hx.reserve(rows), hy.reserve(rows);
}

std::size_t AgentColumns::bytes() const {
    return bytesOf(x) + bytesOf(y) + bytesOf(vx) + bytesOf(vy) + bytesOf(hx) + bytesOf(hy);
}

std::uint32_t BlockPool::take(std::uint32_t size_log2) {
    std::vector<std::uint32_t>& waiting = free_[size_log2];
    if (waiting.empty()) {
        const std::uint32_t first = rows_;
        rows_ += 1u << size_log2;
        return first;
    }
    const std::uint32_t first = waiting.back();
    waiting.pop_back();
    return first;
}

// MODEL (2.a) without the division: clamp(D - floor(d / w), 0, D) is more than k exactly when d < w * (D -
// k), and at most k exactly when d >= w * (D - k).
Zones zonesFor(const LodRules& lod, const Tree& tree) {
    Zones zones;
    for (std::uint32_t level = 0; level <= tree.depth; ++level) {
        const float border = lod.enabled || level == tree.depth
                                 ? lod.zone_width * static_cast<float>(tree.depth - level)
                                 : std::numeric_limits<float>::infinity();
        zones.within_sq[level] = border * border;
        zones.beyond_sq[level] = (border + lod.hysteresis) * (border + lod.hysteresis);
    }
    return zones;
}

FlockStore::FlockStore(Plane plane, std::uint64_t seed, LodRules lod, std::vector<Species> species)
    : plane_(plane), seed_(seed), kernels_(&bestKernels()), species_(std::move(species)) {
    for (const Species& kind : species_) {
        trees_.emplace_back(kind.branching, kind.depth);
        rules_.emplace_back(plane_, seed_, kind);
        ways_.emplace_back(plane_, kind.way);
    }
    setLod(lod);
}

void FlockStore::setLod(const LodRules& lod) {
    lod_ = lod;
    zones_.clear();
    for (const Tree& tree : trees_) zones_.push_back(zonesFor(lod_, tree));
}

void FlockStore::letOwnerDecide() {
    depth_of_.resize(size());
    for (std::uint32_t flock = 0; flock < size(); ++flock) {
        const Tree& tree = treeOf(FlockId{flock});
        std::uint32_t level = 0;
        for (std::uint32_t leaves = tree.branching; leaves <= count(FlockId{flock}); leaves *= tree.branching)
            ++level;
        setDepth(FlockId{flock}, level);
    }
}

void FlockStore::setSpecies(SpeciesId species, const Species& kind) {
    Species& present = species_[row(species)];
    assert(kind.branching == present.branching && kind.depth == present.depth);
    present = kind;
    rules_[row(species)] = StepRules(plane_, seed_, kind);
    ways_[row(species)] = Way(plane_, kind.way);
}

void FlockStore::reserve(std::size_t flocks) {
    roots_.reserve(flocks);
    age_of_.reserve(flocks);
    species_of_.reserve(flocks);
    membrane_of_.reserve(flocks);
}

FlockId FlockStore::add(SpeciesId species, const Agent& root) {
    const std::size_t at = size();
    assert(at < kAlone && row(species) < species_.size());
    roots_.resize(at + 1);
    roots_.set(at, root);
    age_of_.push_back(0);
    species_of_.push_back(species);
    membrane_of_.push_back(kAlone);
    if (doesOwnerDecide()) depth_of_.push_back(0);
    if (thinksInTurns()) turn_of_.push_back(0);
    if (canFlee()) flights_.emplace_back();
    agents_ += species_[row(species)].agents();
    return static_cast<FlockId>(at);
}

std::span<const Node> FlockStore::nodes(FlockId flock) const {
    if (isAlone(flock)) return {&kRootNode, 1};
    return {nodes_.data() + first(flock), count(flock)};
}

Vec2 FlockStore::paceCorrection(FlockId flock, float t) const {
    const float pace = rulesOf(flock).pace;
    if (pace == 0 || isFull(flock)) return {};
    const std::size_t at = row(flock);
    const Vec2 velocity{roots_.vx[at], roots_.vy[at]};
    const float speed = length(velocity);
    constexpr float kMost = 1;  // times the present speed, so that a herd at rest starts gently
    const float missing = speed * (1 + kMost) > pace ? pace / speed - 1 : kMost;
    return velocity * (missing * (t / (t + rulesOf(flock).pace_time)));
}

bool FlockStore::hasRoomFor(FlockId flock) const {
    const std::size_t rows = blocks_.rows() + std::bit_ceil(speciesOf(flock).agents());
    return membranes_.size() < membranes_.capacity() &&
           rows <= std::min(nodes_.capacity(), leaves_.x.capacity()) &&
           rows <= std::min({leaves_.y.capacity(), leaves_.vx.capacity(), leaves_.vy.capacity()}) &&
           rows <= std::min(leaves_.hx.capacity(), leaves_.hy.capacity()) &&
           (!thinksInTurns() ||
            rows <= std::min({intent_x_.capacity(), intent_y_.capacity(), intent_seconds_.capacity()}));
}

void FlockStore::thinkInTurns(bool is_wanted) {
    if (is_wanted == thinks_in_turns_) return;
    thinks_in_turns_ = is_wanted;
    turn_of_.clear();
    const std::size_t rows = is_wanted ? leaves_.size() : 0;
    for (LargeVector<float>* column : {&intent_x_, &intent_y_, &intent_seconds_}) column->assign(rows, 0.0f);
    if (!is_wanted) return;
    turn_of_.resize(size());
    for (std::size_t at = 0; at < size(); ++at) turn_of_[at] = isAlone(FlockId(at)) ? age_of_[at] : 0;
}

void FlockStore::setMembrane(FlockId flock, std::span<const Leaf> leaves) {
    assert(!leaves.empty() && leaves.size() <= treeOf(flock).mostLeaves());
    const std::size_t at = row(flock);
    if (leaves.size() == 1) {
        assert(leaves[0].node == kRoot);
        roots_.set(at, leaves[0].agent);
        releaseMembrane(flock);
        if (thinksInTurns()) hasThought(flock);
        return;
    }
    if (isAlone(flock)) {
        if (free_membranes_.empty()) {
            membrane_of_[at] = static_cast<std::uint32_t>(membranes_.size());
            membranes_.emplace_back();
        } else {
            membrane_of_[at] = free_membranes_.back();
            free_membranes_.pop_back();
        }
        ++expanded_;
    }
    Membrane& membrane = membranes_[membrane_of_[at]];
    const Tree& tree = treeOf(flock);
    const auto count = static_cast<std::uint32_t>(leaves.size());
    membrane_leaves_ += count;
    membrane_leaves_ -= membrane.count;
    inner_nodes_ += tree.innerNodes(count);
    inner_nodes_ -= membrane.count == 0 ? 0 : tree.innerNodes(membrane.count);
    reserveBlock(membrane, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        nodes_[membrane.first + i] = leaves[i].node;
        leaves_.set(membrane.first + i, leaves[i].agent);
    }
    if (!thinksInTurns()) return;
    turn_of_[at] = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto& [x, y, seconds] = leaves[i].intent;
        intent_x_[membrane.first + i] = x, intent_y_[membrane.first + i] = y;
        intent_seconds_[membrane.first + i] = seconds;
    }
}

void FlockStore::reserveBlock(Membrane& membrane, std::uint32_t count) {
    const auto size_log2 = static_cast<std::uint32_t>(std::bit_width(count - 1));
    if (membrane.count == 0 || membrane.size_log2 != size_log2) {
        if (membrane.count != 0) blocks_.give(membrane.first, membrane.size_log2);
        membrane.first = blocks_.take(size_log2);
        membrane.size_log2 = size_log2;
    }
    membrane.count = count;
    if (blocks_.rows() > nodes_.size()) {
        if (blocks_.rows() > nodes_.capacity()) reserveLeaves(blocks_.rows());
        nodes_.resize(blocks_.rows());
        leaves_.resize(blocks_.rows());
        if (thinksInTurns()) {
            for (LargeVector<float>* column : {&intent_x_, &intent_y_, &intent_seconds_})
                column->resize(blocks_.rows());
        }
    }
}

void FlockStore::reserveLeaves(std::size_t rows) {
    const std::size_t capacity = grownTo(rows, nodes_.capacity(), expected_leaves_);
    if (capacity * kBytesPerLeafRow > most_leaf_bytes_) throw std::bad_alloc();
    nodes_.reserve(capacity);
    leaves_.reserve(capacity);
    if (!thinksInTurns()) return;
    for (LargeVector<float>* column : {&intent_x_, &intent_y_, &intent_seconds_}) column->reserve(capacity);
}

void FlockStore::releaseMembrane(FlockId flock) {
    if (isAlone(flock)) return;
    Membrane& membrane = membranes_[membrane_of_[row(flock)]];
    blocks_.give(membrane.first, membrane.size_log2);
    if (!isPlanted(Fault::kUncountedLeaf)) membrane_leaves_ -= membrane.count;
    inner_nodes_ -= treeOf(flock).innerNodes(membrane.count);
    membrane = {};
    free_membranes_.push_back(membrane_of_[row(flock)]);
    membrane_of_[row(flock)] = kAlone;
    --expanded_;
    assert(expanded_ > 0 || isPlanted(Fault::kUncountedLeaf) || (membrane_leaves_ == 0 && inner_nodes_ == 0));
}

std::size_t FlockStore::retainedRow(FlockId flock, Node node) {
    assert(node != kRoot);
    if (retained_first_.size() < size()) retained_first_.resize(size(), kNotRetained);
    std::uint64_t& first = retained_first_[row(flock)];
    if (first == kNotRetained) {
        first = retained_.size();
        const std::size_t rows = retained_.size() + treeOf(flock).nodes() - 1;
        if (rows > retained_.x.capacity()) {
            const std::size_t capacity = grownTo(rows, retained_.x.capacity(), expected_retained_);
            if (capacity * kBytesPerRetainedNode + nodes_.capacity() * kBytesPerLeafRow > most_leaf_bytes_)
                throw std::bad_alloc();
            retained_.reserve(capacity);
            is_retained_.reserve(capacity);
        }
        retained_.resize(rows);
        is_retained_.resize(rows);
    }
    return first + node - 1;
}

std::optional<std::size_t> FlockStore::retainedFirst(FlockId flock) const {
    if (row(flock) >= retained_first_.size() || retained_first_[row(flock)] == kNotRetained)
        return std::nullopt;
    return retained_first_[row(flock)];
}

std::size_t FlockStore::bytes() const {
    return roots_.bytes() + bytesOf(age_of_) + bytesOf(species_of_) + bytesOf(membrane_of_) +
           bytesOf(membranes_) + bytesOf(depth_of_) + bytesOf(flights_) + bytesOf(turn_of_) +
           bytesOf(intent_x_) + bytesOf(intent_y_) + bytesOf(intent_seconds_) + bytesOf(nodes_) +
           leaves_.bytes() + bytesOf(retained_first_) + retained_.bytes() + is_retained_.capacity() / 8;
}

}  // namespace drover::flock
