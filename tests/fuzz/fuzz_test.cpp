// Every reader with ten thousand broken inputs: bytes of good files turned, left out, doubled and mixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "targets.h"
#include "tests/folder.h"

namespace drover::fuzz::fuzz_test {
namespace {

// What readers of JSON look for.
constexpr std::string_view kWords[] = {
    "{",   "}",          "[",      "]",  ",",  ":",  "\"",      "\\u0000", "null", "true", "-1", "1e999",
    "NaN", "4294967296", "1e-320", "//", "\n", "\0", "species", "\\ud800", "0.0.", "-",    "/*", ".."};

std::vector<std::string> beginnings(const Target& target) {
    std::vector<std::string> out(target.texts.begin(), target.texts.end());
    const std::filesystem::path folder = std::filesystem::path(DROVER_SOURCE_DIR) / target.folder;
    if (*target.folder) {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (entry.path().extension() == target.ending) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        for (const auto& file : files) out.push_back(tests::contentOf(file));
    }
    return out;
}

void mutate(std::string& text, const std::vector<std::string>& good, std::mt19937_64& random) {
    const auto below = [&](std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random() % n); };
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1),
                          length = below(std::min<std::size_t>(text.size() - at, 64) + 1);
        switch (below(6)) {
            case 0:
                if (at < text.size()) text[at] = static_cast<char>(random());
                break;
            case 1: text.erase(at, length); break;
            case 2: text.insert(at, text.substr(at, length)); break;
            case 3: text.insert(at, kWords[below(std::size(kWords))]); break;
            case 4: {
                const std::string& other = good[below(good.size())];
                text = text.substr(0, at) + other.substr(std::min(at, other.size()));
                break;
            }
            default:
                if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        }
    }
}

std::string mutated(const Target& target, const std::vector<std::string>& good, std::mt19937_64& random) {
    std::string text = good[random() % good.size()];
    const auto anywhere = [&](std::string& part) { mutate(part, good, random); };
    if (target.mutated != nullptr) return target.mutated(text, random(), anywhere);
    anywhere(text);
    return text;
}

class Fuzz : public testing::TestWithParam<std::size_t> {};

TEST_P(Fuzz, ReadsWhateverComes) {
    const Target& target = targets()[GetParam()];
    const std::vector<std::string> good = beginnings(target);
    ASSERT_FALSE(good.empty());
    for (const std::string& text : good) target.run(text);
    std::mt19937_64 random(GetParam());
    for (int i = 0; i < 10'000; ++i) {
        const std::string input = mutated(target, good, random);
        SCOPED_TRACE(input);
        target.run(input);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Fuzz, testing::Range<std::size_t>(0, targets().size()),
                         [](const auto& each) { return std::string(targets()[each.param].name); });

}  // namespace
}  // namespace drover::fuzz::fuzz_test
