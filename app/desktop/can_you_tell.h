// The blind test in the window: four panes that move, a question, and keys. It has the whole window and the
// keyboard while it is open; the session's world stands still. desktop.cpp owns it. What is a trial, and what
// the answers say, is app/perception.
#pragma once

#include <SDL.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/desktop/desk.h"
#include "app/desktop/screen_layout.h"
#include "app/desktop/window.h"
#include "app/perception/course.h"
#include "app/perception/pane_maker.h"
#include "render/renderer.h"

namespace drover::desktop {

class CanYouTell {
  public:
    explicit CanYouTell(perception::Course course);

    // In this file, or in one of the user's if there is none: the first that is not complete. Throws
    // command_line::Exit if the file cannot be gone on with.
    static std::unique_ptr<CanYouTell> begin(const std::filesystem::path& file, std::string_view manager);

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

    void beginTrial();
    void watch();
    void answer(std::uint32_t pane, std::string& message);
    std::uint32_t frame() const;
    void drawIntroduction(Desk& desk) const;
    void drawPaneNumbers(Desk& desk, const ScreenRect& panes) const;
    void drawStrip(Desk& desk, const ScreenRect& strip) const;
    void drawResult(Desk& desk) const;

    perception::Course course_;
    perception::PaneMaker maker_;
    std::shared_ptr<const perception::Panes> panes_;
    Plane plane_;
    Stage stage_ = Stage::kMaking;
    double played_s_ = 0, watched_s_ = 0;  // of the panes; since they were first shown
    std::uint32_t answered_ = 0;
    bool has_begun_ = false, is_left_ = false;
    ScreenRect panes_rect_;
    std::vector<render::ListedAnimal> listed_;  // of one pane
};

}  // namespace drover::desktop
