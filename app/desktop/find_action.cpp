#include "app/desktop/find_action.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>

#include "app/desktop/drawer.h"
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

constexpr std::size_t kMostShown = 9;

struct Found {
    std::string name, words, keys;
    std::function<void()> choose;
};

// Whether every word of `typed` begins a word of `words`, whatever the capitals.
bool matches(std::string_view words, std::string_view typed) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    while (!typed.empty()) {
        const std::size_t end = std::min(typed.find(' '), typed.size());
        const std::string_view word = typed.substr(0, end);
        typed.remove_prefix(std::min(end + 1, typed.size()));
        if (word.empty()) continue;
        bool is_there = false;
        for (std::size_t at = 0; at + word.size() <= words.size() && !is_there; ++at) {
            const bool begins = at == 0 || !std::isalnum(static_cast<unsigned char>(words[at - 1]));
            is_there = begins && std::ranges::equal(words.substr(at, word.size()), word, same);
        }
        if (!is_there) return false;
    }
    return true;
}

std::vector<Found> allThatFit(Desk& desk, std::string_view typed, std::vector<const Action*>& wanted) {
    std::vector<Found> found;
    for (const PanelInfo& panel : kPanels) {
        const std::string words = fmt::format("{}: open the drawer there", panel.title);
        if (matches(words, typed))
            found.push_back({fmt::format("find.panel.{}", panel.name), words, "",
                             [&desk, &panel] { openDrawer(desk.layout, panel.name); }});
    }
    for (const Action& action : actions()) {
        const char* const words = action.rules.label ? action.rules.label : action.keys.does;
        if (!words || std::string_view(action.name) == "find_action") continue;
        const std::string both = fmt::format("{} {}", words, action.keys.does ? action.keys.does : "");
        if (!matches(both, typed) || (action.rules.can && !action.rules.can(desk))) continue;
        found.push_back({fmt::format("find.{}", action.name), words,
                         action.keys.shown ? action.keys.shown : "",
                         [&action, &wanted] { wanted.push_back(&action); }});
    }
    return found;
}

}  // namespace

void FindAction::draw(Desk& desk, std::vector<const Action*>& wanted) {
    if (!is_open_) return;
    const UiTheme& theme = desk.theme;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::min(theme.px(460), window.x * 0.9f);
    ImGui::SetNextWindowPos({(window.x - width) / 2, window.y * 0.16f});
    ImGui::SetNextWindowSize({width, 0});
    if (is_fresh_) ImGui::SetNextWindowFocus();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.panel);
    ImGui::Begin("##find", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav);
    ImGui::PopStyleColor();
    if (is_fresh_) takeKeyboard(desk), text_[0] = '\0', chosen_ = 0;
    ImGui::SetNextItemWidth(-1);
    const bool is_entered = ImGui::InputTextWithHint("##words", "What do you want to do?", text_,
                                                     sizeof text_, ImGuiInputTextFlags_EnterReturnsTrue);
    noteItem(desk, "find.text", "text", text_);
    const bool is_left = !is_fresh_ && ImGui::IsItemDeactivated() && !is_entered;
    if (ImGui::IsItemEdited()) chosen_ = 0;
    is_fresh_ = false;
    const std::vector<Found> found = allThatFit(desk, text_, wanted);
    const std::size_t shown = std::min(found.size(), kMostShown);
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_DownArrow)) && chosen_ + 1 < shown) ++chosen_;
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow)) && chosen_ > 0) --chosen_;
    bool is_chosen = is_entered;
    for (std::size_t i = 0; i < shown; ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable(found[i].words.c_str(), i == chosen_)) chosen_ = i, is_chosen = true;
        noteItem(desk, found[i].name.c_str(), "option", i == chosen_ ? "chosen" : "");
        const float keys = ImGui::CalcTextSize(found[i].keys.c_str()).x;
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - keys);
        ImGui::TextColored(theme.muted, "%s", found[i].keys.c_str());
        ImGui::PopID();
    }
    if (found.empty()) ImGui::TextColored(theme.muted, "Nothing is called so.");
    if (found.size() > shown)
        ImGui::TextColored(theme.muted, "and %d more: type on", static_cast<int>(found.size() - shown));
    const bool was_clicked_away = is_left && !ImGui::IsWindowHovered();
    ImGui::End();
    if (is_chosen && chosen_ < shown) found[chosen_].choose();
    if (is_chosen || was_clicked_away) close();
}

}  // namespace drover::desktop
