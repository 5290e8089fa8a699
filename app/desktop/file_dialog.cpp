#include "app/desktop/file_dialog.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

#include "app/desktop/user_files.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {
namespace {

constexpr int kFramesToFocus = 3;

std::string spelledSize(std::uintmax_t bytes) {
    const auto number = static_cast<double>(bytes);
    if (bytes < 1000) return fmt::format("{} B", bytes);
    if (bytes < 1'000'000) return fmt::format("{:.0f} kB", number * 1e-3);
    return fmt::format("{:.1f} MB", number * 1e-6);
}

bool isFolder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

bool isThere(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

// A whole path may be typed behind the folder that is there already: where it begins, or 0.
std::size_t newPathIn(const std::string& text) {
    const std::size_t root = text.rfind("//"), home = text.rfind("/~/");
    if (home != std::string::npos && (root == std::string::npos || home > root)) return home + 1;
    return root == std::string::npos ? 0 : root + 1;
}

// As much of the text as ImGui's field can hold. It would turn other bytes into letters of another length,
// and lose count: bytes that are not UTF-8, and in some versions letters above U+FFFF.
std::string typeable(const std::string& text, std::size_t most) {
    const char *at = text.c_str(), *const end = at + std::min(text.size(), most);
    while (at < end) {
        unsigned letter = 0;
        const int bytes = ImTextCharFromUtf8(&letter, at, end);
        if (letter == IM_UNICODE_CODEPOINT_INVALID) break;
        at += bytes;
    }
    return text.substr(0, static_cast<std::size_t>(at - text.c_str()));
}

}  // namespace

void FileDialog::ask(FileQuestion question) {
    question_ = std::move(question);
    answer_.reset();
    is_cancelled_ = false;
    folder_.clear();
    listed_for_ = "\n";  // no path
    has_keyboard_ = false;
    asked_focus_before_ = kFramesToFocus;
    setText(question_->path);
    history_.begin(history_.present());
}

// The text as it will be in this frame or in the next one. A field that has the keyboard keeps a text of its
// own.
void FileDialog::setText(const std::string& text) {
    const std::string held = typeable(text, text_.size() - 1);
    history_.note(held);
    if (has_keyboard_)
        wanted_ = held;
    else
        std::strcpy(text_.data(), held.c_str());
    pointed_ = -1;
    note_.clear();
    overwrites_.clear();
    goes_to_end_ = true;
}

std::optional<FileAnswer> FileDialog::draw(Desk& desk) {
    if (!question_ || !desk.message.empty()) return std::nullopt;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(desk.theme.px(640), window.x * 0.95f), std::min(desk.theme.px(440), window.y * 0.9f)});
    const std::string name = question_->title + "###files";
    if (!ImGui::IsPopupOpen(name.c_str())) ImGui::OpenPopup(name.c_str());
    bool is_open = true;
    if (ImGui::BeginPopupModal(name.c_str(), &is_open,
                               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        recent_ = desk.layout.folders, downloads_ = desk.downloads;
        drawField(desk);
        listRows(wanted_.value_or(text_.data()));
        drawRows(desk);
        drawFoot(desk);
        noteWindow(desk, "files", "dialog", question_->title);
        is_open &= !std::exchange(is_cancelled_, false);
        if (answer_ || !is_open) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
    if (answer_) desk.layout.rememberFolder(parentOf(answer_->path));
    if (answer_ || !is_open) question_.reset();
    return std::exchange(answer_, std::nullopt);
}

void FileDialog::drawField(Desk& desk) {
    // Whatever else was clicked, the keyboard comes back here. That takes some frames, and to ask again
    // meanwhile would take away what was selected since.
    if (ImGui::IsAnyItemActive() || ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        asked_focus_before_ = kFramesToFocus;
    } else if (++asked_focus_before_ > kFramesToFocus) {
        takeKeyboard(desk);
        goes_to_end_ = true;
        asked_focus_before_ = 0;
    }
    ImGui::SetNextItemWidth(-1);
    const auto call = [](ImGuiInputTextCallbackData* data) {
        static_cast<FileDialog*>(data->UserData)->edit(*data);
        return 0;
    };
    const bool is_entered =
        ImGui::InputText("##path", text_.data(), text_.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
                             ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackEdit |
                             ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_NoUndoRedo,
                         call, this);
    has_keyboard_ = ImGui::IsItemActive();
    noteItem(desk, "files.path", has_keyboard_ ? "text" : "field", text_.data());
    if (is_entered) take();
}

void FileDialog::edit(ImGuiInputTextCallbackData& data) {
    const auto replace = [&](const std::string& text) {
        const std::string held = typeable(text, text_.size() - 1);
        data.DeleteChars(0, data.BufTextLen);
        data.InsertChars(0, held.c_str());
        history_.note(held);
    };
    const std::string text(data.Buf, static_cast<std::size_t>(data.BufTextLen));
    if (data.EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        listRows(text);
        const std::string name = typedPath(text).name;
        replace(text.substr(0, text.size() - name.size()) + completed(list_, name));
        return;
    }
    if (data.EventFlag == ImGuiInputTextFlags_CallbackHistory) {
        listRows(text);
        point(pointed_ + (data.EventKey == ImGuiKey_UpArrow ? -1 : 1));
        return;
    }
    if (data.EventFlag == ImGuiInputTextFlags_CallbackEdit) {
        const std::string& before = history_.present();
        const bool goes_up = before.size() > 1 && before.ends_with('/') && text + "/" == before;
        if (goes_up)
            replace(parentOf(text));
        else if (const std::size_t begun = newPathIn(text); begun > 0)
            replace(text.substr(begun));
        else
            history_.note(text);
        note_.clear();
        overwrites_.clear();
        return;
    }
    if (const auto wanted = std::exchange(wanted_, std::nullopt)) replace(*wanted);
    if (std::exchange(goes_to_end_, false))
        data.CursorPos = data.SelectionStart = data.SelectionEnd = data.BufTextLen;
}

// The rows for this text. Keys that choose among them may come in the frame in which the text changed.
void FileDialog::listRows(const std::string& text) {
    if (text == listed_for_) return;
    listed_for_ = text;
    const TypedPath typed = typedPath(text);
    if (typed.folder != folder_) {
        folder_ = typed.folder;
        list_ = listFolder(folder_, question_->endings);
    }
    rows_.clear();
    for (const std::size_t i : meant(list_, typed.name)) {
        const FileEntry& entry = list_.entries[i];
        rows_.push_back({.shown = entry.is_folder ? entry.name + "/" : entry.name,
                         .path = folderText(folder_) + entry.name + (entry.is_folder ? "/" : ""),
                         .bytes = entry.is_folder ? "" : spelledSize(entry.bytes),
                         .is_folder = entry.is_folder});
    }
    if (typed.name.empty()) {
        for (const std::string& folder : recent_)
            if (folder != folder_) rows_.push_back({"Recent: " + folder, folder, "", true});
    }
    // While one types a name to open, Enter takes the first one that is meant.
    const bool is_named = !typed.name.empty() && !isThere(folderText(folder_) + typed.name);
    point(!question_->saves && is_named && !rows_.empty() ? 0 : -1);
}

void FileDialog::point(int row) {
    pointed_ = std::clamp(row, -1, static_cast<int>(rows_.size()) - 1);
    shows_pointed_ = true;
}

void FileDialog::drawRows(Desk& desk) {
    const float foot = 2 * ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing();
    ImGui::BeginChild("rows", {0, -foot}, true, ImGuiWindowFlags_NoNav);
    const float line = ImGui::GetTextLineHeightWithSpacing();
    if (std::exchange(shows_pointed_, false) && pointed_ >= 0) {
        const float at = line * static_cast<float>(pointed_), room = ImGui::GetWindowHeight() - 3 * line;
        if (at < ImGui::GetScrollY() || at > ImGui::GetScrollY() + room) ImGui::SetScrollY(at - room / 2);
    }
    if (rows_.empty())
        ImGui::TextColored(desk.theme.muted, "%s",
                           list_.wrong.empty() ? "Nothing here to choose." : list_.wrong.c_str());
    int clicked = -1;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows_.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const Row& row = rows_[static_cast<std::size_t>(i)];
            ImGui::PushID(i);
            if (ImGui::Selectable(row.shown.c_str(), i == pointed_)) clicked = i;
            noteItem(desk, ("files.entry." + row.shown).c_str(), "option", i == pointed_ ? "pointed" : "");
            if (!row.bytes.empty()) {
                ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(row.bytes.c_str()).x);
                ImGui::TextColored(desk.theme.muted, "%s", row.bytes.c_str());
            }
            ImGui::PopID();
        }
    }
    if (list_.is_cut)
        ImGui::TextColored(desk.theme.muted, "There are more: type the path of a file that is not here.");
    ImGui::EndChild();
    if (clicked < 0) return;
    const bool is_again = clicked == pointed_;
    const Row row = rows_[static_cast<std::size_t>(clicked)];
    point(clicked);
    // The first click on a file points at it, the second takes it.
    if (row.is_folder || is_again) takePath(row.path);
}

