#include "core/load/process/rhythm_table.h"

#include <algorithm>
#include <cassert>

namespace drover::load {

RhythmTable::Column& RhythmTable::columnOf(std::int64_t period) {
    for (Column& column : columns_)
        if (column.period == period) return column;
    columns_.push_back({period, 0, std::vector<std::uint32_t>(static_cast<std::size_t>(period), 0)});
    return columns_.back();
}

void RhythmTable::add(Rhythm rhythm, std::int64_t now) {
    Column& column = columnOf(rhythm.period);
    ++column.rhythms;
    ++column.counts[static_cast<std::size_t>(rhythm.activation % rhythm.period)];
    // The counts by period and phase would show it as due one period before its activation.
    if (rhythm.activation - rhythm.period <= now) return;
    if (not_yet_.size() == not_yet_.capacity()) dropActivated(now);
    not_yet_.push_back(rhythm);
}

void RhythmTable::remove(Rhythm rhythm) {
    Column& column = columnOf(rhythm.period);
    assert(column.rhythms > 0);
    --column.rhythms;
    --column.counts[static_cast<std::size_t>(rhythm.activation % rhythm.period)];
    const auto same = [&](Rhythm r) {
        return r.activation == rhythm.activation && r.period == rhythm.period;
    };
    const auto found = std::find_if(not_yet_.begin(), not_yet_.end(), same);
    if (found != not_yet_.end()) not_yet_.erase(found);
}

void RhythmTable::dropActivated(std::int64_t now) {
    std::erase_if(not_yet_, [&](Rhythm r) { return r.activation - r.period <= now; });
}

std::int64_t RhythmTable::fullSearch(std::span<const Rhythm> mine, std::int64_t now) const {
    std::vector<std::int64_t> periods;
    std::int64_t last_activation = 0;
    for (const Column& column : columns_)
        if (column.rhythms > 0) periods.push_back(column.period);
    for (const Rhythm& rhythm : mine) {
        periods.push_back(rhythm.period);
        last_activation = std::max(last_activation, rhythm.activation);
    }
    for (const Rhythm& rhythm : not_yet_)
        last_activation = std::max(last_activation, rhythm.activation - now);
    return std::min(cappedLcm(periods) + last_activation, kMostLookahead);
}

void RhythmTable::countWindow(std::int64_t now, std::int64_t frames) {
    window_.assign(static_cast<std::size_t>(frames), 0);
    for (const Column& column : columns_) {
        if (column.rhythms == 0) continue;
        std::size_t phase = static_cast<std::size_t>((now + 1) % column.period);
        for (std::uint32_t& count : window_) {
            count += column.counts[phase];
            if (++phase == column.counts.size()) phase = 0;
        }
    }
    for (const Rhythm& rhythm : not_yet_)
        for (std::int64_t t = rhythm.activation - rhythm.period; t > now; t -= rhythm.period)
            if (t - now <= frames) --window_[static_cast<std::size_t>(t - now - 1)];
}

std::int64_t RhythmTable::chooseDelay(std::span<const Rhythm> mine, std::int64_t now, std::int64_t max_delay,
                                      Lookahead lookahead) {
    dropActivated(now);
    std::int64_t l = 0;
    switch (lookahead.kind) {
        case LookaheadKind::kOwnPeriod:
            for (const Rhythm& rhythm : mine) l = std::max(l, rhythm.activation + rhythm.period);
            break;
        case LookaheadKind::kFrames: l = lookahead.frames; break;
        case LookaheadKind::kLcm: l = std::min(fullSearch(mine, now) + max_delay, kMostLookahead); break;
    }
    const bool grows = lookahead.kind == LookaheadKind::kOwnPeriod;
    countWindow(now, l + (grows ? max_delay : 0));
    return chooseActivationDelay(window_, mine, max_delay, l, grows).delay;
}

}  // namespace drover::load
