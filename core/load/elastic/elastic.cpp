#include "core/load/elastic/elastic.h"

namespace drover::load {
namespace {

// The place of a parameter; a wrong name does not compile.
consteval std::size_t at(std::string_view name) { return indexOf(kElasticParameters, name); }

}  // namespace

QueueManager::Rules ElasticManager::rules() const {
    return {.cost_estimate = static_cast<CostEstimate>(parameter(at("cost_estimate"))),
            .knows_growth = parameter(at("growing_cost")) > 0,
            .hysteresis = parameter(at("hysteresis")),
            .first_update_frames = static_cast<std::uint32_t>(parameter(at("first_update_frames"))),
            .is_start_staggered = parameter(at("staggered_start")) > 0,
            .delay_cap_frames = static_cast<std::uint32_t>(parameter(at("delay_cap_frames")))};
}

DueIndex& ElasticManager::chooseIndex(TaskTable& tasks) {
    return indexes_.choose(tasks, parameter(at("hysteresis")));
}

void ElasticManager::moveTable(const TaskTable& from, const TaskTable& to) {
    Manager::moveTable(from, to);
    indexes_.moveTable(from, to);
}

}  // namespace drover::load
