#include "core/load/modes/modes.h"

namespace drover::load {

QueueManager::Rules ModesManager::rules() const {
    return {
        .delay_cap_frames = static_cast<std::uint32_t>(parameter(at<kModesParameters>("delay_cap_frames"))),
        .reclaims = parameter(at<kModesParameters>("reclaim")) > 0,
        .first_to_run = FirstToRun::kShortestPeriod};
}

DueIndex& ModesManager::firstIndex(const TaskTable&) {
    is_chosen_ = true;
    return index_;
}

DueIndex& ModesManager::chooseIndex(TaskTable&) {
    is_chosen_ = true;
    index_.setRules(
        {.detail_s = parameter(at<kModesParameters>("detail")),
         .hysteresis = parameter(at<kModesParameters>("hysteresis")),
         .rest_frames = static_cast<std::uint32_t>(parameter(at<kModesParameters>("rest_frames")))});
    return index_;
}

void ModesManager::moveTable(const TaskTable& from, const TaskTable& to) {
    Manager::moveTable(from, to);
    index_.moveTable(from, to);
}

}  // namespace drover::load
