#include "app/command_line/file_options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/command_line/exit.h"
#include "app/command_line/output.h"
#include "core/base/named_outputs.h"
#include "core/base/output_lock.h"
#include "core/base/replace_file.h"

namespace drover::command_line {
namespace {

constexpr const char* kRead = "a file that is read";
constexpr const char* kWritten = "a file that is written";
constexpr const char* kContinued = "a file that is continued";
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
    bool is_there = false;
    int reason = 0;  // why it cannot be looked at
    struct stat about = {};
    std::filesystem::path place;  // of a file that is not there yet
};

bool isSame(const NamedFile& a, const NamedFile& b) {
    const bool is_a_standard = isStandardOutput(a.path), is_b_standard = isStandardOutput(b.path);
    if (is_a_standard || is_b_standard) return is_a_standard && is_b_standard;
    if (a.is_there != b.is_there) return false;
    if (!a.is_there) return a.place == b.place;
    // Whatever goes to a device such as /dev/null can go there twice.
    return !S_ISCHR(a.about.st_mode) && a.about.st_dev == b.about.st_dev && a.about.st_ino == b.about.st_ino;
}

NamedFile lookAt(const std::string& option, const std::string& path) {
    NamedFile file{option, path};
    file.is_there = path != "-" && ::stat(path.c_str(), &file.about) == 0;
    if (!file.is_there) file.reason = errno;
    std::error_code failure;
    if (!file.is_there)
        file.place =
            std::filesystem::weakly_canonical(std::filesystem::absolute(linkTarget(path), failure), failure);
    return file;
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
    if (S_ISREG(file.about.st_mode) && isOutputLocked(file.path))
        fail(kCannotWrite, "{} {}: another drover writes to it", file.option, file.path);
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
        if (placeOf(file.path).parent_path() == place)
            refuse(kUsage, fmt::format("{} {} is in it, allowed is another folder", file.option, file.path));
    }
}

// What a command names, by what happens to it.
struct NamedFiles {
    std::vector<NamedFile> written;  // files
    std::vector<NamedFile> filled, folders;
    std::vector<NamedOutput> outputs;  // the files of `written` whose old content is dropped
};

void add(NamedFiles& files, CLI::Option& option, const std::string& path) {
    const NamedFile named = lookAt(option.get_name(), path);
    const bool is_filled = isMarked(option, kFilled), is_output = isMarked(option, kWritten);
    if (is_output || isMarked(option, kContinued) || (is_filled && path.ends_with(endingOfFile(option)))) {
        files.written.push_back(named);
        const bool is_lost = !isMarked(option, kContinued) && !isStandardOutput(path);
        if (is_lost) files.outputs.push_back({named.option, path});
    } else if (is_filled) {
        files.filled.push_back(named);
    } else if (isMarked(option, kFolder)) {
        files.folders.push_back(named);
    }
}

NamedFiles filesOf(CLI::App& command) {
    NamedFiles files;
    for (CLI::Option* option : command.get_options()) {
        const auto marks = {kRead, kWritten, kContinued, kFilled, kFolder};
        const auto isIt = [&](const char* mark) { return isMarked(*option, mark); };
        if (option->count() == 0 || std::ranges::none_of(marks, isIt)) continue;
        for (const std::string& path : option->results()) {
            if (path.empty() && isIt(kContinued)) continue;  // its value may be left out
            if (path.empty())
                fail(kUsage, "{}: found an empty name, allowed is the name of a {}", option->get_name(),
                     isIt(kFolder) ? "folder" : "file");
            add(files, *option, path);
        }
    }
    return files;
}

void check(CLI::App& command) {
    const NamedFiles files = filesOf(command);
    for (const NamedFile& folder : files.folders) checkRoomIn(folder);
    for (const NamedFile& file : files.written) {
        for (const NamedFile& other : files.written)
            if (&other != &file && isSame(file, other))
                fail(kUsage, "{} {}: {} {} is the same file, allowed is another one", file.option, file.path,
                     other.option, other.path);
        checkOutput(file);
    }
    for (const NamedFile& folder : files.filled) checkFolder(folder, files.written);
    for (const NamedOutput& output : files.outputs) nameOutput(output);
}

}  // namespace

CLI::Option* isRead(CLI::Option* option) { return mark(option, kRead)->type_name("FILE"); }
CLI::Option* isWritten(CLI::Option* option) { return mark(option, kWritten)->type_name(kOutput); }
CLI::Option* isContinued(CLI::Option* option) { return mark(option, kContinued)->type_name("FILE"); }
CLI::Option* isFolder(CLI::Option* option) { return mark(option, kFolder); }
CLI::Option* isFilled(CLI::Option* option, const std::string& file_ending) {
    return option->check(CLI::Validator([](std::string&) { return std::string(); },
                                        fmt::format("{}|{}{}", kOutput, kOutput, file_ending), kFilled));
}

void requireNoOutputs(const std::vector<std::string>& read) {
    for (const std::string& file : read)
        if (outputThatIs(file)) throw exitFor({.file = file});
}

void checkFilesOf(CLI::App& app) {
    app.parse_complete_callback([&app] { check(app); });
    for (CLI::App* command : app.get_subcommands({})) checkFilesOf(*command);
}

}  // namespace drover::command_line
