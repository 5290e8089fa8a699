#include "app/desktop/gui.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "app/desktop/imgui_sdl.h"
#include "render/gl/gl_objects.h"

namespace drover::desktop {
namespace {

constexpr float kLeastTime_s = 1e-4f;  // Dear ImGui takes no frame of no length

}  // namespace

Gui::Gui(Window& window) : window_(window) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // no imgui.ini in the working folder; Layout remembers the layout
    io.ConfigWindowsMoveFromTitleBarOnly = true;
#if IMGUI_VERSION_NUM >= 18700
    io.ConfigInputTrickleEventQueue = false;  // Input spreads events over frames
#endif
    ImGui_ImplSDL2_InitForOpenGL(window.handle(), window.context());
    const std::string_view preamble = render::kShaderPreamble;
    const std::string version(preamble.substr(0, preamble.find('\n')));
    ImGui_ImplOpenGL3_Init(version.c_str());
    theme_.scale = 0;
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void Gui::setLook(render::ThemeName name, float scale) {
    if (name == name_ && scale == theme_.scale) return;
    const Window::Size size = window_.size(), pixels = window_.framebufferSize();
    if (size.width > 0 && pixels.width > 0)
        pixels_per_point_ = static_cast<float>(pixels.width) / static_cast<float>(size.width);
    name_ = name;
    theme_ = uiThemeOf(name);
    theme_.scale = scale;
    loadFonts(theme_, name, pixels_per_point_);
    applyTheme(theme_, name);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Gui::beginFrame(const Input& input, double passed_s) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    input.applyToImGui();
    ImGui::GetIO().DeltaTime = std::max(static_cast<float>(passed_s), kLeastTime_s);
    ImGui::NewFrame();
}

void Gui::endFrame() { ImGui::Render(); }

void Gui::draw() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

}  // namespace drover::desktop
