// A window on the display, with a context of OpenGL. Used by window.cpp; a desktop and a browser each have a
// source file of their own.
#pragma once

#include <SDL.h>

namespace drover::desktop {

struct Display {
    SDL_Window* window = nullptr;
    SDL_GLContext context = nullptr;
};

// Throws Exit if there is no display to draw on.
Display openDisplay(int width, int height);

}  // namespace drover::desktop
