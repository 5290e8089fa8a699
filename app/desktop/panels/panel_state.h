// What panels keep from frame to frame: a struct a panel.
#pragma once

namespace drover::desktop {

struct PanelState {};

}  // namespace drover::desktop
