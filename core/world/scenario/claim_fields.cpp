#include "core/world/scenario/claim_fields.h"

namespace drover {

// `least` is the lowest frame, and the fewest letters of the measure's name.
void describeMeasurement(Fields& v, world::Measurement& m, std::uint64_t least, const char* frames) {
    v.text("measure", m.measure, least, 60, "What is measured: a column of the run's CSV file.");
    v.choice("statistic", m.statistic, "Which number of its values in the frames.");
    v.number("level", m.level, -kMaxClaimValue, kMaxClaimValue,
             "Of share_above, in the unit of the measure.");
    v.integer("first_frame", m.first_frame, least, world::kMaxClaimFrame, frames);
    v.integer("last_frame", m.last_frame, least, world::kMaxClaimFrame, frames);
}

void describe(Fields& v, world::Measurement& m) {
    describeMeasurement(v, m, 0, "Counted from 1, both included; 0: as in the claim.");
}

void describe(Fields& v, world::Claim& claim) {
    v.text("text", claim.text, 1, 200, "A sentence that says what will be seen.");
    describeMeasurement(v, claim.seen, 1, "Counted from 1, both included.");
    v.choice("is", claim.is, "On which side of `value` it has to be.");
    v.number("value", claim.value, -kMaxClaimValue, kMaxClaimValue, "In the unit of the measure.");
    v.object("times", claim.times,
             "If it names a measure, `value` is multiplied with it: another measure, or other frames.");
}

}  // namespace drover
