// What the File menu offers to take along: the recording, the measures, pictures, a command line; and films.
#include <array>

#include "window_test.h"

namespace drover::desktop::exports_test {
namespace {

class WindowExports : public WindowTest {
  protected:
    ~WindowExports() override { std::filesystem::current_path(DROVER_SOURCE_DIR); }

    // Each of them drawn, as a film and a picture of the window need it.
    void drawnFrames(int count) {
        for (int i = 0; i < count; ++i) frames(1);
    }
    // Takes the name that is offered.
    std::string take(const std::string& entry, const std::string& file) {
        const std::string path = exports() / file;
        choose("menu.file", entry);
        EXPECT_EQ(value("files.path"), path);
        click("files.take");
        drawnFrames(4);
        return taken(path);
    }
    // The answer is read and closed; the file's bytes.
    std::string taken(const std::string& path) {
        expectSaid("Saved as " + path + "*");
        return contentOf(path);
    }
    int picturesIn(const std::filesystem::path& film) const {
        int pictures = 0;
        for (const auto& entry : std::filesystem::directory_iterator(film))
            pictures += entry.path().filename().string().starts_with("frame-");
        return pictures;
    }
};

// Width and height stand in a PNG's bytes 16 to 23.
std::array<int, 2> sizeOf(const std::string& png) {
    if (png.size() < 24) return {};
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(png[i]); };
    return {at(18) * 256 + at(19), at(22) * 256 + at(23)};
}

TEST_F(WindowExports, TheRecordingTheMeasuresAndPictures) {
    open({"--compare", "elastic,process", "--view", "1000,1000,800", "plains"});
    frames(30);
    EXPECT_GT(take("menu.save_recording", "plains-1.drover").size(), 0u);
    const std::uint64_t least = frame();
    take("menu.save_measures", "plains-1.csv");
    EXPECT_GE(column(exports() / "plains-1.csv", "frame").size(), least);
    EXPECT_EQ(sizeOf(take("menu.save_picture", "plains-1.png")), (std::array{3840, 2160}));
    EXPECT_EQ(sizeOf(take("menu.save_window", "plains-2.png")), (std::array{1280, 720}));
    close();
}

// A world that is looked at later hurries there, but not where a file is to have all of its frames.
TEST_F(WindowExports, AFileOfMeasuresHasEachFrame) {
    lookFirstAsWritten();
    open({"gap", "--csv", in("gap.csv")});
    frames(20);
    close();
    const std::vector<double> frame = column(in("gap.csv"), "frame");
    ASSERT_GT(frame.size(), 20u);
    for (std::size_t i = 0; i < frame.size(); ++i) ASSERT_EQ(frame[i], static_cast<double>(i + 1));
    open({"gap"});
    frames(20);
    EXPECT_GT(session().world().frame(), 100u) << "it hurries";
}

TEST_F(WindowExports, ACommandLineThatShowsTheSameAgain) {
    open({"plains", "--theme", "light"});
    frames(10);
    choose("menu.file", "menu.copy_command");
    const std::string path = exports() / "plains-1.drover";
    EXPECT_GT(taken(path).size(), 0u);
    const std::string line = SDL_GetClipboardText();
    EXPECT_TRUE(line.starts_with("drover " + path + " --theme light --view ")) << line;
    close();
}

TEST_F(WindowExports, AFilmIsAPictureOfEachFrameThatIsDrawn) {
    std::filesystem::current_path(folder());
    open({"--film", "film/", "--size", "640x400", "plains"});  // named from where one stands
    const int pictures = picturesIn(folder() / "film");
    EXPECT_GT(pictures, 0);
    drawnFrames(10);
    EXPECT_EQ(picturesIn(folder() / "film"), pictures + 10);
    EXPECT_EQ(sizeOf(contentOf(folder() / "film" / "frame-000010.png")), (std::array{640, 400}));
    end();
}

// Its frames take twice as long as those of the window while a spike lasts, and are in the film once all the
// same.
TEST_F(WindowExports, ARecordingOpensAndPlaysIntoAFilmOfOneFile) {
    open({"plains"});
    frames(10);
    press("X");
    frames(30);
    take("menu.save_recording", "plains-1.drover");
    close();

    const std::filesystem::path film = folder() / "film.y4m";
    ASSERT_EQ(open({exports() / "plains-1.drover", "--theme", "light", "--size", "640x400", "--film", film}),
              0);
    EXPECT_TRUE(matches("time.place", "*in the past*")) << value("time.place");
    const std::uint64_t at = frame();
    drawnFrames(30);
    EXPECT_EQ(frame(), at + 30) << "a frame of the recording for each of the film";
    close();

    const std::string bytes = contentOf(film), header = bytes.substr(0, bytes.find('\n') + 1);
    EXPECT_EQ(header, "YUV4MPEG2 W640 H400 F60:1 Ip A1:1 C444\n");
    const std::size_t each = 6 + 3 * 640 * 400, pictures = (bytes.size() - header.size()) / each;
    EXPECT_EQ(header.size() + pictures * each, bytes.size());
    EXPECT_GT(pictures, 30u);
}

}  // namespace
}  // namespace drover::desktop::exports_test
