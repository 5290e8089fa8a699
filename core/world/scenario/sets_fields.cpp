#include "core/world/scenario/sets_fields.h"

namespace drover {

void describe(Fields& v, world::SetEntry& set) {
    v.text("name", set.name, 1, 20, world::partsText());
    v.choice("method", set.method, "Of a behaviour: what happens when its share of the time is used up.");
    v.integer("priority", set.priority, load::kLeastPriority, load::kMostPriority,
              "Of a behaviour: its share of its agent's time.");
    v.integer("period", set.period, 1, load::kLongestPeriod,
              "Frames from one run to the next; it runs in frames in which its agent is due, too.");
    v.integer("delay", set.delay, 0, load::kLongestPeriod,
              "Frames from its agent's activation to its first run.");
}

}  // namespace drover
