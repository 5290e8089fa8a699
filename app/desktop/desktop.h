// The window program: owns everything while it runs and sets the order of a frame. main.cpp calls runDesktop;
// the tests of the window make a Desktop and call its frames themselves.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/desktop/actions.h"
#include "app/desktop/can_you_tell.h"
#include "app/desktop/file_dialog.h"
#include "app/desktop/find_action.h"
#include "app/desktop/frame_bench.h"
#include "app/desktop/frame_files.h"
#include "app/desktop/gui.h"
#include "app/desktop/last_words.h"
#include "app/desktop/notices.h"
#include "app/desktop/options.h"
#include "app/desktop/panel_keyboard.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/plot_strip.h"
#include "app/desktop/readings.h"
#include "app/desktop/settings_file.h"
#include "app/desktop/window.h"
#include "app/desktop/world_pane.h"

namespace drover::desktop {

class Desktop {
  public:
    explicit Desktop(const DesktopOptions& options);
    Desktop(const Desktop&) = delete;
    Desktop& operator=(const Desktop&) = delete;

    // Turn after turn until it is over, or SIGINT or SIGTERM arrives.
    void run();

    // One turn: a frame and its picture, for the time since the last turn. Returns how many seconds the
    // picture is to wait for its time before show(). It waits for nothing itself: a browser could call it.
    double turn();
    void show();

    // One frame: takes SDL's events, moves the world on, and says what is on screen. `passed_s` is the time
    // since the last frame; no clock is read that changes what is seen.
    void frame(double passed_s);
    // Draws what frame() laid out, and keeps the pictures that were asked for.
    void draw();
    bool isOver() const { return is_over_; }
    // The blind test is open: its file grows with each answer.
    bool isTelling() const { return telling_ != nullptr; }
    // Completes the files. Throws Exit if one cannot be written. Where the program fails before, its last
    // words do what they can.
    void end();

    // The program stood still, as a page in the background does: the time since the last turn is no frame's.
    void comeBack() { last_turn_ = 0; }
    // Settings and layout. The end does it, too.
    void writeFiles();

    // What the readings say, for those who do not see them.
    std::string inWords() const { return readingsInWords(session_, fps_); }
    const UiMap& onScreen() const { return map_; }
    const Session& session() const { return session_; }

  private:
    friend std::span<const Action> actions();  // what each of them does

    const DesktopOptions& readFiles(const DesktopOptions& options);
    std::string keepAll();
    void rememberOthers();
    std::string keepSession();
    void takeEvents();
    void takeEvent(const SDL_Event& event);
    void takeDrop(const SDL_DropEvent& drop);
    void noteWorld();
    void buildUi(double passed_s);
    void buildParts(double passed_s);
    void act(const Action& action);
    void closeUppermost();
    void present(bool is_wanted);
    ScreenWishes wishes() const;
    void beginTelling();
    render::Image pictureOfWorld(Window::Size size);
    void drawAll();
    void drawCorner();
    void finishFrame();
    bool isSeen() const;
    float scale() const;
    void look();

    // Files that the user opens and saves (file_actions.cpp).
    void ask(FileUse use);
    void carryOut(const FileAnswer& answer);
    void askForOwnManager();
    std::string write(FileUse use, const std::string& path);
    bool writeAndTell(FileUse use, const std::string& path);
    // A recording under a free name, and the command line that plays it, in the clipboard.
    void copyCommand();
    // Saves what was drawn in the window, if that was asked for. Call before it is shown.
    void saveWindowPicture();

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
    Desk desk_{session_, map_, gui_.theme(), view_, settings_, layout_, widgets_, message_, panels_};
    WorldPane pane_;
    PlotStrip plots_;
    Notices notices_;
    FileDialog files_;
    FindAction find_;
    FrameBench bench_;
    FrameCost cost_;
    double fps_ = 0;
    KeptFrames frame_files_;
    std::unique_ptr<CanYouTell> telling_;          // the blind test, while it is open
    std::vector<const Action*> wanted_, pressed_;  // from the bar, from the keyboard
    std::uint64_t generation_ = 0;                 // of the world that the title and the camera are for
    std::uint64_t built_ = 0, shown_ = 0, last_frame_ = 0;  // frames of the window
    Uint64 last_turn_ = 0;                                  // 0: there was none
    bool is_presenting_ = false, lists_keys_ = false, is_over_ = false;
    float menu_width_ = 0;        // as it was in the last frame
    bool is_frame_wide_ = false;  // the strip of tasks was under the mouse
    int window_picture_in_ = 0;   // frames; 0: none is wanted
    std::string window_picture_;  // its file
    bool has_dropped_file_ = false, is_closed_ = false;
    std::optional<LastWords> last_words_;  // the last member: they need the others
};

// Runs until the window is closed, the frames are done, or SIGINT or SIGTERM arrives. Throws Exit.
void runDesktop(const DesktopOptions& options);

}  // namespace drover::desktop
