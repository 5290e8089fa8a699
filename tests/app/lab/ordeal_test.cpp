// Lives of the ordeal: those that once went wrong, some more, and that one number makes the same life again.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/lab/ordeal/trial.h"
#include "tests/app/lab/lab_process.h"

namespace drover::lab::ordeal_test {
namespace {

using ordeal::Coverage;
using ordeal::Life;

std::uint64_t liveWell(std::uint64_t seed) {
    Life life = ordeal::lifeOf(seed);
    Coverage coverage;
    const ordeal::Outcome outcome = ordeal::live(life, coverage);
    EXPECT_EQ(outcome.failure, "") << "drover-lab ordeal " << seed;
    return outcome.hash;
}

TEST(Ordeal, LivesThatOnceWentWrongGoWell) {
    std::ifstream file(DROVER_SOURCE_DIR "/tests/ordeal/seeds.txt");
    std::size_t lives = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        liveWell(std::stoull(line));
        ++lives;
    }
    EXPECT_GT(lives, 0u);
}

TEST(Ordeal, ANumberMakesTheSameLifeAgain) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) EXPECT_EQ(liveWell(seed), liveWell(seed)) << seed;
}

// Moments are written down as they are lived, and can be lived again from that.
TEST(Ordeal, ALifeThatWasLivedIsLivedAgainFromItsMoments) {
    for (std::uint64_t seed = 100; seed < 120; ++seed) {
        Life life = ordeal::lifeOf(seed);
        Coverage coverage;
        const std::uint64_t hash = ordeal::live(life, coverage).hash;
        EXPECT_EQ(ordeal::live(life, coverage).hash, hash) << seed;
    }
}

class OrdealCommand : public Lab {};

TEST_F(OrdealCommand, PrintsALifeAndWhatManyHaveSeen) {
    EXPECT_EQ(lab("ordeal 1").out, lab("ordeal 1").out);
    const Ended many = lab("ordeal 1 --seeds 8 --jobs 2");
    EXPECT_EQ(many.code, 0) << many.out << many.err;
    EXPECT_NE(many.out.find("8 lives"), std::string::npos) << many.out;
}

TEST_F(OrdealCommand, SaysThatThereIsNothingToMakeSmaller) {
    EXPECT_EQ(lab("ordeal 1 --shrink .").out, "life 1 goes well\n");
}

}  // namespace
}  // namespace drover::lab::ordeal_test
