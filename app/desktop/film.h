// A film of a run: numbered pictures in a folder, or one file of raw frames (.y4m) that players and encoders
// read as it is. desktop.cpp adds what was drawn in each frame.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/command_line/output.h"
#include "render/image.h"

namespace drover::desktop {

inline constexpr const char* kStreamEnding = ".y4m";

// YUV4MPEG2: a line of text, then each frame behind a line "FRAME", as three planes. Every pixel has its own
// colour (4:4:4), so that thin lines and letters stay sharp.
std::string y4mHeader(int width, int height);
void appendY4mFrame(std::string& out, const render::Image& image);
// Cut or filled up with black at the right and at the bottom.
render::Image inSize(const render::Image& image, int width, int height);

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
    int width_ = 0, height_ = 0;  // of the stream
    std::string bytes_;
};

}  // namespace drover::desktop
