// Any bytes as a line of UTF-8.
#include "core/base/utf8.h"

#include <gtest/gtest.h>

#include "core/base/input_error.h"

namespace drover {
namespace {

TEST(Utf8, EveryPairOfBytesBecomesALineThatCanBePrinted) {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string bytes = {'a', static_cast<char>(first), static_cast<char>(second), 'z'};
            const std::string line = utf8Line(bytes, 100);
            ASSERT_EQ(firstBadUtf8(line), std::string::npos) << line;
            ASSERT_FALSE(hasControls(line)) << line;
            ASSERT_EQ(line.find_first_of("\n\t"), std::string::npos) << line;
        }
    }
}

TEST(Utf8, WhatCanBePrintedStaysAsItIs) {
    EXPECT_EQ(utf8Line("Herden/ä €𝄞.json", 100), "Herden/ä €𝄞.json");
    EXPECT_EQ(utf8Line("a\xff\x1b[31m\n", 100), "a\\xff\\x1b[31m\\x0a");
    EXPECT_EQ(utf8Line("a\u009b", 100), "a\\xc2\\x9b") << "a control of two bytes";
    EXPECT_EQ(utf8Line("", 100), "");
}

TEST(Utf8, LongTextIsCutBetweenCharacters) {
    for (std::size_t longest = 3; longest < 30; ++longest) {
        const std::string line = utf8Line("äöü\xff-äöü\xff-äöü", longest);
        EXPECT_LE(line.size(), longest);
        EXPECT_EQ(firstBadUtf8(line), std::string::npos) << line;
    }
    EXPECT_EQ(utf8Line("abcdef", 6), "abcdef");
    EXPECT_EQ(utf8Line("abcdefg", 6), "abc...");
}

}  // namespace
}  // namespace drover
