#include "app/command_line/assets.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/exit.h"
#include "app/command_line/memory.h"

namespace drover::command_line {

std::filesystem::path assetsFolder() {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path installed = program.parent_path().parent_path() / "share" / "drover";
    if (std::filesystem::is_directory(installed / "scenarios", ignored)) return installed;
    return DROVER_ASSETS;
}

std::vector<std::string> scenarioNames() {
    const std::filesystem::path folder = assetsFolder() / "scenarios";
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
        const std::string file = entry.path().filename().string();
        if (file.ends_with(".json") && !file.ends_with(".schema.json"))
            names.push_back(entry.path().stem().string());
    }
    if (failed) {
        throw Exit{kNoInput, fmt::format("{}: cannot read the shipped scenarios: {}", folder.string(),
                                         failed.message())};
    }
    std::sort(names.begin(), names.end());
    return names;
}

world::Scenario loadScenario(const std::string& name_or_file) {
    const std::vector<std::string> names = scenarioNames();
    std::string path = name_or_file;
    if (std::find(names.begin(), names.end(), name_or_file) != names.end()) {
        path = (assetsFolder() / "scenarios" / (name_or_file + ".json")).string();
    } else if (std::error_code ignored; !std::filesystem::exists(path, ignored)) {
        const std::string near = nearestName(name_or_file, names);
        throw Exit{kNoInput,
                   fmt::format("{}: found neither a shipped scenario nor a file of that name, allowed {}",
                               printable(name_or_file),
                               near.empty() ? fmt::format("{}", fmt::join(names, ", "))
                                            : "'" + near + "', which is the nearest name")};
    }
    Result<world::Scenario> scenario = world::readScenario(path, availableMemory());
    if (!scenario) throw exitFor(scenario.error);
    return std::move(*scenario);
}

}  // namespace drover::command_line
