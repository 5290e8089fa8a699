// What is wrong with a command line, in our words: where, what was found, what is allowed. The library's own
// words differ from version to version. Called by runProgram.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace drover::command_line {

std::string usageWords(const CLI::App& app, const CLI::ParseError& error);

}  // namespace drover::command_line
