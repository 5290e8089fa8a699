// Command lines that the window gives: a shell takes each name as one word that names the same file.
#include "app/desktop/file_actions.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/desktop/frame_files.h"
#include "tests/folder.h"
#include "tests/hostile_names.h"

namespace drover::desktop::exports_test {
namespace {

class PrintedLines : public testing::Test {
  protected:
    PrintedLines() {
        std::filesystem::create_directory(folder_ / "files");
        for (const char* const program : {"drover", "ffmpeg"}) {  // stand-ins that say what they were given
            tests::write(folder_ / "bin" / program,
                         "#!/bin/sh\nfor word; do printf '%s\\0' \"$word\"; done >../words\n");
            ::chmod((folder_ / "bin" / program).c_str(), 0700);
        }
    }

    std::vector<std::string> wordsOf(const std::string& line) {
        EXPECT_TRUE(isQuiet(line) && line.find('\n') == std::string::npos) << line;
        tests::write(folder_ / "line.sh", line + "\n");
        const std::string command =
            "cd " + (folder_ / "files").string() + " && PATH=../bin:$PATH sh ../line.sh";
        EXPECT_EQ(std::system(command.c_str()), 0) << line;
        EXPECT_TRUE(std::filesystem::is_empty(folder_ / "files")) << line;
        std::ifstream file(folder_ / "words", std::ios::binary);
        std::vector<std::string> words;
        for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
        return words;
    }

    const tests::Folder folder_;
};

TEST_F(PrintedLines, TheClipboardOpensTheRecording) {
    for (const std::string& name : hostileNames()) {
        for (const std::string& path : {name + ".drover", "/a folder/" + name}) {
            const std::vector<std::string> words = wordsOf(commandLine(path, ViewState{}, "dark"));
            ASSERT_EQ(words.size(), 5u) << path;
            EXPECT_EQ(std::filesystem::path(words[0]).lexically_normal(),
                      std::filesystem::path(path).lexically_normal());
            EXPECT_FALSE(words[0].starts_with("-")) << words[0];
        }
    }
}

TEST_F(PrintedLines, TheAdviceOfAFilmNamesItsPictures) {
    const std::filesystem::path before = std::filesystem::current_path();
    for (const std::string& name : hostileNames()) {
        for (const char* const ending : {"", ".y4m"}) {
            std::filesystem::create_directory(folder_ / "films");
            std::filesystem::current_path(folder_ / "films");
            Film film;
            film.begin(name + ending);
            film.close();
            const std::string advice = film.advice();
            std::filesystem::current_path(before);
            ASSERT_TRUE(advice.ends_with(".mp4\n")) << advice;
            const std::string line = advice.substr(advice.rfind("A film of them: ") + 16);
            EXPECT_TRUE(isQuiet(advice)) << advice;
            const std::vector<std::string> words = wordsOf(line.substr(0, line.size() - 1));
            ASSERT_GE(words.size(), 5u) << advice;
            std::string input = *(std::ranges::find(words, "-i") + 1);
            if (*ending == '\0') {
                ASSERT_TRUE(input.ends_with("/frame-%06d.png")) << input;
                input.resize(input.size() - std::string_view("/frame-%06d.png").size());
                for (std::size_t at = 0; (at = input.find("%%", at)) != std::string::npos; ++at)
                    input.erase(at, 1);
            }
            EXPECT_EQ(std::filesystem::path(input).lexically_normal(),
                      std::filesystem::path(name + ending).lexically_normal());
            EXPECT_EQ(std::string("-=@").find(input[0]), std::string::npos) << input;
            std::filesystem::remove_all(folder_ / "films");
        }
    }
}

}  // namespace
}  // namespace drover::desktop::exports_test
