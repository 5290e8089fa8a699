// The plots over the world. Gives the plots what they need of the world and carries out what the
// user does in them: dragging the budget, saving a plot. Called by desktop.cpp in every frame.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/desktop/desk.h"
#include "app/desktop/file_dialog.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/plots/plot_desk.h"
#include "app/desktop/screen_layout.h"
#include "render/gl/image.h"

namespace drover::desktop {

// All tasks of the world's present frame, by band and period.
void countPeriods(const world::World& world, PeriodCounts& counts);

class PlotStrip {
  public:
    // Not at all where `rect` is empty.
    // `is_presented`: one plot, without buttons.
    void draw(Desk& desk, const ScreenRect& rect, bool is_presented);
    // Call after the frame has been drawn. Takes the picture of a plot out of it if the user asked for one.
    void keepPicture(int width, int height);
    // The user wants a plot in a file: under which name?
    std::optional<FileQuestion> takeQuestion() { return std::exchange(question_, std::nullopt); }
    void saveAs(Desk& desk, const std::string& path);

  private:
    static void sayWhatWasDropped(const Desk& desk);
    void lookWhereTheMouseIs(Desk& desk, bool has_plots) const;
    void carryOut(Desk& desk, const PlotFeed& feed, const PlotAnswer& answer);
    void prepare(Desk& desk, const PlotFeed& feed, const ExportRequest& wanted);
    void askFor(const std::string& file_name);

    PlotDesk plots_;
    std::vector<PlotChange> changes_;       // of the present frame
    std::optional<ExportRequest> picture_;  // to be taken once the frame is drawn
    // To be saved: as it was when the user asked for it.
    std::string text_;
    std::optional<render::Image> image_;
    std::optional<FileQuestion> question_;
};

}  // namespace drover::desktop
