// Files by the keyboard alone: saved under another name, asked before something is overwritten, and opened
// again with completion, arrows and the way up. Commands are saved and opened too.
#include <sys/stat.h>

#include <set>

#include "window_test.h"

namespace drover::desktop::files_test {
namespace {

class WindowFiles : public WindowTest {
  protected:
    // The path has the keyboard, and is this one.
    testing::AssertionResult hasPath(const std::string& path) const {
        const UiMap::Item* const field = find("files.path");
        if (field && field->kind == "text" && field->value == path) return testing::AssertionSuccess();
        return testing::AssertionFailure() << "the path is " << value("files.path") << ", not " << path;
    }
    void retype(const std::string& path) {
        press("Ctrl+A");
        press("Backspace");
        EXPECT_TRUE(hasPath(""));
        type(path);
        EXPECT_TRUE(hasPath(path));
    }
    // Saves the recording in the dialog that Ctrl+S opens.
    void saveAs(const std::string& path) {
        press("Ctrl+S");
        retype(path);
        press("Return");
    }
    bool asksToOverwrite() const { return matches("files.note", "*is there already*"); }
};

TEST_F(WindowFiles, OfferAFreeNameAndSaveUnderAnotherOneWithItsEnding) {
    open({"plains"});
    frames(10);
    press("Ctrl+S");
    EXPECT_TRUE(hasPath(exports() / "plains-1.drover"));
    retype(in("first"));
    press("Return");
    EXPECT_FALSE(has("files"));
    EXPECT_GT(contentOf(in("first.drover")).size(), 0u);
    expectSaid("Saved as *first.drover*");
    close();
}

TEST_F(WindowFiles, AreNotOverwrittenWithoutASecondEnter) {
    open({"plains"});
    frames(10);
    saveAs(in("first.drover"));
    expectSaid("Saved as *");
    const std::string before = contentOf(in("first.drover"));
    frames(100);

    saveAs("~/first.drover");
    EXPECT_TRUE(asksToOverwrite()) << value("files.note");
    EXPECT_EQ(contentOf(in("first.drover")), before);
    press("Escape");
    EXPECT_FALSE(has("files"));
    EXPECT_EQ(contentOf(in("first.drover")), before);

    saveAs("~/first.drover");
    EXPECT_TRUE(asksToOverwrite()) << value("files.note");
    press("Return");
    expectSaid("Saved as *");
    EXPECT_GT(contentOf(in("first.drover")).size(), before.size());
}

TEST_F(WindowFiles, OpenByTheWayUpACompletedNameAndArrows) {
    std::filesystem::create_directories(folder() / "class" / "old");
    open({"plains"});
    frames(60);
    saveAs(in("class/first"));
    expectSaid("Saved as *");

    press("Ctrl+O");
    EXPECT_TRUE(hasPath(in("class/"))) << "the last folder";
    press("Backspace");
    EXPECT_TRUE(hasPath(in(""))) << "the folder above";
    retype("~/cl");
    press("Tab");
    EXPECT_TRUE(hasPath("~/class/"));
    EXPECT_TRUE(has("files.entry.old/"));
    EXPECT_EQ(value("files.entry.first.drover"), "");
    press("Down");
    press("Down");
    EXPECT_EQ(value("files.entry.first.drover"), "pointed");
    press("Return");
    EXPECT_FALSE(has("files"));
    EXPECT_TRUE(matches("time.place", "*in the past*")) << value("time.place");
    close();
}

TEST_F(WindowFiles, ThePathHasTheKeyboardAgainAfterAClickAmongThem) {
    std::filesystem::create_directories(folder() / "class" / "old");
    open({"plains"});
    press("Ctrl+O");
    retype(in(""));
    click("files.entry.class/");
    frames(4);
    EXPECT_TRUE(hasPath(in("class/")));
    type("ol");
    press("Tab");
    EXPECT_TRUE(hasPath(in("class/old/")));
}

TEST_F(WindowFiles, CommandsAreSavedAndGivenToTheScenarioFromItsBeginning) {
    open({"plains"});
    frames(150);
    typeInto("load.budget_ms", "2");
    const std::string file = exports() / "plains-1.jsonl";
    choose("menu.file", "menu.save_commands");
    EXPECT_TRUE(hasPath(file));
    press("Return");
    expectSaid("Saved as *plains-1.jsonl");
    EXPECT_NE(contentOf(file).find("\"command\": \"budget\""), std::string::npos) << contentOf(file);
    typeInto("load.budget_ms", "3");

    press("Ctrl+O");
    retype(file);
    press("Return");
    EXPECT_FALSE(has("files"));
    EXPECT_LT(frame(), 20u) << "the world begins again";
    EXPECT_NEAR(number("load.budget_ms"), 4, 0.001) << "as the scenario has it";
    until("the frame of the command", [&] { return frame() > 200; });
    EXPECT_NEAR(number("load.budget_ms"), 2, 0.001);
    close();
}

TEST_F(WindowFiles, ThatTheProgramIsWritingStayAsTheyAre) {
    const std::string csv = in("rows.csv"), recording = in("class.drover");
    open({"plains", "--csv", csv, "--record", recording});
    frames(10);
    for (const auto& [entry, file] :
         {std::pair{"menu.save_measures", csv}, {"menu.save_recording", recording}}) {
        choose("menu.file", entry);
        retype(file);
        press("Return");
        EXPECT_TRUE(asksToOverwrite()) << value("files.note");
        press("Return");
        closeMessage("*is being written all the time, allowed is another file");
    }
    const std::uint64_t last = frame();
    end();
    EXPECT_EQ(column(csv, "frame").size(), last) << "one row for each frame, in the same file";
    EXPECT_GT(contentOf(recording).size(), 0u);
}

// In a browser, where the folder of the program is the one that files are downloaded from.
TEST_F(WindowFiles, OfAPageAreSavedWhereTheyAreDownloadedOrRefused) {
    std::filesystem::create_directories(exports() / "a");
    std::filesystem::current_path(exports());
    asPage();
    open({"plains"});
    frames(10);
    press("Ctrl+S");
    const std::string folder_found = "found a folder, allowed a name alone: it is downloaded.";
    const std::string dot_found = "found a dot at its beginning, allowed a name without: it is downloaded.";
    const std::pair<std::string, std::string> kRefused[] = {
        {"a/b.drover", folder_found},   {"b/c", folder_found},         {"~/x.drover", folder_found},
        {in("x.drover"), folder_found}, {"../x.drover", folder_found}, {".x.drover", dot_found},
        {".drover", dot_found}};
    for (const auto& [name, why] : kRefused) {
        retype(name);
        press("Return");
        EXPECT_TRUE(matches("files.note", "*: " + why)) << name << ": " << value("files.note");
        ASSERT_TRUE(has("files")) << name;
    }
    for (const char* const name : {"mine", "./yours.drover", "a b*c?.drover",
                                   "gr\xc3\xb6\xc3\x9f"
                                   "e.drover"}) {
        if (!has("files")) press("Ctrl+S");
        press("Ctrl+A");
        press("Backspace");
        sendText(name);
        frames(3);
        press("Return");
        expectSaid("Saved as *");
    }
    std::set<std::string> saved;
    for (const auto& entry : std::filesystem::directory_iterator(exports()))
        if (entry.is_regular_file()) saved.insert(entry.path().filename());
    EXPECT_EQ(saved, (std::set<std::string>{"mine.drover", "yours.drover", "a b*c?.drover",
                                            "gr\xc3\xb6\xc3\x9f"
                                            "e.drover"}));
    std::filesystem::current_path("/");
}

TEST_F(WindowFiles, APipeIsNoFileToOpen) {
    ASSERT_EQ(mkfifo(in("pipe.json").c_str(), 0600), 0);
    open({"plains"});
    press("Ctrl+O");
    retype(in("pipe.json"));
    press("Return");
    closeMessage("*pipe.json: found a pipe, allowed a file");
    expectTheWorldGoesOn();
    close();
}

}  // namespace
}  // namespace drover::desktop::files_test
