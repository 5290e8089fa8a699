#include "app/desktop/panels/scenario_pictures.h"

#include <cstdint>
#include <type_traits>

#include "app/command_line/assets.h"

namespace drover::desktop {
namespace {

// Dear ImGui's name of a picture is a pointer or a number, by its version.
template <typename Name = ImTextureID>
Name guiTexture(const render::Texture& picture) {
    if constexpr (std::is_pointer_v<Name>)
        return reinterpret_cast<Name>(static_cast<std::uintptr_t>(picture.id()));
    else
        return static_cast<Name>(picture.id());
}

}  // namespace

std::filesystem::path ScenarioPictures::fileOf(const std::string& scenario) {
    return command_line::assetsFolder() / "thumbnails" / (scenario + ".png");
}

const render::Texture* ScenarioPictures::of(const std::string& scenario) {
    const auto [place, is_new] = read_.try_emplace(scenario);
    if (is_new) {
        if (auto picture = render::readIcon(fileOf(scenario)))
            place->second = std::make_unique<render::Texture>(*picture);
    }
    return place->second.get();
}

void drawPicture(ImDrawList& draw, const render::Texture& picture, ImVec2 at, float side) {
    draw.AddImage(guiTexture(picture), at, {at.x + side, at.y + side});
}

}  // namespace drover::desktop
