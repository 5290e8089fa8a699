// A process manager under a clock that moves only when an atom advances it: what its tests share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/load/process/process_manager.h"

namespace drover::load {

using Ids = std::vector<AgentId>;

struct Stage {
    ModelClock clock;
    ProcessManager manager;
    std::string log;  // one letter per atom

    explicit Stage(ProcessSettings settings = {}) : manager(settings) {}

    // Work of `count` atoms that each cost `cost_ns` and write `letter`.
    SetWork atoms(char letter, std::uint32_t count, std::int64_t cost_ns) {
        return {count, [this, letter, cost_ns](AgentId, std::uint32_t) {
                    log += letter;
                    clock.advance(cost_ns);
                }};
    }
    AgentKindId kind(AgentKind kind) {
        const auto added = manager.addKind(std::move(kind));
        EXPECT_EQ(added.error, "");
        return added.id;
    }
    // A kind with one behaviour set, b, of one atom.
    AgentKindId each(std::function<void(AgentId, std::uint32_t)> atom) {
        return kind(
            {.name = "each", .behaviours = {{"b", ExecutionMethod::kUnsuspendable, 50, 1, 0, {1, atom}}}});
    }
    AgentId agent(AgentKindId kind, AgentSettings settings = {.delay = 0}) {
        const auto added = manager.addAgent(kind, settings);
        EXPECT_EQ(added.error, "");
        return added.id;
    }
    // Runs one frame and returns its atoms.
    std::string run(std::int64_t budget_ns) {
        log.clear();
        manager.run(budget_ns, clock);
        return log;
    }
    // Adds an agent with one behaviour set of three atoms of 10 ns.
    AgentId oneSet(ExecutionMethod method, std::int64_t period) {
        return agent(kind({.name = "one", .behaviours = {{"think", method, 50, period, 0, numbered(3)}}}));
    }
    // Atoms of 10 ns that write their number.
    SetWork numbered(std::uint32_t count) {
        return {count, [this](AgentId, std::uint32_t atom) {
                    log += static_cast<char>('0' + atom);
                    clock.advance(10);
                }};
    }
    const Execution& line(std::size_t i) const { return manager.report().executions.at(i); }
};

}  // namespace drover::load
