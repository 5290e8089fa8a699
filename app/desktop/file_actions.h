// Files that the user opens and saves: the question that goes with each entry of the File menu, and what is
// done with the answer. actions.cpp and desktop.cpp call it.
#pragma once

#include "app/desktop/actions.h"
#include "app/desktop/file_dialog.h"

namespace drover::desktop {

// What the dialog asks before this file is opened or written; the name that it offers is a free one.
FileQuestion questionFor(FileUse use, const Desk& desk);

// Carries out an answer, but for a plot: that is for the strip of plots.
void carryOut(const FileAnswer& answer, Reach& reach);

// A recording under a free name, and the command line that plays it, in the clipboard.
void copyCommand(Reach& reach);

// Opens a scenario, a recording or a list of commands. What went wrong is the desk's message; then the world
// is as before.
void openFile(Desk& desk, const std::string& file);

// Saves what was drawn in the window, if that was asked for. Call before it is presented.
void saveWindowPicture(Reach& reach);

}  // namespace drover::desktop
