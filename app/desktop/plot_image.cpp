#include "app/desktop/plot_image.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui_internal.h>

#include <cmath>

#include "app/desktop/plots/drawing.h"
#include "render/gl/offscreen.h"

namespace drover::desktop {
namespace {

// The same letters at another size. The file stays in the memory of the window's own atlas.
chart::Font addFont(ImFontAtlas& atlas, const chart::Font& font) {
    const ImFont* face = font.face ? font.face : ImGui::GetFont();
    ImFontConfig config = *face->ConfigData;
    config.FontDataOwnedByAtlas = false;
    config.DstFont = nullptr;
    config.SizePixels = std::round(font.height_px);
    return {atlas.AddFont(&config), config.SizePixels};
}

class FontTexture {
  public:
    explicit FontTexture(ImFontAtlas& atlas) {
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
        GLint before = 0;
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
        glGenTextures(1, &texture_);
        glBindTexture(GL_TEXTURE_2D, texture_);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
        atlas.SetTexID(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture_)));
    }
    ~FontTexture() { glDeleteTextures(1, &texture_); }
    FontTexture(const FontTexture&) = delete;
    FontTexture& operator=(const FontTexture&) = delete;

  private:
    GLuint texture_ = 0;
};

// An ImDrawData owns its lists since Dear ImGui 1.89.8. Before, it points to an array of the caller's.
[[maybe_unused]] void setLists(ImVector<ImDrawList*>& lists, ImDrawList** only) { lists.push_back(*only); }
[[maybe_unused]] void setLists(ImDrawList**& lists, ImDrawList** only) { lists = only; }

void drawList(ImDrawList& list, ImVec2 size) {
    ImDrawList* only = &list;
    ImDrawData data;
    data.Valid = true;
    data.CmdListsCount = 1;
    setLists(data.CmdLists, &only);
    data.TotalIdxCount = list.IdxBuffer.Size;
    data.TotalVtxCount = list.VtxBuffer.Size;
    data.DisplayPos = {0, 0};
    data.DisplaySize = size;
    data.FramebufferScale = {1, 1};
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

}  // namespace

render::Image drawPlotImage(const PlotDesk& desk, std::size_t plot, const PlotFeed& feed, ImVec2 size) {
    PlotTheme theme = themeOfPicture(feed.theme, size);
    ImFontAtlas atlas;
    theme.title = addFont(atlas, theme.title);
    theme.label = addFont(atlas, theme.label);
    atlas.Build();
    const FontTexture texture(atlas);

    ImDrawListSharedData shared;
    shared.TexUvWhitePixel = atlas.TexUvWhitePixel;
    shared.TexUvLines = atlas.TexUvLines;
    shared.ClipRectFullscreen = {0, 0, size.x, size.y};
    shared.InitialFlags = ImGui::GetDrawListSharedData()->InitialFlags;
    ImDrawList list(&shared);
    list._ResetForNewFrame();
    list.PushTextureID(atlas.TexID);
    list.PushClipRectFullScreen();
    ScreenSheet sheet(list);
    drawPicture(sheet, desk, plot, feed, theme, size);
    return render::drawOffscreen(static_cast<int>(size.x), static_cast<int>(size.y),
                                 [&] { drawList(list, size); });
}

}  // namespace drover::desktop
