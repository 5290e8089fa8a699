// Names that a file can have and that a terminal, a shell or a spreadsheet would take for something else.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

inline const std::vector<std::string>& hostileNames() {
    static const std::vector<std::string> all = {"plain.json",
                                                 "with spaces  two.json",
                                                 " leading",
                                                 "trailing ",
                                                 "a'quote.json",
                                                 "a\"quote.json",
                                                 "''",
                                                 "x.json; touch pwned #",
                                                 "a|b&c>pwned",
                                                 "$(touch pwned)",
                                                 "`touch pwned`",
                                                 "$HOME",
                                                 "!!",
                                                 "bang!x",
                                                 "*.json",
                                                 "[a-z]?",
                                                 "~",
                                                 "~root",
                                                 "{a,b}",
                                                 "back\\slash\\n",
                                                 "100%d%s",
                                                 "#comment",
                                                 "a=b",
                                                 "<b>&amp;",
                                                 "-",
                                                 "--help",
                                                 "-x.json",
                                                 "=1+1.json",
                                                 "+1",
                                                 "@sum",
                                                 "a:b.json",
                                                 "tab\there",
                                                 "\tfirst",
                                                 "line\nbreak",
                                                 "\n",
                                                 "ends\n\n",
                                                 "return\r",
                                                 "'\n'",
                                                 "\x1b[31mred",
                                                 "bell\a\x7f",
                                                 "c1\xc2\x9b 31m",
                                                 "not\xff\xfeutf8",
                                                 "cut\xe2\x82",
                                                 "!\x1b!'\\%",
                                                 "h\xc3\xa4rd",
                                                 "\xe4\xb8\xad\xe6\x96\x87",
                                                 "\x1b"};
    return all;
}

// No letter of it moves a terminal's cursor or changes its colours; a line ends where we end it.
inline bool isQuiet(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\n') || byte == 0x7f) return false;
        if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0)
            return false;
    }
    return true;
}

}  // namespace drover
