// What a typed path means, and which files of a folder can be chosen.
#include "app/desktop/file_list.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/folder.h"

namespace drover::desktop::file_list_test {
namespace {

class FileListTest : public testing::Test {
  protected:
    FileListTest() {
        for (const char* name : {"Beasts", "runs", ".hidden"})
            std::filesystem::create_directories(folder / name);
        for (const char* name : {"plains.json", "plains-2.json", "Plateau.json", "class.drover", "notes.txt"})
            tests::write(made / name, "12345");
    }
    std::vector<std::string> namesOf(const FileList& list, std::string_view name) const {
        std::vector<std::string> names;
        for (const std::size_t i : meant(list, name)) names.push_back(list.entries[i].name);
        return names;
    }

    const tests::Folder made;
    const std::filesystem::path folder = made.path();
    const std::vector<std::string> endings{".json", ".drover"};
};

using Names = std::vector<std::string>;

TEST_F(FileListTest, HasFoldersAndTheFilesOfItsKinds) {
    const FileList list = listFolder(folder, endings);
    EXPECT_EQ(list.wrong, "");
    EXPECT_EQ(namesOf(list, ""),
              (Names{"Beasts", "runs", "class.drover", "plains-2.json", "plains.json", "Plateau.json"}));
    EXPECT_EQ(list.entries.front().name, ".hidden");
    EXPECT_EQ(list.entries.back().bytes, 5u);
    EXPECT_NE(listFolder(folder / "none", endings).wrong, "");
}

TEST_F(FileListTest, AnyPartOfANameIsEnough) {
    const FileList list = listFolder(folder, endings);
    EXPECT_EQ(namesOf(list, "pla"), (Names{"plains-2.json", "plains.json", "Plateau.json"}));
    EXPECT_EQ(namesOf(list, "LASS"), (Names{"class.drover"})) << "none begins with it";
    EXPECT_EQ(namesOf(list, "."), (Names{".hidden"})) << "those with a point before those that contain one";
    EXPECT_EQ(namesOf(list, "zebra"), Names{});
}

TEST_F(FileListTest, CompletesAsFarAsAllGoOnAlike) {
    const FileList list = listFolder(folder, endings);
    EXPECT_EQ(completed(list, "plai"), "plains");
    EXPECT_EQ(completed(list, "plains"), "plains");
    EXPECT_EQ(completed(list, "plains-"), "plains-2.json");
    EXPECT_EQ(completed(list, "bea"), "Beasts/");
    EXPECT_EQ(completed(list, "zebra"), "zebra");
    EXPECT_EQ(completed(list, "lass"), "lass") << "it is not the beginning of a name";
    FileList letters;
    letters.entries = {{.name = "\xC3\xA4hre"}, {.name = "\xC3\xB6l"}};
    EXPECT_EQ(completed(letters, ""), "") << "no half of a letter";
}

TEST_F(FileListTest, APathIsAFolderAndTheBeginningOfAName) {
    EXPECT_EQ(typedPath("/a/b/c").folder.string(), "/a/b/");
    EXPECT_EQ(typedPath("/a/b/c").name, "c");
    EXPECT_EQ(typedPath("/a/b/").name, "");
    EXPECT_EQ(typedPath("runs/x").folder.string(), folderText(std::filesystem::current_path()) + "runs/");
    ASSERT_EQ(setenv("HOME", folder.c_str(), 1), 0);
    EXPECT_EQ(typedPath("~/x").folder.string(), folderText(folder));
    EXPECT_EQ(parentOf("/a/b/"), "/a/");
    EXPECT_EQ(parentOf("/a/b"), "/a/");
    EXPECT_EQ(parentOf("/a/"), "/");
    EXPECT_EQ(parentOf("/"), "/");
}

}  // namespace
}  // namespace drover::desktop::file_list_test
