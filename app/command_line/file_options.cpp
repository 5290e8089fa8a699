#include "app/command_line/file_options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/output.h"
#include "core/base/replace_file.h"

namespace drover::command_line {
namespace {

constexpr const char* kRead = "a file that is read";
constexpr const char* kWritten = "a file that is written";
constexpr const char* kFilled = "a folder that is filled";
constexpr const char* kFolder = "a folder";
constexpr const char* kOutput = "OUTPUT";

// CLI11 keeps the mark as a check that everything passes.
CLI::Option* mark(CLI::Option* option, const char* name) {
    return option->check(CLI::Validator([](std::string&) { return std::string(); }, "", name));
}

bool isMarked(CLI::Option& option, const char* name) {
    try {
        return option.get_validator(name) != nullptr;
    } catch (const CLI::OptionNotFound&) {
        return false;
    }
}

// The ending after which the value of an option that is filled is a file. The description, for people, ends
// with it.
std::string endingOfFile(CLI::Option& option) {
    const std::string description = option.get_validator(kFilled)->get_description();
    return description.substr(description.rfind('.'));
}

struct NamedFile {
    std::string option, path;
    bool is_written = false, is_there = false;
    int reason = 0;  // why it cannot be looked at
    struct stat about = {};
    std::filesystem::path place;  // of a file that is not there yet
};

bool isSame(const NamedFile& a, const NamedFile& b) {
    const bool is_a_standard = a.is_written && isStandardOutput(a.path);
    const bool is_b_standard = b.is_written && isStandardOutput(b.path);
    if (is_a_standard || is_b_standard) return is_a_standard && is_b_standard;
    if (a.path == "-" || b.path == "-") return false;
    if (a.is_there != b.is_there) return false;
    if (!a.is_there) return a.place == b.place;
    // Whatever goes to a device such as /dev/null can go there twice.
    return !S_ISCHR(a.about.st_mode) && a.about.st_dev == b.about.st_dev && a.about.st_ino == b.about.st_ino;
}

// `path` is looked at, `name` was given.
NamedFile lookAt(const std::string& option, const std::string& name, const std::filesystem::path& path,
                 bool is_written) {
    NamedFile file{option, name, is_written};
    file.is_there = name != "-" && ::stat(path.c_str(), &file.about) == 0;
    if (!file.is_there) file.reason = errno;
    std::error_code failure;
    if (!file.is_there)
        file.place =
            std::filesystem::weakly_canonical(std::filesystem::absolute(linkTarget(path), failure), failure);
    return file;
}

// A word such as "plains" reads a shipped file.
void addShipped(std::vector<NamedFile>& files, const std::string& option, const std::string& name) {
    for (const char* folder : {"scenarios", "lessons"}) {
        NamedFile file = lookAt(option, name, assetsFolder() / folder / (name + ".json"), false);
        if (file.is_there) files.push_back(std::move(file));
    }
}

// What is in the way of making or opening it, as far as can be seen before; empty if nothing is.
std::string obstacleTo(const NamedFile& file) {
    const auto refusal = [](const std::filesystem::path& path, int wish) {
        return ::faccessat(AT_FDCWD, path.c_str(), wish, AT_EACCESS) == 0 ? "" : std::strerror(errno);
    };
    if (file.is_there) return refusal(file.path, W_OK);
    const std::filesystem::path folder = file.place.parent_path();
    std::error_code failure;
    if ((file.reason == ENOENT || file.reason == ENOTDIR) && !std::filesystem::is_directory(folder, failure))
        return "there is no folder " + folder.string();
    return file.reason == ENOENT ? refusal(folder, W_OK | X_OK) : std::strerror(file.reason);
}

void checkOutput(const NamedFile& file) {
    if (isStandardOutput(file.path)) return;
    if (file.is_there && S_ISDIR(file.about.st_mode))
        fail(kCannotCreate, "{} {}: is a folder, allowed is a file", file.option, file.path);
    if (const std::string obstacle = obstacleTo(file); !obstacle.empty())
        fail(kCannotCreate, "{} {}: cannot create: {}", file.option, file.path, obstacle);
}

// A folder that is not there yet is made when it is needed.
void checkRoomIn(const NamedFile& folder) {
    const std::string obstacle = folder.is_there ? obstacleTo(folder) : "";
    if (!obstacle.empty())
        fail(kCannotCreate, "{} {}: cannot create files in it: {}", folder.option, folder.path, obstacle);
}

// A folder that is filled is new or empty, so nothing in it is lost, and no other output is in it.
void checkFolder(const NamedFile& folder, const std::vector<NamedFile>& files) {
    const auto refuse = [&](ExitCode code, const std::string& found) {
        fail(code, "{} {}: {}", folder.option, folder.path, found);
    };
    std::error_code failure;
    if (folder.is_there && !std::filesystem::is_directory(folder.path, failure))
        refuse(kUsage, "is a file, allowed is a new or empty folder");
    if (folder.is_there && !std::filesystem::is_empty(folder.path, failure))
        refuse(kUsage, "there are files in it, allowed is a new or empty folder");
    const auto placeOf = [&](const std::string& path) {
        const auto place =
            std::filesystem::weakly_canonical(std::filesystem::absolute(path, failure), failure);
        return place.has_filename() ? place : place.parent_path();  // without a last "/"
    };
    const std::filesystem::path place = placeOf(folder.path);
    if (!std::filesystem::is_directory(place.parent_path(), failure))
        refuse(kCannotCreate, "cannot create: there is no folder " + place.parent_path().string());
    NamedFile bare = folder;
    bare.place = place;
    if (const std::string obstacle = obstacleTo(bare); !obstacle.empty())
        refuse(kCannotCreate, "cannot create: " + obstacle);
    for (const NamedFile& file : files) {
        if (file.is_written && placeOf(file.path).parent_path() == place)
            refuse(kUsage, fmt::format("{} {} is in it, allowed is another folder", file.option, file.path));
    }
}

void check(CLI::App& command) {
    std::vector<NamedFile> files, folders;
    for (CLI::Option* option : command.get_options()) {
        const bool is_filled = isMarked(*option, kFilled);
        const bool is_written = isMarked(*option, kWritten) || is_filled;
        const bool is_folder = isMarked(*option, kFolder);
        if (option->count() == 0 || (!is_written && !is_folder && !isMarked(*option, kRead))) continue;
        for (const std::string& path : option->results()) {
            if (path.empty())
                fail(kUsage, "{}: found an empty name, allowed is the name of a {}", option->get_name(),
                     is_folder ? "folder" : "file");
            if (is_folder) {
                checkRoomIn(lookAt(option->get_name(), path, path, false));
                continue;
            }
            if (is_filled && !path.ends_with(endingOfFile(*option))) {
                folders.push_back(lookAt(option->get_name(), path, path, true));
                continue;
            }
            files.push_back(lookAt(option->get_name(), path, path, is_written));
            if (!is_written) addShipped(files, option->get_name(), path);
        }
    }
    for (const NamedFile& file : files) {
        if (!file.is_written) continue;
        for (const NamedFile& other : files) {
            if (&other == &file || !isSame(file, other)) continue;
            fail(kUsage, "{} {}: {} {} is the same file, allowed is another one", file.option, file.path,
                 other.option, other.path);
        }
        checkOutput(file);
    }
    for (const NamedFile& folder : folders) checkFolder(folder, files);
}

}  // namespace

CLI::Option* isRead(CLI::Option* option) { return mark(option, kRead); }
CLI::Option* isWritten(CLI::Option* option) { return mark(option, kWritten)->type_name(kOutput); }
CLI::Option* isFolder(CLI::Option* option) { return mark(option, kFolder); }
CLI::Option* isFilled(CLI::Option* option, const std::string& file_ending) {
    return option->check(CLI::Validator([](std::string&) { return std::string(); },
                                        fmt::format("{}|{}{}", kOutput, kOutput, file_ending), kFilled));
}

void requireOthers(CLI::App& command, const std::vector<std::string>& read) {
    for (CLI::Option* const option : command.get_options()) {
        if (option->count() == 0 || !isMarked(*option, kWritten)) continue;
        for (const std::string& path : option->results())
            for (const std::string& other : read)
                if (isSame(lookAt("", path, path, true), lookAt("", other, other, false)))
                    fail(kUsage, "{} {}: {} is the same file and is read, allowed is another one",
                         option->get_name(), path, other);
    }
}

void checkFilesOf(CLI::App& app) {
    app.parse_complete_callback([&app] { check(app); });
    for (CLI::App* command : app.get_subcommands({})) checkFilesOf(*command);
}

}  // namespace drover::command_line
