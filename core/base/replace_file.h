// Replaces a file so that readers see either the old one or the new one, never a part of it. Every file that
// is written in one go is written by this.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace drover {

enum class Durability {
    kQuick,   // readers never see a part
    kSynced,  // also on the disk before the old file is gone
};

// Returns 0, or errno. Follows links. What is no plain file, such as a device or a pipe, is written to, not
// replaced.
int replaceFile(const std::filesystem::path& path, std::string_view bytes, Durability durability);

// Where the last of a chain of links points, also if there is nothing yet.
std::filesystem::path linkTarget(std::filesystem::path path);

// Removes from a folder what programs that were killed within replaceFile() have left there.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace drover
