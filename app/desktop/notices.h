// A line over the world. It tells a newcomer what to try, until he has tried it. On a slow machine it offers
// slow motion, and begins it by itself where next to nothing is seen. While the mouse draws on the ground it
// says how.
#pragma once

#include <cstdint>

#include "app/desktop/chrome.h"

namespace drover::desktop {

class Notices {
  public:
    // Over the lower edge of `world`.
    void draw(Desk& desk, const ScreenRect& world, double fps, double passed_s);

  private:
    void goSlowly(Desk& desk, double fps, double passed_s);
    void sayHowSlow(Desk& desk, double fps);
    void drawing(Desk& desk);
    void tellTrouble(Desk& desk, const std::string& trouble);
    void hint(Desk& desk);

    double slow_s_ = 0;               // for so long
    bool is_slow_ = false;            // too slow for the real clock, and offers another
    bool chose_slow_motion_ = false;  // by itself
    double said_s_ = 0;               // for so long it says that it did
    bool keeps_real_clock_ = false;   // the user wants it so
};

}  // namespace drover::desktop
