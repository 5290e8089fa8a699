// The manager that the user writes: its text, the file that it is saved in, and what became of both. A file
// is watched, and taken up when it has been saved. The panel "Your own" edits the text.
#pragma once

#include <filesystem>
#include <string>

#include "core/world/commands/command.h"

namespace drover::desktop {

struct Desk;

struct OwnText {
    std::string text;            // as it is edited
    std::string taken;           // as the world has it
    std::string flaw;            // why `text` was not taken up; empty: it was, or is not finished
    std::filesystem::path path;  // the watched file; empty: none
    std::filesystem::file_time_type saved_at;
    double looked_at_s = 0;
    double cost_ms = 0;  // of its plan in a frame, smoothed

    bool isEdited() const { return text != taken; }
};

// What lets a manager of the list run; `own` with the text that the user has.
world::SetManager commandFor(const OwnText& own, std::string_view manager);

// Gives the edited text to the world. If something is wrong with it, the world goes on as it is.
void takeUp(Desk& desk);
// A file that was opened or dropped: from now on it is watched. One that is no text is named in the message,
// and the text that was there stays.
void openOwnManager(Desk& desk, const std::filesystem::path& path);
// Returns an error, or empty.
std::string saveOwnManager(OwnText& own, const std::filesystem::path& path);
// In each frame: takes up what was saved, and what the world runs if that came from elsewhere.
void followOwnManager(Desk& desk, double now_s);

// Why the manager that runs has stopped; empty while it runs well.
std::string troubleOfOwn(const Desk& desk);

}  // namespace drover::desktop
