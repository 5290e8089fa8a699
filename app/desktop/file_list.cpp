#include "app/desktop/file_list.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <system_error>

namespace drover::desktop {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool hasEnding(const std::string& name, std::span<const std::string> endings) {
    return std::ranges::any_of(endings, [&](const std::string& ending) { return name.ends_with(ending); });
}

// Letters of other alphabets take several bytes (UTF-8).
bool isWithinLetter(const std::string& text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

bool isBefore(const FileEntry& a, const FileEntry& b) {
    if (a.is_folder != b.is_folder) return a.is_folder;
    const std::string a_name = lower(a.name), b_name = lower(b.name);
    return a_name != b_name ? a_name < b_name : a.name < b.name;
}

}  // namespace

FileList listFolder(const std::filesystem::path& folder, std::span<const std::string> endings) {
    FileList list;
    std::error_code error;
    std::filesystem::directory_iterator at(folder, error);
    for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
        std::error_code ignored;  // a link that leads nowhere is no file
        FileEntry entry{.name = at->path().filename().string(), .is_folder = at->is_directory(ignored)};
        if (!entry.is_folder && !hasEnding(entry.name, endings)) continue;
        if (list.entries.size() == FileList::kMost) {
            list.is_cut = true;
            break;
        }
        if (!entry.is_folder) entry.bytes = at->file_size(ignored);
        list.entries.push_back(std::move(entry));
    }
    if (error) list.wrong = error.message();
    std::ranges::sort(list.entries, isBefore);
    return list;
}

TypedPath typedPath(std::string_view text) {
    std::string whole(text);
    const char* const home = std::getenv("HOME");
    if (home && (whole == "~" || whole.starts_with("~/"))) whole = home + whole.substr(1);
    if (!whole.starts_with('/')) {
        std::error_code ignored;
        whole = folderText(std::filesystem::current_path(ignored)) + whole;
    }
    const std::size_t slash = whole.rfind('/');
    return {whole.substr(0, slash + 1), whole.substr(slash + 1)};
}

std::vector<std::size_t> meant(const FileList& list, std::string_view name) {
    const std::string wanted = lower(name);
    std::vector<std::size_t> begin, contain;
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        const std::string there = lower(list.entries[i].name);
        if (there.starts_with('.') && !wanted.starts_with('.')) continue;
        if (there.starts_with(wanted))
            begin.push_back(i);
        else if (there.find(wanted) != std::string::npos)
            contain.push_back(i);
    }
    return begin.empty() ? contain : begin;
}

std::string completed(const FileList& list, std::string_view name) {
    std::optional<std::string> shared;
    std::size_t entries = 0;
    bool is_folder = false;
    for (const std::size_t i : meant(list, name)) {
        const FileEntry& entry = list.entries[i];
        if (!lower(entry.name).starts_with(lower(name))) continue;
        ++entries;
        is_folder = entry.is_folder;
        if (!shared) {
            shared = entry.name;
            continue;
        }
        const auto part = std::ranges::mismatch(*shared, entry.name).in1;
        shared->erase(part, shared->end());
        while (!shared->empty() && isWithinLetter(entry.name, shared->size())) shared->pop_back();
    }
    if (!shared || shared->size() < name.size()) return std::string(name);
    return entries == 1 && is_folder ? *shared + "/" : *shared;
}

std::string parentOf(std::string_view text) {
    if (text.size() > 1 && text.ends_with('/')) text.remove_suffix(1);
    const std::size_t slash = text.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(text.substr(0, slash + 1));
}

std::string folderText(const std::filesystem::path& folder) {
    std::string text = folder.string();
    if (!text.ends_with('/')) text += '/';
    return text;
}

}  // namespace drover::desktop
