// What can be taken along: files in the user's folder of exports, and the command line of the present run.
// file_actions.cpp carries out what the File menu asks for.
#pragma once

#include <filesystem>
#include <string>

#include "app/desktop/session.h"
#include "app/desktop/view_state.h"

namespace drover::desktop {

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
