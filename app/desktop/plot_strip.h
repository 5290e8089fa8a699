// The strips and plots under the world: hands the plots what they need of the world, and carries out what is
// done in them: a budget that is dragged, a plot that is saved.
#pragma once

#include <optional>

#include "app/desktop/columns.h"
#include "app/desktop/plots/plot_desk.h"

namespace drover::desktop {

class PlotStrip {
  public:
    void draw(Desk& desk, PanelState& state, const ScreenRect& rect, bool has_plots);
    // After the frame has been drawn: the picture of a plot, if one was asked for.
    void keepPicture(int width, int height);

  private:
    void carryOut(Desk& desk, const PlotAnswer& answer);
    void say(std::string text);

    PlotDesk plots_;
    std::optional<ExportRequest> picture_;
    std::string said_;  // where the last file went, or why not
    double said_until_s_ = 0;
};

}  // namespace drover::desktop
