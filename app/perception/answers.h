// What one person answered, and the file that keeps it. It has no name in it. course.h writes it after every
// answer, the window goes on with it, and drover-lab perception pools many of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/perception/design.h"
#include "core/base/input_error.h"
#include "core/base/replace_file.h"

namespace drover::perception {

// Where they looked when they answered.
enum class Looked : std::uint8_t { kNotSaid, kNear, kFar };

inline constexpr double kMostSeconds = 1e6;  // that an answer counts as having taken

inline constexpr double kMostPicturesPerSecond = 10'000;

struct SeenPane {
    std::uint64_t seed = 0;
    std::string hash;  // of its world after the last frame
};

struct Answer {
    TrialKind kind = TrialKind::kStep;
    double step_ms = 0;
    std::uint32_t place = 0;     // of the pane that differed, from 1; 0: none did
    std::uint32_t answered = 1;  // a pane, from 1
    double seconds = 0;          // from the first picture to the answer
    double pictures_per_s = 0;   // that were shown while the panes moved; 60 are right
    Looked looked = Looked::kNotSaid;
    std::vector<SeenPane> panes;

    bool isRight() const { return answered == place; }
};

struct Answers {
    std::uint32_t version = 1;
    std::string id;        // of the session, not of the person: sixteen hexadecimal digits
    std::string scenario;  // its title
    std::string scenario_hash;
    Design design;
    std::vector<Answer> trials;  // so far, in the order of the design
    std::string checksum;        // over all the others
};

// Sixteen hexadecimal digits.
std::string hashText(std::uint64_t hash);
std::uint64_t hashOf(std::string_view text);

std::string writeAnswers(const Answers& answers);  // with a fresh checksum
Result<Answers> parseAnswers(std::string file, std::string source);
Result<Answers> readAnswers(const std::filesystem::path& path);
WriteError saveAnswers(const std::filesystem::path& path, const Answers& answers);

}  // namespace drover::perception
