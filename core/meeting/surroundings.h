// What the others were when the frame began: where each was after its last update, in a grid. A mind that
// runs reads others here alone, never another mind's live rows, so neither the order of runs nor the number
// of threads changes a bit. The world renews the entries of those that ran, between two frames.
//
// Others go on as they went: they are taken to be where their velocity brings them by the middle of the step
// that is made. What they do to an animal, or to a folded herd, follows MODEL 11.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ask_ahead.h"
#include "core/base/large_pages.h"
#include "core/base/plane.h"
#include "core/cores/team.h"
#include "core/meeting/crowd.h"
#include "core/meeting/crowd_force.h"
#include "core/meeting/near_grid.h"
#include "core/meeting/relations.h"

namespace drover::meeting {

// A herd as a whole, or a single animal.
struct Disc {
    Place place;
    Vec2 velocity;
    std::int64_t at_ns = 0;  // of its last update
    float radius_m = 0;  // folded: the root mean square distance of its animals; else that of the farthest
    std::uint32_t look = 0;  // bit 31: it is unfolded
    static constexpr std::uint32_t kUnfolded = 1u << 31;
    bool isUnfolded() const { return (look & kUnfolded) != 0; }
    std::uint32_t lookOf() const { return look & ~kUnfolded; }
};
static_assert(sizeof(Disc) == 32);

// An animal of an unfolded herd, or a point that stands for several.
struct Member {
    Place place;
    Vec2 velocity;
    float animals = 1;
};

// What is the same for all of a look.
struct LookRules {
    float animals = 1;                                  // of a herd
    float max_speed = 0;                                // metre per second
    float max_force = 0;                                // newton
    float apart = 0;                                    // the weight of separation: of `avoid`
    float alignment = 0, cohesion = 0, separation = 0;  // weight times probability: what `join` shares
    float spread_m = 0;                                 // of a herd that is folded
};

// One that asks what the others do to it in a step.
struct Asker {
    std::uint32_t row = 0, look = 0;
    Place place;                              // of a herd its centre,
    Vec2 velocity;                            // as of its last update
    float radius_m = 0;                       // from there to its farthest animal
    std::int64_t since_ns = 0, until_ns = 0;  // the time that it makes up for
    bool has_breath = true;                   // for running faster than usual
};

// How much faster animals run that are alarmed and have breath.
constexpr float kSprint = 1.2f;

// What the others do to one.
struct Acted {
    Vec2 force;       // newton, on each animal
    Vec2 fear;        // what of it is flight
    float alarm = 0;  // the share of its animals that flee
};

class Surroundings {
  public:
    // With two cells of the grid a row: as many as herds as crowded as those of the plains have.
    static constexpr std::size_t kBytesPerRow =
        sizeof(Disc) + sizeof(std::uint64_t) + (3 + 2 * 4) * sizeof(std::uint32_t);

    // All animals ignore each other.
    Surroundings() = default;
    Surroundings(const Plane& plane, Relations relations, std::vector<LookRules> looks, std::uint32_t rows);

    bool areEmpty() const { return discs_.empty(); }
    std::size_t bytes() const {
        return discs_.size() * (sizeof(Disc) + sizeof(Block)) + members_.size() * sizeof(Member) +
               grid_.bytes();
    }
    std::uint32_t rows() const { return static_cast<std::uint32_t>(discs_.size()); }
    const Relations& relations() const { return relations_; }

    // Renews an entry. Different rows may be renewed at once.
    void renew(std::uint32_t row, const Disc& disc) { discs_[row] = disc; }
    // The members of an unfolded herd have places of their own, given by `first`.
    void makeRoomForMembers(std::size_t rows) {
        if (members_.size() < rows) members_.resize(rows);
    }
    std::span<Member> renewMembers(std::uint32_t row, std::uint32_t first, std::uint32_t count) {
        blocks_[row] = {first, count};
        return std::span(members_).subspan(first, count);
    }
    // After the entries of these rows were renewed, and `elapsed_ns` after the last time: each of them, and
    // some others, are found where they have come to.
    void endFrame(std::span<const std::uint32_t> renewed, std::int64_t now_ns, std::int64_t elapsed_ns,
                  cores::Team* team);

