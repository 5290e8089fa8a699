#include "app/desktop/scene.h"

#include <glad/gl.h>

namespace drover::desktop {
namespace {

void clear(render::Colour colour, Window::Size pixels) {
    glViewport(0, 0, pixels.width, pixels.height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255,
                 static_cast<float>(colour.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

void drawScene(render::Renderer& renderer, const Session& session, const ViewState& view,
               const WorldPane& pane, Window::Size pixels) {
    clear(view.draw.theme->background, pixels);
    const world::WorldView world = session.world().view();
    if (!view.viewport.isEmpty()) renderer.draw(world, view.camera, view.draw, view.viewport, pixels.height);
    if (const Beside* const beside = session.beside(); beside && !view.viewport.isEmpty()) {
        render::Viewport right = view.viewport;
        right.x += right.width;
        renderer.drawAlso(beside->world().view(), view.right_camera.value_or(view.camera), view.draw, right,
                          pixels.height);
    }
    if (!pane.closeUp().isEmpty())
        renderer.drawAlso(world, pane.closeUpCamera(), view.draw, pane.closeUp(), pixels.height);
    if (!pane.minimap().isEmpty())
        renderer.drawMinimap(world, view.camera, view.viewport, view.draw, pane.minimap(), pixels.height);
}

}  // namespace drover::desktop
