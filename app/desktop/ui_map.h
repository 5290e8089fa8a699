// What is on screen, for test drivers, scripts and screen readers: a JSON list of names, kinds, rectangles in
// window pixels, and values. Widgets add themselves; desktop.cpp writes the file after a frame that changed
// the list.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace drover::desktop {

class UiMap {
  public:
    struct Item {
        std::string name, kind, value;
        ImVec2 min, max;
    };

    // With an empty path nothing is noted and nothing is written.
    explicit UiMap(std::string path = {}) : path_(std::move(path)) {}

    void begin() { items_.clear(); }
    // The rectangle is cut to its visible part. An item with no visible part is left out.
    void note(std::string_view name, std::string_view kind, ImVec2 min, ImVec2 max,
              std::string_view value = {});
    // Replaces the file if the list has changed. Returns an error, or empty.
    std::string end();

    const std::vector<Item>& items() const { return items_; }
    bool isKept() const { return !path_.empty(); }
    // The list as end() writes it.
    std::string text() const;

  private:
    std::string path_;
    std::vector<Item> items_;
    std::string written_;
};

}  // namespace drover::desktop
