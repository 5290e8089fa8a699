// What has the keyboard: the world, a card whose fields one walks through with the arrows, or
// the menus. Tab gives it to the next card, F10 to the next menu. Esc and the mouse give it back to the
// world.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

#include "app/desktop/actions.h"
#include "app/desktop/input.h"

namespace drover::desktop {

class PanelKeyboard {
  public:
    // Call before and after Dear ImGui begins its frame: it then walks only if that is wanted.
    void beforeFrame(const Input& input, bool has_message);
    void afterFrame();

    void goToNextPart();
    void goToNextMenu();
    // The menu that is to open in this frame, by its title.
    const char* menuToOpen() { return std::exchange(menu_to_open_, nullptr); }
    // Whether the arrows are not for the world.
    bool hasArrows() const;
    // Whether this action's key is not for the world now: it is text, walks, or closes something.
    // `has_message`: a message is shown, which takes all keys but those that close it.
    bool takes(const Action& action, bool has_message, bool asks_for_digit);

  private:
    static constexpr const char* kParts[] = {"##controls", "##drawer", "##inspector",
                                             "##plots",    "##time",   "##world"};
    static constexpr std::size_t kWorld = std::size(kParts) - 1;

    bool isInPanels() const { return part_ != kWorld; }
    void enterActsAsSpace(const Input& input);

    std::size_t part_ = kWorld, menu_ = 0;
    const char* menu_to_open_ = nullptr;
    bool was_busy_ = false;  // before this frame, a field was in use or a menu open
    [[maybe_unused]] bool is_enter_of_field_ = false;
};

}  // namespace drover::desktop
