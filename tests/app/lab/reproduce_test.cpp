// drover-lab reproduce: verdicts follow from numbers, the tables in the code equal the recorded files, and
// the page needs no other files.
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/chart/page_chart.h"
#include "app/lab/reproduce/clocks.h"
#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/gdx_record.h"
#include "app/lab/reproduce/wright_testbed.h"
#include "tests/app/lab/lab_process.h"
#include "tests/core/load/scripted.h"

namespace drover::lab::reproduce_test {
namespace {

using chart::PageAxis, chart::markText, chart::svgFile, chart::svgOf;

using Json = nlohmann::json;
using load::goldenCases;

TEST(Judge, NumbersAreAsPublishedOrOfTheSameShapeOrDiffer) {
    const double theirs[] = {10, 20}, close[] = {10.9, 18.1}, far[] = {12, 20};
    EXPECT_EQ(numbers("", theirs, close, 0, 0.1, {false, "", "why"}).verdict, Verdict::kAsPublished);
    EXPECT_EQ(numbers("", theirs, far, 0, 0.1, {true, "", "why"}).verdict, Verdict::kSameShape);
    const Check differs = numbers("", theirs, far, 0, 0.1, {false, "", "why"});
    EXPECT_EQ(differs.verdict, Verdict::kDiffers);
    EXPECT_EQ(differs.why, "why");
    EXPECT_EQ(shapeOnly("", "", "", {true, "", ""}).verdict,
              Verdict::kSameShape);  // the best verdict for a picture
    EXPECT_EQ(exactly("", "13", "14", "why").verdict, Verdict::kDiffers);
    EXPECT_EQ(bound("", "", "", "", true, {false, "", ""}).verdict, Verdict::kAsPublished);
    EXPECT_EQ(bound("", "", "", "", false, {true, "", ""}).verdict, Verdict::kSameShape);
}

TEST(Judge, RisesAndFallsStrictly) {
    const double up[] = {1, 2, 3}, down[] = {3, 2, 1}, flat[] = {1, 1, 2};
    EXPECT_TRUE(rises(up) && falls(down));
    EXPECT_FALSE(rises(down) || falls(up) || rises(flat) || falls(flat));
}

TEST(ProcessorClock, StandsStillWhileTheThreadDoes) {
    ProcessorClock ours;
    command_line::SteadyClock passing;
    const std::int64_t from_ns = ours.now(), passing_from_ns = passing.now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const std::int64_t to_ns = ours.now(), passing_to_ns = passing.now();
    EXPECT_LT(to_ns - from_ns, passing_to_ns - passing_from_ns);
    EXPECT_LE(from_ns, to_ns);
}

TEST(Report, ItsVerdictIsItsWorstCheckWithTheReason) {
    Report report;
    report.checks = {exactly("", "1", "1", "")};
    EXPECT_EQ(report.verdictText(), "as published");
    report.checks.push_back(shapeOnly("", "", "", {true, "", ""}));
    EXPECT_EQ(report.verdictText(), "same shape");
    report.checks.push_back(exactly("", "1", "2", "it is two"));
    report.checks.push_back(shapeOnly("", "", "", {true, "", ""}));
    EXPECT_EQ(report.verdictText(), "differs: it is two");
}

TEST(Report, TablesForFilesHaveAllDigitsAndNoGroups) {
    const ReportTable table{"",
                            {{"AI time,", "p99 ms", 1}, {"", "flocks", -1}, {"", "name"}},
                            {{0.123456789, 65536.0, "a, \"b\""}, {{}, 1.0, "c"}}};
    EXPECT_EQ(table.csv(), "ai_time_p99_ms,flocks,name\n0.123456789,65536,\"a, \"\"b\"\"\"\n,1,c\n");
    EXPECT_NE(table.shown().text().find("65,536"), std::string::npos);
}

TEST(GdxRecord, PhasingIsTheWholeRecord) {
    const std::vector<PhasingRecord> ours = phasingRecord();
    const Json theirs = goldenCases("gdxai_phasing.json");
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        SCOPED_TRACE(ours[i].name);
        EXPECT_EQ(ours[i].name, theirs[i]["name"]);
        EXPECT_EQ(ours[i].is_automatic, theirs[i]["mode"] == "auto");
        EXPECT_EQ(Json(ours[i].frequencies), theirs[i]["frequencies"]);
        EXPECT_EQ(Json(ours[i].phases), theirs[i]["phases"]);
        EXPECT_EQ(ours[i].dry_run_frames, theirs[i]["dry_run_frames"]);
        EXPECT_EQ(ours[i].most_in_a_frame, theirs[i]["max_tasks_in_a_frame"]);
        EXPECT_EQ(Json(ours[i].join_after_frames), theirs[i].value("join_after_frames", Json::array()));
        FrequencyAnswer answer;
        for (const Json& frame : theirs[i]["runs"]) {
            auto& ran = answer.frames.emplace_back();
            for (const Json& task : frame) ran.push_back({task, 0, 0});
        }
        EXPECT_EQ(answer.frames.size(), PhasingRecord::kFrames);
        EXPECT_EQ(runsDigest(answer), ours[i].digest);
    }
}

TEST(GdxRecord, SharesAreTheWholeRecord) {
    const std::vector<SharesRecord> ours = sharesRecord();
    const Json theirs = goldenCases("gdxai_timing.json");
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        SCOPED_TRACE(ours[i].name);
        EXPECT_EQ(ours[i].name, theirs[i]["name"]);
        EXPECT_EQ(ours[i].scheduler, theirs[i]["scheduler"]);
        EXPECT_EQ(Json(ours[i].budget_ns), theirs[i]["budget_ns_cycle"]);
        EXPECT_EQ(ours[i].scripts.size(), theirs[i]["scripts"].size());
        FrequencyAnswer answer;
        for (const Json& frame : theirs[i]["frames"]) {
            auto& ran = answer.frames.emplace_back();
            for (const Json& entry : frame) ran.push_back({entry[0], entry[1], entry[2]});
        }
        EXPECT_EQ(answer.frames.size(), SharesRecord::kFrames);
        EXPECT_EQ(offersDigest(answer), ours[i].digest);
        for (std::size_t n = 0; n < ours[i].first_offers.size(); ++n)
            EXPECT_EQ(ours[i].first_offers[n], answer.frames[0][n].offered_ns);
    }
}

