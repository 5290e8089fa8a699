// Scenarios are opened by a drop on the window and by a typed path. What is no scenario gets a message with
// the reason, and the running world goes on. The layout remembers what was opened.
#include "window_test.h"

namespace drover::desktop::open_test {
namespace {

class WindowOpens : public WindowTest {
  protected:
    // The shipped scenario "one-flock" under another title.
    std::string scenario(const std::string& file, const std::string& title) {
        std::string text = contentOf(shipped("scenarios/one-flock.json"));
        const std::size_t begin = text.find("\"title\": \"") + 10;
        text.replace(begin, text.find('"', begin) - begin, title);
        write(folder() / file, text);
        return folder() / file;
    }
    // High enough for the panel.
    void openHigh() { open({"plains", "--size", "640x2400"}); }
    struct Refused {
        std::string path, pattern;  // of the message
    };
    std::vector<Refused> refused() {
        write(folder() / "bad.json", "{\n  \"title\": \"Bad\",\n  \"text\": \"x\",\n  \"seed\": nan\n}\n");
        write(folder() / "garbage.json", contentOf("/proc/self/exe").substr(0, 4000));
        return {{folder() / "bad.json", "*bad.json:4:*"},
                {folder() / "garbage.json", "*garbage.json*"},
                {folder() / "no-such.json", "*no-such.json*"},
                {folder(), "*" + folder().string() + "*"}};
    }
    void expectRefusal(const Refused& what, const std::string& title_before) {
        SCOPED_TRACE(what.path);
        EXPECT_TRUE(matches("message", what.pattern)) << value("message");
        expectTheWorldGoesOn();
        EXPECT_EQ(title(), title_before);
        closeMessage(what.pattern);
    }
    bool isRemembered(const std::string& path) const {
        return contentOf(stateFolder() / "layout.json").find(path) != std::string::npos;
    }
};

TEST_F(WindowOpens, WhatIsDroppedAndRemembersIt) {
    const std::string mine = scenario("mine.json", "Mine"), yours = scenario("größe 100%.json", "Yours");
    open({"plains"});
    drop(mine);
    EXPECT_EQ(title(), "Mine - Drover");
    drop(refused().front().path);
    EXPECT_TRUE(has("message"));
    drop(yours);
    EXPECT_EQ(title(), "Yours - Drover");
    EXPECT_FALSE(has("message")) << "the message about the drop before goes";
    close();
    EXPECT_TRUE(isRemembered(mine));
    EXPECT_TRUE(isRemembered(yours));
}

TEST_F(WindowOpens, NothingElseThatIsDropped) {
    open({"plains"});
    drop(scenario("mine.json", "Mine"));
    for (const Refused& what : refused()) {
        drop(what.path);
        expectRefusal(what, "Mine - Drover");
    }
    // Such as a link to a page; of some SDL makes a file without a name.
    for (const std::vector<std::string>& none : {std::vector<std::string>{}, {""}, {"", ""}}) {
        drop(none);
        expectRefusal({"what is no file", "That is not a file on this computer.*"}, "Mine - Drover");
    }
    close();
    for (const Refused& what : refused()) EXPECT_FALSE(isRemembered(what.path + "\"")) << what.path;
}

TEST_F(WindowOpens, ATypedPathAndSavesTheLayoutAtASignal) {
    const std::string mine = scenario("mine.json", "Mine");
    openHigh();
    const std::string plains = title();
    unfold("scenario");
    const auto openPath = [&](const std::string& path) {
        click("scenario.path");
        press("Ctrl+A");
        type(path);
        EXPECT_EQ(value("scenario.path"), path);
        click("scenario.load");
    };
    for (const Refused& what : refused()) {
        openPath(what.path);
        expectRefusal(what, plains);
    }
    openPath(mine);
    EXPECT_EQ(title(), "Mine - Drover");
    end();
    EXPECT_TRUE(isRemembered(mine));
}

TEST_F(WindowOpens, AScenarioWhoseClaimsAreJudgedWhileItRuns) {
    openHigh();
    frames(5);
    unfold("scenario");
    EXPECT_TRUE(matches("scenario.claim.0", "running: so far *")) << value("scenario.claim.0");
}

TEST_F(WindowOpens, WithDefaultsWhenWhatItKeptCannotBeRead) {
    const std::filesystem::path settings = configFolder() / "settings.json",
                                layout = stateFolder() / "layout.json";
    for (const auto& [file, has_member] :
         {std::pair{settings, "\"theme\""}, {layout, "\"recent_folders\""}}) {
        write(file, "no json\n");
        ASSERT_EQ(open({"one-flock"}), 0);
        EXPECT_TRUE(matches("message", "*" + file.filename().string() + "*")) << value("message");
        press("Escape");
        close();
        EXPECT_EQ(contentOf(file.string() + ".broken-1"), "no json\n");
        EXPECT_NE(contentOf(file).find(has_member), std::string::npos) << contentOf(file);
    }
}

}  // namespace
}  // namespace drover::desktop::open_test
