#include "core/world/task_clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drover::world {

void TaskClock::Learnt::see(double what, double low, double high) {
    ++seen;
    value += (std::clamp(what, low, high) - value) * std::max(0.05, 1.0 / seen);
}

TaskClock::TaskClock(ClockKind kind, load::Clock* real, Pool* pool)
    : kind_(kind),
      real_(real),
      crew_(std::make_unique<Crew>(pool, kind == ClockKind::kReal ? real : nullptr)) {}

std::int64_t TaskClock::sinceLast() {
    if (kind_ == ClockKind::kModel) return 0;
    const std::int64_t now_ns = real_->now();
    return now_ns - std::exchange(since_ns_, now_ns);
}

void TaskClock::beginFrame(flock::FlockStore& store, Place player) {
    crew_->beginFrame(store, kind_ == ClockKind::kReal ? std::optional(player) : std::nullopt);
    own_ns_ = extra_ns_ = frame_expected_ns_ = {};
    charges_.clear();
    costs_.clear();
    ai_ns_ = 0;
    mark_away_ns_ = 0;
    told_ns_ = last_ns_;  // what the last frame has cost is that frame's affair
}

std::int64_t TaskClock::expected_ns(WorkKind kind, const TurnOfTask& turn) const {
    const double own_ns =
        turn.flock ? static_cast<double>(turn.own_ns) * speed_[static_cast<std::size_t>(kind)].value : 0;
    return static_cast<std::int64_t>(own_ns) + turn.extra_ns;
}

void TaskClock::ran(const TurnOfTask& turn) {
    is_task_open_ = true;
    const bool is_model = kind_ == ClockKind::kModel;
    if (is_model) model_ns_ += turn.own_ns + turn.extra_ns;
    const std::int64_t burn_ns = is_model ? 0 : turn.extra_ns;
    const bool is_alone = turn.flock && burn_ns == 0 && crew_->isAlone(*turn.flock);
    const WorkKind kind = is_alone ? WorkKind::kAlone : WorkKind::kOther;
    const std::int64_t expected = is_model ? turn.own_ns : expected_ns(kind, turn);
    if (!is_model) {
        const auto k = static_cast<std::size_t>(kind);
        own_ns_[k] += turn.flock ? turn.own_ns : 0;
        extra_ns_[k] += turn.extra_ns;
        frame_expected_ns_[k] += expected;
        charges_.push_back({expected, kind});
    }
    if (!turn.flock && burn_ns == 0) return;
    if (crew_->add(kind, {turn.flock, turn.elapsed, burn_ns}, expected)) is_batch_out_ = true;
}

std::int64_t TaskClock::now() {
    if (kind_ == ClockKind::kModel) {
        if (is_task_open_) costs_.push_back(model_ns_ - last_ns_);
        last_ns_ = model_ns_;
    } else if (is_task_open_) {
        closeTask();
    } else {
        pause();
    }
    is_task_open_ = false;
    return last_ns_;
}

void TaskClock::closeTask() {
    is_turn_open_ = true;
    ++tasks_since_mark_;
    const double expected = static_cast<double>(charges_.back().expected_ns) + choosing_ns_.value;
    mark_expected_ns_ += static_cast<std::int64_t>(expected);
    const auto charged_ns = static_cast<std::int64_t>(expected * charge_.value);
    told_ns_ += charged_ns;
    constexpr std::uint32_t kMostTasks = 512;  // that say nothing of themselves
    if (is_batch_out_ || mark_expected_ns_ > 2 * Crew::kBatch_ns || tasks_since_mark_ >= kMostTasks)
        readAtBatch();
    last_ns_ = std::max(last_ns_, told_ns_);
}

