// The Scenario panel: the running scenario with its claims, the shipped scenarios with their texts, the
// user's own files, and recent files.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <type_traits>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/desktop/file_actions.h"
#include "app/desktop/panels/claim_list.h"
#include "app/desktop/panels/panel_state.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/user_files.h"
#include "app/desktop/widgets/widgets.h"
#include "core/world/animals/population.h"
#include "core/world/files/scenario_file.h"

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

void drawPicture(ImDrawList& draw, const render::Texture& picture, ImVec2 at, float side) {
    draw.AddImage(guiTexture(picture), at, {at.x + side, at.y + side});
}

void readShelf(ScenarioShelf& shelf) {
    shelf.is_read = true;
    try {
        for (const std::string& name : command_line::scenarioNames()) {
            const world::Scenario scenario = command_line::loadScenario(name);
            shelf.shipped.push_back({name, scenario.title, scenario.text});
        }
    } catch (const command_line::Exit& wrong) {
        shelf.answer = wrong.message, shelf.has_failed = true;
    }
}

// One entry of a list: a picture if there is one, and the text, wrapped. The running one has a mark, so that
// colour is not the only sign.
bool offer(Desk& desk, const std::string& title, bool is_running, const render::Texture* picture = nullptr) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = picture ? std::floor(line * 2.4f) : 0;
    const bool is_chosen =
        clickable(desk, title, is_running, line + (picture ? side + line * 0.5f : 0), side);
    const float height = ImGui::GetItemRectSize().y - ImGui::GetStyle().ItemSpacing.y;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (picture) drawPicture(draw, *picture, {at.x + line, at.y}, side);
    if (is_running) {
        const float x = at.x + line * 0.15f, y = at.y + height / 2;
        draw.AddTriangleFilled({x, y - line * 0.3f}, {x + line * 0.5f, y}, {x, y + line * 0.3f},
                               ImGui::GetColorU32(desk.theme.accent));
    }
    return is_chosen;
}

void pictureTip(Desk& desk, const render::Texture* picture, const std::string& text) {
    if (!beginTooltip(desk)) return;
    if (picture) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float side = desk.theme.px(ScenarioPictures::kPixels);
        drawPicture(*ImGui::GetWindowDrawList(), *picture, at, side);
        ImGui::Dummy({side, side});
    }
    endTooltip(desk, text.c_str());
}

void offerShipped(Desk& desk, ScenarioShelf& shelf, const ShippedScenario& scenario) {
    const std::string name = "scenario.list." + scenario.name;
    const bool is_running = scenario.name == desk.session.origin().source;
    const render::Texture* const picture = shelf.pictures ? shelf.pictures->of(scenario.name) : nullptr;
    ImGui::PushID(name.c_str());
    if (offer(desk, scenario.title, is_running, picture)) desk.message = desk.session.load(scenario.name);
    pictureTip(desk, picture, scenario.text);
    noteItem(desk, name.c_str(), "option", is_running ? "running" : "");
    ImGui::PopID();
}

// By what one would look at first. A scenario that is on no shelf comes last.
void listShipped(Desk& desk, ScenarioShelf& shelf) {
    struct Shelf {
        const char* title;
        std::vector<std::string_view> scenarios;
    };
    static const std::vector<Shelf> kShelves = {
        {"First look", {"plains", "one-flock", "safari"}},
        {"Herds that meet", {"hunt", "gap", "waterhole"}},
        {"Level of detail", {"membrane", "fidelity", "open-country", "seam"}},
        {"Load", {"million", "all-minds", "sets", "nested"}},
        {"From the papers", {"osborne-figure3", "wildlife", "pursuit"}},
    };
    std::vector<bool> is_listed(shelf.shipped.size());
    for (const Shelf& group : kShelves) {
        ImGui::TextColored(desk.theme.muted, "%s", group.title);
        for (const std::string_view wanted : group.scenarios) {
            const auto found = std::ranges::find(shelf.shipped, wanted, &ShippedScenario::name);
            if (found == shelf.shipped.end()) continue;
            is_listed[static_cast<std::size_t>(found - shelf.shipped.begin())] = true;
            offerShipped(desk, shelf, *found);
        }
    }
    for (std::size_t i = 0; i < shelf.shipped.size(); ++i)
        if (!is_listed[i]) offerShipped(desk, shelf, shelf.shipped[i]);
}