TEST(Plot, AxesHoldTheirValuesAndMarkThemRoundly) {
    const PageAxis linear(0.3, 47, false, 0, 100);
    EXPECT_EQ(linear.marks.front(), 0);
    EXPECT_EQ(linear.marks.back(), 50);
    EXPECT_DOUBLE_EQ(linear.place(25), 50);
    const PageAxis log(2048, 65536, true, 0, 100);
    EXPECT_EQ(log.marks, (std::vector<double>{1000, 10'000, 100'000}));
    EXPECT_NEAR(log.place(10'000), 50, 1e-9);
    EXPECT_EQ(markText(65536), "65,536");
    EXPECT_EQ(markText(0.25), "0.25");
}

TEST(Plot, NothingIsToldByColourAlone) {
    const LinePlot plot{"a <b>", "x", "y", {{"one", {1, 2}, {3, 4}}, {"two", {1, 2}, {4, 5}}}};
    const std::string svg = svgOf(plot);
    EXPECT_NE(svg.find("a &lt;b&gt;"), std::string::npos);
    for (const char* part :
         {">one</text>", ">two</text>", "<circle", "class=\"m1\"", "class=\"l0\"", "class=\"l1\""})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
    EXPECT_EQ(svg.find("NaN"), std::string::npos);
    const std::string file = svgFile(plot);
    EXPECT_NE(file.find("prefers-color-scheme:dark"), std::string::npos);
    EXPECT_NE(file.find(".l1{fill:none;stroke:var(--c1);stroke-width:1.8;stroke-dasharray:7 3"),
              std::string::npos);
}

// By hand: each agent's four steps of 2 us make 1,008 us for 126 agents, which is one turn over the AI time.
TEST(WrightTestbed, DropsFramesFromTheFirstAgentTooMany) {
    const Session session;
    EXPECT_EQ(mostBeforeDrop(session, {.version = TestbedVersion::kNaive, .agents = 10}, 1000), 126u);
    EXPECT_EQ(mostBeforeDrop(session, {.version = TestbedVersion::kNaive, .agents = 10}, 126), std::nullopt);
    EXPECT_EQ(mostBeforeDrop(session, {.version = TestbedVersion::kScheduled, .agents = 100}, 1000),
              std::nullopt);
    EXPECT_EQ(mostAgents(session, {.version = TestbedVersion::kNaive}), 125u);
    const TestbedResult result =
        runTestbed(session, {.version = TestbedVersion::kScheduled, .max_delay = 2, .agents = 60});
    EXPECT_EQ(result.steps, 60u * TestbedSetting::kFrames * 9 / 4);  // of 2, 4, 2 and 1 frames
    EXPECT_GE(result.readings, result.steps);
}

class Reproduce : public Lab {};

TEST_F(Reproduce, WritesAPageThatStandsAlone) {
    const std::string out = folder_ / "papers";
    const Ended ended = lab("reproduce gdx-phasing wright-figure2 --quick --seed 7 --out " + out);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("as published"), std::string::npos);
    const std::string page = contentOf(out + "/index.html");
    for (const char* part :
         {"id=\"gdx-phasing\"", "id=\"wright-figure2\"", "<svg", "commit ", "vector target", "<dd>7</dd>",
          "= as published", "reproduce gdx-phasing wright-figure2 --quick --clock model --seed 7",
          "prefers-color-scheme:dark", "@media print", "around 20&#160;%"}) {
        EXPECT_NE(page.find(part), std::string::npos) << part;
    }
    for (const char* part : {"<script", "<link", "src=", "url(", "id=\"managers\"", "https://"})
        EXPECT_EQ(page.find(part), std::string::npos) << part;
    for (const char* name : {"gdx-phasing.csv", "wright-figure2.csv", "wright-figure2.svg", "verdicts.txt"})
        EXPECT_NE(contentOf(out + "/" + name), "") << name;
    // Under the model clock a second run writes the same bytes.
    const std::string again = folder_ / "again";
    EXPECT_EQ(lab("reproduce wright-figure2 --quick --seed 7 --quiet --out " + again).code, 0);
    EXPECT_EQ(contentOf(again + "/wright-figure2.svg"), contentOf(out + "/wright-figure2.svg"));
    EXPECT_EQ(contentOf(again + "/wright-figure2.csv"), contentOf(out + "/wright-figure2.csv"));
}

TEST_F(Reproduce, AnUnknownNameIsToldTheOthers) {
    expectEnd(lab("reproduce tan-table3 --out " + (folder_ / "none").string()), 64,
              "allowed all, tan-table2");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
    EXPECT_EQ(lab("reproduce wright-table2 --quiet --out /dev/null/x").code, 73);
}

TEST_F(Reproduce, APageOfSomethingElseIsNotOverwritten) {
    const std::filesystem::path page = file("index.html", "mine");
    expectEnd(lab("reproduce gdx-phasing --quick --quiet --out " + folder_.string()), 64,
              "index.html in it is of something else");
    EXPECT_EQ(contentOf(page), "mine");
    // Its own it writes again.
    const std::string own = (folder_ / "papers").string(),
                      again = "reproduce gdx-phasing --quick --quiet --out " + own;
    EXPECT_EQ(lab(again).code, 0);
    EXPECT_EQ(lab(again).code, 0);
}

TEST_F(Reproduce, StoppedItWritesWhatIsFinished) {
    const std::string out = folder_ / "papers";
    const pid_t child = start("reproduce wright-table2 managers --out " + out);
    while (!std::filesystem::exists(out + "/verdicts.txt") && kill(child, 0) == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(child, SIGINT);
    const Ended ended = waitFor(child);
    EXPECT_EQ(ended.code, 130);
    const bool is_in_order = ended.err.find("1 of 2 experiments") != std::string::npos,
               is_within_a_part = ended.err.find("stopped within") != std::string::npos;
    EXPECT_TRUE(is_in_order || is_within_a_part) << ended.err;
    const std::string page = contentOf(out + "/index.html");
    EXPECT_NE(page.find("id=\"wright-table2\""), std::string::npos);
    EXPECT_EQ(page.find("id=\"managers\""), std::string::npos);
}

}  // namespace
}  // namespace drover::lab::reproduce_test
