// What the command line asks to keep of the frames: --csv a row of each, --film a picture of each,
// --screenshot and --picture the last one. Owned by desktop.cpp.
#pragma once

#include <optional>
#include <string>

#include "app/command_line/output.h"
#include "app/desktop/film.h"
#include "app/desktop/options.h"
#include "app/desktop/session.h"
#include "app/desktop/view_state.h"
#include "app/desktop/window.h"
#include "render/renderer.h"

namespace drover::desktop {

class FrameFiles {
  public:
    // Opens the files that grow with the run. Throws Exit, as all others here do.
    void begin(const DesktopOptions& options);
    // Of the frame that the world has stepped.
    void addRow(const record::FrameRecord& record);
    // Of what is drawn in the window. Call before it is presented.
    void addPicture(Window::Size pixels);
    // Of the last frame, as addPicture(). That the files can be made was looked at before.
    void saveLast(render::Renderer& renderer, const Session& session, const ViewState& view,
                  Window::Size pixels) const;
    // Says how to make a film of the pictures.
    void close();

  private:
    std::string screenshot_, picture_;
    std::optional<command_line::OutputStream> csv_;
    std::string row_;
    Film film_;
};

}  // namespace drover::desktop
