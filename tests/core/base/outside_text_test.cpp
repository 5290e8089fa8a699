// Text from outside, as terminals, shells and tables get it.
#include "core/base/outside_text.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>

#include "core/base/input_error.h"
#include "tests/folder.h"
#include "tests/hostile_names.h"

namespace drover::outside_text_test {
namespace {

std::string outputOf(const std::string& command) {
    std::string out;
    FILE* const pipe = popen(command.c_str(), "r");
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out += static_cast<char>(c);
    pclose(pipe);
    return out;
}

TEST(OutsideText, IsShownOnOneLineWithoutControls) {
    EXPECT_EQ(shown("a\n\r\t\x1b[31m\x7f"), "a\\n\\r\\t\\x1b[31m\\x7f");
    EXPECT_EQ(shown("c1 \xc2\x9b, not UTF-8 \xff, cut \xe2\x82"),
              "c1 \\xc2\\x9b, not UTF-8 \\xff, cut \\xe2\\x82");
    EXPECT_EQ(shown("\xef\xbb\xbf"
                    "a \xe2\x80\xae"
                    "b \xe2\x81\xa6"
                    "c \xe2\x80\xa8"
                    "d"),
              "\\xef\\xbb\\xbfa \\xe2\\x80\\xaeb \\xe2\\x81\\xa6"
              "c \\xe2\\x80\\xa8"
              "d");
    for (const char* const seen :
         {"\xe2\x80\xa7", "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa", "\xef\xbb\xbe"})
        EXPECT_EQ(shown(seen), seen) << "beside those";
    EXPECT_EQ(shown("h\xc3\xa4rd \xe4\xb8\xad \\n"), "h\xc3\xa4rd \xe4\xb8\xad \\n");
    EXPECT_EQ(shown("\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80").find_first_not_of("\\xabcdef0123456789 "),
              std::string::npos)
        << "overlong, a surrogate, above U+10FFFF";
    for (const std::string& name : hostileNames()) {
        const std::string line = shown(name);
        EXPECT_TRUE(isQuiet(line) && line.find('\n') == std::string::npos) << line;
        EXPECT_EQ(firstBadUtf8(line), std::string::npos) << line;
        EXPECT_EQ(shown(line), line) << "once is enough";
    }
    EXPECT_EQ(printable("abcdef", 4), "abcd...");
    EXPECT_EQ(printable("abcd", 4), "abcd");
    EXPECT_EQ(printable("\xc3\xa4\xc3\xa4", 1), "\xc3\xa4...") << "whole letters";
}

TEST(OutsideText, InAnErrorIsOneLine) {
    for (const std::string& name : hostileNames()) {
        const InputError error{
            .file = name, .line = 1, .column = 2, .field = name, .found = name, .allowed = name};
        EXPECT_TRUE(isQuiet(error.message())) << error.message();
        EXPECT_EQ(error.message().find('\n'), std::string::npos);
    }
}

// In the shells that are here, each names the same file and does nothing else.
TEST(OutsideText, IsOneWordOfAShell) {
    const tests::Folder folder;
    for (const std::string& name : hostileNames()) tests::write(folder / name, "in " + name);
    const auto files = [&] {
        return std::distance(std::filesystem::directory_iterator(folder.path()),
                             std::filesystem::directory_iterator());
    };
    const auto before = files();
    tests::write(folder / "line.sh", "");
    for (const char* const shell : {"sh", "bash", "dash", "ksh", "zsh", "busybox sh"}) {
        if (std::system((std::string(shell) + " -c : 2>/dev/null").c_str()) != 0) continue;
        for (const std::string& name : hostileNames()) {
            const std::string word = shellWord(plainPath(name));
            EXPECT_TRUE(isQuiet(word) && word.find('\n') == std::string::npos) << word;
            tests::write(folder / "line.sh", "cat " + word + "; printf %s " + shellWord("=" + name) + "\n");
            EXPECT_EQ(outputOf("cd " + folder.path().string() + " && " + shell + " line.sh 2>&1"),
                      "in " + name + "=" + name)
                << shell << ": " << word;
            EXPECT_EQ(files(), before + 1) << shell << ": " << word;
        }
    }
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("/home/me/plains-1.drover"), "/home/me/plains-1.drover") << "as one would type it";
}

TEST(OutsideText, IsNoFormulaInATable) {
    for (const std::string& name : hostileNames()) {
        const std::string cell = csvCell(plainPath(name));
        EXPECT_EQ(cell.find_first_of("=+-@\t\r"), cell.find_first_of("=+-@\t\r", 1)) << cell;
        EXPECT_TRUE(isQuiet(cell) && cell.find('\n') == std::string::npos) << cell;
        EXPECT_TRUE(cell.find_first_of(",\"") == std::string::npos ||
                    (cell.front() == '"' && cell.back() == '"'))
            << cell;
    }
    EXPECT_EQ(csvCell("a,\"b\""), "\"a,\"\"b\"\"\"");
    EXPECT_EQ(csvCell(plainPath("=1+1.json")), "./=1+1.json");
    EXPECT_EQ(csvCell(plainPath("plains")), "plains");
}

TEST(TextWithin, EveryPairOfBytesBecomesALineThatCanBePrinted) {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string bytes = {'a', static_cast<char>(first), static_cast<char>(second), 'z'};
            const std::string line = shownWithin(bytes, 100);
            ASSERT_EQ(firstBadUtf8(line), std::string::npos) << line;
            ASSERT_FALSE(hasControls(line)) << line;
            ASSERT_EQ(line.find_first_of("\n\t"), std::string::npos) << line;
        }
    }
}

TEST(TextWithin, WhatCanBePrintedStaysAsItIs) {
    EXPECT_EQ(shownWithin("Herden/ä €𝄞.json", 100), "Herden/ä €𝄞.json");
    EXPECT_EQ(shownWithin("a\xff\x1b[31m\n", 100), "a\\xff\\x1b[31m\\n");
    EXPECT_EQ(shownWithin("a\u009b", 100), "a\\xc2\\x9b") << "a control of two bytes";
    EXPECT_EQ(shownWithin("", 100), "");
}

TEST(TextWithin, LongTextIsCutBetweenCharacters) {
    for (std::size_t longest = 3; longest < 30; ++longest) {
        const std::string line = shownWithin("äöü\xff-äöü\xff-äöü", longest);
        EXPECT_LE(line.size(), longest);
        EXPECT_EQ(firstBadUtf8(line), std::string::npos) << line;
    }
    EXPECT_EQ(shownWithin("abcdef", 6), "abcdef");
    EXPECT_EQ(shownWithin("abcdefg", 6), "abc...");
}

}  // namespace
}  // namespace drover::outside_text_test
