#include "core/load/taught/predictive.h"

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
    const double distance = std::max(distance_m, 1.0);
    return {weight * distance / (distance + level.missing_m), cost_of_work * level.work};
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
    takeTheBestAlone(herds, budget);
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

void PredictivePlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    herds_.clear();
    herds_.reserve(tasks.size());
    double cost = 0, work = 0;  // of those whose cost is known
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks.cost[i] > 0)
            cost += tasks.cost[i], work += tasks.detailOf(i).levels[tasks.wanted_level[i]].work;
    const double usual = work > 0 ? cost / work : frame.budget_ms / 64;
    for (std::uint32_t i = 0; i < tasks.size(); ++i) {
        tasks.period[i] = std::max(tasks.nominal[i], tasks.last[i]);  // how long it really is until it thinks
        if (!tasks.isNew(i) && tasks.last[i] < tasks.nominal[i]) continue;
        const DetailKind& detail = tasks.detailOf(i);
        const std::uint8_t level = tasks.wanted_level[i];
        herds_.push_back(
            {.weight = tasks.priority[i] * tasks.period[i] / tasks.nominal[i],
             .cost_of_work = tasks.cost[i] > 0 ? tasks.cost[i] / detail.levels[level].work : usual,
             .distance_m = tasks.distance[i],
             .detail = &detail,
             .at = i,
             .choice = static_cast<std::uint8_t>(level + 1)});
    }
    knapsack_.choose(herds_, frame.budget_ms * frame.parameters[at<kPredictiveParameters>("target")]);
    for (const MayThink& herd : herds_) {
        if (herd.choice == 0) continue;
        const MayThink::Option option = herd.option(herd.choice);
        tasks.wanted_level[herd.at] = static_cast<std::uint8_t>(herd.choice - 1);
        tasks.run[herd.at] = -option.benefit / option.cost;
    }
}

}  // namespace drover::load
