// The window: SDL2 with an OpenGL 3.3 core context. Frames are shown in step with the display or, if it
// refuses, at its rate by our own clock. Owned by desktop.cpp. The constructor throws Exit if there is no
// display to draw on.
#pragma once

#include <SDL.h>

#include <filesystem>
#include <string>

namespace drover::desktop {

class Window {
  public:
    struct Size {
        int width = 0, height = 0;
    };
    Window(Size wanted, const std::filesystem::path& icon);  // a PNG file
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    SDL_Window* handle() const { return window_; }
    SDL_GLContext context() const { return context_; }

    Size size() const;             // window pixels, the unit of mouse positions
    Size framebufferSize() const;  // 0 x 0 while minimised
    bool isMinimised() const;
    bool fillsScreen() const;
    void fillScreen(bool is_wanted);
    void setTitle(const std::string& title);
    // Switches vertical synchronisation. It is off until the first call.
    void keepInStep(bool is_wanted);

    // The scale, 1 to 3: as on a display of 96 dpi, and more in a large window (small letters have 16 pixels
    // at 1080p and 32 at 4K). Less where 1280 x 720 at that scale would not fit the window.
    double suggestedScale() const;

    // What is left until `least_s` has passed since the last picture, but at most a quarter of a second. If
    // the display does not make us wait, `least_s` is at least one refresh.
    double secondsToWait(double least_s) const;
    // Shows what was drawn.
    void show();

  private:
    void setIcon(const std::filesystem::path& file);

    SDL_Window* window_ = nullptr;
    SDL_GLContext context_ = nullptr;
    bool is_asked_ = false;    // what keepInStep() asked for
    bool is_in_step_ = false;  // the display agreed and makes us wait
    double refresh_s_ = 1.0 / 60;
    Uint64 last_shown_ = 0;
};

}  // namespace drover::desktop
