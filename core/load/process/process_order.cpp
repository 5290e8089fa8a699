// Which agents are active in a frame of the process manager, and in which order they run until the AI time is
// used up. process_manager.cpp runs them.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "core/load/process/process_manager.h"

namespace drover::load {

namespace {

template <class Visit>
void forEachBit(std::uint64_t bits, std::size_t word, Visit visit) {
    for (; bits != 0; bits &= bits - 1)
        visit(static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

}  // namespace

void ProcessManager::gatherActive() {
    active_ = every_frame_;
    for (std::size_t word = 0; word < active_.size(); ++word) active_[word] |= owed_[word];
    wheel_.takeDue(frame_, [&](std::uint32_t row) {
        active_[row / 64] |= std::uint64_t{1} << (row % 64);
        is_on_wheel_[row] = 0;
        hang(row, frame_);
    });
    for (const std::uint32_t row : pending_) active_[row / 64] |= std::uint64_t{1} << (row % 64);

    priorities_to_come_ = 0;
    for (std::size_t word = 0; word < active_.size(); ++word) {
        report_.agents_due += static_cast<std::uint32_t>(std::popcount(active_[word]));
        if (~active_[word] == 0) {  // as most are where the time is short
            const std::uint8_t* const priorities = &priority_[word * 64];
            priorities_to_come_ += std::accumulate(priorities, priorities + 64, 0u);
        } else {
            forEachBit(active_[word], word,
                       [&](std::uint32_t row) { priorities_to_come_ += priority_[row]; });
        }
    }
}

// The list begins after the last executed agent if it was left early, else at row 0.
void ProcessManager::runList() {
    if (settings_.order == AgentOrder::kImportance) {
        left_early_ = false;
        runByImportance();
        return;
    }
    const auto rows = static_cast<std::uint32_t>(state_.size());
    const std::uint32_t first = left_early_ ? std::min(last_executed_ + 1, rows) : 0;
    left_early_ = !(runStretch(first, rows) && runStretch(0, first));
}

// Runs the active agents in rows [from, to). False if the AI time is used up and an agent is still to come.
bool ProcessManager::runStretch(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t row = from; row < to;) {
        const std::uint64_t bits = active_[row / 64] >> (row % 64);
        if (bits == 0) {
            row = (row / 64 + 1) * 64;
            continue;
        }
        row += static_cast<std::uint32_t>(std::countr_zero(bits));
        if (row >= to) break;
        if (!runNext(row)) return false;
        last_executed_ = row++;
    }
    return true;
}

bool ProcessManager::runNext(std::uint32_t row) {
    if (report_.agents_run > 0 && left_ns() <= 0) return false;
    runAgent(row);
    return true;
}

void ProcessManager::runByImportance() {
    sortByImportance();
    for (const std::uint32_t row : by_importance_) {
        const bool is_active = (active_[row / 64] >> (row % 64) & 1u) != 0;  // and not removed since
        if (is_active && !runNext(row)) return;
    }
}

// By counting: priorities are few.
void ProcessManager::sortByImportance() {
    const auto forEachActive = [&](auto visit) {
        for (std::size_t word = 0; word < active_.size(); ++word) forEachBit(active_[word], word, visit);
    };
    std::array<std::uint32_t, kMostPriority + 1> places{};
    forEachActive([&](std::uint32_t row) { ++places[priority_[row]]; });
    std::uint32_t before = 0;
    for (std::size_t priority = places.size(); priority-- > 0;)
        before += std::exchange(places[priority], before);
    by_importance_.resize(before);
    forEachActive([&](std::uint32_t row) { by_importance_[places[priority_[row]]++] = row; });
}

// Those that are still to come. An agent that was left out before and is owed that stays as it is.
void ProcessManager::leaveOutTheRest() {
    for (std::size_t word = 0; word < active_.size(); ++word) {
        const std::uint64_t rest = active_[word], before = std::exchange(left_out_[word], rest);
        report_.agents_left_out += static_cast<std::uint32_t>(std::popcount(rest));
        forEachBit(rest & ~before, word,
                   [&](std::uint32_t row) { report_.newly_left_out.push_back({row, generation_[row]}); });
        forEachBit(rest & ~owed_[word], word, [&](std::uint32_t row) {
            if (!isDue({activation_[row], period_[row]}, frame_)) return;
            owed_since_[row] = frame_;
            owed_[word] |= std::uint64_t{1} << (row % 64);
        });
        if (settings_.keeps_detail)
            forEachBit(rest, word, [&](std::uint32_t row) {
                note({.agent = {row, generation_[row]}, .outcome = Outcome::kFrameTimeUsed});
            });
    }
}

}  // namespace drover::load
