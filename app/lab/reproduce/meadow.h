// Herds on a plane that are updated one by one, each at times of its own: what the experiment `meeting`
// watches. The library's own herds and surroundings, without a world and its manager, so that an experiment
// chooses the periods and which herds are folded.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flock/store.h"
#include "core/flock/update.h"

namespace drover::lab {

class Meadow {
  public:
    struct Herd {
        std::uint16_t species = 0;
        bool is_folded = false;
        double x_m = 0, y_m = 0;  // where its centre begins,
        Vec2 heading{1, 0};       // and where it goes
    };

    // Herds that have settled for so long. Looks after the species are hunters, one row each after the herds.
    Meadow(const Plane& plane, std::uint64_t seed, const std::vector<flock::Species>& species,
           const std::vector<Herd>& herds, double settling_s = 20);

    // From now on herds see each other, and these hunters, and each is updated once in `period_s`, the first
    // time at any time of it.
    void begin(const meeting::Relations& relations, double period_s, std::uint32_t hunters = 0);

    // Updates the herd that is due first, if it is due by then. False: none is.
    bool updateNext(std::int64_t until_ns);
    // The time of the last update.
    std::int64_t now_ns() const { return now_ns_; }

    // From now on no animal enters this. It must live as long as the meadow.
    void standInTheWay(const ground::Ground& ground) { scratch_.around.ground = &ground; }

    void showHunter(std::uint32_t hunter, Place place, Vec2 velocity, std::int64_t at_ns);

    const Plane& plane() const { return store_.plane(); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(store_.size()); }
    // Where herds and animals have come to by then, if they have gone on as they went.
    Place centre(std::uint32_t herd, std::int64_t at_ns) const { return gone(herd, at_ns, rootOf(herd)); }
    Vec2 velocity(std::uint32_t herd) const { return rootOf(herd).velocity; }
    // How many of a herd's animals, as a share, were east of there when it was last updated.
    double shareEastOf(std::uint32_t herd, double x_m) const;
    // The least distance of its animals from what stands in the way, then.
    double room(std::uint32_t herd, const ground::Ground& ground) const;
    // The way from a place to the nearest animal. A folded herd has one at its rim.
    Vec2 toNearest(std::uint32_t herd, Place from, std::int64_t at_ns) const;

  private:
    struct Turn {
        std::int64_t last_ns = 0, next_ns = 0;
    };
    flock::Agent rootOf(std::uint32_t herd) const { return store_.roots().get(herd); }
    std::vector<Place> places(std::uint32_t herd) const;
    Place gone(std::uint32_t herd, std::int64_t at_ns, const flock::Agent& agent) const;
    void settle(std::uint32_t row, const Herd& herd, double seconds);
    void moveTo(std::uint32_t row, const Herd& herd);
    void show(std::uint32_t row);

    flock::FlockStore store_;
    flock::UpdateScratch scratch_;
    meeting::Surroundings surroundings_;
    std::vector<Turn> turns_;
    std::int64_t period_ns_ = 0, now_ns_ = 0;
};

}  // namespace drover::lab
