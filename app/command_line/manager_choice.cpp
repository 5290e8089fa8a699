#include "app/command_line/manager_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

#include "app/command_line/exit.h"
#include "core/base/outside_text.h"
#include "core/base/plain_file.h"
#include "core/load/lua/script.h"
#include "core/load/managers.h"

namespace drover::command_line {

bool isScriptFile(std::string_view name) { return name.ends_with(kScriptEnding); }

Result<std::string> readScript(const std::string& path) {
    Result<std::string> text = readPlainFile(path, load::ScriptLimits::kMostText);
    if (!text) return text;
    std::string flaw = text->empty() ? "the file is empty" : load::flawOfScript(*text);
    if (flaw.empty() && firstBadUtf8(*text) != std::string::npos) flaw = "it is no text in UTF-8";
    if (flaw.empty()) return text;
    return InputError{.file = path, .found = flaw, .allowed = "a manager in Lua, as OWN_MANAGER.md tells"};
}

namespace {

// Why a name that does not end as a script is no manager.
std::string isNeither(const std::string& name) {
    std::error_code ignored;
    std::string found = name.empty() ? "an empty name" : printable(name);
    if (std::filesystem::is_directory(name, ignored))
        found += ", a folder";
    else if (!name.empty() && std::filesystem::exists(name, ignored))
        found += fmt::format(", which does not end in {}", kScriptEnding);
    return fmt::format("found {}, allowed a file in Lua (such as mine{}), or one of {}", found, kScriptEnding,
                       fmt::join(managerNames(), ", "));
}

}  // namespace

ManagerChoice managerOf(const std::string& where, const std::string& name_or_file) {
    if (load::findManager(name_or_file)) return {name_or_file, {}};
    if (!isScriptFile(name_or_file)) fail(kUsage, "{}: {}", where, isNeither(name_or_file));
    Result<std::string> text = readScript(name_or_file);
    if (!text) throw exitFor(text.error);
    return {kOwnManager, *text};
}

void setManager(world::LoadRules& load, const ManagerChoice& choice) {
    if (load.manager == choice.manager && load.script == choice.script) return;
    load.parameters.clear();  // they belong to the other manager
    load.manager = choice.manager;
    load.script = choice.script;
}

std::vector<std::string> managerNames() {
    std::vector<std::string> names;
    for (const load::ManagerInfo& info : load::kManagers)
        if (!info.make_from) names.emplace_back(info.name);
    return names;
}

CLI::Validator managerName() {
    return {[](std::string& name) {
                if (load::findManager(name) || isScriptFile(name)) return std::string();
                return isNeither(name);
            },
            "MANAGER"};
}

}  // namespace drover::command_line
