#include "core/minds/animals.h"

#include "core/ground/ground.h"

namespace drover::minds {

Vec2 Animals::go(std::uint32_t i, Vec2 way, Vec2 velocity) {
    if (around_.ground == nullptr) {
        place(i, plane_.moved(places[i], way));
        return velocity;
    }
    const ground::Moved moved = around_.ground->moved(places[i], way, velocity);
    place(i, moved.place);
    return moved.velocity;
}

Place Animals::outside(Place at) const {
    return around_.ground == nullptr ? at : around_.ground->outside(at);
}

}  // namespace drover::minds
