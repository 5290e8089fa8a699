// Settings and layout as files: what cannot be read is told and kept aside, what is not known is kept where
// it is.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include "app/desktop/settings.h"

namespace drover::desktop {

// A JSON file of ours. Members that this version does not know survive being written.
class SettingsFile {
  public:
    // An empty path, when there is no home: nothing is read or written.
    explicit SettingsFile(std::filesystem::path path) : path_(std::move(path)) {}

    // Complaints, for people: a file that is no JSON object (it is moved aside), members of the wrong kind
    // (defaults stand in for them, and the file is kept aside as it was).
    std::vector<std::string> read(Settings& settings);
    std::vector<std::string> read(Layout& layout);
    // Empty, or what went wrong.
    std::string write(const Settings& settings);
    std::string write(const Layout& layout);

  private:
    std::vector<std::string> load();
    std::vector<std::string> complaintsAbout(const std::vector<std::string>& wrong) const;
    std::string store();

    std::filesystem::path path_;
    nlohmann::ordered_json json_ = nlohmann::ordered_json::object();
};

}  // namespace drover::desktop
