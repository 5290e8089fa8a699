// A small square picture of each shipped scenario, for the list in the Scenario panel.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "render/gl_objects.h"

namespace drover::desktop {

class ScenarioPictures {
  public:
    static constexpr float kPixels = 192;  // a side

    static std::filesystem::path fileOf(const std::string& scenario);

    // Null if there is none. Reads the file when it is first asked for.
    const render::Texture* of(const std::string& scenario);

  private:
    std::map<std::string, std::unique_ptr<render::Texture>> read_;
};

void drawPicture(ImDrawList& draw, const render::Texture& picture, ImVec2 at, float side);

}  // namespace drover::desktop
