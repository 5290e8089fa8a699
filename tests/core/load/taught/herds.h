// Herds with known costs, run by one of the managers that are taught: what their tests share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/load/plan/planned_manager.h"
#include "tests/core/load/scripted.h"

namespace drover::load {

struct Herds : Managed {
    using Managed::Managed;

    struct Kind {
        double nominal_ms, maximum_ms, cost_ms;
        double elasticity = 1, priority = 1, distance_m = 0;
        std::uint8_t kind = 0, detail_kind = 0;
    };
    std::uint32_t add(const Kind& kind) {
        const auto ns = [](double ms) { return static_cast<std::int64_t>(ms * 1e6 + 0.5); };
        const TaskId id = tasks.add({.nominal_ns = ns(kind.nominal_ms),
                                     .maximum_ns = ns(kind.maximum_ms),
                                     .elasticity = kind.elasticity,
                                     .priority = static_cast<float>(kind.priority),
                                     .cost_ns = ns(kind.cost_ms)});
        tasks.makeRoomForPlaces();
        tasks.setPlace(id.row, {static_cast<float>(kind.distance_m), kind.kind});
        tasks.columns.detail_kind[id.row] = kind.detail_kind;
        cost_ms.push_back(kind.cost_ms);
        ran_ms.push_back(0);
        waits_ms.emplace_back();
        return id.row;
    }
    // `ran(row)` is called for each that thinks; what it costs is cost_ms[row] times `load`.
    void frame(
        double frame_ms, double budget_ms,
        const std::function<void(std::uint32_t)>& ran = [](std::uint32_t) {}) {
        now_ms += frame_ms;
        const auto think = [&](const TaskCall& call) {
            const std::uint32_t row = call.task.row;
            waits_ms[row].push_back(now_ms - ran_ms[row]);
            ran_ms[row] = now_ms;
            ran(row);
            clock.advance(static_cast<std::int64_t>(cost_ms[row] * load * 1e6));
        };
        runFrame(static_cast<std::int64_t>(frame_ms * 1e6), static_cast<std::int64_t>(budget_ms * 1e6),
                 think);
    }
    void frames(int count, double frame_ms, double budget_ms) {
        for (int i = 0; i < count; ++i) frame(frame_ms, budget_ms);
    }
    void forgetWaits() {
        for (std::vector<double>& waits : waits_ms) waits.clear();
    }
    // From one thought to the next, of the herd in this row.
    double meanWait_ms(std::uint32_t row) const {
        double sum = 0;
        for (const double wait : waits_ms[row]) sum += wait;
        return sum / static_cast<double>(waits_ms[row].size());
    }
    double longestWait_ms(std::uint32_t row) const { return std::ranges::max(waits_ms[row]); }
    double period_ms(std::uint32_t row) const {
        return static_cast<double>(tasks.columns.state[row].period_ns) * 1e-6;
    }

    std::vector<double> cost_ms, ran_ms;
    std::vector<std::vector<double>> waits_ms;
    double load = 1, now_ms = 0;
};

}  // namespace drover::load
