// The texts that a field had one after the other, for undo and redo. Dear ImGui's own undo does not know of
// texts that the program puts into a field, and in some versions ends the program over them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace drover::desktop {

class TextHistory {
  public:
    void begin(std::string text) { texts_ = {std::move(text)}, at_ = 0; }
    const std::string& present() const { return texts_[at_]; }
    // The field has this text now. What was undone is gone.
    void note(const std::string& text) {
        if (text == present()) return;
        texts_.resize(++at_);
        texts_.push_back(text);
    }
    // The text before or after the present one; the present one if there is none.
    const std::string& back() { return texts_[at_ > 0 ? --at_ : at_]; }
    const std::string& forward() { return texts_[at_ + 1 < texts_.size() ? ++at_ : at_]; }

  private:
    std::vector<std::string> texts_ = {""};
    std::size_t at_ = 0;
};

}  // namespace drover::desktop
