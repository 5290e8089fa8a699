// What the file dialog knows of folders: which of their files can be chosen, which of them a typed path
// means, and how it goes on. No drawing; file_dialog.cpp shows it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::desktop {

struct FileEntry {
    std::string name;
    bool is_folder = false;
    std::uintmax_t bytes = 0;
};

// Folders first, then the files with one of the endings, both by name.
struct FileList {
    static constexpr std::size_t kMost = 10'000;

    std::vector<FileEntry> entries;
    bool is_cut = false;  // there are more
    std::string wrong;    // why the folder cannot be read
};
FileList listFolder(const std::filesystem::path& folder, std::span<const std::string> endings);

// A typed path in two parts: the folder, and the beginning of a name in it. "~" is the user's home, and a
// path that begins with no "/" lies in the folder that the program was started in.
struct TypedPath {
    std::filesystem::path folder;
    std::string name;
};
TypedPath typedPath(std::string_view text);

// Indices of the entries that a typed name means: all for an empty one, else those that begin with it, else
// those that contain it. Upper and lower case are the same. Hidden entries only if the name begins with a
// dot.
std::vector<std::size_t> meant(const FileList& list, std::string_view name);

// As far as all entries that begin with the name go on in the same way.
std::string completed(const FileList& list, std::string_view name);

// The text without its last part: "/a/b/" and "/a/b" become "/a/".
std::string parentOf(std::string_view text);

// With a "/" behind it.
std::string folderText(const std::filesystem::path& folder);

}  // namespace drover::desktop
