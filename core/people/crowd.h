// People who walk to their goals in a building: one entry a person, who commits a straight step for a time
// and decides again when it is over. step.h has the rules. A world calls decide() with those whose turn it
// is, and draws placeAt() at any time. Time is handed in.
//
// No two bodies overlap and none is in a wall, however long periods are and however late a person is: a
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
#include "core/people/columns.h"
#include "core/people/near_people.h"
#include "core/people/queue.h"
#include "core/people/seats.h"
#include "core/people/step.h"
#include "core/people/walls.h"
#include "core/people/way_field.h"

namespace drover::people {

struct Due {
    std::uint32_t person = 0;
    std::int64_t horizon_ns = 0;  // its period, and how late its next turn may be
    bool thinks = true;           // if not, it goes on as it went, as far as that is safe
    Vec2 away = {};  // from what it shuns: as long as the wish to get away is beside that to its goal
};

// All that is known of one who may come back.
struct Person {
    State state = State::kWalks;
    Place place;
    std::uint16_t route = 0, leg = 0;
    float speed = 0;
};

// People near a player are full, those far from it are folded: see queue.h. Between the two distances all
// stay as they are.
struct Levels {
    Place player;
    double unfold_within_m = 0, fold_beyond_m = 0;
};

class Crowd {
  public:
    // All ways are unknown at first: see advanceWays().
    explicit Crowd(std::shared_ptr<const Building> building);

    const Building& building() const { return *building_; }

    // Adds a person who stands there. Two may not be put closer than 2 kBody_m, nor one into a wall.
    std::uint32_t add(Place place, std::uint32_t route, float speed, std::int64_t now_ns);
    std::uint32_t addAway(std::uint32_t route, float speed, std::int64_t now_ns);
    bool isFree(Place place, std::int64_t now_ns) const;
    // The same, of those who were there when this frame began, and of these places. `now_ns` is that of the
    // frame.
    bool isFreeNow(Place place, std::int64_t now_ns, std::span<const Place> taken) const;
    bool isFreeOfWalls(Place place) const;
    // One who is away comes in and begins its route again, where it is free.
    void admit(std::uint32_t person, Place place, std::int64_t now_ns);
    // The person as it was, or away if its place is taken now.
    Person get(std::uint32_t person) const;
    std::uint32_t comeBack(const Person& person, std::int64_t now_ns);
    // The others keep their order, and those behind move up. The rows are in rising order.
    void remove(std::span<const std::uint32_t> persons);

    // Searches this many more cells of the distance fields. True once all are whole. People who know no way
    // yet wait.
    bool advanceWays(std::uint32_t cells);
    bool areWaysDone() const;
    const WayField& wayTo(std::uint32_t goal) const;
    // Cells that they still have to look at.
    std::uint64_t cellsLeft() const;
    // A closed gate is a wall from now on, and all ways are looked for again. So they are where other things
    // stand in the way. Who walks into a new wall stops before it.
    void setGate(std::uint32_t gate, bool is_open);
    void setShapes(std::span<const ground::Shape> shapes);
    // Other gates. One that is not where the gate of its number was is another one: nobody waits at it yet.
    void setGates(std::span<const Gate> gates);
    bool isOpen(std::uint32_t gate) const { return is_open_[gate] != 0; }

    // All in `due`, each once, decide together, from what stood before: neither their order nor the
    // team changes a bit. Those who are away stay so.
    void decide(std::span<const Due> due, std::int64_t now_ns, cores::Team* team);
    // Once a frame, before decide(): who has come to its goal goes on to the next one, or away; twice a
    // second folded people move; four times a second they fold and unfold, if there are levels. Time never
    // runs back.
    void beginFrame(std::int64_t now_ns, cores::Team* team, const Levels* levels = nullptr);

