// The window's size, its panels and its plots.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <stb_image.h>

#include "window_test.h"

#include "core/load/managers.h"

namespace drover::desktop::layout_test {
namespace {

// Three bytes a pixel; empty if it is no picture.
std::vector<unsigned char> pixelsOf(const std::filesystem::path& png) {
    int width = 0, height = 0, channels = 0;
    unsigned char* const pixels = stbi_load(png.c_str(), &width, &height, &channels, 3);
    if (pixels == nullptr) return {};
    const auto bytes = static_cast<std::size_t>(width * height * 3);
    std::vector<unsigned char> out(pixels, pixels + bytes);
    stbi_image_free(pixels);
    return out;
}

class WindowLayout : public WindowTest {
  protected:
    // The time line has the lower edge; the world begins at the upper left.
    void expectSize(float width, float height) {
        const UiMap::Item *const world = find("world.view"), *const time = find("time.strip");
        ASSERT_TRUE(world && time);
        EXPECT_EQ(world->min.x, 0);
        EXPECT_EQ(world->min.y, 0);
        EXPECT_LE(world->max.x, width);
        EXPECT_LE(world->max.y, height);
        EXPECT_EQ(ImGui::GetIO().DisplaySize.x, width);
        EXPECT_GT(time->max.y, height - 30);
    }
    static float middleOf(const UiMap::Item& item) { return (item.min.x + item.max.x) / 2; }
};

TEST_F(WindowLayout, OpensAsItWasLeft) {
    open({"plains"}, kSavedSize);
    EXPECT_FALSE(has("panel.spikes.tab")) << "at first the world has the window for itself";
    EXPECT_FALSE(has("plot.ai_time"));
    EXPECT_FALSE(has("frame.strip"));
    choose("menu.panels", "menu.panel.spikes");
    EXPECT_FALSE(has("menu.panel.spikes")) << "the menu closes";
    EXPECT_EQ(value("panel.spikes.tab"), "open");
    EXPECT_EQ(value("panel.load.tab"), "folded") << "one panel at a time";
    choose("menu.panels", "menu.plots");
    EXPECT_TRUE(has("plot.ai_time"));
    resize(1100, 800);
    expectSize(1100, 800);
    close();

    open({"plains"}, kSavedSize);
    expectSize(1100, 800);
    EXPECT_EQ(value("panel.spikes.tab"), "open");
    EXPECT_TRUE(has("plot.ai_time"));
    EXPECT_FALSE(has("frame.strip"));
    click("drawer.close");
    EXPECT_FALSE(has("panel.spikes.tab"));
    press("E");
    EXPECT_EQ(value("panel.spikes.tab"), "open") << "where it was";
    press("E");
    EXPECT_FALSE(has("panel.spikes.tab"));
}

TEST_F(WindowLayout, PanelsPushTheWorldAndYouStayInItsMiddle) {
    open({"plains"});
    const float whole = width("world.view");
    EXPECT_EQ(whole, 1280);
    for (const char* const key : {"P", "O", "E"}) press(key);
    frames(3);
    EXPECT_LT(width("world.view"), whole - 300);
    for (const char* const panel : {"drawer.close", "frame.strip", "frame.bars", "plot.ai_time"}) {
        ASSERT_TRUE(has(panel)) << panel;
        const UiMap::Item &world = *find("world.view"), &item = *find(panel);
        EXPECT_TRUE(item.min.x >= world.max.x || item.min.y >= world.max.y) << panel;
    }
    EXPECT_NEAR(middleOf(*find("world.you")), middleOf(*find("world.view")), 2);
    close();
    open({"plains", "--compare", "elastic,process"});
    EXPECT_NEAR(width("world.view"), width("world.right"), 1);
    EXPECT_NEAR(middleOf(*find("world.you")), middleOf(*find("world.view")), 2);
}

TEST_F(WindowLayout, ABarOfTheLastFramesLeadsToItsFrame) {
    open({"plains"});
    frames(200);
    press("O");
    frames(3);
    EXPECT_TRUE(matches("frame.bars.summary", "p50 * p99 * worst *"));
    const std::uint64_t before = frame();
    click("frame.bars", 0.8f);
    EXPECT_LT(frame(), before);
    EXPECT_GT(frame() + 120, before);
}

// Counted from the pixels of the window and of its world alone, in the same frame.
TEST_F(WindowLayout, CoversLittleOfTheWorld) {
    const std::filesystem::path window = folder() / "window.png", world = folder() / "world.png";
    const auto coveredShare = [&] {
        open({"plains", "--sight", "eyes", "--frames", "60", "--screenshot", window, "--picture", world},
             kSavedSize);
        for (int i = 0; i < 100 && !isOver(); ++i) frames();
        const std::vector<unsigned char> a = pixelsOf(window), b = pixelsOf(world);
        EXPECT_EQ(a.size(), std::size_t{3 * 1280 * 720});
        EXPECT_EQ(a.size(), b.size());
        if (a.empty() || a.size() != b.size()) return 1.0;
        double covered = 0;
        for (auto x = a.begin(), y = b.begin(); x != a.end(); x += 3, y += 3)
            covered += !std::equal(x, x + 3, y);
        return 3 * covered / static_cast<double>(a.size());
    };
    const double at_first = coveredShare();
    EXPECT_GT(at_first, 0.05) << "what is always there";
    EXPECT_LE(at_first, 0.12);

    open({"plains"});
    for (const char* const key : {"P", "O"}) press(key);
    frames(3);
    const UiMap::Item& left = *find("world.view");
    EXPECT_GE((left.max.x - left.min.x) * (left.max.y - left.min.y), 0.65f * 1280 * 720)
        << "what panels leave";
}

TEST_F(WindowLayout, NothingLeavesAWindowOfAnySize) {
    open({"plains"});
    for (const char* const key : {"P", "O", "Q", "E", "I"}) press(key);
    for (const auto& [width, height] : {std::pair{1280, 720},
                                        {640, 480},
                                        {320, 200},
                                        {1920, 1080},
                                        {800, 1200},
                                        {2560, 400},
                                        {400, 900},
                                        {1000, 1000},
                                        {5000, 300},
                                        {1280, 720}}) {
        resize(width, height);
        frames(3);
        const std::string size = std::to_string(width) + "x" + std::to_string(height);
        SCOPED_TRACE(size);
        expectSize(static_cast<float>(width), static_cast<float>(height));
        for (const UiMap::Item& item : onScreen()) {
            EXPECT_GE(std::round(item.min.x), 0) << item.name;
            EXPECT_GE(std::round(item.min.y), 0) << item.name;
            EXPECT_LE(std::round(item.max.x), width) << item.name;
            EXPECT_LE(std::round(item.max.y), height) << item.name;
        }
        press("Tab");  // to the next part, if there is one
    }
    press("E");
    resize(640, 480);
    EXPECT_TRUE(has("plot.ai_time")) << "a low window keeps its plots";
    const std::uint64_t before = frame();
    frames(3);
    EXPECT_EQ(frame(), before + 3);
}

TEST_F(WindowLayout, ALowWindowKeepsTheStripOfTasks) {
    open({"sets"});
    press("O");
    for (int height = 480; height <= 720; height += 8) {
        resize(640, height);
        const UiMap::Item* const strip = find("frame.strip");
        ASSERT_TRUE(strip) << height;
        EXPECT_GE(strip->max.y - strip->min.y, 18) << height;
    }
}

// A ring's label that would lie under the legend stands beside it.
TEST_F(WindowLayout, ALabelStandsBesideTheLegend) {
    open({"plains"});
    press("Space");
    moveTo("world.view");
    for (int i = 0; i < 4; ++i) wheel(1);
    frames(3);
    const Place label = placeIn("world.near"), legend = placeIn("world.legend");
    drag({label.x, label.y + 60}, {legend.x, legend.y + 60});
    frames(3);
    const UiMap::Item *const moved = find("world.near"), *const box = find("world.legend");
    ASSERT_TRUE(moved && box);
    EXPECT_GT(moved->min.y, box->min.y);
    EXPECT_LT(moved->min.y, box->max.y);
    EXPECT_GT(moved->min.x, box->max.x);
    EXPECT_LT(moved->min.x, box->max.x + 20);
}

TEST_F(WindowLayout, PauseAndStepByButtonsAndKeys) {
    open({"plains"});
    frames(10);
    click("transport.pause");
    EXPECT_TRUE(matches("status", "*paused*")) << value("status");
    const std::uint64_t before = frame();
    click("transport.step");
    EXPECT_EQ(frame(), before + 1);
    press(".");
    EXPECT_EQ(frame(), before + 2);
    press("Space");
    EXPECT_FALSE(matches("status", "*paused*")) << value("status");
    frames(10);
    EXPECT_GT(frame(), before + 11);
    click("load.manager");
    click("load.manager.Fixed periods");
    EXPECT_EQ(value("load.manager"), "Fixed periods");
    choose("menu.edit", "menu.undo");
    EXPECT_EQ(value("load.manager"), "Elastic tasks");
    const float width_before = width("load.manager");
    press("Ctrl+=");
    EXPECT_GT(width("load.manager"), width_before) << "larger text";
}

TEST_F(WindowLayout, TheListOfManagersFitsTheWindow) {
    open({"plains"});
    frames(10);
    click("load.manager");
    // Only what is seen has an item, cut to what is seen of it.
    float height = 0;
    for (const load::ManagerInfo& info : load::kManagers) {
        const UiMap::Item* item = find("load.manager." + std::string(info.title));
        ASSERT_TRUE(item) << info.title;
        if (height == 0) height = item->max.y - item->min.y;
        EXPECT_NEAR(item->max.y - item->min.y, height, 1) << info.title;
    }
}

TEST_F(WindowLayout, KeysAreTextWhileAFieldHasTheKeyboard) {
    open({"plains"});
    frames(20);
    const std::uint64_t before = frame(), seed = session().scenario().seed;
    typeInto("load.budget_ms", "r n");
    EXPECT_TRUE(has("load.budget_ms.error"));
    EXPECT_GT(frame(), before) << "R restarted the world, or the space key paused it";
    EXPECT_FALSE(isPaused());
    press("Shift+R");
    EXPECT_LT(frame(), before) << "the world has the keyboard again";
    EXPECT_EQ(session().scenario().seed, seed);
}

TEST_F(WindowLayout, ALargerWindowShowsMorePlots) {
    struct Case {
        const char *size, *scale;
        std::ptrdiff_t plots;
    };
    drawNothing();
    for (const Case& one : {Case{"1280x720", "1", 3}, {"1920x1080", "1.25", 4}, {"3840x2160", "2.5", 6}}) {
        open({"plains", "--scale", one.scale}, one.size);
        if (!has("plot.ai_time")) press("P");
        const auto plots = std::ranges::count_if(onScreen(), [](const UiMap::Item& item) {
            return item.name.starts_with("plot.") && item.name.ends_with(".title");
        });
        EXPECT_EQ(plots, one.plots) << one.size;
        close();
    }
}

TEST_F(WindowLayout, PlotsSayWhatTheStatusLineSays) {
    open({"plains", "--size", "1600x900"});
    press("P");
    frames(60);
    click("transport.pause");
    const std::string status = value("status"), time = value("plot.ai_time.title");
    EXPECT_NE(status.find("thinking " + time + " "), std::string::npos) << time << " | " << status;
    const std::string detail = value("plot.detail.title");  // "POINTS for ANIMALS"
    const std::size_t middle = detail.find(" for ");
    ASSERT_NE(middle, std::string::npos) << detail;
    EXPECT_NE(status.find(" " + detail.substr(0, middle) + " "), std::string::npos) << detail;
    EXPECT_NE(status.find(detail.substr(middle + 5) + " in "), std::string::npos) << detail;

    click("transport.pause");
    const std::uint64_t before = frame();
    typeInto("load.budget_ms", "3");
    frames(3);
    EXPECT_TRUE(std::ranges::any_of(onScreen(), [&](const UiMap::Item& item) {
        unsigned long long at = 0;
        return std::sscanf(item.name.c_str(), "plot.ai_time.mark.%llu", &at) == 1 && at > before &&
               at <= frame() && (item.value == "budget" || item.value == "budget 3.00 ms");
    })) << "a change is marked where it was made";
    click("plot.last_2min");
    EXPECT_EQ(value("plot.last_2min"), "on");
    click("plot.last_20s");
    EXPECT_EQ(value("plot.last_20s"), "on");
}

TEST_F(WindowLayout, PlotsAreExportedAtAChosenSize) {
    open({"plains"});
    press("P");
    frames(60);
    const std::filesystem::path plots = stateFolder() / "plots";
    const auto exported = [&](const std::string& ending, const std::string& size) {
        click("plot.ai_time.menu");
        click("plot.ai_time.menu.export");
        click("plot.ai_time.menu." + size);
        EXPECT_EQ(value("plot.ai_time.menu." + size), "on");
        click("plot.ai_time.menu." + ending);
        EXPECT_TRUE(matches("files.path", plots.string() + "/ai_time_*." + ending)) << value("files.path");
        const std::string file = value("files.path");
        click("files.take");
        frames(6);
        return contentOf(file);
    };
    const std::string svg = exported("svg", "size_1600x900");
    EXPECT_GT(svg.size(), 2000u);
    EXPECT_NE(svg.find("viewBox=\"0 0 1600 900\""), std::string::npos);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    const std::string png = exported("png", "size_3840x2160");
    ASSERT_GT(png.size(), 2000u);
    EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x0f\0\0\0\x08\x70", 8)) << "3840 x 2160";
}

}  // namespace
}  // namespace drover::desktop::layout_test
