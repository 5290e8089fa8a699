#include "app/perception/design.h"

#include <algorithm>
#include <random>
#include <utility>

namespace drover::perception {
namespace {

constexpr double kGross = 0.1;  // of the least budget

// The same order on any machine, which std::shuffle does not promise.
void shuffle(std::vector<Trial>& trials, std::mt19937_64& random) {
    for (std::size_t left = trials.size(); left > 1; --left)
        std::swap(trials[left - 1], trials[static_cast<std::size_t>(random() % left)]);
}

// `count` trials whose places go round, from one that differs from kind to kind.
void add(std::vector<Trial>& trials, const Trial& like, std::uint32_t count, std::uint32_t first_place) {
    for (std::uint32_t i = 0; i < count; ++i) {
        Trial trial = like;
        if (like.kind != TrialKind::kAllWhole) trial.place = (first_place + i) % kPanes + 1;
        trials.push_back(trial);
    }
}

}  // namespace

std::vector<Trial> trialsOf(const Design& design) {
    std::mt19937_64 random(design.seed);
    std::vector<Trial> trials;
    double least = design.budgets.empty() ? 1 : design.budgets[0].ms;
    std::uint32_t place = 0;
    for (const BudgetStep budget : design.budgets) {
        add(trials, {.kind = TrialKind::kBudget, .budget_ms = budget.ms}, design.trials_each, place++);
        least = std::min(least, budget.ms);
    }
    add(trials, {.kind = TrialKind::kAllWhole}, design.catch_each, 0);
    add(trials, {.kind = TrialKind::kGrosslyBad, .budget_ms = least * kGross}, design.catch_each, place);
    shuffle(trials, random);
    for (Trial& trial : trials)
        for (std::uint64_t& seed : trial.seeds) seed = random();
    return trials;
}

}  // namespace drover::perception
