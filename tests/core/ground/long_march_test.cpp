// The laws of ways (march.h) for a hundred million steps.
#include "march.h"

namespace drover::ground {
namespace {

TEST(LongWays, LeadIntoNothing) {
    expectLawsOfWays({400, Edges::kTorus}, 50'000, 1'000);
    expectLawsOfWays({400, Edges::kOpen}, 2'000'000, 25);
}

}  // namespace
}  // namespace drover::ground
