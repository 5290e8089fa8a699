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

// Why a file could not be written; false if it was.
struct WriteError {
    int reason = 0;           // errno
    bool has_opened = false;  // it could be made, but not be written

    explicit operator bool() const { return reason != 0; }
    // Another program has locked it (output_lock.h).
    static WriteError ofAnother();
    // "FILE: cannot create: ...", "FILE: cannot write: ..." or "FILE: another drover writes to it"
    std::string message(const std::filesystem::path& path) const;
};

// Follows links. What is no plain file, such as a device or a pipe, is written to, not replaced. A file that
// another program has open as an output is left as it is.
WriteError replaceFile(const std::filesystem::path& path, std::string_view bytes, Durability durability);

// Replaces whatever has this name, a link as well: for copies under a name that the program chooses, where a
// link is not the user's. Only the user may read it.
WriteError replaceName(const std::filesystem::path& path, std::string_view bytes, Durability durability);

// Where the last of a chain of links points, also if there is nothing yet.
std::filesystem::path linkTarget(std::filesystem::path path);

// Removes from a folder what programs that were killed within replaceFile() have left there.
void removeLeftovers(const std::filesystem::path& folder);

}  // namespace drover
