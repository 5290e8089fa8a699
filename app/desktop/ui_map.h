// What is on screen, for test drivers, scripts and screen readers: a JSON list of names, kinds, rectangles in
// window pixels and values. The widgets note themselves; the window writes the list after a frame that
// changed it.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace drover::desktop {

class UiMap {
  public:
    // An empty path: nothing is kept and nothing written.
    explicit UiMap(std::string path = {}) : path_(std::move(path)) {}

    void begin();
    // What is scrolled or clipped away is cut to what can be seen, and left out if that is nothing.
    void note(std::string_view name, std::string_view kind, ImVec2 min, ImVec2 max,
              std::string_view value = {});
    // Replaces the file if the list differs from what it holds. Empty, or why that failed.
    std::string end();

    bool isKept() const { return !path_.empty(); }
    // The list as end() writes it.
    std::string text() const;

  private:
    std::string path_;
    std::string list_, written_;
};

}  // namespace drover::desktop
