#include "render/gl/image.h"

#include <gtest/gtest.h>

#include "tests/folder.h"

namespace drover::render::image_test {
namespace {

namespace fs = std::filesystem;

using tests::Folder;

TEST(Image, IsWrittenWholeAndNothingIsLeftBesideIt) {
    const Folder folder;
    const Image image{3, 2, std::vector<std::uint8_t>(18, 200)};
    ASSERT_EQ(writePng(folder / "a.png", image), "");
    ASSERT_EQ(writePng(folder / "a.png", image), "") << "replaces the old file";
    const std::string bytes = tests::contentOf(folder / "a.png");
    EXPECT_EQ(bytes.substr(1, 3), "PNG");
    EXPECT_EQ(bytes.substr(16, 8), std::string("\0\0\0\3\0\0\0\2", 8)) << "width and height";
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Image, SaysWhyItCannotBeWritten) {
    const Folder folder;
    const std::string message = writePng(folder / "none" / "a.png", {1, 1, {1, 2, 3}});
    EXPECT_NE(message.find("none/a.png: cannot create: No such file"), std::string::npos) << message;
    fs::create_directories(folder / "b.png" / "full");
    EXPECT_NE(writePng(folder / "b.png", {1, 1, {1, 2, 3}}), "");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "no partial file stays";
}

TEST(Icon, IsReadFromAPictureAndFromNothingElse) {
    const Folder folder;
    ASSERT_EQ(writePng(folder / "i.png", {2, 1, {10, 20, 30, 40, 50, 60}}), "");
    Result<Icon> icon = readIcon(folder / "i.png");
    ASSERT_TRUE(icon) << icon.error.message();
    EXPECT_EQ(icon->width, 2);
    EXPECT_EQ(icon->height, 1);
    EXPECT_EQ(icon->rgba, (std::vector<std::uint8_t>{10, 20, 30, 255, 40, 50, 60, 255}));
    tests::write(folder / "text.png", "no picture");
    for (const char* name : {"none.png", "text.png"}) {
        Result<Icon> none = readIcon(folder / name);
        ASSERT_FALSE(none);
        EXPECT_NE(none.error.message().find(name), std::string::npos) << none.error.message();
    }
    EXPECT_TRUE(readIcon(DROVER_SOURCE_DIR "/assets/desktop/icons/64.png"));
}

}  // namespace
}  // namespace drover::render::image_test
