// The window: SDL2 with an OpenGL 3.3 core context, several samples a pixel where they can be had, and
// pictures handed to the display in step with it or, where it refuses, at its rate by our own clock. Throws
// Exit where there is nothing to draw on.
#pragma once

#include <SDL.h>

#include <filesystem>
#include <string>

namespace drover::desktop {

struct WindowRequest {
    int width = 1280, height = 720;
    std::filesystem::path icon;  // a PNG file
};

class Window {
  public:
    explicit Window(const WindowRequest& request);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    SDL_Window* handle() const { return window_; }
    SDL_GLContext context() const { return context_; }

    struct Size {
        int width = 0, height = 0;
    };
    Size size() const;             // window pixels, as the mouse counts them
    Size framebufferSize() const;  // 0 x 0 while minimised
    bool isMinimised() const;
    void setTitle(const std::string& title);
    // Whether to ask the display for its own pace; at first nobody has.
    void keepInStep(bool is_wanted);

    // What everything should be drawn at so that it is as large as on an ordinary display, and still fits
    // this one.
    double suggestedScale() const;

    // Shows what was drawn. Waits until the frame has lasted at least `least_s` since the last call, at most
    // a quarter of a second; with no help from the display also until its next picture is due.
    void present(double least_s);

  private:
    void makeContext(const WindowRequest& request);
    void setIcon(const std::filesystem::path& file);
    void waitUntil(double seconds_after_last);

    SDL_Window* window_ = nullptr;
    SDL_GLContext context_ = nullptr;
    bool is_asked_ = false;    // to keep in step
    bool is_in_step_ = false;  // the display makes us wait
    double refresh_s_ = 1.0 / 60;
    Uint64 last_present_ = 0;
};

}  // namespace drover::desktop
