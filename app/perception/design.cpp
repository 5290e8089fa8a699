#include "app/perception/design.h"

#include <algorithm>
#include <random>
#include <utility>

namespace drover::perception {
namespace {

// The worst step.
constexpr double kGrossBudget = 0.1, kGrossFrame = 4;

// The same order on any machine, which std::shuffle does not promise.
void shuffle(std::vector<Trial>& trials, std::mt19937_64& random) {
    for (std::size_t left = trials.size(); left > 1; --left)
        std::swap(trials[left - 1], trials[static_cast<std::size_t>(random() % left)]);
}

// `count` trials whose places go round, from one that differs from kind to kind.
void add(std::vector<Trial>& trials, const Trial& like, std::uint32_t count, std::uint32_t first_place) {
    for (std::uint32_t i = 0; i < count; ++i) {
        Trial trial = like;
        if (like.kind != TrialKind::kAllAlike) trial.place = (first_place + i) % kPanes + 1;
        trials.push_back(trial);
    }
}

double worstOf(const Design& design) {
    const auto [least, most] = std::ranges::minmax(design.steps, {}, &Step::ms);
    return design.part == Part::kThoughts ? least.ms : most.ms;
}

}  // namespace

std::vector<Step> stepsOf(Part part) {
    if (part == Part::kThoughts) return {{4}, {2}, {1}, {0.5}, {0.25}};
    return {{18}, {20}, {25}, {33}, {50}};
}

std::vector<Trial> trialsOf(const Design& design) {
    std::mt19937_64 random(design.seed);
    std::vector<Trial> trials;
    std::uint32_t place = 0;
    for (const Step step : design.steps)
        add(trials, {.kind = TrialKind::kStep, .step_ms = step.ms}, design.trials_each, place++);
    if (!design.steps.empty()) {
        const bool saves = design.part == Part::kThoughts;
        const double worst = worstOf(design);
        // Managed panes need a machine, too.
        add(trials, {.kind = TrialKind::kAllAlike, .step_ms = saves ? 0 : worst}, design.catch_each, 0);
        add(trials, {.kind = TrialKind::kGrosslyBad, .step_ms = worst * (saves ? kGrossBudget : kGrossFrame)},
            design.catch_each, place);
    }
    shuffle(trials, random);
    for (Trial& trial : trials)
        for (std::uint64_t& seed : trial.seeds) seed = random();
    return trials;
}

}  // namespace drover::perception
