// The file dialog by mouse and by letters; tests/ui/files_test.cpp has the other keys.
#include "app/desktop/file_dialog.h"

#include <gtest/gtest.h>

#include "panel_frames.h"
#include "tests/folder.h"

namespace drover::desktop::file_dialog_test {
namespace {

FileDialog* shown = nullptr;
std::optional<FileAnswer> answer;

void drawDialog(Desk& desk) {
    if (!shown) return;
    if (auto given = shown->draw(desk)) answer = std::move(given);
}

class FileDialogTest : public testing::Test {
  protected:
    FileDialogTest() {
        for (const char* name : {"plains.json", "seam.json", "runs/class.drover", "notes.txt"})
            tests::write(folder / name, "{}");
        shown = &dialog;
        answer.reset();
    }
    ~FileDialogTest() override { shown = nullptr; }
    void ask(bool saves, const std::string& path) {
        dialog.ask({.use = FileUse::kRecording,
                    .title = "Title",
                    .endings = saves ? std::vector<std::string>{".drover"}
                                     : std::vector<std::string>{".json", ".drover"},
                    .path = path,
                    .saves = saves});
        settle();
    }
    void settle() {
        for (int i = 0; i < 4; ++i) frames.frame();
    }
    void type(const char* text) {
        ImGui::GetIO().AddInputCharactersUTF8(text);
        settle();
    }
    bool click(const std::string& name) {
        const bool is_there = frames.click(name);
        settle();
        return is_there;
    }

    const tests::Folder folder;
    const std::string at = folder.file("");
    PanelFrames frames{"plains", drawDialog};
    FileDialog dialog;
};

TEST_F(FileDialogTest, OpensWhatIsClickedTwice) {
    ask(false, at);
    EXPECT_TRUE(frames.find("files.entry.plains.json"));
    EXPECT_FALSE(frames.find("files.entry.notes.txt")) << "it is of another kind";
    ASSERT_TRUE(click("files.entry.runs/"));
    EXPECT_EQ(frames.value("files.path"), at + "runs/");
    ASSERT_TRUE(click("files.entry.class.drover"));
    EXPECT_FALSE(answer) << "the first click points";
    ASSERT_TRUE(click("files.entry.class.drover"));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->path, at + "runs/class.drover");
    EXPECT_FALSE(dialog.isOpen());
    EXPECT_EQ(frames.layout.folders, std::vector<std::string>{at + "runs/"});
}

TEST_F(FileDialogTest, LettersChooseTheFirstThatIsMeant) {
    ask(false, at);
    type("se");
    EXPECT_EQ(frames.value("files.path"), at + "se");
    EXPECT_EQ(frames.value("files.entry.seam.json"), "pointed");
    EXPECT_FALSE(frames.find("files.entry.plains.json"));
    ASSERT_TRUE(click("files.take"));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->path, at + "seam.json");
}

TEST_F(FileDialogTest, AWholePathMayBeTypedBehindTheFolder) {
    ask(false, "/usr/");
    type((at + "pla").c_str());
    EXPECT_EQ(frames.find("files.path")->value, at + "pla");
    EXPECT_TRUE(frames.find("files.entry.plains.json"));
}

TEST_F(FileDialogTest, HomeMayBeTypedBehindTheFolder) {
    ask(false, "/usr/");
    type("~/");
    EXPECT_EQ(frames.find("files.path")->value, "~/");
}

TEST_F(FileDialogTest, WhatIsNotThereIsNotOpened) {
    ask(false, at + "zebra");
    ASSERT_TRUE(click("files.take"));
    EXPECT_FALSE(answer);
    EXPECT_TRUE(dialog.isOpen());
    EXPECT_EQ(frames.value("files.note"), "There is no such file.");
}

TEST_F(FileDialogTest, SavesUnderTheNameThatIsOfferedWithItsEnding) {
    ask(true, at + "mine");
    ASSERT_TRUE(click("files.take"));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->path, at + "mine.drover");
}

TEST_F(FileDialogTest, AsksBeforeItOverwrites) {
    ask(true, at + "runs/class.drover");
    ASSERT_TRUE(click("files.take"));
    EXPECT_FALSE(answer);
    EXPECT_NE(frames.value("files.note").find("is there already"), std::string::npos);
    ASSERT_TRUE(click("files.take"));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->path, at + "runs/class.drover");
}

TEST_F(FileDialogTest, AnotherNameIsNotOverwrittenByTheFirstYes) {
    ask(true, at + "runs/class.drover");
    ASSERT_TRUE(click("files.take"));
    tests::write(folder / "runs/class.drover.drover", "{}");
    type(".drover");
    ASSERT_TRUE(click("files.take"));
    EXPECT_FALSE(answer) << "this one was not asked for";
}

TEST_F(FileDialogTest, NoFolderAndCancelAreNoAnswers) {
    ask(true, at + "none/mine.drover");
    ASSERT_TRUE(click("files.take"));
    EXPECT_FALSE(answer);
    EXPECT_EQ(frames.value("files.note"), "There is no such folder.");
    ASSERT_TRUE(click("files.cancel"));
    EXPECT_FALSE(answer);
    EXPECT_FALSE(dialog.isOpen());
    ask(false, at);
    dialog.close();
    settle();
    EXPECT_FALSE(dialog.isOpen());
}

}  // namespace
}  // namespace drover::desktop::file_dialog_test
