// A window that SDL draws nowhere, with an OpenGL context, for tests that look at pixels. It needs no
// display.
#pragma once

#include <SDL.h>
#include <glad/gl.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace drover::render {

struct GlVersion {
    int major = 3, minor = 3;
};

class GlWindow {
  public:
    GlWindow(int width, int height, GlVersion version = {}) {
        setenv("SDL_VIDEODRIVER", "offscreen", 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) fail("no video");
        SDL_GL_ResetAttributes();
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, version.major);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, version.minor);
        if (version.major >= 3) SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
        window_ = SDL_CreateWindow("test", 0, 0, width, height, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
        if (!window_) fail("no window");
        context_ = SDL_GL_CreateContext(window_);
        if (!context_) fail("no context");
        if (gladLoadGL(reinterpret_cast<GLADloadfunc>(SDL_GL_GetProcAddress)) == 0) fail("no functions");
    }
    ~GlWindow() {
        SDL_GL_DeleteContext(context_);
        SDL_DestroyWindow(window_);
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
    GlWindow(const GlWindow&) = delete;
    GlWindow& operator=(const GlWindow&) = delete;

  private:
    [[noreturn]] static void fail(const char* what) {
        throw std::runtime_error(std::string(what) + ": " + SDL_GetError());
    }

    SDL_Window* window_ = nullptr;
    SDL_GLContext context_ = nullptr;
};

// Draws into its own framebuffer, because the pixels of a hidden window are undefined.
class Offscreen : public GlWindow {
  public:
    Offscreen(int width, int height) : GlWindow(width, height) {
        glGenFramebuffers(1, &framebuffer_);
        glGenRenderbuffers(1, &pixels_);
        glBindRenderbuffer(GL_RENDERBUFFER, pixels_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels_);
    }
    ~Offscreen() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteRenderbuffers(1, &pixels_);
    }

  private:
    GLuint framebuffer_ = 0, pixels_ = 0;
};

}  // namespace drover::render
