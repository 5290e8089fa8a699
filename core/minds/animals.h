// The door to a kind of single animals, each a task of its own: a new kind is a class from Animals with its
// Kind, and a line in core/world/scenario/kinds.h. The world, the renderer and the window know kinds through
// it. People alone are known by name too, where their crowd, their gates or their areas are meant.
#pragma once

#include <any>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/plane.h"
#include "core/base/random.h"
#include "core/base/state_hash.h"
#include "core/cores/team.h"
#include "core/ground/shapes.h"
#include "core/load/process/process_report.h"
#include "core/meeting/near_grid.h"

namespace drover::ground {
class Ground;
}
namespace drover::meeting {
class Surroundings;
}
namespace drover::people {
class Crowd;
}

namespace drover::minds {

class Animals;
struct PeopleSettings;

// What is measured of people in a frame.
struct PeopleMeasures {
    std::uint64_t inside = 0, queued = 0, passed = 0;
    double density = 0, flow = 0;
};

// What the animals of a kind are born from.
struct Birth {
    std::uint64_t seed = 1;
    Plane plane{4000, Edges::kTorus};
    std::uint32_t of_each_sort = 0;
    std::span<const ground::Shape> shapes = {};  // what stands in the way
    const PeopleSettings* people = nullptr;      // null: people walk on and on
    bool are_ways_searched = false;  // by minds of their own, in slices; if not, they are found at once
    bool do_hunters_stand = false;
};

// What is around animals in a frame, and which rows and looks they have there themselves.
struct Around {
    const meeting::Surroundings* others = nullptr;
    const ground::Ground* ground = nullptr;  // null: nothing stands in the way
    std::int64_t now_ns = 0;
    std::uint32_t first_row = 0, first_look = 0;
    people::Crowd* people = nullptr;  // null: there are none; good until the frame's end
    bool has_budget = true;           // the manager keeps one
};

// A part of a mind that can be a set of its own (MODEL 5). Its number is its place in the list.
struct PartInfo {
    load::ExecutionPart place;
    const char* name;
    const char* text;
};

// Animals of a kind that look alike.
struct Sort {
    std::string_view name;
    std::string_view one;  // before the number of one of them
    float fastest = 0;     // metre per second
    float half_m = 0;      // of its length from above, where bodies keep apart; 0: it is drawn like a herd's
};

// A line of a panel: what a kind says about its animals after their last updates.
struct Reading {
    const char* name;  // in lists of what is on the screen
    const char* label;
    std::string text;
    const char* tip;
};

struct Kind {
    std::string_view name;  // in files and lists
    std::string_view many;  // after a number of them
    std::span<const Sort> sorts;
    std::span<const PartInfo> parts;  // in the order in which they follow from each other; the last one moves
    std::span<const std::string_view> states = {};  // of an animal; empty: stateOf() is not used
    std::uint32_t most = 0;                         // of each sort
    Purpose birth;
    // As many of each sort, born anywhere, or where their settings say.
    std::unique_ptr<Animals> (*make)(const Birth& birth);
};

class Animals {
  public:
    static constexpr std::int64_t kLongestElapsed_ns = 10'000'000'000;

    // `reach_m`: the farthest that one sees another.
    Animals(const Plane& plane, float reach_m, std::size_t rows)
        : plane_(plane), reach_m_(reach_m), grid_(plane, static_cast<double>(reach_m), rows) {}
    virtual ~Animals() = default;
    virtual std::unique_ptr<Animals> copy() const = 0;
    virtual const Kind& kind() const = 0;
    // What one of a sort is called.
    std::string_view nameOf(std::size_t sort) const { return areFires() ? "fire" : kind().sorts[sort].one; }

    std::uint32_t size() const { return static_cast<std::uint32_t>(places.size()); }
    // The memory of the grid in which they find each other. It grows with the world, not with their number.
    std::size_t gridBytes() const { return grid_.bytes(); }
    std::vector<Place> places;  // each class has further columns
    void place(std::uint32_t i, Place at) {
        places[i] = at;
        grid_.move(i, at);
    }

