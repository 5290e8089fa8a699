// What the window says of lateness, in four places: the header, the plot, the tooltip of a herd and the
// colour of its light mean the same, under every manager and at any budget. The table of two worlds, too.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "window_test.h"

#include "app/desktop/lateness.h"
#include "core/load/managers.h"
#include "core/world/world_view.h"
#include "render/camera.h"
#include "render/gl/image.h"
#include "render/paint.h"
#include "render/theme.h"

namespace drover::desktop::lateness_window_test {
namespace {

constexpr int kWidth = 1280, kHeight = 720;
constexpr int kFrames = 200;  // before the spike of the plains

// "on time", "33 ms late", "2.10 s late"
double milliseconds(const std::string& said) {
    if (said == "on time") return 0;
    return std::atof(said.c_str()) * (said.find(" s late") != std::string::npos ? 1000 : 1);
}

double warmth(double r, double g, double b) { return (r - b) / std::max({r, g, b, 1.0}); }

// How warm the brightest pixel about a place is.
double warmthAt(const render::Image& image, render::Vec2d at) {
    double brightest = -1, found = 0;
    for (int y = static_cast<int>(at.y) - 2; y <= static_cast<int>(at.y) + 2; ++y)
        for (int x = static_cast<int>(at.x) - 2; x <= static_cast<int>(at.x) + 2; ++x) {
            const std::uint8_t* const rgb =
                &image.rgb[3 * (static_cast<std::size_t>(y) * kWidth + static_cast<std::size_t>(x))];
            const double bright = rgb[0] + rgb[1] + rgb[2];
            if (bright > brightest) brightest = bright, found = warmth(rgb[0], rgb[1], rgb[2]);
        }
    return found;
}

class LatenessWindow : public WindowTest, public testing::WithParamInterface<std::size_t> {
  protected:
    std::string manager() const { return std::string(load::kManagers[GetParam()].name); }
    world::WorldView seen() const { return session().world().view(); }
    double header(const std::string& band) { return milliseconds(value("reading." + band)); }

    // Some seconds of the plains, then they stand still.
    void begin(const char* budget_ms) {
        inFullPixels();
        open({"plains", "--manager", manager(), "--budget-ms", budget_ms, "--view", "2048,2048,3600"});
        drawNothing();
        frames(kFrames);
        sendPress("Space");
        frames(2);
        draw();
        frames(1);
    }
    // The lights that no card lies over and no other light beside, and where.
    std::vector<std::pair<std::uint32_t, render::Vec2d>> lights();
    double shareOfColours(std::span<const std::pair<std::uint32_t, render::Vec2d>> lights);
};

std::vector<std::pair<std::uint32_t, render::Vec2d>> LatenessWindow::lights() {
    const UiMap::Item& item = *find("world.view");
    const render::Viewport viewport{item.min.x, item.min.y, item.max.x - item.min.x, item.max.y - item.min.y};
    const world::WorldView view = seen();
    render::Camera camera;
    camera.centre_m = {2048, 2048};
    camera.showWidth(viewport, 3600);
    camera.leanBy(render::Camera::kNorth);
    std::vector<render::Vec2d> places;
    for (std::uint32_t task = 0; task < view.tasks.size(); ++task) {
        const drover::Place place = view.placeOf(task);
        places.push_back(camera.toScreen(view.plane(), viewport,
                                         {view.plane().xMetres(place), view.plane().yMetres(place)}));
    }
    std::vector<std::pair<std::uint32_t, render::Vec2d>> found;
    for (std::uint32_t task = 0; task < places.size(); ++task) {
        const render::Vec2d at = places[task];
        if (at.x < 400 || at.x > 880 || at.y < 200 || at.y > 520) continue;
        const auto beside = std::ranges::count_if(
            places, [&](const render::Vec2d& other) { return render::distanceSq(other, at) < 14 * 14; });
        if (beside == 1) found.emplace_back(task, at);
    }
    return found;
}

// The share of the lights that are as warm as the lateness of their herds asks.
double LatenessWindow::shareOfColours(std::span<const std::pair<std::uint32_t, render::Vec2d>> lights) {
    const world::WorldView view = seen();
    render::DrawSettings settings;
    settings.theme = &render::themeOf(render::ThemeName::kDark);
    const render::Paint paint(view, settings);
    const render::Image image = render::readPixels(kWidth, kHeight);
    double agree = 0;
    for (const auto& [task, at] : lights) {
        const std::uint32_t colour = paint.ofTask(task, 0);
        const double wanted = warmth(colour & 255, colour >> 8 & 255, colour >> 16 & 255);
        agree += std::abs(warmthAt(image, at) - wanted) < 0.25;
    }
    return agree / static_cast<double>(lights.size());
}

TEST_P(LatenessWindow, IsTheSameInHeaderPlotTooltipTableAndColours) {
    for (const char* const budget_ms : {"4", "2", "0.4"}) {
        SCOPED_TRACE(manager() + " at " + budget_ms + " ms");
        begin(budget_ms);
        const auto shown = lights();
        ASSERT_GT(shown.size(), 20u);
        EXPECT_GT(shareOfColours(shown), 0.9);

        const auto [x, y] = shown.front().second;
        moveTo("world.view");
        moveTo(Place{static_cast<float>(x), static_cast<float>(y)});
        frames(20);
        EXPECT_TRUE(value("world.hover").ends_with(thoughtsOf(session().world(), shown.front().first)))
            << value("world.hover");

        // The plot says what is planned; turns may come later than that, and a whole thought takes several.
        if (!has("plot.deviation")) press("P");
        double near_ms = 0, far_ms = 0;
        const std::string planned = value("plot.deviation.title");
        ASSERT_EQ(std::sscanf(planned.c_str(), "planned: near %lf, far %lf", &near_ms, &far_ms), 2)
            << planned;
        EXPECT_GE(header("near"), near_ms - 25);
        EXPECT_GE(header("far"), far_ms - 25);

        unfold("beside");
        click("beside.begin");
        sendPress("Space");
        frames(32);  // as many as the header's mean
        for (const auto& [band, row] : {std::pair("near", "Near, late by"), {"far", "Far, late by"}})
            EXPECT_NEAR(header(band), std::atof(value(fmt::format("beside.{}.left", row)).c_str()),
                        std::max(25.0, 0.5 * header(band)))
                << band;
        click("beside.end");
    }
}

INSTANTIATE_TEST_SUITE_P(Managers, LatenessWindow, testing::Range<std::size_t>(0, std::size(load::kManagers)),
                         [](const auto& test) { return std::string(load::kManagers[test.param].name); });

}  // namespace
}  // namespace drover::desktop::lateness_window_test
