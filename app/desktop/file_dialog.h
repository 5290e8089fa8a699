// The dialog that asks for a file to open, or for a name to save under. The path has the keyboard all the
// time: letters choose among what the folder holds, Tab completes, Up and Down go through the list, Enter
// takes, Backspace behind a "/" goes to the folder above, Ctrl+Z undoes all that, Esc closes. Owned by
// desktop.cpp; file_actions.cpp asks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/desktop/desk.h"
#include "app/desktop/file_list.h"
#include "app/desktop/text_history.h"

struct ImGuiInputTextCallbackData;

namespace drover::desktop {

// What becomes of the file.
enum class FileUse : std::uint8_t {
    kOpen,
    kRecording,
    kMeasures,
    kCommands,
    kScenario,
    kPicture,
    kWindow,
    kPlot,
    kManager
};

struct FileQuestion {
    FileUse use = FileUse::kOpen;
    std::string title;
    std::vector<std::string> endings;  // of the files to choose from; a new name without one gets the first
    std::string path;                  // offered: a file, or a folder with a "/" behind it
    bool saves = false;
};

struct FileAnswer {
    FileUse use = FileUse::kOpen;
    std::string path;
};

class FileDialog {
  public:
    void ask(FileQuestion question);
    bool isOpen() const { return question_.has_value(); }
    void close() { is_cancelled_ = true; }
    // Undo and redo of the path.
    void undo() { setText(history_.back()); }
    void redo() { setText(history_.forward()); }
    // Draws it while it is open. The answer once the user has given one.
    std::optional<FileAnswer> draw(Desk& desk);

  private:
    // A line of the list.
    struct Row {
        std::string shown, path, bytes;
        bool is_folder = false;
    };

    void drawField(Desk& desk);
    void drawRows(Desk& desk);
    void drawFoot(Desk& desk);
    void listRows(const std::string& text);
    void setText(const std::string& text);
    void edit(ImGuiInputTextCallbackData& data);
    void point(int row);
    void take();
    void takePath(const std::string& path);
    void save(std::string path);

    std::optional<FileQuestion> question_;
    std::optional<FileAnswer> answer_;
    std::array<char, 4096> text_{};
    TextHistory history_;                // its present one is the text before it was edited
    std::optional<std::string> wanted_;  // replaces the text
    bool has_keyboard_ = false, goes_to_end_ = false, is_cancelled_ = false;
    int asked_focus_before_ = 0;  // frames
    FileList list_;
    std::filesystem::path folder_;  // that is listed
    std::string listed_for_;        // the text that the rows are of
    std::vector<Row> rows_;
    std::vector<std::string> recent_;  // folders
    bool downloads_ = false;           // what is saved
    int pointed_ = -1;                 // index into rows_; -1: none, the text counts
    bool shows_pointed_ = false;
    std::string note_;        // what is wrong with the answer
    std::string overwrites_;  // the file that would be overwritten; asked once
};

}  // namespace drover::desktop
