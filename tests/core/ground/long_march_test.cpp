// The laws of ways (march.h) for ten million steps.
#include "march.h"

namespace drover::ground::long_march_test {
namespace {

TEST(LongWays, LeadIntoNothing) {
    expectLawsOfWays({400, Edges::kTorus}, 50'000, 100);
    expectLawsOfWays({400, Edges::kOpen}, 200'000, 25);
}

}  // namespace
}  // namespace drover::ground::long_march_test
