#include "core/load/elastic/elastic.h"

namespace drover::load {

QueueManager::Rules ElasticManager::rules() const {
    return {
        .cost_estimate = static_cast<CostEstimate>(parameter(at<kElasticParameters>("cost_estimate"))),
        .knows_growth = parameter(at<kElasticParameters>("growing_cost")) > 0,
        .hysteresis = parameter(at<kElasticParameters>("hysteresis")),
        .first_update_frames =
            static_cast<std::uint32_t>(parameter(at<kElasticParameters>("first_update_frames"))),
        .is_start_staggered = parameter(at<kElasticParameters>("staggered_start")) > 0,
        .delay_cap_frames = static_cast<std::uint32_t>(parameter(at<kElasticParameters>("delay_cap_frames"))),
        .reclaims = parameter(at<kElasticParameters>("reclaim")) > 0};
}

DueIndex& ElasticManager::firstIndex(const TaskTable& tasks) {
    return indexes_.chooseFirst(tasks, parameter(at<kElasticParameters>("hysteresis")));
}

DueIndex& ElasticManager::chooseIndex(TaskTable& tasks) {
    return indexes_.choose(tasks, parameter(at<kElasticParameters>("hysteresis")));
}

void ElasticManager::moveTable(const TaskTable& from, const TaskTable& to) {
    Manager::moveTable(from, to);
    indexes_.moveTable(from, to);
}

}  // namespace drover::load
