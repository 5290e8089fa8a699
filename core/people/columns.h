// One entry a person, in columns: the line that each walks, and where it wants to go. A crowd has them;
// queues move the folded ones among them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/plane.h"
#include "core/base/state_hash.h"
#include "core/people/way_field.h"

namespace drover::people {

enum class State : std::uint8_t {
    kWalks,
    kFolded,  // a point stands for it and some others
    kAway,    // outside the world: at its last goal, or taken out
};

struct Columns {
    std::vector<State> state;
    std::vector<Place> start, end;  // the line that it walks
    std::vector<std::int64_t> since_ns, until_ns;
    std::vector<std::uint16_t> route, leg;
    std::vector<float> speed;  // as fast as it likes to walk, metre per second
    // The queue where it was seen last, and the one that it waits in.
    std::vector<QueueId> seen_in, waits_in;
    std::vector<QueueId> has_passed;       // the queue whose gate it went through last
    std::vector<std::int64_t> thought_ns;  // when it decided last
    // The least way that it had left, since when it has not come nearer, and until when it presses on.
    std::vector<float> least_left_m;
    std::vector<std::int64_t> stays_since_ns, presses_until_ns;
    std::vector<std::uint32_t> life;  // how often it has come in again
    std::uint64_t stirs = 0;          // how often any state has changed

    std::uint32_t size() const { return static_cast<std::uint32_t>(state.size()); }
    void add(Place place, std::uint16_t of_route, float of_speed, std::int64_t now_ns);
    // The rows are in rising order.
    void remove(std::span<const std::uint32_t> rows);
    void setState(std::uint32_t row, State to) {
        stirs += state[row] != to;
        state[row] = to;
    }
    // Puts a person at a place, standing.
    void put(std::uint32_t row, Place place, std::int64_t now_ns);
    // Sets a person walking from where it is.
    void walk(const Plane& plane, std::uint32_t row, Place to, std::int64_t now_ns, std::int64_t until);

    Place placeAt(const Plane& plane, std::uint32_t row, std::int64_t now_ns) const;
    Vec2 velocityOf(const Plane& plane, std::uint32_t row) const;
    void addTo(StateHash& hash) const;
};

}  // namespace drover::people
