#include "app/desktop/time_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/load/managers.h"
#include "core/world/files/scenario_file.h"
#include "core/world/scenario/scenario_fields.h"

namespace drover::desktop {
namespace {

constexpr std::size_t kMostLines = 8;

Mark markWith(MarkKind kind, std::string name) {
    return {.moment = 0, .kind = kind, .amount = 0, .name = std::move(name)};
}

struct MarkText {
    std::optional<Mark> operator()(const world::MovePlayer&) const { return std::nullopt; }
    std::optional<Mark> operator()(const world::SetView&) const { return std::nullopt; }
    std::optional<Mark> operator()(const world::SetPause&) const { return std::nullopt; }
    std::optional<Mark> operator()(const world::SetBudget& c) const {
        if (c.budget.policy == load::BudgetPolicy::kFrameTarget)
            return markWith(MarkKind::kChange,
                            fmt::format("policy: frames of {:.1f} ms",
                                        static_cast<double>(c.budget.target_frame_ns) * 1e-6));
        return markWith(MarkKind::kChange,
                        fmt::format("budget {:.2f} ms", static_cast<double>(c.budget.fixed_ns) * 1e-6));
    }
    std::optional<Mark> operator()(const world::SetManager& c) const {
        const load::ManagerInfo* const info = load::findManager(c.manager);
        return markWith(MarkKind::kManager, info != nullptr ? std::string(info->title) : c.manager);
    }
    std::optional<Mark> operator()(const world::AddShape& c) const {
        return markWith(MarkKind::kChange, std::string(drover::nameOf(c.shape.surface)) + " added");
    }
    std::optional<Mark> operator()(const world::RemoveShape& c) const {
        return markWith(MarkKind::kChange, fmt::format("shape {} removed", c.number));
    }
    std::optional<Mark> operator()(const world::SetGate& c) const {
        return markWith(MarkKind::kChange,
                        fmt::format("gate {} {}", c.gate, c.is_open ? "opened" : "closed"));
    }
    // It is marked where it begins.
    std::optional<Mark> operator()(const world::AddSpike&) const { return std::nullopt; }
    std::optional<Mark> operator()(const world::Restart& c) const {
        return markWith(MarkKind::kBegin, fmt::format("restart, seed {}", c.seed));
    }
    std::optional<Mark> operator()(const world::LoadScenario& c) const {
        return markWith(MarkKind::kBegin, c.scenario.title);
    }
    template <class Command>
    std::optional<Mark> operator()(const Command&) const {
        std::string name = Command::kName;
        std::ranges::replace(name, '_', ' ');
        return markWith(MarkKind::kChange, name + " changed");
    }
};

}  // namespace

TimeLine::TimeLine(std::string source_, world::Scenario scenario_, std::size_t keyframe_bytes)
    : source(std::move(source_)), scenario(std::move(scenario_)), keyframes(keyframe_bytes) {}

std::unique_ptr<TimeLine> TimeLine::fork(Moment moment) const {
    auto line = std::make_unique<TimeLine>(source, scenario, keyframes.limitBytes());
    line->tape = tape.before(moment);
    line->keyframes = keyframes;
    line->keyframes.dropAfter(moment);
    for (const std::shared_ptr<Era>& era : eras)
        if (era->first < moment || era == eras.front()) line->eras.push_back(era);
    // The last one grows on here, and must stay as it is there.
    line->eras.back() = std::make_shared<Era>(*line->eras.back());
    std::ranges::copy_if(marks, std::back_inserter(line->marks),
                         [&](const Mark& mark) { return mark.moment <= moment; });
    line->known = moment;
    line->forked_at = moment;
    return line;
}

void TimeLine::limitPastPlots(std::size_t bytes) {
    std::size_t kept = 0;
    for (std::size_t i = eras.size() - 1; i-- > 0;) {
        kept += eras[i]->history.bytes();
        if (kept > bytes) eras[i]->history = record::History(1);
    }
}

std::size_t TimeLine::recordBytes() const {
    std::size_t bytes = tape.memoryBytes() + marks.capacity() * sizeof(Mark);
    for (const std::shared_ptr<Era>& era : eras)
        bytes += sizeof(Era) + (era->history.capacity() == 1 ? era->history.bytes() : 0);
    return bytes;
}

std::shared_ptr<const Origin> TimeLine::originOf(const Origin& origin) const {
    const auto last =
        std::ranges::find(eras.rbegin(), eras.rend(), origin.source,
                          [](const auto& era) -> const std::string& { return era->origin->source; });
    if (last != eras.rend() &&
        world::writeScenario((*last)->origin->as_loaded) == world::writeScenario(origin.as_loaded))
        return (*last)->origin;
    return std::make_shared<Origin>(origin);
}

std::shared_ptr<Era> TimeLine::eraOf(Moment moment) const {
    const auto after = std::ranges::lower_bound(eras, moment, {}, [](const auto& era) { return era->first; });
    return after == eras.begin() ? eras.front() : *(after - 1);
}

void Lines::goOver(std::unique_ptr<TimeLine> line) {
    line->keyframes.limit(present_->keyframes.limitBytes());
    present_.swap(line);
    if (line->tape.frames() == 0) return;
    line->keyframes.limit(line->keyframes.limitBytes() / kMostLines);
    others_.push_back(std::move(line));
    if (others_.size() > kMostLines) others_.erase(others_.begin());
}

std::unique_ptr<TimeLine> Lines::take(std::size_t other) {
    std::unique_ptr<TimeLine> line = std::move(others_[other]);
    others_.erase(others_.begin() + static_cast<std::ptrdiff_t>(other));
    return line;
}

std::optional<Mark> markOf(const world::Command& command, Moment moment) {
    std::optional<Mark> mark = std::visit(MarkText{}, command);
    if (mark) mark->moment = moment;
    return mark;
}

std::string Mark::text() const {
    if (kind == MarkKind::kSpike) return fmt::format("spike of {:.1f} ms", amount);
    if (kind == MarkKind::kLevels) return fmt::format("{:.0f} changes of level", amount);
    return name;
}

std::string_view textOf(MarkKind kind) {
    switch (kind) {
        case MarkKind::kBegin: return "beginning";
        case MarkKind::kManager: return "manager";
        case MarkKind::kSpike: return "spike";
        case MarkKind::kChange: return "change";
        case MarkKind::kLevels: return "level changes";
    }
    return "";
}

}  // namespace drover::desktop
