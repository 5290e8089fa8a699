#include "app/desktop/ui_map.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <iterator>

#include "app/desktop/user_files.h"
#include "core/base/outside_text.h"

namespace drover::desktop {
namespace {

// Appends `text` as a JSON string. What is no text, as the name of a file may be, is shown.
void appendQuoted(std::string& out, std::string_view text) {
    if (firstBadUtf8(text) != std::string_view::npos) return appendQuoted(out, shown(text));
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

void UiMap::note(std::string_view name, std::string_view kind, ImVec2 min, ImVec2 max,
                 std::string_view value) {
    if (path_.empty()) return;
    if (const ImGuiWindow* window = GImGui ? GImGui->CurrentWindow : nullptr) {
        const ImRect seen = window->ClipRect;
        min.x = std::max(min.x, seen.Min.x), min.y = std::max(min.y, seen.Min.y);
        max.x = std::min(max.x, seen.Max.x), max.y = std::min(max.y, seen.Max.y);
    }
    if (min.x >= max.x || min.y >= max.y) return;
    items_.push_back({std::string(name), std::string(kind), std::string(value), min, max});
}

std::string UiMap::text() const {
    std::string text = "[";
    for (const Item& item : items_) {
        text += text.size() == 1 ? "\n{\"name\": " : ",\n{\"name\": ";
        appendQuoted(text, item.name);
        text += ", \"kind\": ";
        appendQuoted(text, item.kind);
        fmt::format_to(std::back_inserter(text), ", \"rect\": [{:.0f}, {:.0f}, {:.0f}, {:.0f}], \"value\": ",
                       static_cast<double>(item.min.x), static_cast<double>(item.min.y),
                       static_cast<double>(item.max.x - item.min.x),
                       static_cast<double>(item.max.y - item.min.y));
        appendQuoted(text, item.value);
        text += '}';
    }
    return text + "\n]\n";
}

std::string UiMap::end() {
    if (path_.empty()) return {};
    std::string text = this->text();
    if (text == written_) return {};
    written_ = std::move(text);
    return saveFile(path_, written_, Durability::kQuick);
}

}  // namespace drover::desktop
