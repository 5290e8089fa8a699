// How the world is looked at: nothing here changes what happens in it.
#pragma once

#include <cstdint>
#include <optional>

namespace drover::desktop {

struct ViewState {
    std::optional<std::uint32_t> selected_flock;
    bool follows_player = true;
    bool follows_selected = false;
};

}  // namespace drover::desktop
