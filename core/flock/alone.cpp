#include "core/flock/alone.h"

namespace drover {

void updateAlone(FlockStore& store, std::span<const AloneUpdate> due, Place player, UpdateRoom& room,
                 std::vector<std::uint32_t>& left) {
    for (std::size_t i = 0; i < due.size(); ++i) {
        if (staysAlone(store, due[i].flock, player)) {
            updateFlock(store, due[i].flock, due[i].elapsed, player, room);
        } else {
            left.push_back(static_cast<std::uint32_t>(i));
        }
    }
}

}  // namespace drover
