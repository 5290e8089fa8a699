// The strips and plots under the world. Gives the plots what they need of the world and carries out what the
// user does in them: dragging the budget, saving a plot. Called by desktop.cpp in every frame.
#pragma once

#include <optional>
#include <vector>

#include "app/desktop/columns.h"
#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

// All tasks of the world's present frame, by band and period.
void countPeriods(const world::World& world, PeriodCounts& counts);

class PlotStrip {
  public:
    void draw(Desk& desk, PanelState& state, const ScreenRect& rect, bool has_plots, bool has_strips = true);
    // One plot without the strips.
    void drawOne(Desk& desk, PanelState& state, const ScreenRect& rect, std::size_t plot);
    // Call after the frame has been drawn. Saves the picture of a plot if the user asked for one.
    void keepPicture(int width, int height);

  private:
    void carryOut(Desk& desk, const PlotFeed& feed, const PlotAnswer& answer);
    void save(const PlotFeed& feed, const ExportRequest& wanted);
    void say(std::string text);

    PlotDesk plots_;
    std::vector<PlotChange> changes_;  // of the present frame
    std::optional<ExportRequest> picture_;
    std::string said_;  // where the last file was saved, or why it was not
    double said_until_s_ = 0;
};

}  // namespace drover::desktop
