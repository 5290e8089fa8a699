#include "core/load/taught/knapsack.h"

#include <algorithm>

namespace drover::load {
namespace {

bool isWorse(const Knapsack::Step& a, const Knapsack::Step& b) {
    if (a.gain_over_cost != b.gain_over_cost) return a.gain_over_cost < b.gain_over_cost;
    return a.herd > b.herd;
}
bool losesMore(const Knapsack::Step& a, const Knapsack::Step& b) {
    if (a.gain_over_cost != b.gain_over_cost) return a.gain_over_cost > b.gain_over_cost;
    return a.herd > b.herd;
}

}  // namespace

MayThink::Option MayThink::option(std::uint8_t other) const {
    if (other == 0) return {0, 0};
    const DetailLevel& level = detail->levels[other - 1u];
    return {weight / (1 + off_per_m * level.missing_m), cost_of_work * level.work};
}

// The best step up of a herd, and the step down that loses least.
void Knapsack::offer(std::span<const MayThink> herds, std::uint32_t herd) {
    const MayThink& of = herds[herd];
    const MayThink::Option now = of.option(of.choice);
    Step up{-1, herd, of.choice, of.choice}, down{-1, herd, of.choice, of.choice};
    for (std::uint8_t to = 0; to < of.choices(); ++to) {
        const MayThink::Option then = of.option(to);
        const double cost = then.cost - now.cost;
        if (to == of.choice || cost == 0) continue;
        const double ratio = (then.benefit - now.benefit) / cost;
        if (cost > 0 && ratio > up.gain_over_cost) up.gain_over_cost = ratio, up.to = to;
        if (cost < 0 && (down.to == of.choice || ratio < down.gain_over_cost))
            down.gain_over_cost = ratio, down.to = to;
    }
    if (up.gain_over_cost > 0) up_.push_back(up), std::ranges::push_heap(up_, isWorse);
    if (down.to != of.choice) down_.push_back(down), std::ranges::push_heap(down_, losesMore);
}

void Knapsack::take(std::span<MayThink> herds, const Step& step) {
    MayThink& herd = herds[step.herd];
    cost_ += herd.option(step.to).cost - herd.option(step.from).cost;
    herd.choice = step.to;
    offer(herds, step.herd);
}

// False: nothing is left.
bool Knapsack::dropStale(std::span<const MayThink> herds, std::vector<Step>& heap, bool is_up) {
    while (!heap.empty() && herds[heap.front().herd].choice != heap.front().from) {
        std::ranges::pop_heap(heap, is_up ? isWorse : losesMore);
        heap.pop_back();
    }
    return !heap.empty();
}

void Knapsack::choose(std::span<MayThink> herds, double budget) {
    up_.clear(), down_.clear();
    up_.reserve(kStepsPerHerd * herds.size()), down_.reserve(kStepsPerHerd * herds.size());
    cost_ = 0;
    for (const MayThink& herd : herds) cost_ += herd.option(herd.choice).cost;
    for (std::uint32_t i = 0; i < herds.size(); ++i) offer(herds, i);
    for (std::size_t left = (kStepsPerHerd - 1) * herds.size(); left > 0; --left) {
        const bool has_down = dropStale(herds, down_, false), has_up = dropStale(herds, up_, true);
        if (cost_ > budget) {
            if (!has_down) break;
            take(herds, Step{down_.front()});
            continue;
        }
        if (!has_up) break;
        const Step up = up_.front();
        const MayThink& herd = herds[up.herd];
        const double more = herd.option(up.to).cost - herd.option(up.from).cost;
        if (cost_ + more <= budget) {
            take(herds, up);
        } else if (more <= budget && has_down && down_.front().herd != up.herd &&
                   down_.front().gain_over_cost < up.gain_over_cost) {
            take(herds, Step{down_.front()});
        } else {
            std::ranges::pop_heap(up_, isWorse);
            up_.pop_back();
        }
    }
    while (cost_ > budget && dropStale(herds, down_, false)) take(herds, Step{down_.front()});
    fillUp(herds, budget);
    takeTheBestAlone(herds, budget);
}

// What is left is too little for the best steps; smaller ones may fit.
void Knapsack::fillUp(std::span<MayThink> herds, double budget) {
    constexpr std::size_t kMostSteps = 16, kMostLooks = 4096;  // among very many, little is left
    const std::size_t steps = std::clamp(kMostLooks / (herds.size() + 1), std::size_t{1}, kMostSteps);
    for (std::size_t n = 0; n < steps; ++n) {
        double most = 0;
        Step best{};
        for (std::uint32_t i = 0; i < herds.size(); ++i) {
            const MayThink::Option now = herds[i].option(herds[i].choice);
            for (std::uint8_t to = 1; to < herds[i].choices(); ++to) {
                const MayThink::Option then = herds[i].option(to);
                if (cost_ + then.cost - now.cost > budget || then.benefit - now.benefit <= most) continue;
                most = then.benefit - now.benefit;
                best = {most, i, herds[i].choice, to};
            }
        }
        if (most == 0) return;
        take(herds, best);
    }
}

// Greed can end with many cheap thoughts beside a dear one that is worth more than all of them.
void Knapsack::takeTheBestAlone(std::span<MayThink> herds, double budget) {
    double all = 0, best = 0;
    std::uint32_t of = 0;
    std::uint8_t choice = 0;
    for (std::uint32_t i = 0; i < herds.size(); ++i) {
        all += herds[i].option(herds[i].choice).benefit;
        for (std::uint8_t to = 1; to < herds[i].choices(); ++to) {
            const MayThink::Option option = herds[i].option(to);
            if (option.cost <= budget && option.benefit > best) best = option.benefit, of = i, choice = to;
        }
    }
    if (best <= all) return;
    for (MayThink& herd : herds) herd.choice = 0;
    herds[of].choice = choice;
}

}  // namespace drover::load
