#include "app/desktop/ui_map.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <iterator>

#include "app/desktop/user_files.h"

namespace drover::desktop {
namespace {

// Appends `text` as a JSON string.
void appendQuoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\', out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    out += '"';
}

}  // namespace

void UiMap::begin() { list_.clear(); }

void UiMap::note(std::string_view name, std::string_view kind, ImVec2 min, ImVec2 max,
                 std::string_view value) {
    if (path_.empty()) return;
    if (const ImGuiWindow* window = GImGui ? GImGui->CurrentWindow : nullptr) {
        const ImRect seen = window->ClipRect;
        min.x = std::max(min.x, seen.Min.x), min.y = std::max(min.y, seen.Min.y);
        max.x = std::min(max.x, seen.Max.x), max.y = std::min(max.y, seen.Max.y);
    }
    if (min.x >= max.x || min.y >= max.y) return;
    list_ += list_.empty() ? "\n{\"name\": " : ",\n{\"name\": ";
    appendQuoted(list_, name);
    list_ += ", \"kind\": ";
    appendQuoted(list_, kind);
    fmt::format_to(std::back_inserter(list_),
                   ", \"rect\": [{:.0f}, {:.0f}, {:.0f}, {:.0f}], \"value\": ", static_cast<double>(min.x),
                   static_cast<double>(min.y), static_cast<double>(max.x - min.x),
                   static_cast<double>(max.y - min.y));
    appendQuoted(list_, value);
    list_ += '}';
}

std::string UiMap::text() const { return "[" + list_ + "\n]\n"; }

std::string UiMap::end() {
    if (path_.empty() || list_ == written_) return {};
    written_ = list_;
    return saveFile(path_, text(), Durability::kQuick);
}

}  // namespace drover::desktop
