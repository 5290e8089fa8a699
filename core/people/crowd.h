// People who walk to their goals in a building: one entry a person, who commits a straight step for a time
// and decides again when it is over. step.h has the rules. A world calls decide() with those whose turn it
// is, and draws placeAt() at any time. Time is handed in.
//
// No two bodies overlap and nobody is in a wall, whatever the periods are and however late somebody is: a
// committed line is safe from all others, and at its end people stand.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/state_hash.h"
#include "core/base/value_ptr.h"
#include "core/cores/team.h"
#include "core/people/building.h"
#include "core/people/near_people.h"
#include "core/people/step.h"
#include "core/people/walls.h"
#include "core/people/way_field.h"

namespace drover::people {

enum class State : std::uint8_t {
    kWalks,
    kAway,  // outside the world: at its last goal, or taken out
};

struct Due {
    std::uint32_t person = 0;
    std::int64_t horizon_ns = 0;  // its period, and how late its next turn may be
    bool thinks = true;           // if not, it goes on as it went, as far as that is safe
};

// All that is known of one.
struct Person {
    State state = State::kWalks;
    Place start, end;
    std::int64_t since_ns = 0, until_ns = 0;
    std::uint16_t route = 0, leg = 0;
    float speed = 0;
};

class Crowd {
  public:
    // All ways are unknown at first: see advanceWays().
    explicit Crowd(std::shared_ptr<const Building> building);

    const Building& building() const { return *building_; }

    // Somebody who stands there. Two may not be put closer than 2 kBody_m, nor one into a wall.
    std::uint32_t add(Place place, std::uint32_t route, float speed, std::int64_t now_ns);
    std::uint32_t addAway(std::uint32_t route, float speed, std::int64_t now_ns);
    // One who is away comes in and begins its route again, where it is free.
    void admit(std::uint32_t person, Place place, std::int64_t now_ns);
    bool isFree(Place place, std::int64_t now_ns) const;
    bool isFreeOfWalls(Place place) const;
    // One as it was, or away where somebody stands in its way now.
    Person get(std::uint32_t person) const;
    std::uint32_t comeBack(const Person& person, std::int64_t now_ns);
    // The others keep their order, and those behind move up. The rows are in rising order.
    void remove(std::span<const std::uint32_t> persons);

    // Goes on with the distance fields by so many cells. True once all are whole. Who does not know a way yet
    // waits.
    bool advanceWays(std::uint32_t cells);
    bool areWaysDone() const;
    const WayField& wayTo(std::uint32_t goal) const;
    // Cells that they still have to look at.
    std::uint64_t cellsLeft() const;
    // Other walls, or gates that are open or closed. If anything changed, all ways are looked for again.
    void setBuilding(std::shared_ptr<const Building> building, std::int64_t now_ns);
    // A closed gate is a wall from now on, and all ways are looked for again.
    void setGate(std::uint32_t gate, bool is_open);
    bool isOpen(std::uint32_t gate) const { return is_open_[gate] != 0; }

    // Everybody in `due`, each once, decides at once, from what stood before: neither their order nor the
    // team changes a bit. Those who are away stay so.
    void decide(std::span<const Due> due, std::int64_t now_ns, cores::Team* team);
    // Who has come to its goal goes on to the next one, or away. Part of decide(); time never runs back.
    void look(std::int64_t now_ns, cores::Team* team);

    std::uint32_t size() const { return static_cast<std::uint32_t>(start_.size()); }
    State state(std::uint32_t person) const { return state_[person]; }
    Place placeAt(std::uint32_t person, std::int64_t now_ns) const;
    // On its line; it stands once that is over.
    Vec2 velocityOf(std::uint32_t person) const;
    std::int64_t since_ns(std::uint32_t person) const { return since_ns_[person]; }
    std::int64_t goesUntil_ns(std::uint32_t person) const { return until_ns_[person]; }
    // Metres to its goal from where its line begins; infinite where no way is known.
    float wayLeft(std::uint32_t person) const;
    std::uint32_t goalOf(std::uint32_t person) const {
        return building_->routes[route_[person]][leg_[person]];
    }
    float speedOf(std::uint32_t person) const { return speed_[person]; }
    std::uint32_t arrived() const { return arrived_; }

    void addTo(StateHash& hash) const;

  private:
    // A field that is whole is shared by all copies of the crowd; one that still grows is not.
    struct Way {
        std::shared_ptr<const WayField> whole;
        ValuePtr<WayField> growing;
    };
    struct Step {
        Place end;
        std::int64_t until_ns = 0;
    };

    void makeWalls();
    void stopAtWalls(std::uint32_t person, std::int64_t now_ns);
    void beginWays();
    bool hasReached(std::uint32_t person, Place place) const;
    void enter(std::uint32_t person, std::int64_t now_ns);
    void arrive(std::uint32_t person);
    Vec2 velocityAt(std::uint32_t person, std::int64_t now_ns) const;
    void see(const NearPeople::Person& self, Seen& seen) const;
    void seeWalls(Place place, Seen& seen) const;
    bool goesBefore(const NearPeople::Person& self, const NearPeople::Person& other, Vec2 offset) const;
    Step stepOf(const Due& due, std::int64_t now_ns) const;
    void commit(std::uint32_t person, const Step& step, std::int64_t now_ns);
    ground::Point metres(Place place) const {
        return {building_->plane.xMetres(place), building_->plane.yMetres(place)};
    }

    std::shared_ptr<const Building> building_;
    std::shared_ptr<const Walls> walls_;
    std::vector<std::uint8_t> is_open_;  // by gate
    std::vector<Way> ways_;              // by goal
    std::uint32_t arrived_ = 0;

    // Columns, by person.
    std::vector<State> state_;
    std::vector<Place> start_, end_;  // the line that it walks
    std::vector<std::int64_t> since_ns_, until_ns_;
    std::vector<std::uint16_t> route_, leg_;
    std::vector<float> speed_;

    // Where all are; known again from the columns.
    NearPeople near_;
    std::vector<std::uint32_t> cells_;
    std::vector<Step> steps_;  // by entry of `due`
    std::int64_t seen_ns_ = 0;
    bool is_seen_ = false;
};

}  // namespace drover::people
