// What the command line asks to keep of the frames: --csv a row of each, --film a picture of each,
// --screenshot and --picture the last one. Owned by desktop.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/command_line/output.h"
#include "app/desktop/options.h"
#include "app/desktop/session.h"
#include "app/desktop/view_state.h"
#include "app/desktop/window.h"
#include "render/gl/image.h"
#include "render/renderer.h"

namespace drover::desktop {

inline constexpr const char* kStreamEnding = ".y4m";

// YUV4MPEG2: a line of text, then each frame behind a line "FRAME", as three planes. Every pixel has its own
// colour (4:4:4), so that thin lines and letters stay sharp.
std::string y4mHeader(int width, int height);
void appendY4mFrame(std::string& out, const render::Image& image);
// Cut or filled up with black at the right and at the bottom.
render::Image inSize(const render::Image& image, int width, int height);

// A film of a run: numbered pictures in a folder, or one file of raw frames (.y4m) that players and encoders
// read as it is.
class Film {
  public:
    // Makes the folder or the file; throws Exit if it cannot.
    void begin(const std::string& path);
    bool isOn() const { return !path_.empty(); }
    // A frame. A stream keeps the size of its first one. Throws Exit if it cannot be written.
    void add(const render::Image& image);
    void close();
    // What it became, and how to make a smaller film of it.
    std::string advice() const;

  private:
    void addToStream(const render::Image& image);

    std::filesystem::path path_;
    std::uint64_t pictures_ = 0;
    std::unique_ptr<command_line::OutputStream> stream_;
    std::unique_ptr<command_line::OutputFolder> folder_;
    int width_ = 0, height_ = 0;  // of the stream
    std::string bytes_;
};

class KeptFrames {
  public:
    // Opens the files that grow with the run. Throws Exit, as all others here do.
    void begin(const DesktopOptions& options);
    // Adds a row for the frame that the world has stepped.
    void addRow(const record::FrameRecord& record);
    // Adds a picture of what is drawn in the window. Call before it is presented.
    void addPicture(Window::Size pixels);
    // Saves the last frame; call as addPicture(). Whether the files can be made was looked at before.
    void saveLast(const std::function<render::Image()>& world, Window::Size pixels) const;
    // Says how to make a film of the pictures.
    void close();

  private:
    std::string screenshot_, picture_;
    std::optional<command_line::OutputStream> csv_;
    std::string row_;
    Film film_;
};

}  // namespace drover::desktop
