// A line over the world. It tells a newcomer what to try, until he has tried it. On a slow machine it offers
// the model clock. While the mouse draws on the ground it says how.
#pragma once

#include <cstdint>

#include "app/desktop/chrome.h"

namespace drover::desktop {

class Notices {
  public:
    // Over the lower edge of `world`.
    void draw(Desk& desk, const ScreenRect& world, double fps);

  private:
    void offerModelClock(Desk& desk, double fps);
    void drawing(Desk& desk);
    void tellTrouble(Desk& desk, const std::string& trouble);
    void hint(Desk& desk);
    bool isTooSlow(const Desk& desk, double fps);

    std::uint64_t slow_frames_ = 0;  // in a row
    bool keeps_real_clock_ = false;  // the user wants it so
};

}  // namespace drover::desktop
