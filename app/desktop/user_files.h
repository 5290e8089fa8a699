// Where a person's files lie, and how a file is replaced such that whoever reads it sees the old one or the
// new one and nothing between.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace drover::desktop {

// $XDG_CONFIG_HOME/drover and $XDG_STATE_HOME/drover; unset, empty or relative means the default below the
// home folder. Empty when there is no home either.
std::filesystem::path settingsFolder();
std::filesystem::path stateFolder();

enum class Durability {
    kQuick,   // complete for readers
    kSynced,  // and on the disk before the old one is gone
};

// Empty, or why the file could not be written. Folders that are missing are made.
std::string replaceFile(const std::filesystem::path& path, std::string_view text, Durability durability);

// Moves a file that cannot be read out of the way, to a name that is free. Returns that name; empty if that
// failed.
std::filesystem::path setAside(const std::filesystem::path& path);

}  // namespace drover::desktop
