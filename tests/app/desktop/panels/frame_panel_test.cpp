// The strip of the frame that is under the mouse in a plot.
#include <gtest/gtest.h>

#include "panel_frames.h"

namespace drover::desktop::frame_panel_test {
namespace {

TEST(FramePanel, ShowsAnEarlierFrameWithoutGoingThere) {
    PanelFrames frames("plains", drawFrameCard, {700, 76});
    std::vector<std::string> summaries{""};
    for (int i = 0; i < 50; ++i) {
        frames.step();
        frames.frame();
        summaries.resize(frames.session.now().moment);
        summaries.push_back(frames.value("frame.summary"));
    }
    const Moment here = frames.session.now().moment;
    for (const Moment moment : {Moment{40}, Moment{10}, here - 1}) {
        frames.state.looked_at = moment;
        for (int i = 0; i < 1000 && frames.value("frame.strip") != "preview"; ++i) frames.frame();
        EXPECT_EQ(frames.value("frame.strip"), "preview");
        const std::string& then = summaries[moment];
        EXPECT_EQ(frames.value("frame.summary"), "Preview of frame " + std::to_string(moment) + ": " + then);
        frames.state.looked_at.reset();
        frames.frame();
        EXPECT_EQ(frames.value("frame.strip"), "");
    }
    EXPECT_EQ(frames.value("frame.summary"), summaries[here]);
    EXPECT_EQ(frames.session.now().moment, here);
}

}  // namespace
}  // namespace drover::desktop::frame_panel_test