void listRecent(Desk& desk) {
    if (desk.layout.recent.empty()) return;
    heading(desk, "Recent files");
    std::string chosen;
    for (std::size_t i = 0; i < desk.layout.recent.size(); ++i) {
        const std::string& file = desk.layout.recent[i];
        const std::size_t slash = file.rfind('/');
        char name[48];
        std::snprintf(name, sizeof name, "scenario.recent.%zu", i);
        ImGui::PushID(static_cast<int>(i));
        if (offer(desk, file.substr(slash == std::string::npos ? 0 : slash + 1),
                  file == desk.session.origin().source))
            chosen = file;
        tooltip(desk, file.c_str());
        noteItem(desk, name, "option", file);
        ImGui::PopID();
    }
    if (!chosen.empty()) openFile(desk, chosen);
}

// The typed path, with .json added if it is missing.
std::string savePath(const ScenarioShelf& shelf) {
    std::string path = shelf.path.data();
    if (!path.ends_with(".json")) path += ".json";
    return path;
}

void save(Desk& desk, ScenarioShelf& shelf) {
    const std::string path = savePath(shelf);
    const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
    if (desk.downloads) {
        shelf.answer = whyNotDownloaded(path);
        shelf.has_failed = !shelf.answer.empty();
        if (shelf.has_failed) return;
    }
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
        shelf.has_failed = true;
        shelf.answer =
            "The folder " + folder.string() + " does not exist. Make it first, or type another name.";
        return;
    }
    const std::string wrong =
        saveFile(path, world::writeScenario(desk.session.scenario()), Durability::kSynced);
    shelf.has_failed = !wrong.empty();
    shelf.answer = shelf.has_failed ? wrong : "Saved: " + path;
    if (!shelf.has_failed) desk.layout.remember(std::filesystem::absolute(path).string());
}

void offerFiles(Desk& desk, ScenarioShelf& shelf) {
    heading(desk, "A file of your own");
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##path", "path/to/scenario.json", shelf.path.data(), shelf.path.size());
    noteItem(desk, "scenario.path", "text", shelf.path.data());
    tooltip(desk,
            "A file to open, or to save the present settings to. You can also drop a file on the window.");
    if (shelf.path[0] == '\0') {
        disabledButton(desk, "scenario.load", "Open", "Type the file's name first.");
        ImGui::SameLine();
        disabledButton(desk, "scenario.save", "Save", "Type the file's name first.");
    } else {
        if (button(desk, "scenario.load", "Open", "Runs the scenario in this file."))
            openFile(desk, shelf.path.data());
        ImGui::SameLine();
        std::error_code ignored;
        const bool is_there = std::filesystem::exists(savePath(shelf), ignored);
        if (button(desk, "scenario.save", is_there ? "Overwrite" : "Save",
                   "Saves the scenario with all its present parameters.")) {
            save(desk, shelf);
        }
    }
    if (!shelf.answer.empty()) {
        message(desk, "scenario.answer", shelf.answer,
                shelf.has_failed ? desk.theme.warning : desk.theme.muted);
    }
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

void drawScenarioPanel(Desk& desk) {
    if (!desk.panels.shelf.is_read) readShelf(desk.panels.shelf);
    heading(desk, desk.session.scenario().title);
    paragraph(desk, desk.session.scenario().text);
    for (const std::string& warning : world::warningsOf(desk.session.scenario()))
        paragraph(desk, "Warning: " + warning + ".", desk.theme.warning);
    drawClaims(desk, desk.session.era().claims, "scenario.claim");
    ImGui::Separator();
    listShipped(desk, desk.panels.shelf);
    listRecent(desk);
    offerFiles(desk, desk.panels.shelf);
}

}  // namespace drover::desktop
