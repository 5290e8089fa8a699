// drover-lab lesson: lists, checks, schema, worksheet, and how it ends.
#include "tests/app/lab/lab_process.h"
#include "tests/app/lessons/a_lesson.h"

namespace drover::lab::lesson_test {
namespace {

class LessonCommand : public Lab {};

TEST_F(LessonCommand, ListsLessonsInTheirOrder) {
    const Ended run = lab("lesson --names");
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.out,
              "spike\nbudget\nsprings\nshares\nslices\nherd\ndetail\ntogether\ntuning\nhunt\ndoors\noverload"
              "\nown\n");
    EXPECT_NE(lab("lesson").out.find("The spike (3 steps)"), std::string::npos);
    const std::string shown = lab("lesson spike").out;
    EXPECT_NE(shown.find("How long will each frame be?"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("28 ms"), std::string::npos) << "what happens is not told before";
}

TEST_F(LessonCommand, ChecksAFileAndEndsWith1IfItDoesNotHold) {
    const std::string good = file("good.json", lessons::kLesson);
    const Ended run = lab("lesson --check " + good);
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_NE(run.out.find("good\n  1. holds  said 2.2 ms; happened: 2 ms; 1 checks; hash "),
              std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("all 3 steps hold\n"), std::string::npos);
    EXPECT_EQ(lab("lesson --check " + good).out, run.out) << "the same bytes again";
    const std::string bad =
        file("bad.json", lessons::replaced(lessons::kLesson, "\"number\": 2.2", "\"number\": 3"));
    const Ended broken = lab("lesson --check " + bad);
    EXPECT_EQ(broken.code, 1);
    EXPECT_EQ(broken.err, "drover-lab: 1 of 3 steps do not hold\n");
    EXPECT_NE(broken.out.find("  1. broken said 3 ms; "), std::string::npos) << broken.out;
}

TEST_F(LessonCommand, MistakesSayWhatIsAllowed) {
    expectEnd(lab("lesson spikes"), 66, "'spike', which is the nearest name");
    EXPECT_EQ(lab("lesson --check " + file("torn.json", "{")).code, 65);
    const std::string lost = file(
        "lost.json", lessons::replaced(lessons::kLesson, "\"scenario\": \"seam\"", "\"scenario\": \"seem\""));
    EXPECT_EQ(lab("lesson --check " + lost).code, 66);
    for (const char* arguments :
         {"lesson --worksheet out.html", "lesson --schema --names", "lesson spike --names"})
        EXPECT_EQ(lab(arguments).code, 64) << arguments;
}

TEST_F(LessonCommand, TheWorksheetIsOnePageWithAllThatARerunNeeds) {
    const std::string path = folder_ / "sheet.html";
    const std::string lesson = file("mine.json", lessons::kLesson);
    const Ended run = lab("lesson " + lesson + " --worksheet " + path);
    EXPECT_EQ(run.code, 0) << run.err;
    const std::string page = contentOf(path);
    const std::string checked = lab("lesson --check " + lesson).out;
    const std::size_t hash = checked.find("hash ");
    for (const std::string& part :
         {std::string("How large is it?"), std::string("2.2 ms"), std::string("predicted"),
          std::string("<polyline"), std::string("&quot;fixed_ms&quot;: 2"), checked.substr(hash + 5, 16),
          std::string("drover-lab run seam --clock model --frames 40 --hash --replay step-1.jsonl"),
          std::string("Make it 3 ms.")})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    for (const char* outside : {"<script", "src=", "href=", "url("})
        EXPECT_EQ(page.find(outside), std::string::npos) << outside;

    // What the page says of running it again is true.
    const std::size_t begin = page.find("<pre>") + 5;
    std::string log = page.substr(begin, page.find("</pre>") - begin);
    for (std::size_t at; (at = log.find("&quot;")) != std::string::npos;) log.replace(at, 6, "\"");
    const Ended again =
        lab("run seam --clock model --frames 40 --hash --replay " + file("step-1.jsonl", log));
    EXPECT_NE(again.out.find(checked.substr(hash + 5, 16)), std::string::npos)
        << again.out << again.err << log;
}

TEST_F(LessonCommand, ABlankWorksheetAsksAndTellsNothing) {
    const std::string path = folder_ / "blank.html";
    const std::string lesson = file("mine.json", lessons::kLesson);
    EXPECT_EQ(lab("lesson " + lesson + " --worksheet " + path + " --blank").code, 0);
    const std::string page = contentOf(path);
    for (const char* part : {"How large is it?", "A number from 0 to 8 ms", "It shrinks.", "class=\"box\"",
                             "Make it 3 ms.", "happened", "because"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    for (const char* answer : {"2.2 ms", "<polyline", "The command says so.", "hash", "&quot;fixed_ms"})
        EXPECT_EQ(page.find(answer), std::string::npos) << answer;
    EXPECT_EQ(lab("lesson " + lesson + " --blank").code, 64);
    EXPECT_EQ(lab("lesson " + lesson + " --worksheet " + lesson).code, 64) << "the lesson is kept";
    EXPECT_EQ(contentOf(lesson), lessons::kLesson);
}

}  // namespace
}  // namespace drover::lab::lesson_test
