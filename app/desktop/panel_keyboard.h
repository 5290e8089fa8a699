// Who has the keyboard: the world, or a part of the window whose fields one walks through with the arrows.
// Tab gives it to the next part. Esc and the mouse give it back to the world.
#pragma once

#include <cstddef>

#include "app/desktop/input.h"
#include "app/desktop/keys.h"

namespace drover::desktop {

class PanelKeyboard {
  public:
    // Call before and after Dear ImGui begins its frame: it then walks only if that is wanted.
    void beforeFrame(const Input& input, bool has_message);
    void afterFrame();

    void goToNextPart();
    bool isInPanels() const { return part_ != kWorld; }
    // Whether this action's key is not for the world now: it is text, walks, or closes something.
    // `has_message`: a message is shown, which takes all keys but those that close it.
    bool takes(Action action, bool has_message, bool asks_for_digit);

  private:
    static constexpr const char* kParts[] = {"##left", "##right", "##bottom", "##world"};
    static constexpr std::size_t kWorld = 3;

    std::size_t part_ = kWorld;
    bool was_busy_ = false;  // before this frame, a field was in use or a menu open
};

}  // namespace drover::desktop
