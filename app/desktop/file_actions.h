// Files that the user opens and saves. The File menu, the file dialog, panels and dropped files come here.
#pragma once

#include <filesystem>
#include <string>

#include "app/desktop/desk.h"

namespace drover::desktop {

// The one way to open a file: a scenario, a recording or commands. Remembers it among the recent files by its
// whole path. What went wrong is the desk's message; then the world is as before.
void openFile(Desk& desk, const std::string& file);

// The next free name in the folder of exports: plains-3.csv.
std::filesystem::path freeName(const std::string& name, const char* ending);
std::filesystem::path freeName(const Session& session, const char* ending);  // by the scenario

// All measures of the frames that the plots can show. Empty, or what went wrong.
std::string writeMeasures(const Session& session, const std::filesystem::path& path);

// The commands that the present world was given since it began, as `drover-lab run --replay` reads them.
// Empty, or what went wrong.
std::string writeCommands(const Session& session, const std::filesystem::path& path);

// The command that gives the recorded run with this view and theme.
std::string commandLine(const std::filesystem::path& recording, const ViewState& view,
                        const std::string& theme);

}  // namespace drover::desktop