    std::uint32_t size() const { return columns_.size(); }
    State state(std::uint32_t person) const { return columns_.state[person]; }
    Place placeAt(std::uint32_t person, std::int64_t now_ns) const {
        return columns_.placeAt(building_->plane, person, now_ns);
    }
    // On its line; it stands once that is over.
    Vec2 velocityOf(std::uint32_t person) const { return columns_.velocityOf(building_->plane, person); }
    std::int64_t goesUntil_ns(std::uint32_t person) const { return columns_.until_ns[person]; }
    std::uint32_t goalOf(std::uint32_t person) const {
        return building_->routes[columns_.route[person]][columns_.leg[person]];
    }
    std::int64_t since_ns(std::uint32_t person) const { return columns_.since_ns[person]; }
    std::int64_t thought_ns(std::uint32_t person) const { return columns_.thought_ns[person]; }
    // How often it has come in, after the first time.
    std::uint32_t lifeOf(std::uint32_t person) const { return columns_.life[person]; }
    // How often people have come, left, folded or unfolded.
    std::uint64_t stirs() const { return columns_.stirs; }
    // Metres to its goal from where its line begins; infinite where no way is known.
    float wayLeft(std::uint32_t person) const;
    // People for whom no way leads to their goal; 0 while ways are searched.
    std::uint32_t withoutWay() const;
    float speedOf(std::uint32_t person) const { return columns_.speed[person]; }
    std::uint32_t arrived() const { return arrived_; }
    // How many have gone through a gate, less those who were pushed back.
    std::uint32_t passed(std::uint32_t gate) const { return queues_.passed(gate); }
    // People a square metre around a place, as they stood when the frame began: those within 1.5 m. Who is
    // folded is in no place.
    float densityAt(Place place) const;
    // Points of folded people. Each folded person is in one of them.
    std::span<const FoldedPoint> points() const { return queues_.points(); }
    std::uint32_t folds() const { return folds_; }
    std::uint32_t unfolds() const { return unfolds_; }
    std::uint32_t refusals() const { return refusals_; }  // there was no room to unfold

    void addTo(StateHash& hash) const;
    std::size_t bytes() const;  // that a copy takes

  private:
    // A field that is whole is shared by all copies of the crowd; one that still grows is not. A stale one is
    // used until its turn comes to grow anew.
    struct Way {
        std::shared_ptr<const WayField> whole;
        ValuePtr<WayField> growing;
        bool is_stale = false;
    };
    struct Step {
        Place end;
        std::int64_t until_ns = 0;
        bool thinks = true, presses = false;
    };
    // What else a person sees of those who are near.
    struct Jam {
        bool is_first = true;  // no one near who has stood for long is nearer to the goal
        bool is_led = false;   // the one right before it presses on
    };

    void makeWalls();
    void wallsChanged();
    void stopAtWalls(std::uint32_t person, std::int64_t now_ns);
    void beginWay(std::size_t goal);
    bool isDone(const Way& way) const { return !way.growing && !way.is_stale; }
    // Where all are now, unless that is known.
    void look(std::int64_t now_ns, cores::Team* team);
    void findWalkers(std::int64_t now_ns);
    bool hasReached(std::uint32_t person, Place place) const;
    QueueId queueAt(const WayField& way, ground::Point place) const;
    void enter(std::uint32_t person, std::int64_t now_ns);
    void arrive(std::uint32_t person);
    void noteQueue(std::uint32_t person);
    bool isBehind(std::uint32_t gate, bool is_from_left, Place place) const;
    Vec2 velocityAt(std::uint32_t person, std::int64_t now_ns) const;
    Jam see(const NearPeople::Person& self, Seen& seen) const;
    void seeWalls(Place place, Seen& seen) const;
    Step stepOf(const Due& due, std::int64_t now_ns) const;
    Vec2 wishOf(const NearPeople::Person& self, const Due& due, Walker walker, const Seen& seen,
                bool presses) const;
    void commit(std::uint32_t person, const Step& step, std::int64_t now_ns);

    std::span<const WayField* const> wholeWays();
    void stepQueues(std::int64_t now_ns);
    void unfold(const Levels& levels, std::int64_t now_ns);
    bool unfold(const FoldedPoint& point, std::int64_t now_ns);
    void fold(const Levels& levels, std::int64_t now_ns);
    bool mayFold(std::uint32_t person, Place place) const;
    void check();
    ground::Point metres(Place place) const {
        return {building_->plane.xMetres(place), building_->plane.yMetres(place)};
    }

    std::shared_ptr<const Building> building_;
    std::shared_ptr<const Walls> walls_;
    std::vector<std::uint8_t> is_open_;  // by gate
    std::vector<Way> ways_;              // by goal
    std::uint32_t arrived_ = 0;

    std::uint32_t folds_ = 0, unfolds_ = 0, refusals_ = 0;
    Columns columns_;
    Queues queues_;
    std::int64_t next_phase_ns_ = 0, next_levels_ns_ = 0;
    std::uint32_t phase_ = 0;

    // Where all are; known again from the columns.
    NearPeople near_;
    std::vector<std::uint32_t> walkers_, cells_;  // people who are there, and their cells
    std::vector<Step> steps_;                     // by entry of `due`
    Seats seats_;
    std::vector<ground::Point> taken_;  // seats of those who unfold in this frame
    struct Foldable {
        std::uint64_t together = 0;  // those with the same may share a point
        float left_m = 0;
        std::uint32_t person = 0;
    };
    std::vector<Foldable> foldable_;
    std::vector<const WayField*> whole_ways_;  // by goal; null while it grows
    std::vector<std::uint8_t> points_of_;      // by person, to check that none is lost or doubled
    std::int64_t seen_ns_ = 0;
    bool is_seen_ = false;
};

}  // namespace drover::people
