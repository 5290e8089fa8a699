// How animals of one look act on seeing those of another: a table by ordered pair, as a scenario lists it.
// Surroundings turn it into forces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "core/base/fields.h"

namespace drover::meeting {

enum class Deed : std::uint8_t { kIgnore, kAvoid, kJoin, kFlee, kHunt };

constexpr Choice<Deed> kDeeds[] = {
    {Deed::kIgnore, "ignore", "they do not care"},
    {Deed::kAvoid, "avoid", "they keep apart, as from each other in their own herd"},
    {Deed::kJoin, "join", "they go along with them and keep together, as one herd would"},
    {Deed::kFlee, "flee", "they run away, faster than usual for some seconds"},
    {Deed::kHunt, "hunt", "they choose one, chase it and catch it; for hunters alone"},
};
inline std::span<const Choice<Deed>> choices(Deed) { return kDeeds; }
static_assert(std::size(kDeeds) == static_cast<std::size_t>(Deed::kHunt) + 1,
              "each deed has its row; kHunt is last");
static_assert(std::ranges::is_sorted(kDeeds, {}, &Choice<Deed>::value), "in their order");

// `weight` is a share of what they do of themselves: of kAvoid, of how they keep apart in their own herd; of
// kJoin, of how they keep together there; of kFlee, of all their force.
struct Relation {
    Deed deed = Deed::kIgnore;
    float range_m = 25;
    float weight = 1;

    friend bool operator==(const Relation&, const Relation&) = default;
};

class Relations {
  public:
    Relations() = default;
    explicit Relations(std::uint32_t looks) : looks_(looks + 1), table_(std::size_t{looks_} * looks_) {}

    // The look of one that is gone: all ignore it.
    std::uint32_t lookOfGone() const { return looks_ - 1; }

    void set(std::uint32_t who, std::uint32_t whom, const Relation& relation) {
        table_[std::size_t{who} * looks_ + whom] = relation;
        if (relation.deed == Deed::kIgnore) return;
        reach_m_ = std::max(reach_m_, relation.range_m);
    }
    const Relation& of(std::uint32_t who, std::uint32_t whom) const {
        return table_[std::size_t{who} * looks_ + whom];
    }
    bool areNone() const { return reach_m_ == 0; }
    bool haveAny(Deed deed) const {
        return std::ranges::any_of(table_, [&](const Relation& relation) { return relation.deed == deed; });
    }
    // Whether animals of this look care about any others.
    bool minds(std::uint32_t who) const {
        return std::ranges::any_of(std::span(table_).subspan(std::size_t{who} * looks_, looks_),
                                   [](const Relation& relation) { return relation.deed != Deed::kIgnore; });
    }
    // The longest range of all.
    float reach_m() const { return reach_m_; }

  private:
    std::uint32_t looks_ = 0;
    std::vector<Relation> table_;
    float reach_m_ = 0;
};

}  // namespace drover::meeting
