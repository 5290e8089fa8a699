// Reads and writes settings and layout as JSON files. desktop.cpp reads them at the start and writes them at
// the end. It shows complaints about a bad file, and nothing in that file is lost.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include "app/desktop/settings.h"
#include "core/base/json_tree.h"

namespace drover::desktop {

// One JSON file. Members that this version does not know are kept when it is written.
class SettingsFile {
  public:
    // The path is empty if the user has no home folder; then nothing is read or written.
    explicit SettingsFile(std::filesystem::path path) : path_(std::move(path)) {}

    // Returns complaints to show to the user. A file that is not a JSON object is moved aside. Members with
    // wrong values are replaced by defaults. Where they or comments get lost, a copy of the file is kept.
    std::vector<std::string> read(Settings& settings);
    std::vector<std::string> read(Layout& layout);
    // Returns an error, or empty.
    std::string write(const Settings& settings);
    std::string write(const Layout& layout);

  private:
    template <class S>
    std::vector<std::string> readInto(S& into);
    std::vector<std::string> load(JsonDocument& document);
    std::string keepCopy() const;
    template <class S>
    std::string writeFrom(const S& from);

    std::filesystem::path path_;
    nlohmann::ordered_json json_ = nlohmann::ordered_json::object();
    bool has_comments_ = false;
};

}  // namespace drover::desktop
