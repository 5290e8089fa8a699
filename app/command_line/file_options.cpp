#include "app/command_line/file_options.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "core/base/replace_file.h"

namespace drover::command_line {
namespace {

constexpr const char* kRead = "a file that is read";
constexpr const char* kWritten = "a file that is written";

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

struct NamedFile {
    std::string option, path;
    bool is_written = false, is_there = false;
    int reason = 0;  // why it cannot be looked at
    struct stat about = {};
    std::filesystem::path place;  // of a file that is not there yet
};

bool isSame(const NamedFile& a, const NamedFile& b) {
    if (a.path == "-" || b.path == "-") return a.path == b.path;
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

void checkOutput(const NamedFile& file) {
    if (file.path == "-") return;
    if (file.is_there && S_ISDIR(file.about.st_mode))
        throw Exit{kCannotCreate,
                   fmt::format("{} {}: is a folder, allowed is a file", file.option, file.path)};
    if (!file.is_there && file.reason == ELOOP)
        throw Exit{kCannotCreate,
                   fmt::format("{} {}: cannot create: {}", file.option, file.path, std::strerror(ELOOP))};
    const std::filesystem::path folder = file.place.parent_path();
    std::error_code failure;
    if (!file.is_there && !folder.empty() && !std::filesystem::is_directory(folder, failure))
        throw Exit{kCannotCreate, fmt::format("{} {}: cannot create: there is no folder {}", file.option,
                                              file.path, folder.string())};
}

void check(CLI::App& command) {
    std::vector<NamedFile> files;
    for (CLI::Option* option : command.get_options()) {
        const bool is_written = isMarked(*option, kWritten);
        if (option->count() == 0 || (!is_written && !isMarked(*option, kRead))) continue;
        for (const std::string& path : option->results()) {
            if (path.empty()) continue;
            files.push_back(lookAt(option->get_name(), path, path, is_written));
            if (!is_written) addShipped(files, option->get_name(), path);
        }
    }
    for (const NamedFile& file : files) {
        if (!file.is_written) continue;
        for (const NamedFile& other : files) {
            if (&other == &file || !isSame(file, other)) continue;
            throw Exit{kUsage, fmt::format("{} {}: {} {} is the same file, allowed is another one",
                                           file.option, file.path, other.option, other.path)};
        }
        checkOutput(file);
    }
}

}  // namespace

CLI::Option* isRead(CLI::Option* option) { return mark(option, kRead); }
CLI::Option* isWritten(CLI::Option* option) { return mark(option, kWritten); }

void checkFilesOf(CLI::App& app) {
    app.parse_complete_callback([&app] { check(app); });
    for (CLI::App* command : app.get_subcommands({})) checkFilesOf(*command);
}

}  // namespace drover::command_line
