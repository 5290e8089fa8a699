// Dear ImGui in the window: its context, fonts, theme and frames. Owned by desktop.cpp.
#pragma once

#include "app/desktop/input.h"
#include "app/desktop/theme.h"
#include "app/desktop/window.h"

namespace drover::desktop {

class Gui {
  public:
    explicit Gui(Window& window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    // Call between frames. Does nothing if theme and scale are unchanged.
    void setLook(render::ThemeName name, float scale);
    const UiTheme& theme() const { return theme_; }

    // `passed_s` is the time since the last frame.
    void beginFrame(const Input& input, double passed_s);
    // Builds the draw lists for draw(). Makes no OpenGL call.
    void endFrame();
    void draw();

  private:
    Window& window_;
    UiTheme theme_;
    render::ThemeName name_ = render::ThemeName::kDark;
    float pixels_per_point_ = 1;
};

}  // namespace drover::desktop