// What has passed on all cores, and what is pending.
void TaskClock::readAtBatch() {
    is_batch_out_ = false;
    const std::int64_t now_ns = real_->now();
    const std::int64_t away_ns = crew_->away_ns() - mark_away_ns_;
    choosing_ns_.see(static_cast<double>(now_ns - mark_ns_ - away_ns) / tasks_since_mark_, 0, 2000);
    told_ns_ = turn_told_ns_ + cores() * (now_ns - turn_begin_ns_) + crew_->pending_ns();
    if (mark_expected_ns_ > 0) {
        charge_.see(static_cast<double>(told_ns_ - mark_told_ns_) / static_cast<double>(mark_expected_ns_),
                    0.1, 10);
    }
    mark_ns_ = now_ns;
    mark_away_ns_ += away_ns;
    mark_told_ns_ = told_ns_;
    mark_expected_ns_ = 0;
    tasks_since_mark_ = 0;
}

// The manager reads the clock and no task ran: before the first of them, or between two turns of them. The
// time since the last batch went out is theirs as far as choosing them takes it, and the manager's own beyond
// that.
void TaskClock::pause() {
    std::int64_t now_ns = real_->now();
    const std::int64_t since_ns = now_ns - mark_ns_;
    if (!is_turn_open_) {
        told_ns_ += since_ns, last_ns_ += since_ns;
    } else {
        const double chosen_ns =
            choosing_ns_.value * tasks_since_mark_ + static_cast<double>(crew_->away_ns() - mark_away_ns_);
        const std::int64_t own_ns =
            std::max<std::int64_t>(since_ns - static_cast<std::int64_t>(chosen_ns), 0);
        crew_->finish();
        now_ns = real_->now();
        const std::int64_t turn_ns = now_ns - turn_begin_ns_ - own_ns;
        ai_ns_ += turn_ns;
        told_ns_ = turn_told_ns_ + cores() * turn_ns + own_ns;
        last_ns_ += own_ns;
    }
    is_turn_open_ = is_batch_out_ = false;
    turn_begin_ns_ = mark_ns_ = now_ns;
    turn_told_ns_ = mark_told_ns_ = told_ns_;
    mark_away_ns_ = crew_->away_ns();
    mark_expected_ns_ = 0;
    tasks_since_mark_ = 0;
}

void TaskClock::endFrame() {
    crew_->finish();
    if (kind_ == ClockKind::kModel) {
        for (const std::int64_t cost_ns : costs_) ai_ns_ += cost_ns;
        return;
    }
    if (is_turn_open_) pause();
    shareOut();
    learnSpeed();
}

// The processor time of the frame: that of the work, by its kind, and the rest of it evenly.
void TaskClock::shareOut() {
    if (charges_.empty()) return;
    std::array<double, kWorkKinds> times{};
    std::int64_t choosing_ns = std::max<std::int64_t>(ai_ns_ - crew_->away_ns(), 0);
    for (std::size_t k = 0; k < kWorkKinds; ++k) {
        const std::int64_t busy_ns = crew_->busy_ns(static_cast<WorkKind>(k));
        if (frame_expected_ns_[k] > 0) {
            times[k] = static_cast<double>(busy_ns) / static_cast<double>(frame_expected_ns_[k]);
        } else {
            choosing_ns += busy_ns;
        }
    }
    const double each_ns = static_cast<double>(choosing_ns) / static_cast<double>(charges_.size());
    double sum_ns = 0;
    std::int64_t told_ns = 0;
    for (const Charge& charge : charges_) {
        sum_ns +=
            each_ns + static_cast<double>(charge.expected_ns) * times[static_cast<std::size_t>(charge.kind)];
        const std::int64_t until_ns = std::llrint(sum_ns);
        costs_.push_back(until_ns - told_ns);
        told_ns = until_ns;
    }
}

void TaskClock::learnSpeed() {
    for (std::size_t k = 0; k < kWorkKinds; ++k) {
        if (own_ns_[k] < Crew::kBatch_ns) continue;
        const std::int64_t busy_ns = crew_->busy_ns(static_cast<WorkKind>(k)) - extra_ns_[k];
        speed_[k].see(static_cast<double>(busy_ns) / static_cast<double>(own_ns_[k]), 0.01, 100);
    }
}

}  // namespace drover::world
