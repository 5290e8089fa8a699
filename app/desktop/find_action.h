// One key, some letters, Enter: any action, panel or scenario by its words. Reads the one table of actions.
#pragma once

#include <vector>

#include "app/desktop/actions.h"

namespace drover::desktop {

class FindAction {
  public:
    void open() { is_open_ = is_fresh_ = true; }
    void close() { is_open_ = false; }
    bool isOpen() const { return is_open_; }
    // The chosen action is added to `wanted`; a panel is opened at once.
    void draw(Desk& desk, std::vector<const Action*>& wanted);

  private:
    bool is_open_ = false, is_fresh_ = false;
    std::size_t chosen_ = 0;
    char text_[64] = "";
};

}  // namespace drover::desktop
