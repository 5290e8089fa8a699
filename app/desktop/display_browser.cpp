// The page's canvas. The page has looked for WebGL 2 before.
#include <fmt/format.h>

#include "app/command_line/exit.h"
#include "app/desktop/display.h"

namespace drover::desktop {

Display openDisplay(int width, int height) {
    // Only what has the keyboard hears it, so that Tab can leave the canvas for the page.
    SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        throw command_line::Exit{command_line::kNoDisplay,
                                 fmt::format("cannot draw in this browser: {}", SDL_GetError())};
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    Display made;
    constexpr Uint32 kFlags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    made.window =
        SDL_CreateWindow("Drover", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width, height, kFlags);
    if (made.window) made.context = SDL_GL_CreateContext(made.window);
    if (!made.context)
        throw command_line::Exit{command_line::kNoDisplay,
                                 fmt::format("this browser has no WebGL 2: {}", SDL_GetError())};
    return made;
}

}  // namespace drover::desktop
