// What becomes of a script's text before Lua runs it. Script uses it.
#pragma once

#include <string>
#include <string_view>

namespace drover::load {

// The text without what Lua's own program passes over: a mark of UTF-8, and first lines for the shell.
std::string_view linesForLua(std::string_view text);

// The same lines, in which `#` asks for our length (script_lists.cpp) and not for Lua's: that of a table with
// gaps depends on how the table lies in memory. Each `#list` becomes `""^list`; a binary operator binds there
// as the unary one did, and nothing else in Lua begins with "#". The text must be one that Lua compiles. With
// a flaw, the text is of no use.
std::string withOwnLength(std::string_view lines, std::string& flaw);

// What `#` is asked for in the line with this number, if it is there once: "#list". Else: "#".
std::string_view lengthInLine(std::string_view text, int line);

}  // namespace drover::load
