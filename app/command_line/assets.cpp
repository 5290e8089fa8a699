#include "app/command_line/assets.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/exit.h"
#include "app/command_line/memory.h"
#include "core/world/files/scenario_file.h"

namespace drover::command_line {

std::filesystem::path assetsFolder() {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path installed = program.parent_path().parent_path() / "share" / "drover";
    if (std::filesystem::is_directory(installed / "scenarios", ignored)) return installed;
    return DROVER_ASSETS;
}

std::vector<std::string> shippedNames(const std::string& folder_name) {
    const std::filesystem::path folder = assetsFolder() / folder_name;
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
        const std::string file = entry.path().filename().string();
        if (file.ends_with(".json") && !file.ends_with(".schema.json"))
            names.push_back(entry.path().stem().string());
    }
    if (failed)
        fail(kNoInput, "{}: cannot read the shipped {}: {}", folder.string(), folder_name, failed.message());
    std::sort(names.begin(), names.end());
    return names;
}

std::filesystem::path shippedOrFile(const std::string& folder_name, const char* one_of_them,
                                    const std::string& name_or_file) {
    const std::vector<std::string> names = shippedNames(folder_name);
    if (std::find(names.begin(), names.end(), name_or_file) != names.end())
        return assetsFolder() / folder_name / (name_or_file + ".json");
    if (std::error_code ignored; std::filesystem::exists(name_or_file, ignored)) return name_or_file;
    const std::string near = nearestName(name_or_file, names);
    fail(kNoInput, "{}: found neither a shipped {} nor a file of that name, allowed {}",
         printable(name_or_file), one_of_them,
         near.empty() ? fmt::format("{}", fmt::join(names, ", "))
                      : "'" + near + "', which is the nearest name");
}

world::Scenario loadScenario(const std::string& name_or_file) {
    const std::filesystem::path path = shippedOrFile("scenarios", "scenario", name_or_file);
    Result<world::Scenario> scenario = world::readScenario(path.string(), availableMemory());
    if (!scenario) throw exitFor(scenario.error);
    return std::move(*scenario);
}

}  // namespace drover::command_line
