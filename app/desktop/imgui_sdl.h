// Dear ImGui's SDL2 backend. Its header has been called imgui_impl_sdl2.h since Dear ImGui 1.89.3.
#pragma once

#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif
