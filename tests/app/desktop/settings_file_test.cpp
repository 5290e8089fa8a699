// Tests settings_file.h and user_files.h: files come back as they were written, and nothing is lost.
#include "app/desktop/settings_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "app/desktop/user_files.h"
#include "tests/every_number.h"
#include "tests/folder.h"
#include "tests/hostile_names.h"

namespace drover::desktop::settings_file_test {
namespace {

using tests::contentOf;

class SettingsFiles : public testing::Test {
  protected:
    std::filesystem::path file(const std::string& text) {
        tests::write(folder_ / "file.json", text);
        return folder_ / "file.json";
    }
    const tests::Folder folder_;
};

TEST_F(SettingsFiles, WhatAKilledProgramLeftIsRemoved) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);  // now no process has its number
    const auto make = [&](const std::string& name) {
        tests::write(folder_ / name, "{");
        return folder_ / name;
    };
    const std::string gone = ".drover-" + std::to_string(child);
    const auto left = make(gone + "-0.part");
    const std::filesystem::path kept[] = {make(".drover-" + std::to_string(getpid()) + "-0.part"),
                                          make("settings.json"),
                                          make("my.part"),
                                          make(gone + ".part"),
                                          make(gone + "-.part"),
                                          make(gone + "-0a.part"),
                                          make(".drover--1-0.part"),
                                          folder_ / (gone + "-1.part")};
    std::filesystem::create_symlink("settings.json", kept[7]);  // no program leaves a link
    removeLeftovers(folder_.path());
    EXPECT_FALSE(std::filesystem::exists(left));
    for (const std::filesystem::path& path : kept) EXPECT_TRUE(std::filesystem::exists(path)) << path;
    removeLeftovers(folder_ / "nowhere");
}

TEST_F(SettingsFiles, ComeBackAsTheyWereWritten) {
    Settings settings;
    settings.theme = render::ThemeName::kProjector, settings.ui_scale = 1.5, settings.colour_by = "delays",
    settings.is_smooth = false;
    EXPECT_EQ(SettingsFile(folder_ / "new" / "file.json").write(settings), "");
    Settings read;
    EXPECT_TRUE(SettingsFile(folder_ / "new" / "file.json").read(read).empty());
    EXPECT_EQ(read.theme, render::ThemeName::kProjector);
    EXPECT_EQ(read.ui_scale, 1.5);
    EXPECT_EQ(read.colour_by, "delays");
    EXPECT_FALSE(read.is_smooth);

    Layout layout;
    layout.width = 1000, layout.drawer = "lod", layout.remember("/a.json"), layout.remember("/b.json"),
    layout.remember("/a.json");
    EXPECT_EQ(SettingsFile(folder_ / "layout.json").write(layout), "");
    Layout laid;
    EXPECT_TRUE(SettingsFile(folder_ / "layout.json").read(laid).empty());
    EXPECT_EQ(laid.width, 1000);
    EXPECT_EQ(laid.drawer, "lod");
    EXPECT_EQ(laid.recent, (std::vector<std::string>{"/a.json", "/b.json"}));
}

TEST_F(SettingsFiles, ThatAreNotThereAreNoMatter) {
    Settings settings;
    EXPECT_TRUE(SettingsFile(folder_ / "none.json").read(settings).empty());
    EXPECT_TRUE(SettingsFile("").read(settings).empty());
    EXPECT_EQ(SettingsFile("").write(settings), "");
}

TEST_F(SettingsFiles, ThatAreBrokenAreKeptAside) {
    for (const char* text : {"{", "", "[1]", "\xff\xfe"}) {
        Settings settings;
        SettingsFile broken(file(text));
        EXPECT_EQ(broken.read(settings).size(), 1u) << text;
        EXPECT_EQ(settings.theme, render::ThemeName::kDark);
        EXPECT_EQ(broken.write(settings), "");
    }
    EXPECT_EQ(contentOf(folder_ / "file.json.broken-1"), "{");
    EXPECT_EQ(contentOf(folder_ / "file.json.broken-3"), "[1]");
}