void FileDialog::drawFoot(Desk& desk) {
    const std::string hint = question_->saves ? "Enter saves. Tab completes, Up and Down choose, Esc closes."
                                              : "Enter opens. Tab completes, Up and Down choose, Esc closes.";
    ImGui::TextColored(note_.empty() ? desk.theme.muted : desk.theme.warning, "%s",
                       note_.empty() ? hint.c_str() : note_.c_str());
    noteItem(desk, "files.note", "message", note_);
    const char* const label = !overwrites_.empty() ? "Overwrite" : question_->saves ? "Save" : "Open";
    if (button(desk, "files.take", label, "Key Enter")) take();
    ImGui::SameLine();
    if (button(desk, "files.cancel", "Cancel", "Key Esc")) is_cancelled_ = true;
}

void FileDialog::take() {
    listRows(wanted_.value_or(text_.data()));
    if (pointed_ >= 0) return takePath(rows_[static_cast<std::size_t>(pointed_)].path);
    const TypedPath typed = typedPath(wanted_.value_or(text_.data()));
    takePath((typed.folder / typed.name).string());
}

void FileDialog::takePath(const std::string& path) {
    if (isFolder(path)) {
        const std::string text = folderText(path);
        if (typeable(text, text_.size() - 1) == text) return setText(text);
        note_ = "This folder has a name that cannot be typed. A file in it can be dropped on the window.";
        return;
    }
    if (question_->saves) return save(path);
    if (isThere(path))
        answer_ = FileAnswer{question_->use, path};
    else
        note_ = "There is no such file.";
}

// What is there is overwritten when it is asked for twice.
void FileDialog::save(std::string path) {
    const bool has_ending = std::ranges::any_of(
        question_->endings, [&](const std::string& ending) { return path.ends_with(ending); });
    if (!has_ending) path += question_->endings.front();
    if (downloads_) {
        note_ = whyNotDownloaded(path);
        if (!note_.empty()) return;
    }
    if (!isFolder(parentOf(path))) {
        note_ = "There is no such folder.";
        return;
    }
    if (isThere(path) && overwrites_ != path) {
        setText(path);
        overwrites_ = path;
        note_ = fmt::format("{} is there already. Enter again overwrites it.",
                            std::filesystem::path(path).filename().string());
        return;
    }
    answer_ = FileAnswer{question_->use, path};
}

}  // namespace drover::desktop
