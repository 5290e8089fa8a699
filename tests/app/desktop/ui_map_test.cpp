// Tests ui_map.h: valid JSON, written as a whole and only when it has changed.
#include "app/desktop/ui_map.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/folder.h"

namespace drover::desktop::ui_map_test {
namespace {

TEST(UiMap, IsJsonWhateverTheTextsSay) {
    UiMap map("/nowhere/map.json");
    map.begin();
    map.note("a.b", "text", {1, 2}, {11, 22}, "say \"x\\y\"\n\t\x01 \xc3\xa9");
    map.note("nothing", "text", {5, 5}, {5, 9});
    map.note("c", "button", {0.4f, 0}, {3, 3});
    const nlohmann::json json = nlohmann::json::parse(map.text());
    ASSERT_EQ(json.size(), 2u);
    EXPECT_EQ(json[0]["name"], "a.b");
    EXPECT_EQ(json[0]["rect"], (nlohmann::json{1, 2, 10, 20}));
    EXPECT_EQ(json[0]["value"], "say \"x\\y\"\n\t\x01 \xc3\xa9");
    EXPECT_EQ(json[1]["name"], "c");
    map.begin();
    map.note("files.entry.\xff\xfe.json", "row", {0, 0}, {1, 1}, "\xc3");
    EXPECT_EQ(nlohmann::json::parse(map.text())[0]["name"], "files.entry.\\xff\\xfe.json")
        << "names of files may be no text";
    map.begin();
    EXPECT_EQ(nlohmann::json::parse(map.text()), nlohmann::json::array());
}

TEST(UiMap, IsWrittenWhenItHasChanged) {
    const tests::Folder folder;
    const std::filesystem::path file = folder / "made/map.json";
    std::filesystem::create_directory(folder / "made");
    UiMap map(file.string());
    const auto draw = [&](const char* value) {
        map.begin();
        map.note("x", "number", {0, 0}, {5, 5}, value);
        return map.end();
    };
    EXPECT_EQ(draw("1"), "");
    EXPECT_TRUE(std::filesystem::remove(file));
    EXPECT_EQ(draw("1"), "");
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_EQ(draw("2"), "");
    EXPECT_EQ(nlohmann::json::parse(tests::contentOf(file))[0]["value"], "2");
    std::filesystem::remove_all(folder / "made");
    tests::write(folder / "made", "a file where the folder should be");
    EXPECT_NE(draw("3"), "");
}

}  // namespace
}  // namespace drover::desktop::ui_map_test
