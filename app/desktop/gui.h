// Dear ImGui over the window: its context, its fonts and theme, and the frames of it.
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

    // Not within a frame. Nothing happens if that is how it looks already.
    void setLook(render::ThemeName name, float scale);
    const UiTheme& theme() const { return theme_; }

    void beginFrame(const Input& input);
    // What was made since beginFrame, for draw(); no OpenGL yet.
    void endFrame();
    void draw();

  private:
    Window& window_;
    UiTheme theme_;
    render::ThemeName name_ = render::ThemeName::kDark;
    float pixels_per_point_ = 1;
};

}  // namespace drover::desktop
