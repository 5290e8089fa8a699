// The four panes of the blind test as pictures: what was recorded of each world at a moment, from above or
// with the player's eyes. can_you_tell.cpp owns it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "app/perception/panes.h"
#include "render/renderer.h"

namespace drover::desktop {

class TellPanes {
  public:
    explicit TellPanes(const world::Scenario& scenario);

    void show(std::shared_ptr<const perception::Panes> panes) { panes_ = std::move(panes), forgetGaits(); }
    const perception::Panes* panes() const { return panes_.get(); }
    // That a picture came so long after the one before: where drawing is slow, the eyes see less detail, in
    // all panes alike.
    void notePicture(double passed_s);
    // When the last of them stands still.
    double end_s() const;

    // Two by two on the framebuffer's upper left part of this size, `played_s` after they began.
    void draw(render::Renderer& renderer, const render::DrawSettings& settings, perception::ViewFrom view,
              double played_s, render::Vec2d size_px, int framebuffer_height);

  private:
    // How an animal has gone so far: what its legs do.
    struct Gait {
        float stride = 0, speed = 0;
    };
    struct Walk {
        std::uint32_t frame = 0;  // up to which it is known
        std::vector<Gait> gaits;  // of each animal
        float yaw = 0;            // where the eyes look: to most animals
    };

    void forgetGaits();
    void walkTo(std::uint32_t pane, std::uint32_t frame);
    void drawPane(std::uint32_t pane, std::uint32_t frame, perception::ViewFrom from,
                  render::Renderer& renderer, const render::DrawSettings& settings,
                  const render::Viewport& viewport, int height);

    Plane plane_;
    Place middle_;                      // where the player stands
    std::vector<render::Body> bodies_;  // by species
    std::shared_ptr<const perception::Panes> panes_;
    std::array<Walk, perception::kPanes> walks_;
    std::size_t detail_ = 0;
    double picture_s_ = perception::kFrame_s;  // between two, of late
    // What one pane shows.
    std::vector<render::ListedBody> listed_;
};

}  // namespace drover::desktop
