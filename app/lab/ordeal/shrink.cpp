#include "app/lab/ordeal/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/command_line/exit.h"
#include "app/command_line/output.h"
#include "app/lab/ordeal/apart.h"
#include "core/replay/recording.h"
#include "core/world/files/scenario_file.h"
#include "core/world/scenario/kinds.h"

namespace drover::lab::ordeal {
namespace {

// The same thing is wrong: what stands before the details.
std::string kindOf(const std::string& failure) { return failure.substr(0, failure.find_first_of(":,(")); }

class Shrinker {
  public:
    explicit Shrinker(std::uint64_t seed) : best_(lifeOf(seed)) {
        failure_ = failureOf(best_);
        kind_ = kindOf(failure_);
        best_.moments = apart_.moments();
    }

    Shrunk result() && { return {std::move(best_), std::move(failure_), tries_}; }

    void shrink() {
        if (failure_.empty() || best_.moments.empty()) return;
        for (std::uint32_t before = ~0u; before != tries_gone_well_;) {
            before = tries_gone_well_;
            without([](Life& life) -> auto& { return life.moments; });
            for (std::size_t m = 0; m < best_.moments.size(); ++m) shrinkMoment(m);
            shrinkLife();
            shrinkScenario();
        }
    }

  private:
    bool take(Life smaller) {
        ++tries_;
        const std::string failure = failureOf(smaller);
        if (failure.empty() || kindOf(failure) != kind_) return false;
        best_ = std::move(smaller), failure_ = failure;
        ++tries_gone_well_;
        return true;
    }

    // Leaves out parts of a list, large ones first.
    template <class ListOf>
    void without(ListOf list_of) {
        for (std::size_t part = list_of(best_).size(); part > 0; part /= 2)
            for (std::size_t at = 0; at < list_of(best_).size();) {
                Life smaller = best_;
                auto& list = list_of(smaller);
                const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
                list.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, list.size() - at)));
                if (smaller.moments.empty() || !take(std::move(smaller))) at += part;
            }
    }

    void shrinkMoment(std::size_t m) {
        without([m](Life& life) -> auto& { return life.moments[m].commands; });
        if (best_.moments[m].deed == Deed::kNothing) return;
        Life smaller = best_;
        smaller.moments[m].deed = Deed::kNothing;
        take(std::move(smaller));
    }

    template <class Change>
    void change(Change change) {
        Life smaller = best_;
        change(smaller);
        take(std::move(smaller));
    }

    void shrinkLife() {
        if (best_.threads > 1) change([](Life& life) { life.threads = 1; });
        if (best_.memory_bytes < ~std::uint64_t{0})
            change([](Life& life) { life.memory_bytes = ~std::uint64_t{0}; });
        for (Moment& moment : best_.moments)
            if (moment.frame_time != 1.0 / 60) {
                const auto at = &moment - best_.moments.data();
                change(
                    [at](Life& life) { life.moments[static_cast<std::size_t>(at)].frame_time = 1.0 / 60; });
            }
    }

    // `change` returns whether there was something to change.
    template <class Change>
    void changeScenario(Change change) {
        auto scenario = world::parseScenario("a life", best_.text, kMemory);
        if (!scenario || !change(*scenario.value)) return;
        Life smaller = best_;
        smaller.text = world::writeScenario(*scenario.value);
        take(std::move(smaller));
    }

    template <class ListOf>
    void emptyList(ListOf list_of) {
        changeScenario([&](world::Scenario& s) {
            if (list_of(s).empty()) return false;
            list_of(s).clear();
            return true;
        });
        changeScenario([&](world::Scenario& s) {
            if (list_of(s).size() < 2) return false;
            list_of(s).pop_back();
            return true;
        });
    }

    void shrinkScenario() {
        emptyList([](world::Scenario& s) -> auto& { return s.relations; });
        emptyList([](world::Scenario& s) -> auto& { return s.schedulers; });
        emptyList([](world::Scenario& s) -> auto& { return s.spikes; });
        emptyList([](world::Scenario& s) -> auto& { return s.world.shapes; });
        emptyList([](world::Scenario& s) -> auto& { return s.player.tour; });
        emptyList([](world::Scenario& s) -> auto& { return s.people.settings.entrances; });
        emptyList([](world::Scenario& s) -> auto& { return s.load.parameters; });
        emptyList([](world::Scenario& s) -> auto& { return s.species; });
        auto scenario = world::parseScenario("a life", best_.text, kMemory);
        const std::uint32_t kinds = scenario ? world::kindsOf(*scenario.value) : 0;
        for (std::uint32_t kind = 0; kind < kinds; ++kind)
            for (const std::uint32_t divisor : {1000u, 2u})
                changeScenario([&](world::Scenario& s) {
                    if (kind >= world::kindsOf(s)) return false;
                    auto entry = world::entryOf(s, kind);
                    const bool has_some = entry.count > 0;
                    entry.count /= divisor;
                    return has_some;
                });
    }

    std::string failureOf(const Life& life) {
        apart_.begin(life);
        return apart_.end().failure;
    }

    Apart apart_;
    Life best_;
    std::string failure_, kind_;
    std::uint32_t tries_ = 0, tries_gone_well_ = 0;
};

}  // namespace

Shrunk shrink(std::uint64_t seed) {
    Shrinker shrinker(seed);
    shrinker.shrink();
    return std::move(shrinker).result();
}

// With the frames that a run counts: it stands still while it is paused.
static std::string logOf(const Life& life) {
    std::string log;
    std::uint64_t frame = 1;
    bool is_paused = false;
    for (const Moment& moment : life.moments) {
        for (const std::string& line : moment.commands) {
            const auto read = world::parseCommandLog("a life", line);
            if (!read) continue;
            for (const world::LoggedCommand& logged : *read.value) {
                log += world::writeCommand({frame, logged.command});
                if (world::beginsAnew(logged.command)) is_paused = false;
                if (const auto* const pause = std::get_if<world::SetPause>(&logged.command))
                    is_paused = pause->is_paused;
            }
        }
        frame += !is_paused;
    }
    return log;
}

std::string writeLife(const Shrunk& shrunk, const std::string& folder) {
    std::error_code ignored;  // writing says what is wrong
    std::filesystem::create_directories(folder, ignored);
    const std::string name =
        (std::filesystem::path(folder) / fmt::format("life-{}", shrunk.life.seed)).string();
    command_line::writeOutput(name + ".json", shrunk.life.text);
    command_line::writeOutput(name + ".jsonl", logOf(shrunk.life));
    Life before = shrunk.life;
    if (!before.moments.empty()) before.moments.pop_back();
    const std::string error = record(before, name + replay::kFileEnding);
    if (!error.empty()) command_line::fail(command_line::kCannotWrite, "{}", error);
    return name;
}

}  // namespace drover::lab::ordeal
