// Where the user's files are, and how they are written: settings, layout, saved plots and scenarios, and the
// UI map.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/input_error.h"
#include "core/base/replace_file.h"

namespace drover::desktop {

// $XDG_CONFIG_HOME/drover and $XDG_STATE_HOME/drover. If the variable is unset, empty or relative, the
// default below the home folder. Empty if there is no home folder either.
std::filesystem::path settingsFolder();
std::filesystem::path stateFolder();
// Their files that every window reads at its start and writes at its end.
std::filesystem::path settingsPath();
std::filesystem::path layoutPath();

// A name in the state folder for a session that would be lost: a free one, or that of the oldest of a few.
// Makes the folder. Empty if there is none.
std::filesystem::path unsavedSession();

// While one window has this, others wait for it, for some seconds: those of a display that goes away all keep
// their sessions at once. Makes the state folder.
class StateLock {
  public:
    StateLock();
    ~StateLock();
    StateLock(const StateLock&) = delete;
    StateLock& operator=(const StateLock&) = delete;

  private:
    int folder_ = -1;
};

// Returns an error, or empty. Makes missing folders.
std::string saveFile(const std::filesystem::path& path, std::string_view text, Durability durability);

// What is wrong with a file's name where that is downloaded which is saved in the program's own folder, and
// only that. Empty: nothing.
std::string whyNotDownloaded(const std::filesystem::path& path);

// Whether something has this name, also a link that points nowhere: then the program does not choose it.
bool isTaken(const std::filesystem::path& path);

// What is wrong with a file that waits for another program, or none: a pipe, a socket, a terminal. Reading it
// would hold the window up for ever.
Flaw whyItWaits(const std::filesystem::path& path);

// Renames a file to a free name, which is its own with `why` and a number. Returns that name, or empty if it
// failed.
std::filesystem::path setAside(const std::filesystem::path& path, std::string_view why = ".broken");

}  // namespace drover::desktop