TEST_F(SettingsFiles, ThatAreTooLargeAreKeptAside) {
    const std::string large = "{\"a\": \"" + std::string(std::size_t{1} << 20, 'x') + "\"}";
    Settings settings;
    SettingsFile file_of_settings(file(large));
    EXPECT_EQ(file_of_settings.read(settings).size(), 1u);
    EXPECT_EQ(file_of_settings.write(settings), "");
    EXPECT_EQ(contentOf(folder_ / "file.json.broken-1"), large);
}

TEST_F(SettingsFiles, AreNotReadFromAPipeNorWrittenToOne) {
    const std::filesystem::path pipe = folder_ / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    Settings settings;
    SettingsFile file_of_settings(pipe);
    const std::vector<std::string> complaints = file_of_settings.read(settings);
    ASSERT_EQ(complaints.size(), 1u);
    EXPECT_NE(complaints[0].find("no plain file"), std::string::npos) << complaints[0];
    EXPECT_EQ(file_of_settings.write(settings), "");
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST_F(SettingsFiles, MembersOfTheWrongKindAreToldAndTheRestCounts) {
    const std::string text =
        R"({"theme": "purple", "ui_scale": 99, "smooth": 1, "trails": false, "colour_by": "delays"})";
    SettingsFile strange(file(text));
    Settings settings;
    const std::vector<std::string> complaints = strange.read(settings);
    ASSERT_EQ(complaints.size(), 1u);
    EXPECT_NE(complaints[0].find(
                  "theme (allowed: dark, light, projector), ui_scale (allowed: 0, or 0.5 to 4), smooth"),
              std::string::npos)
        << complaints[0];
    EXPECT_FALSE(settings.shows_trails);
    EXPECT_EQ(settings.colour_by, "delays");
    EXPECT_EQ(settings.ui_scale, 0);
    EXPECT_EQ(contentOf(folder_ / "file.json.before"), text);
}

TEST_F(SettingsFiles, WhatIsWrongInAListIsToldAndTheListIsNotTaken) {
    SettingsFile strange(file(R"({"recent_scenarios": ["a", 5], "drawer": "attic", "width": 900})"));
    Layout layout;
    const std::vector<std::string> complaints = strange.read(layout);
    ASSERT_EQ(complaints.size(), 1u);
    EXPECT_NE(complaints[0].find("recent_scenarios[1] (allowed: a text in quotes), "
                                 "drawer (allowed: "),
              std::string::npos)
        << complaints[0];
    EXPECT_TRUE(layout.recent.empty());
    EXPECT_EQ(layout.drawer, "");
    EXPECT_EQ(layout.width, 900);
}

TEST_F(SettingsFiles, AnyNameOfAFileLeavesThemReadable) {
    Layout layout, read;
    for (const std::string& name : hostileNames()) layout.remember(name), layout.rememberFolder(name);
    layout.remember("bytes\xff\xfe");
    layout.has_spiked = true;
    EXPECT_EQ(SettingsFile(folder_ / "layout.json").write(layout), "");
    EXPECT_TRUE(SettingsFile(folder_ / "layout.json").read(read).empty());
    EXPECT_TRUE(read.has_spiked);
    EXPECT_EQ(read.recent.front(), "bytes\uFFFD\uFFFD");
}

TEST_F(SettingsFiles, CommentsAreAllowedAsInScenarios) {
    const std::string text = "// mine\n{\"theme\": /* bright */ \"light\"}";
    SettingsFile commented(file(text));
    Settings settings;
    EXPECT_TRUE(commented.read(settings).empty());
    EXPECT_EQ(settings.theme, render::ThemeName::kLight);
    EXPECT_EQ(commented.write(settings), "");
    EXPECT_EQ(contentOf(folder_ / "file.json.before"), text) << "it is written without them";
    EXPECT_FALSE(std::filesystem::exists(folder_ / "file.json.broken-1"));

    const std::string layout_text = "{\"width\": 1000 // wide\n}";
    SettingsFile layout_file(file(layout_text));
    Layout layout;
    EXPECT_TRUE(layout_file.read(layout).empty());
    EXPECT_EQ(layout.width, 1000);
    EXPECT_EQ(contentOf(folder_ / "file.json.before"), layout_text);

    EXPECT_EQ(contentOf(folder_ / "file.json.before-1"), text) << "what it says stands nowhere else";
    EXPECT_TRUE(SettingsFile(file(layout_text)).read(layout).empty());
    EXPECT_FALSE(std::filesystem::exists(folder_ / "file.json.before-2")) << "the same once more";

    std::filesystem::remove(folder_ / "file.json.before");
    EXPECT_TRUE(SettingsFile(file("{\"width\": 1000}")).read(layout).empty());
    EXPECT_FALSE(std::filesystem::exists(folder_ / "file.json.before")) << "nothing gets lost";
}

TEST_F(SettingsFiles, EveryNumberIsBounded) {
    Settings settings;
    Layout layout;
    EXPECT_EQ(SettingsFile(folder_ / "s.json").write(settings), "");
    EXPECT_EQ(SettingsFile(folder_ / "l.json").write(layout), "");
    const auto refuses = [&](auto into) {
        return [this, into](const std::string& text) mutable {
            return !SettingsFile(file(text)).read(into).empty();
        };
    };
    expectEveryNumberIsBounded(contentOf(folder_ / "s.json"), refuses(settings));
    expectEveryNumberIsBounded(contentOf(folder_ / "l.json"), refuses(layout));
    EXPECT_FALSE(SettingsFile(file("{\"width\": 1000.5}")).read(layout).empty()) << "pixels are whole";
}

TEST_F(SettingsFiles, ANameIsShownAndNotObeyed) {
    for (const std::string& name : hostileNames()) {
        tests::write(folder_ / name, "{\"theme\": 5}");
        Settings settings;
        SettingsFile wrong(folder_ / name);
        for (const std::string& complaint : wrong.read(settings))
            EXPECT_TRUE(isQuiet(complaint)) << complaint;
        tests::write(folder_ / name, "[]");
        for (const std::string& complaint : wrong.read(settings))
            EXPECT_TRUE(isQuiet(complaint)) << complaint;
        std::filesystem::create_directories(folder_ / name);
        for (const std::string& complaint : SettingsFile(folder_ / name).read(settings))
            EXPECT_TRUE(isQuiet(complaint)) << complaint;
        const std::string failed = saveFile(folder_ / name, "text", Durability::kQuick);
        EXPECT_NE(failed, "");
        EXPECT_TRUE(isQuiet(failed)) << failed;
    }
}

TEST_F(SettingsFiles, AScaleThatNobodyCanReadIsNotTaken) {
    for (const char* scale : {"0.01", "-1", "4.5", "1e300"}) {
        SettingsFile tiny(file(std::string(R"({"ui_scale": )") + scale + "}"));
        Settings settings;
        EXPECT_EQ(tiny.read(settings).size(), 1u) << scale;
        EXPECT_EQ(settings.ui_scale, 0) << scale;
    }
    SettingsFile good(file(R"({"ui_scale": 0.5})"));
    Settings settings;
    EXPECT_TRUE(good.read(settings).empty());
    EXPECT_EQ(settings.ui_scale, 0.5);
}

TEST_F(SettingsFiles, NestingIsBounded) {
    std::string deep = R"({"holograms": )";
    for (int i = 0; i < 100'000; ++i) deep += "[";
    SettingsFile nested(file(deep + std::string(100'000, ']') + "}"));
    Settings settings;
    const std::vector<std::string> complaints = nested.read(settings);
    ASSERT_EQ(complaints.size(), 1u);
    EXPECT_NE(complaints[0].find("nested brackets"), std::string::npos) << complaints[0];
    EXPECT_EQ(nested.write(settings), "");
}

TEST_F(SettingsFiles, ALinkIsFollowedAndADeviceStaysOne) {
    std::filesystem::create_symlink("target", folder_ / "link");
    for (const char* text : {"first", "second"}) {
        EXPECT_EQ(saveFile(folder_ / "link", text, Durability::kSynced), "");
        EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
        EXPECT_EQ(contentOf(folder_ / "target"), text);
    }
    EXPECT_EQ(saveFile("/dev/null", "text", Durability::kQuick), "");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

// Names that the program chooses, where there is a link already: to a file that is none of its business.
TEST_F(SettingsFiles, ALinkUnderANameOfTheProgramIsNotFollowed) {
    const std::filesystem::path victim = folder_ / "victim";
    tests::write(victim, "precious");
    const std::string unfinished = ".drover-" + std::to_string(getpid()) + "-";
    for (const std::string& name : {unfinished + "0.part", unfinished + "1.part",
                                    std::string("file.json.before"), std::string("plain.json.broken-1")})
        std::filesystem::create_symlink("victim", folder_ / name);
    EXPECT_EQ(saveFile(folder_ / "saved", "text", Durability::kQuick), "");
    EXPECT_EQ(contentOf(folder_ / "saved"), "text");
    EXPECT_EQ(contentOf(victim), "precious");
    EXPECT_FALSE(std::filesystem::is_symlink(folder_ / "saved"));

    Settings settings;
    const std::string text = R"({"ui_scale": "large"})";
    EXPECT_EQ(SettingsFile(file(text)).read(settings).size(), 1u);
    EXPECT_EQ(contentOf(folder_ / "file.json.before"), text);
    EXPECT_FALSE(std::filesystem::is_symlink(folder_ / "file.json.before"));
    EXPECT_EQ(contentOf(victim), "precious");

    tests::write(folder_ / "plain.json", "broken");
    std::filesystem::remove(victim);  // a link that points nowhere is there all the same
    EXPECT_EQ(setAside(folder_ / "plain.json").filename(), "plain.json.broken-2");
    EXPECT_FALSE(std::filesystem::exists(victim));
}

TEST_F(SettingsFiles, MembersOfLaterVersionsStay) {
    SettingsFile later(file(R"({"theme": "light", "holograms": {"depth": 3}})"));
    Settings settings;
    EXPECT_TRUE(later.read(settings).empty());
    EXPECT_EQ(later.write(settings), "");
    EXPECT_NE(contentOf(folder_ / "file.json").find("\"depth\": 3"), std::string::npos);
}

TEST_F(SettingsFiles, AFolderThatCannotBeMadeIsTold) {
    file("not a folder");
    const std::string wrong = saveFile(folder_ / "file.json" / "x.json", "text", Durability::kSynced);
    EXPECT_NE(wrong.find("cannot create"), std::string::npos);
    EXPECT_EQ(contentOf(folder_ / "file.json"), "not a folder");
}

TEST_F(SettingsFiles, LieWhereTheVariablesSay) {
    setenv("XDG_CONFIG_HOME", "/somewhere", 1);
    EXPECT_EQ(settingsFolder(), "/somewhere/drover");
    setenv("HOME", "/home/me", 1);
    for (const char* unusable : {"", "relative"}) {
        setenv("XDG_CONFIG_HOME", unusable, 1);
        EXPECT_EQ(settingsFolder(), "/home/me/.config/drover") << unusable;
    }
    unsetenv("XDG_STATE_HOME");
    EXPECT_EQ(stateFolder(), "/home/me/.local/state/drover");
    unsetenv("HOME");
    EXPECT_EQ(stateFolder(), "");
}

}  // namespace
}  // namespace drover::desktop::settings_file_test
