#include "app/desktop/window.h"

#include <algorithm>
#include <cmath>

#include "app/command_line/exit.h"
#include "app/desktop/display.h"
#include "render/gl/image.h"

namespace drover::desktop {
namespace {

constexpr Window::Size kLeastSize{320, 200};
constexpr double kLongestWait_s = 0.25;  // so that the window stays responsive

}  // namespace

Window::Window(Size wanted, const std::filesystem::path& icon) {
    const Display display = openDisplay(wanted.width, wanted.height);
    window_ = display.window, context_ = display.context;
    SDL_SetWindowMinimumSize(window_, kLeastSize.width, kLeastSize.height);
    SDL_DisplayMode mode = {};
    if (SDL_GetWindowDisplayMode(window_, &mode) == 0 && mode.refresh_rate >= 24)
        refresh_s_ = 1.0 / mode.refresh_rate;
    SDL_GL_SetSwapInterval(0);
    setIcon(icon);
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    SDL_StartTextInput();
    last_shown_ = SDL_GetPerformanceCounter();
}

void Window::setIcon(const std::filesystem::path& file) {
    Result<render::Icon> icon = render::readIcon(file);
    if (!icon) throw command_line::exitFor(icon.error);
    SDL_Surface* surface = SDL_CreateRGBSurfaceWithFormatFrom(icon->rgba.data(), icon->width, icon->height,
                                                              32, icon->width * 4, SDL_PIXELFORMAT_RGBA32);
    if (!surface) return;
    SDL_SetWindowIcon(window_, surface);
    SDL_FreeSurface(surface);
}

void Window::keepInStep(bool is_wanted) {
    if (is_wanted == is_asked_) return;
    is_asked_ = is_wanted;
    is_in_step_ = is_wanted && SDL_GL_SetSwapInterval(1) == 0;
    if (!is_in_step_) SDL_GL_SetSwapInterval(0);
}

Window::~Window() {
    SDL_GL_DeleteContext(context_);
    SDL_DestroyWindow(window_);
    SDL_Quit();
}

Window::Size Window::size() const {
    Size size;
    SDL_GetWindowSize(window_, &size.width, &size.height);
    return size;
}

Window::Size Window::framebufferSize() const {
    Size size;
    if (!isMinimised()) SDL_GL_GetDrawableSize(window_, &size.width, &size.height);
    return size;
}

bool Window::isMinimised() const {
    return (SDL_GetWindowFlags(window_) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN)) != 0;
}

bool Window::fillsScreen() const {
    return (SDL_GetWindowFlags(window_) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}

void Window::fillScreen(bool is_wanted) {
    SDL_SetWindowFullscreen(window_, is_wanted ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

void Window::setTitle(const std::string& title) { SDL_SetWindowTitle(window_, title.c_str()); }

// Letters grow with the window too: it is meant to be read from some way off.
double Window::suggestedScale() const {
    const int display = std::max(SDL_GetWindowDisplayIndex(window_), 0);
    float dpi = 96;
    if (SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) != 0 || !(dpi > 72 && dpi < 500)) dpi = 96;
    const Size now = size();
    const double of_window = std::min(now.width / 1536.0, now.height / 864.0);
    const double fitting = std::min(now.width / 1280.0, now.height / 720.0);
    const double wanted = std::max(static_cast<double>(dpi) / 96, of_window);
    return std::clamp(std::round(std::min(wanted, fitting) * 8) / 8, 1.0, 3.0);
}

double Window::secondsToWait(double least_s) const {
    const double whole_s = std::max(least_s, is_in_step_ && !isMinimised() ? 0 : refresh_s_);
    const double passed_s = static_cast<double>(SDL_GetPerformanceCounter() - last_shown_) /
                            static_cast<double>(SDL_GetPerformanceFrequency());
    return std::max(std::min(whole_s, kLongestWait_s) - passed_s, 0.0);
}

void Window::show() {
    SDL_GL_SwapWindow(window_);
    last_shown_ = SDL_GetPerformanceCounter();
}

}  // namespace drover::desktop
