#include "app/desktop/display.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "app/command_line/exit.h"
#include "app/command_line/output.h"

namespace drover::desktop {
namespace {

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

SDL_Window* open(int width, int height) {
    constexpr Uint32 kFlags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    return SDL_CreateWindow("Drover", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, kFlags);
}

// Names the OpenGL version that the display has, for the error message.
std::string foundInstead(int width, int height) {
    using GetString = const unsigned char* (*)(unsigned);
    std::string found = "none";
    askFor(0, 0);
    SDL_Window* window = open(width, height);
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

Display makeContext(int width, int height) {
    askFor(3, 3);
    Display made{.window = open(width, height)};
    if (made.window) made.context = SDL_GL_CreateContext(made.window);
    if (!made.context) {
        const std::string refusal = SDL_GetError();
        if (made.window) SDL_DestroyWindow(made.window);
        const std::string found = foundInstead(width, height);
        SDL_Quit();
        noDisplay(fmt::format("OpenGL 3.3 is needed, found {} ({})", found, refusal));
    }
    const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress));
    if (version < GLAD_MAKE_VERSION(3, 3)) {
        noDisplay(fmt::format("OpenGL 3.3 is needed, found {}.{}", GLAD_VERSION_MAJOR(version),
                              GLAD_VERSION_MINOR(version)));
    }
    return made;
}

}  // namespace

Display openDisplay(int width, int height) {
    const DisplayWatch watch;
    startVideo();
    return makeContext(width, height);
}

}  // namespace drover::desktop
