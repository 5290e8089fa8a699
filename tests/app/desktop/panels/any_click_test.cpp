// Random clicks in every panel. The world's scenario can always be written and read again, and undo restores
// it.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/world/files/scenario_file.h"
#include "panel_frames.h"

namespace drover::desktop::any_click_test {
namespace {

class Hand {
  public:
    explicit Hand(PanelFrames& frames) : frames_(frames) {}

    void actAnywhere(std::uint32_t turn) {
        const RandomBlock r = randomBlock(42, 0, 0, turn, Purpose::kSpikeNoise);
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = {static_cast<float>(r[0] % 330), static_cast<float>(r[1] % 700)};
        const int mouse_button = r[2] % 8 == 0 ? 1 : 0;
        io.KeyCtrl = r[2] % 16 == 1;  // Ctrl+click opens a number for typing
        frames_.step();
        io.MouseDown[mouse_button] = true;
        frames_.step();
        if (r[2] % 4 == 2) io.MousePos.x += static_cast<float>(r[3] % 400) - 200;  // a drag
        if (r[2] % 16 == 1) io.AddInputCharactersUTF8("-1e999");
        frames_.step();
        io.MouseDown[mouse_button] = false;
        io.KeyCtrl = false;
        frames_.step();
    }

  private:
    PanelFrames& frames_;
};

TEST(Panels, LeaveAWorldThatCanBeWrittenWhateverIsPressed) {
    std::size_t changed = 0;
    for (const PanelInfo& panel : kPanels) {
        // These open other worlds, the second even very large ones.
        if (panel.draw == drawLessonPanel || panel.draw == drawScenarioPanel) continue;
        PanelFrames frames("all-minds", panel.draw, {320, 700});
        const std::string before = world::writeScenario(frames.session.scenario());
        Hand hand(frames);
        for (std::uint32_t turn = 0; turn < 150; ++turn) hand.actAnywhere(turn);
        const std::string after = world::writeScenario(frames.session.scenario());
        const auto read = world::parseScenario("after", after, ~std::uint64_t{0});
        EXPECT_TRUE(read) << panel.name << ": " << read.error.message();
        changed += after != before;
        for (int i = 0; i < 400 && frames.session.undoLog().canUndo(); ++i) {
            undo(frames.session);
            frames.step();
        }
        EXPECT_EQ(world::writeScenario(frames.session.scenario()), before) << panel.name << " undone";
    }
    EXPECT_GE(changed, 4u) << "load, periods, level of detail and forces were changed";
}

}  // namespace
}  // namespace drover::desktop::any_click_test
