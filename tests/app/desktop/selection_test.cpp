// Tests selection.h: what is under a pixel, and the same animal after others came and went.
#include <gtest/gtest.h>

#include "app/desktop/selection.h"
#include "core/world/world_view.h"
#include "panels/panel_frames.h"

namespace drover::desktop::selection_test {
namespace {

TEST(Selection, FindsWhatIsUnderThePixel) {
    PanelFrames frames("all-minds", drawInspectPanel);
    for (int i = 0; i < 20; ++i) frames.step();
    const world::WorldView view = frames.session.world().view();
    ViewState state;
    state.viewport = {0, 0, 800, 800};
    state.camera.seen_m = state.camera.whole_m = 8;  // so close that no two are under one pixel
    for (const bool is_smooth : {true, false}) {
        state.draw.is_smooth = is_smooth;
        for (const std::size_t task :
             {view.firstOther() + 7, std::size_t{view.population.firstRow(1)} + 70, view.firstOther()}) {
            state.camera.lookAt(view.plane(), shownAt(view, task, is_smooth));
            EXPECT_EQ(taskAt(view, state, {400, 400}, 22), task);
        }
    }
    state.camera.lookAt(view.plane(), metresOf(view.plane(), {0, 0}));
    EXPECT_FALSE(taskAt(view, state, {-1e6, -1e6}, 22));
}

TEST(Selection, StaysWithItsAnimalWhenOthersComeAndGo) {
    PanelFrames frames("all-minds", drawInspectPanel);
    const world::World& world = frames.session.world();
    const auto select = [&](std::size_t task) {
        frames.view.draw.selected_task = static_cast<std::uint32_t>(task);
        keepSelection(frames.view, world);
    };
    const auto change = [&](const world::SetAnimals& command) {
        frames.session.change(command);
        frames.session.step(1.0 / 60);
        keepSelection(frames.view, world);
    };
    select(world.view().firstOther() + 30);
    frames.view.follows_selected = true;
    const std::string name = nameOf(world, *frames.view.draw.selected_task);
    EXPECT_EQ(name, "javelina 30");
    change({0, 75, {400, 400, 30}});
    ASSERT_TRUE(frames.view.draw.selected_task);
    EXPECT_EQ(nameOf(world, *frames.view.draw.selected_task), name);
    change({1, 20, {}});  // javelinas are the second of four species
    ASSERT_TRUE(frames.view.draw.selected_task);
    EXPECT_EQ(nameOf(world, *frames.view.draw.selected_task), "javelina 25");
    EXPECT_TRUE(frames.view.follows_selected);
    change({1, 3, {}});
    EXPECT_FALSE(frames.view.draw.selected_task) << "it was taken away";
    EXPECT_FALSE(frames.view.follows_selected);
}

}  // namespace
}  // namespace drover::desktop::selection_test
