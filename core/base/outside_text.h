// Text that comes from outside (names of files, titles, arguments), for those who would take parts of it for
// commands: a terminal, a shell, a spreadsheet. All that prints such a text goes through here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace drover {

// For a terminal, on one line: control characters, other invisible ones, and bytes that are not UTF-8
// become visible, as \n or \x1b.
std::string shown(std::string_view text);

// The same, and a long text is cut: for what an error found.
std::string printable(std::string_view text, std::size_t longest = 60);

// As shown(), in at most `most_bytes`: a longer text ends with "...".
std::string shownWithin(std::string_view text, std::size_t most_bytes);

// Whether a text has characters that a terminal may take for commands: all controls but line breaks and tabs.
bool hasControls(std::string_view text);

// As a POSIX shell reads it: one word of a command line that stays on one line, also as HTML. A path goes
// through plainPath() first.
std::string shellWord(std::string_view text);

// The same file by a name that is no option (-x.json), no standard input (-), no formula (=1+1.json) and no
// address (a:b.json).
std::string plainPath(std::string_view path);

// A cell of a CSV file, in quotes where it needs them. The numbers that we write need no cell of their own.
std::string csvCell(std::string_view text);

// The position of the first byte that is not UTF-8, or npos.
std::size_t firstBadUtf8(std::string_view text);

}  // namespace drover
