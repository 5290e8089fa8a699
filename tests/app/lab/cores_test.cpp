// How many cores a run takes: all that it may use, fewer if it is told so, and among the jobs of a sweep no
// more than there are.
#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/world_options.h"
#include "tests/app/lab/lab_process.h"
#include "tests/one_core.h"

namespace drover::lab::cores_test {
namespace {

class Cores : public Lab {
  protected:
    // What the summary says; empty: nothing.
    std::string coresOf(const std::string& arguments) {
        const Ended run = lab(arguments);
        EXPECT_EQ(run.code, 0) << run.err;
        EXPECT_EQ(run.err, "");
        const std::size_t on = run.out.find(" s on ");
        if (on == std::string::npos) return run.out;
        return run.out.substr(on + 6, run.out.find(':', on) - on - 6);
    }
};

TEST_F(Cores, OfARunAreAllThatItMayUse) {
    const std::string all = command_line::coresText(cores::coresToUse());
    for (const char* const clock : {"model", "real"}) {
        const std::string run = std::string("run seam --frames 10 --clock ") + clock;
        EXPECT_EQ(coresOf(run), all);
        EXPECT_EQ(coresOf(run + " --threads 1"), "one core");
        const OneCore bound;
        if (OneCore::kIsKept) {
            EXPECT_EQ(coresOf(run), "one core");
            EXPECT_EQ(coresOf(run + " --threads 3"), "3 threads of one core");
        }
    }
    const std::string recording = folder_ / "run.drover";
    ASSERT_EQ(lab("run seam --frames 10 --clock real --quiet --record " + recording).code, 0);
    EXPECT_EQ(coresOf("replay " + recording), all);
    EXPECT_EQ(coresOf("replay --threads 1 " + recording), "one core");
}

TEST_F(Cores, AreInTheJson) {
    const std::string run = "run seam --frames 5 --json - --threads ";
    EXPECT_NE(lab(run + "1").out.find("\"threads\": 1,"), std::string::npos);
    EXPECT_NE(lab(run + "3").out.find("\"threads\": 3,"), std::string::npos);
}

TEST_F(Cores, OfAComparisonStandAboveItWhereTheyCount) {
    const std::string compare = "compare seam --frames 10 --managers elastic --clock ";
    const std::string model = lab(compare + "model").out, real = lab(compare + "real").out;
    EXPECT_NE(model.find(", model clock\n"), std::string::npos) << model;
    EXPECT_EQ(lab(compare + "model --threads 1").out, model);
    EXPECT_NE(real.find(", real clock on " + command_line::coresText(cores::coresToUse()) + "\n"),
              std::string::npos)
        << real;
}

TEST_F(Cores, OfTheJobsOfASweepAreNoMoreThanThereAre) {
    const std::string sweep = "sweep seam --frames 10 --vary budget-ms=1,2,4 --clock model --quiet --out - ";
    const Ended one = lab(sweep + "--threads 1");
    EXPECT_EQ(one.code, 0) << one.err;
    for (const char* const shared : {"", "--jobs 2", "--jobs 3", "--threads 3"}) {
        const Ended run = lab(sweep + shared);
        EXPECT_EQ(run.out, one.out) << shared;
        EXPECT_EQ(run.err, "") << shared;
    }
    const unsigned cores = cores::coresToUse(), share = std::max(cores / 2, 1u);
    const Ended many = lab(sweep + fmt::format("--jobs 2 --threads {}", share + 1));
    EXPECT_EQ(many.out, one.out);
    EXPECT_EQ(many.err, fmt::format("warning: {} of {} threads for each of 2 jobs on {}; the results are the "
                                    "same\n",
                                    share, share + 1, command_line::coresText(cores)));
}

}  // namespace
}  // namespace drover::lab::cores_test
