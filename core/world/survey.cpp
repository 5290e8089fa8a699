#include "core/world/survey.h"

namespace drover::world {

// What noteCounts() notes.
void Survey::addTo(record::BandRecord& sum, const record::BandRecord& other) {
    sum.tasks += other.tasks;
    sum.u_total += other.u_total;
    sum.d_assigned_ns += other.d_assigned_ns;
    sum.max_delays = std::max(sum.max_delays, other.max_delays);
    sum.oldest_ns = std::max(sum.oldest_ns, other.oldest_ns);
    sum.leaves += other.leaves, sum.nodes += other.nodes, sum.bytes += other.bytes;
}

}  // namespace drover::world
