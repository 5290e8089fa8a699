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

namespace {

constexpr const char* kAllowedScript = "a manager in Lua, as OWN_MANAGER.md tells";

InputError atByte(const std::string& path, std::string_view text, std::size_t at, std::string found) {
    const std::string_view before = text.substr(0, at);
    const std::size_t line_begin = before.rfind('\n') + 1;  // 0 in the first line
    return {.file = path,
            .line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
            .column = at - line_begin + 1,
            .found = std::move(found),
            .allowed = "a text in UTF-8"};
}

}  // namespace

Result<std::string> readScriptText(const std::string& path) {
    Result<std::string> text = readPlainFile(path, load::ScriptLimits::kMostText);
    if (!text) return text;
    if (text->empty()) return InputError{.file = path, .found = "an empty file", .allowed = kAllowedScript};
    if (const std::size_t bad = firstBadUtf8(*text); bad != std::string::npos)
        return atByte(path, *text, bad,
                      fmt::format("a byte that is not UTF-8 ('{}')", printable(text->substr(bad, 1))));
    if (const std::size_t zero = text->find('\0'); zero != std::string::npos)
        return atByte(path, *text, zero, "a byte that is zero");
    return text;
}

Result<std::string> readScript(const std::string& path) {
    Result<std::string> text = readScriptText(path);
    if (!text) return text;
    std::string flaw = load::flawOfScript(*text);
    if (flaw.empty()) return text;
    return InputError{.file = path, .found = flaw, .allowed = kAllowedScript};
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