    // Brings one on by the time since its last update, clamped to 0..10 s. One that does not think goes on as
    // it wanted last.
    virtual void update(std::uint32_t i, std::int64_t elapsed_ns, bool thinks = true) = 0;
    // One part of that, by the last results of the part before, however old they are. Only the last part
    // needs the time.
    virtual void runPart(std::size_t part, std::uint32_t i, std::int64_t elapsed_ns) = 0;
    // Where many are brought on together, update() and runPart() only note who is to be. Then moveNoted()
    // brings them on, on all cores: once in each round of tasks, before the next update().
    virtual bool areMovedTogether() const { return false; }
    virtual void moveNoted(cores::Team*) {}
    // They stand where they are, and others flee them.
    virtual bool areFires() const { return false; }
    // What stands in the way has changed, or what the kind's settings say.
    virtual void landChanged(const Birth&) {}
    // What an update takes by the model, beside what each task takes; microseconds.
    virtual double work_us(std::uint32_t) const { return 0; }
    // Of that, what only a thought takes.
    virtual double thought_us(std::uint32_t) const { return 0; }
    // There is nothing to decide for it now, so it is no task until it wakes. How often any of them have
    // begun or ended to rest.
    virtual bool rests(std::uint32_t) const { return false; }
    virtual std::uint64_t stirs() const { return 0; }
    // What parts have found is void: animals came or went.
    virtual void forgetParts() {}
    // The animals of the world have other rows: who was hunted is not known any more.
    virtual void forgetOthers() {}

    virtual std::size_t sortOf(std::uint32_t) const { return 0; }
    virtual Vec2 velocityOf(std::uint32_t i) const = 0;
    virtual Vec2 headingOf(std::uint32_t i) const = 0;
    // Whether places are those after the last frame; if not, those at each one's last update.
    virtual bool arePlacesOfNow() const { return false; }
    // The point that stands for it and some others; its own place is made up then.
    virtual std::optional<Place> pointOf(std::uint32_t) const { return std::nullopt; }
    // It is outside the world, and not seen.
    virtual bool isAway(std::uint32_t) const { return false; }
    // In each frame, before any is updated.
    void see(const Around& around) { around_ = around; }
    // Then, and after all updates: what is done for all of them together, however few are updated.
    virtual void beginFrame(Place /*player*/, cores::Team*) {}
    virtual void endFrame(cores::Team*) {}
    // The one of another kind that it hunts, as its row in the world.
    virtual std::optional<std::uint32_t> quarryOf(std::uint32_t) const { return std::nullopt; }
    // The one of its kind that it flees from, chases or follows, as things stand, and which of these.
    virtual std::optional<std::uint32_t> targetOf(std::uint32_t i) const = 0;
    virtual const char* deedOf(std::uint32_t i) const = 0;
    virtual std::size_t stateOf(std::uint32_t) const { return 0; }
    // How many animals were caught by any of these, and how many of these came to where they were going.
    virtual std::uint64_t caught() const { return 0; }
    virtual std::uint64_t arrived() const { return 0; }
    virtual PeopleMeasures measures() const { return {}; }
    // What it is worth to know of one beyond place, speed, target and task; and of all of them.
    virtual std::vector<Reading> tellOf(std::uint32_t) const { return {}; }
    virtual std::vector<Reading> tellOfAll() const { return {}; }

    // Animals come and go between two updates. What leaves can come back in another row. A new one gets the
    // last row; its shape follows from the seed and that row. After the last change, settle().
    virtual std::any get(std::uint32_t i) const = 0;
    virtual void comeBack(const std::any& animal) = 0;
    virtual void addNew(std::size_t sort, Place at) = 0;
    // Only those in these rows stay, which ascend: they move down to the first rows, in the same order.
    virtual void keep(std::span<const std::uint32_t> rows) = 0;
    virtual void settle() {}

    virtual void addTo(StateHash& hash) const = 0;
    // What outlives an update only where the parts have periods of their own.
    virtual void addPartsTo(StateHash&) const {}

  protected:
    Animals(const Animals&) = default;
    Animals& operator=(const Animals&) = default;

    void addPlace(Place at) {
        places.push_back({});
        grid_.grow(places.size());
        place(size() - 1, at);
    }
    // Goes this way, or along what stands in it. Returns the velocity with which it comes out.
    Vec2 go(std::uint32_t i, Vec2 way, Vec2 velocity);
    // The place, or one near by where nothing stands.
    Place outside(Place at) const;

    void clearPlaces() {
        places.clear();
        grid_ = meeting::NearGrid(plane_, static_cast<double>(reach_m_), 0);
    }

    Plane plane_;
    float reach_m_;
    meeting::NearGrid grid_;
    Around around_;
};

}  // namespace drover::minds
