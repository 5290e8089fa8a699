// A load manager as a user names it on a command line or opens it: one of the list, or a file of the user's
// own in Lua.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.h"
#include "core/world/scenario/load_rules.h"

namespace CLI {
class Validator;
}

namespace drover::command_line {

inline constexpr const char* kScriptEnding = ".lua";
inline constexpr const char* kOwnManager = "own";

bool isScriptFile(std::string_view name);
// Its text, if it is one: with something in it, in UTF-8; else the file, the place and what is wrong.
Result<std::string> readScriptText(const std::string& path);
// Its text, if it is a manager; else the file, the line and what is wrong.
Result<std::string> readScript(const std::string& path);

struct ManagerChoice {
    std::string manager, script;
};
// Throws Exit if it is neither; the message begins with `where`, such as --against.
ManagerChoice managerOf(const std::string& where, const std::string& name_or_file);
// With the usual parameters, if it is another manager than the present one.
void setManager(world::LoadRules& load, const ManagerChoice& choice);

// The managers of the list that decide by themselves.
std::vector<std::string> managerNames();
// A name of the list, or a file in Lua.
CLI::Validator managerName();

}  // namespace drover::command_line
