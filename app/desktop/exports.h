// What can be taken along: files in the user's folder of exports, and the command line of the present run.
// desktop.cpp carries out what the File menu asks for.
#pragma once

#include <filesystem>
#include <string>

#include "app/desktop/session.h"
#include "app/desktop/view_state.h"

namespace drover::desktop {

enum class Export { kRecording, kMeasures, kPicture, kWindow, kCommandLine };

// The next free name in the folder of exports: plains-3.csv.
std::filesystem::path freeName(const std::string& name, const char* ending);
std::filesystem::path freeName(const Session& session, const char* ending);  // by the scenario

// All measures of the frames that the plots can show. Empty, or what went wrong.
std::string writeMeasures(const Session& session, const std::filesystem::path& path);

// The command that gives the recorded run with this view and theme.
std::string commandLine(const std::filesystem::path& recording, const ViewState& view,
                        const std::string& theme);

// Numbered pictures of a run, for a film: frame-000001.png and so on.
class Film {
  public:
    // Makes the folder. Empty, or what went wrong.
    std::string begin(const std::string& folder);
    bool isOn() const { return !folder_.empty(); }
    // Of what was drawn. Empty, or what went wrong.
    std::string add(int width, int height);
    // How to make a film of them.
    std::string advice() const;

  private:
    std::filesystem::path folder_;
    std::uint64_t pictures_ = 0;
};

}  // namespace drover::desktop
