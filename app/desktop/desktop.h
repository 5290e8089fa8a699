// The window program: owns everything while it runs and sets the order of a frame. main.cpp calls runDesktop;
// the tests of the window make a Desktop and call its frames themselves.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/desktop/actions.h"
#include "app/desktop/frame_bench.h"
#include "app/desktop/frame_files.h"
#include "app/desktop/gui.h"
#include "app/desktop/last_words.h"
#include "app/desktop/notices.h"
#include "app/desktop/options.h"
#include "app/desktop/plot_strip.h"
#include "app/desktop/settings_file.h"

namespace drover::desktop {

class Desktop {
  public:
    explicit Desktop(const DesktopOptions& options);
    Desktop(const Desktop&) = delete;
    Desktop& operator=(const Desktop&) = delete;

    // Frame after frame until it is over, or SIGINT or SIGTERM arrives.
    void run();

    // One frame: takes SDL's events, moves the world on, and says what is on screen. `passed_s` is the time
    // since the last frame; no clock is read that changes what is seen.
    void frame(double passed_s);
    // Draws what frame() laid out, and keeps the pictures that were asked for.
    void draw();
    bool isOver() const { return show_.is_over; }
    // Completes the files. Throws Exit if one cannot be written. Where the program fails before, its last
    // words do what they can.
    void end();

    const UiMap& onScreen() const { return map_; }
    const Session& session() const { return session_; }

  private:
    Desk desk() {
        return {session_, map_,     gui_.theme(),         view_, settings_, layout_,
                widgets_, message_, keyboard_.hasArrows()};
    }
    Reach reach() { return {desk(), panels_, pane_, keyboard_, window_, renderer_, show_, files_}; }
    const DesktopOptions& readFiles(const DesktopOptions& options);
    void writeFiles();
    std::string keepAll();
    void rememberOthers();
    std::string keepSession();
    void takeEvents();
    void takeEvent(const SDL_Event& event);
    void takeDrop(const SDL_DropEvent& drop);
    void noteWorld();
    void buildUi(double passed_s);
    void buildParts(Desk& d, double passed_s);
    void actInDialog(Action action, Reach& all);
    ScreenRect leftWorld(ScreenRect world) const;
    void drawAll();
    void finishFrame();
    bool isSeen() const;
    float scale() const;
    void look();

    SettingsFile settings_file_, layout_file_;
    std::string message_;
    Settings settings_;
    Layout layout_;
    DesktopOptions options_;  // readFiles() fills the members above before this one
    Session session_;
    Window window_;
    Gui gui_;
    render::Renderer renderer_;
    Input input_;
    PanelKeyboard keyboard_;
    UiMap map_;
    ViewState view_;
    PanelState panels_;
    WidgetState widgets_;
    WorldPane pane_;
    PlotStrip plots_;
    Notices notices_;
    FileDialog files_;
    FrameBench bench_;
    FrameCost cost_;
    Pace pace_;
    FrameFiles frame_files_;
    std::vector<Action> wanted_, pressed_;  // from the bar, from the keyboard
    std::uint64_t generation_ = 0;          // of the world that the title and the camera are for
    std::uint64_t built_ = 0, shown_ = 0, last_frame_ = 0;  // frames of the window
    Show show_;
    bool has_dropped_file_ = false, is_closed_ = false;
    std::optional<LastWords> last_words_;  // the last member: they need the others
};

// Runs until the window is closed, the frames are done, or SIGINT or SIGTERM arrives. Throws Exit.
void runDesktop(const DesktopOptions& options);

}  // namespace drover::desktop
