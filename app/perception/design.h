// The design of a blind test: which trials there are, where the pane that saves stands in each, and from
// which seeds its four worlds come. It all follows from one seed, so a session can be gone on with. course.h
// walks through the trials.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace drover::perception {

inline constexpr std::uint32_t kPanes = 4;
inline constexpr double kGuessing = 1.0 / kPanes;
inline constexpr double kFrame_s = 1.0 / 60;  // of a pane, when it is computed and when it is shown

enum class ViewFrom : std::uint8_t { kAbove, kEyes };

enum class TrialKind : std::uint8_t {
    kBudget,      // one pane saves at one of the budgets
    kAllWhole,    // none does: any answer is a guess
    kGrosslyBad,  // one is so bad that who looks at all sees it
};

struct BudgetStep {
    double ms = 1;  // of AI a frame
    friend bool operator==(BudgetStep, BudgetStep) = default;
};

struct Design {
    std::string manager = "elastic";  // of the pane that saves
    ViewFrom view = ViewFrom::kAbove;
    std::uint32_t frames = 300;  // that are shown
    std::uint32_t trials_each = 8, catch_each = 2;
    std::uint64_t seed = 1;
    std::vector<BudgetStep> budgets = {{4}, {2}, {1}, {0.5}, {0.25}};
};

struct Trial {
    TrialKind kind = TrialKind::kBudget;
    double budget_ms = 0;     // of the pane that saves; 0: none does
    std::uint32_t place = 0;  // its number, from 1; 0: none does
    std::array<std::uint64_t, kPanes> seeds{};
};

// Each budget is equally often at each of the four places; if trials_each is no multiple of four, as nearly
// so as can be. The order is shuffled.
std::vector<Trial> trialsOf(const Design& design);

}  // namespace drover::perception
