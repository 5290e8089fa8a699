#include "render/paint.h"

#include <algorithm>

#include "core/people/crowd.h"
#include "core/people/gate_flow.h"
#include "core/people/service.h"

namespace drover::render {
namespace {

// The first animal of a kind stands for the others.
float foreseen_ms(const world::WorldView& view, ColourBy by) {
    const double nominals = by == ColourBy::kLateness ? 1 : 0;
    double most_ms = 1;
    for (const world::SpeciesEntry& entry : view.species) {
        most_ms = std::max(most_ms, entry.task.maximum_ms - nominals * entry.task.nominal_ms);
    }
    for (std::size_t other = 0; other < view.population.others.size(); ++other) {
        const std::size_t first = view.population.firstRow(other);
        if (first >= view.tasks.size()) continue;
        const load::TaskState& task = view.tasks[first];
        most_ms = std::max(
            most_ms,
            (static_cast<double>(task.maximum_ns) - nominals * static_cast<double>(task.nominal_ns)) * 1e-6);
    }
    return static_cast<float>(most_ms);
}

}  // namespace

Paint::Paint(const world::WorldView& view, const DrawSettings& settings)
    : view_(view), by_(settings.colour_by) {
    const RenderTheme& theme = *settings.theme;
    for (std::size_t i = 0; i < species_.size(); ++i) species_[i] = packed(theme.species[i]);
    for (const world::SpeciesEntry& entry : view.species) deepest_ = std::max(deepest_, entry.kind.depth);
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        levels_[level] = packed(gradientAt(theme, static_cast<float>(level) / static_cast<float>(deepest_)));
    }
    for (int i = 0; i < kSteps; ++i) {
        gradient_[static_cast<std::size_t>(i)] =
            packed(gradientAt(theme, static_cast<float>(i) / static_cast<float>(kSteps - 1)));
    }
    no_person_ = packed(theme.branch);
    findFires();
    if (by_ == ColourBy::kService || by_ == ColourBy::kSpecies) findPeople();
    if (by_ == ColourBy::kLateness || by_ == ColourBy::kSinceUpdate) {
        most_ms_ = foreseen_ms(view, by_);
        steps_per_ms_ = static_cast<float>(kSteps - 1) / most_ms_;
    }
}

// A fire is a fire, however late it thinks.
void Paint::findFires() {
    fire_ = packed(kFlame);
    for (std::size_t other = 0; other < view_.population.others.size(); ++other) {
        const auto& animals = *view_.population.others[other];
        if (!animals.areFires()) continue;
        first_fire_ = view_.population.firstRow(other);
        fires_ = animals.size();
    }
}

// A folded person is as crowded as its point: one that stands is in a queue, one that walks has some room.
void Paint::findPeople() {
    crowd_ = view_.people();
    if (crowd_ == nullptr) return;
    for (std::size_t other = 0; other < view_.population.others.size(); ++other)
        if (view_.population.others[other]->kind().name == "people")
            first_person_ = view_.population.firstRow(other);
    people_ = crowd_->size();
    if (by_ != ColourBy::kService) return;
    constexpr float kPointArea_m2 = 4;
    folded_levels_.assign(crowd_->size(), 0);
    for (const people::FoldedPoint& point : crowd_->points()) {
        const float density = point.stands ? static_cast<float>(people::kQueueDensity)
                                           : static_cast<float>(point.count) / kPointArea_m2;
        for (const std::uint32_t person : point.members())
            folded_levels_[person] = static_cast<std::uint8_t>(people::serviceOf(density));
    }
}

std::uint32_t Paint::ofService(std::size_t task) const {
    if (!isPerson(task)) return no_person_;
    const auto person = static_cast<std::uint32_t>(task - first_person_);
    if (crowd_->state(person) == people::State::kFolded) return ofServiceLevel(folded_levels_[person]);
    return ofServiceLevel(
        people::serviceOf(crowd_->densityAt(view_.population.placeOf(static_cast<std::uint32_t>(task)))));
}

std::uint32_t Paint::ofGoal(std::size_t task) const {
    const std::size_t goal = crowd_->goalOf(static_cast<std::uint32_t>(task - first_person_));
    return species_[(view_.species.size() + goal) % species_.size()];
}

std::uint32_t Paint::formOf(std::size_t task) const {
    const auto share = [&](float value, float most) {
        return static_cast<std::uint32_t>(std::clamp(value / most, 0.0f, 1.0f) * kForms);
    };
    switch (by_) {
        case ColourBy::kLateness: return share(view_.lateness_ms(task), most_ms_);
        case ColourBy::kSinceUpdate: return share(view_.sinceUpdate(task) * 1e3f, most_ms_);
        case ColourBy::kDelays:
            return share(static_cast<float>(view_.delays(task)), static_cast<float>(kDelaySteps.back()));
        case ColourBy::kSpecies:
        case ColourBy::kDepth:
        case ColourBy::kService: break;
    }
    return 0;
}

std::uint32_t Paint::ofServiceLevel(std::size_t level) const {
    return gradient_[level * (kSteps - 1) / (people::kServiceLevels.size() - 1)];
}

std::uint32_t Paint::ofDelays(std::uint32_t delays) const {
    std::size_t step = 0;
    while (step + 1 < kDelaySteps.size() && delays >= kDelaySteps[step + 1]) ++step;
    return gradient_[step * (kSteps - 1) / (kDelaySteps.size() - 1)];
}

}  // namespace drover::render
