#include "app/desktop/window.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>

#include "app/command_line/exit.h"
#include "app/command_line/output.h"
#include "render/image.h"

namespace drover::desktop {
namespace {

constexpr int kLeastWidth = 320, kLeastHeight = 200;
constexpr double kLongestWait_s = 0.25;  // so that the window stays responsive

// Ends every error message about a missing display.
constexpr const char* kUseTheLab = "drover-lab runs the same worlds without a window";

// A local display may be busy but does exist, so it gets more time than a remote one.
std::chrono::milliseconds patience() {
    const char* display = std::getenv("DISPLAY");
    const std::string_view name = display ? display : "";
    const bool is_remote = !name.empty() && name.front() != ':' && name.substr(0, 5) != "unix:";
    return std::chrono::milliseconds(is_remote ? 900 : 10'000);
}

// Guards against a display that accepts the connection and never answers: unless the watch is destroyed in
// time, it ends the program with kNoDisplay.
class DisplayWatch {
  public:
    DisplayWatch() {
        thread_ = std::thread([this] {
            std::unique_lock lock(mutex_);
            if (answered_.wait_for(lock, patience(), [this] { return has_answered_; })) return;
            command_line::say(fmt::format("drover: the display does not answer; {}\n", kUseTheLab));
            _exit(command_line::kNoDisplay);
        });
    }
    ~DisplayWatch() {
        {
            const std::lock_guard lock(mutex_);
            has_answered_ = true;
        }
        answered_.notify_one();
        thread_.join();
    }
    DisplayWatch(const DisplayWatch&) = delete;
    DisplayWatch& operator=(const DisplayWatch&) = delete;

  private:
    std::mutex mutex_;
    std::condition_variable answered_;
    bool has_answered_ = false;
    std::thread thread_;
};

[[noreturn]] void noDisplay(const std::string& why) {
    throw command_line::Exit{command_line::kNoDisplay, fmt::format("{}; {}", why, kUseTheLab)};
}

bool isSet(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

// If SDL finds no display, it falls back to a driver that draws nowhere or takes over the console. That is
// refused unless SDL_VIDEODRIVER asks for it.
void startVideo() {
    if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") && !isSet("SDL_VIDEODRIVER"))
        noDisplay("there is no display");
    if (!isSet("SDL_VIDEODRIVER")) {
        // Only the drivers whose variables are set: the others would print what they miss.
        SDL_SetHint(SDL_HINT_VIDEODRIVER, !isSet("WAYLAND_DISPLAY") ? "x11"
                                          : isSet("DISPLAY")        ? "x11,wayland"
                                                                    : "wayland");
    }
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");  // InterruptWatch handles SIGINT and SIGTERM
    SDL_SetHint(SDL_HINT_APP_NAME, "Drover");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) noDisplay(fmt::format("cannot open a display: {}", SDL_GetError()));
    const std::string_view driver = SDL_GetCurrentVideoDriver();
    if ((driver == "offscreen" || driver == "dummy") && !isSet("SDL_VIDEODRIVER")) {
        SDL_Quit();
        noDisplay(fmt::format("the only display is SDL's '{}'", driver));
    }
}

// Glyphs, lines and panels have smooth edges of their own, so one sample per pixel is enough. With four a
// software renderer takes twice as long.
void askFor(int major, int minor) {
    SDL_GL_ResetAttributes();
    if (major > 0) {
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, major);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, minor);
    }
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

SDL_Window* open(Window::Size wanted) {
    constexpr Uint32 kFlags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    return SDL_CreateWindow("Drover", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, wanted.width,
                            wanted.height, kFlags);
}

// Names the OpenGL version that the display has, for the error message.
std::string foundInstead(Window::Size wanted) {
    using GetString = const unsigned char* (*)(unsigned);
    std::string found = "none";
    askFor(0, 0);
    SDL_Window* window = open(wanted);
    SDL_GLContext context = window ? SDL_GL_CreateContext(window) : nullptr;
    if (context) {
        const auto get = reinterpret_cast<GetString>(SDL_GL_GetProcAddress("glGetString"));
        const unsigned char* version = get ? get(GL_VERSION) : nullptr;
        if (version) found = reinterpret_cast<const char*>(version);
        SDL_GL_DeleteContext(context);
    }
    if (window) SDL_DestroyWindow(window);
    return found;
}

}  // namespace

Window::Window(Size wanted, const std::filesystem::path& icon) {
    {
        const DisplayWatch watch;
        startVideo();
        makeContext(wanted);
    }
    SDL_SetWindowMinimumSize(window_, kLeastWidth, kLeastHeight);
    SDL_DisplayMode mode = {};
    if (SDL_GetWindowDisplayMode(window_, &mode) == 0 && mode.refresh_rate >= 24)
        refresh_s_ = 1.0 / mode.refresh_rate;
    SDL_GL_SetSwapInterval(0);
    setIcon(icon);
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    SDL_StartTextInput();
    last_shown_ = SDL_GetPerformanceCounter();
}

void Window::makeContext(Size wanted) {
    askFor(3, 3);
    window_ = open(wanted);
    context_ = window_ ? SDL_GL_CreateContext(window_) : nullptr;
    if (!context_) {
        const std::string refusal = SDL_GetError();
        if (window_) SDL_DestroyWindow(window_);
        window_ = nullptr;
        const std::string found = foundInstead(wanted);
        SDL_Quit();
        noDisplay(fmt::format("OpenGL 3.3 is needed, found {} ({})", found, refusal));
    }
    const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress));
    if (version < GLAD_MAKE_VERSION(3, 3)) {
        noDisplay(fmt::format("OpenGL 3.3 is needed, found {}.{}", GLAD_VERSION_MAJOR(version),
                              GLAD_VERSION_MINOR(version)));
    }
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
