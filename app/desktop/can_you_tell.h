// The blind test in the window: which test is taken, four panes that move, a question. All of it by keys, and
// by the mouse: what can be clicked is a key. It has the whole window while it is open; the session's world
// stands still. desktop.cpp owns it. What is a trial, and what the answers say, is app/perception.
#pragma once

#include <SDL.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"
#include "app/desktop/tell_panes.h"
#include "app/desktop/window.h"
#include "app/perception/course.h"
#include "app/perception/pane_maker.h"

namespace drover::desktop {

class CanYouTell {
  public:
    // In this file, or in one of the user's if there is none: the first that is not complete. Throws
    // command_line::Exit if the file cannot be gone on with.
    CanYouTell(const std::filesystem::path& file, std::string_view manager);

    void press(SDL_Scancode key, std::string& message);
    // Lays out a frame, `passed_s` after the last one.
    void build(Desk& desk, double passed_s);
    void draw(render::Renderer& renderer, const render::DrawSettings& settings, Window::Size pixels);
    bool isLeft() const { return is_left_; }

  private:
    enum class Stage {
        kMaking,    // of the next trial's panes
        kReady,     // made, and waits for a key: before the first one that is shown
        kWatching,  // the panes move, then stand still
        kLooked,    // answered; where did they look?
        kDone,      // the curve
    };
    // What can be clicked, and the key that does the same.
    struct Button {
        const char* name;
        SDL_Scancode key;
        const char* label;
    };

    const perception::Design& design() const { return course_.answers().design; }
    // Before the first answer, unless the file has a design.
    bool canChoose() const;
    void choose(std::uint32_t test, std::string& message);
    void beginTrial();
    void watch();
    void answer(std::uint32_t pane, std::string& message);
    void noteClick(bool is_hovered, SDL_Scancode key);

    void drawIntroduction(Desk& desk);
    void drawTests(Desk& desk, float y);
    void drawProgress(Desk& desk, float y);
    void drawPanes(Desk& desk, const ScreenRect& panes);
    void drawStrip(Desk& desk, const ScreenRect& strip);
    void drawResult(Desk& desk);
    // Returns where it ends.
    float drawButton(Desk& desk, const Button& button, ImVec2 at, float height);

    std::filesystem::path file_;  // empty: the user's
    std::string manager_;
    perception::Course course_;
    perception::PaneMaker maker_;
    TellPanes panes_;
    Stage stage_ = Stage::kMaking;
    double played_s_ = 0, watched_s_ = 0;  // of the panes; since they were first shown
    double moving_s_ = 0;                  // for which they moved, and in how many pictures
    std::uint32_t pictures_ = 0;
    std::uint32_t answered_ = 0;
    bool has_begun_ = false, is_left_ = false;
    bool has_moved_ = false;  // the mouse, in this trial: where it lies says nothing
    ScreenRect panes_rect_;
    std::optional<SDL_Scancode> clicked_;  // in this frame
};

}  // namespace drover::desktop
