// drover-lab perception as a class uses it: files pooled into a table and a picture, or refused.
#include "app/perception/answers.h"
#include "tests/app/lab/lab_process.h"

namespace drover::lab::command_test {
namespace {

class PerceptionCommand : public Lab {
  protected:
    // A session in which the first answers are right.
    static perception::Answers session(const std::string& id, std::uint32_t right,
                                       perception::Part part = perception::Part::kThoughts) {
        perception::Answers answers{
            .id = id,
            .scenario = "The meadow",
            .scenario_hash = "0123456789abcdef",
            .design = {.part = part, .trials_each = 4, .catch_each = 1, .steps = {{2}, {0.5}}}};
        for (const perception::Trial& trial : perception::trialsOf(answers.design)) {
            perception::Answer answer{
                .kind = trial.kind, .step_ms = trial.step_ms, .place = trial.place, .answered = 1};
            const bool is_right = answers.trials.size() < right && trial.place > 0;
            answer.answered = is_right ? trial.place : trial.place % perception::kPanes + 1;
            for (const std::uint64_t seed : trial.seeds) answer.panes.push_back({seed, "fedcba9876543210"});
            answers.trials.push_back(answer);
        }
        return answers;
    }
    std::string fileOf(const std::string& name, const perception::Answers& answers) {
        return file(name, perception::writeAnswers(answers));
    }
};

TEST_F(PerceptionCommand, PoolsAClass) {
    const std::string a = fileOf("a.json", session("000000000000000a", 100)),
                      b = fileOf("b.json", session("000000000000000b", 100));
    const Ended one = lab("perception " + a);
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_NE(one.out.find("not enough"), std::string::npos) << "four answers are too few\n" << one.out;
    const Ended both = lab("perception " + a + " " + b + " --svg " + (folder_ / "curve.svg").string());
    EXPECT_EQ(both.code, 0) << both.err;
    EXPECT_NE(both.out.find("The meadow: Elastic tasks, seen from above; 2 sessions"), std::string::npos);
    EXPECT_NE(both.out.find("100 %   68 to 100 %"), std::string::npos) << both.out;
    EXPECT_NE(both.out.find("2 of 2 plainly bad panes found"), std::string::npos);
    EXPECT_EQ(contentOf(folder_ / "curve.svg").substr(0, 4), "<svg");
    EXPECT_NE(lab("perception --markdown " + a).out.find("| 0.5 ms |"), std::string::npos);
}

TEST_F(PerceptionCommand, DrawsACurveForEachPartAndView) {
    const perception::Answers above = session("000000000000000a", 100);
    perception::Answers eyes = session("000000000000000b", 100);
    eyes.design.view = perception::ViewFrom::kEyes;
    const std::string a = fileOf("a.json", above), b = fileOf("b.json", eyes),
                      c = fileOf("c.json", session("000000000000000c", 100, perception::Part::kFrames));
    const Ended ended = lab("perception " + a + " " + b + " " + c);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("Elastic tasks, seen from above; 1 session"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("Elastic tasks, seen by the player; 1 session"), std::string::npos);
    EXPECT_NE(ended.out.find("Elastic tasks against late frames, seen from above; 1 session"),
              std::string::npos);
    EXPECT_NE(ended.out.find("whole frame"), std::string::npos);
}

TEST_F(PerceptionCommand, RefusesWhatDoesNotGoTogether) {
    const perception::Answers first = session("000000000000000a", 3);
    perception::Answers other = session("000000000000000b", 3);
    other.design.manager = "process";
    const std::string a = fileOf("a.json", first), b = fileOf("b.json", other);
    const Ended ended = lab("perception " + a + " " + b);
    EXPECT_EQ(ended.code, 65);
    EXPECT_NE(ended.err.find("b.json: design.manager: found process, allowed elastic, as in " + a),
              std::string::npos)
        << ended.err;
    EXPECT_EQ(lab("perception " + a + " " + a).code, 65) << "the same session twice";
    EXPECT_EQ(lab("perception " + (folder_ / "none.json").string()).code, 66);
    std::string damaged = perception::writeAnswers(first);
    damaged.replace(damaged.find("\"answered\": "), 13, "\"answered\": 7");
    EXPECT_EQ(lab("perception " + file("c.json", damaged)).code, 65);
}

}  // namespace
}  // namespace drover::lab::command_test