    // Asks for what a search at this place will read: first for where others are listed, some updates later
    // for the others. Where rows are few they are at hand.
    void prefetchLists(Place place) const {
        if (areManyRows()) grid_.prefetch(place);
    }
    void prefetchOthers(Place place) const {
        if (areManyRows()) grid_.visitNear(place, [&](std::uint32_t row) { askFor(&discs_[row]); });
    }
    // How many others a herd will find that makes up for so much time, if all stand evenly.
    double likelyNear(double elapsed_s) const;
    // Finds all that may act on it while it makes up for its time.
    void findOthers(const Asker& asker, Crowd& crowd) const;
    // Where they are at that time, from `place`.
    void look(const Asker& asker, Place place, std::int64_t at_ns, Crowd& crowd) const;

    // The mean force on an animal of a folded herd at that place, with the spread of its animals.
    Acted onHerd(const Asker& asker, Vec2 velocity, float spread_m, const Crowd& crowd) const;
    // The force on one animal, or on a point with the spread of those that it stands for, so far from there.
    Acted onAnimal(const Asker& asker, Vec2 at, Vec2 velocity, float spread_m, const Crowd& crowd) const;

    const Relation& relationTo(std::uint32_t look, std::uint32_t row) const {
        return relations_.of(look, discs_[row].lookOf());
    }
    const Disc& discOf(std::uint32_t row) const { return discs_[row]; }
    std::span<const Member> membersOf(std::uint32_t row) const {
        return std::span(members_).subspan(blocks_[row].first, blocks_[row].count);
    }
    // Where a disc has come to by then, from the place.
    Vec2 offsetAt(Place from, const Disc& disc, std::int64_t at_ns) const {
        return plane_.offset(from, disc.place) + disc.velocity * seconds(at_ns - disc.at_ns);
    }

  private:
    // Each row is looked at once in so much time.
    static constexpr std::int64_t kLook_ns = 250'000'000;
    struct Block {
        std::uint32_t first = 0, count = 0;
    };
    bool areManyRows() const { return discs_.size() > 16'384; }
    static float seconds(std::int64_t ns) { return static_cast<float>(static_cast<double>(ns) * 1e-9); }

    // What those that it joins come to.
    struct Joined {
        float animals = 0;
        Vec2 headings, offsets;
        float weight = 0;

        void add(const Other& other, Vec2 offset) {
            animals += other.animals, weight = std::max(weight, other.relation.weight);
            headings += unit(other.velocity) * other.animals, offsets += offset * other.animals;
        }
    };
    // What it flees from.
    struct Fear {
        Vec2 away;  // from where the others will be
        float alarm = 0, weight = 0;
    };
    template <bool kIsHerd>
    Acted on(const Asker& asker, Vec2 at, Vec2 velocity, float spread_m, const Crowd& crowd) const;
    template <bool kIsHerd>
    static void flee(Fear& fear, const Other& other, Vec2 away, float spread_m);
    template <bool kIsHerd>
    Vec2 forceOf(const Fear& fear, const Asker& asker, Vec2 velocity, float spread_m) const;
    Vec2 forceOf(const Joined& joined, const LookRules& own, Vec2 velocity) const;
    void moveRows(std::uint32_t rows, std::int64_t now_ns, cores::Team* team, auto row_at);
    // Hunters tear herds apart, a few at a time; a search for all others stays small.
    bool isWide(const Disc& disc) const {
        return disc.isUnfolded() && disc.radius_m > reachOfCloud(widest_, 0);
    }

    Plane plane_{1, Edges::kTorus};
    Relations relations_;
    std::vector<LookRules> looks_;
    float fastest_ = 0, widest_ = 0;  // of all looks, and of all herds that are folded
    LargeVector<Disc> discs_;
    LargeVector<Block> blocks_;  // only of the unfolded
    LargeVector<Member> members_;
    NearGrid grid_{{1, Edges::kTorus}, 1, 0};  // of one cell where all ignore each other
    std::uint32_t next_look_ = 0;              // row
    std::int64_t seen_ns_ = 0;                 // when rows were looked at last
    std::int64_t unseen_ns_ = 0;               // the longest time from a look at a row until then
    struct Looked {
        std::vector<std::uint32_t> moved, wide;
    };
    std::vector<Looked> looked_;       // by range of rows that are looked at
    std::vector<std::uint32_t> wide_;  // rows of herds that are wider than a search: all are asked
};

}  // namespace drover::meeting
