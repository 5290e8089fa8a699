// Areas by which people come into a crowd, one after the other. A person of an entrance waits outside until
// its turn comes and there is a free place. Who has left may come in again. The world's people have
// one of these beside their crowd.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/state_hash.h"
#include "core/people/crowd.h"

namespace drover::people {

struct Entrance {
    ground::Box area;
    std::int64_t first_ns = 0,
                 between_ns = 1'000'000'000;  // when the first one comes, and the others after it
};

class Entrances {
  public:
    static constexpr std::uint16_t kNone = 0xffff;  // a person of no entrance

    // What it knows of a person.
    struct Guest {
        std::uint16_t entrance = kNone;
        bool has_come = true;  // at least once
    };

    // `back_after_ns`: after which who has left may come in again; 0: never.
    Entrances(std::vector<Entrance> entrances, std::int64_t back_after_ns, std::uint64_t seed);

    bool areNone() const { return entrances_.empty(); }
    std::size_t size() const { return entrances_.size(); }
    // One entry a person, in the order of the crowd's rows.
    void add(Guest guest);
    Guest guest(std::uint32_t person) const { return guests_[person]; }
    // Only these rows stay; they ascend.
    void keep(std::span<const std::uint32_t> rows);

    // Lets in those whose turn it is, after the crowd has begun its frame.
    void letIn(Crowd& crowd, std::int64_t now_ns);

    // People who are waiting outside, though their turn has come.
    std::uint32_t waiting(std::int64_t now_ns) const;
    void addTo(StateHash& hash) const;

  private:
    bool mayCome(const Crowd& crowd, std::uint32_t person, std::int64_t now_ns) const;
    bool letOneIn(std::size_t entrance, Crowd& crowd, std::int64_t now_ns);
    bool takePlace(const ground::Box& area, std::uint32_t person, Crowd& crowd, std::int64_t now_ns);

    std::vector<Entrance> entrances_;
    std::int64_t back_after_ns_;
    std::uint64_t seed_;
    std::vector<Guest> guests_;                       // by person
    std::vector<std::vector<std::uint32_t>> people_;  // by entrance
    std::vector<std::int64_t> next_ns_;               // by entrance: when the next one may come
    std::vector<std::uint32_t> next_;                 // by entrance: among its people
    std::vector<Place> taken_;                        // in this frame
};

}  // namespace drover::people
