#include "core/load/managers.h"

#include <algorithm>
#include <array>

#include "core/load/elastic/elastic.h"
#include "core/load/frequency/frequency.h"
#include "core/load/process/process.h"
#include "core/load/unmanaged.h"

namespace drover::load {
namespace {

template <class Kind>
std::unique_ptr<Manager> make(const ManagerInfo& info) {
    return std::make_unique<Kind>(info);
}

template <Sharing sharing>
std::unique_ptr<Manager> makeFrequency(const ManagerInfo& info) {
    return std::make_unique<FrequencyManager>(info, sharing);
}

constexpr std::array<ManagerInfo, 6> kTable = {{
    {"elastic", "Elastic tasks",
     "Periods are springs: each task would like its nominal period, and when all of them together want more "
     "than "
     "the budget gives, the elastic ones are stretched, the far ones before the near ones, none past its "
     "maximum. "
     "What is due then runs while it fits the budget, the longest delayed first. After Tan and Wong, 2008.",
     kElasticParameters, make<ElasticManager>, ElasticManager::kBytesPerTask},
    {"process", "Process manager",
     "Each task is an agent that comes round every so many frames, delayed so that few of them meet in one "
     "frame. Those "
     "whose turn it is get a share of the time by their priority, worked out anew from what is left before "
     "each; when "
     "nothing is left the others wait for the next frame, in which the list goes on after the last one "
     "executed. After "
     "Wright and Marshall, 2000.",
     kProcessParameters, make<ProcessTaskManager>, ProcessTaskManager::kBytesPerTask},
    {"load_balancing", "Load balancing",
     "Each task runs every so many frames, at a phase that keeps tasks from clumping. The time of a frame is "
     "offered in equal parts to those whose turn it is, worked out anew before each, so that one that "
     "overruns "
     "leaves less to the others. After gdx-ai.",
     kPhasingParameters, makeFrequency<Sharing::kEqual>, FrequencyManager::kBytesPerTask},
    {"priority", "Priorities",
     "As load balancing, but each task is offered a part of the time in proportion to its priority. After "
     "gdx-ai.",
     kPriorityParameters, makeFrequency<Sharing::kPriority>, FrequencyManager::kBytesPerTask},
    {"fixed", "Fixed periods",
     "Each task runs every so many frames, at its phase, and no budget is kept: what schedules alone "
     "achieve. The "
     "non-scheduled version of Wright and Marshall.",
     kPhasingParameters, makeFrequency<Sharing::kNone>, FrequencyManager::kBytesPerTask},
    {"unmanaged",
     "Everything every frame",
     "Every task runs in every frame, whatever it costs: what happens without a load manager.",
     {},
     make<UnmanagedManager>},
}};

}  // namespace

// Ready before any other initialisation: tests and tables elsewhere are built from it.
constinit const std::span<const ManagerInfo> kManagers = kTable;

std::size_t bytesPerTask() {
    std::size_t most = 0;
    for (const ManagerInfo& info : kManagers) most = std::max(most, info.bytes_per_task);
    return TaskTable::bytesPerTask() + most;
}

const ManagerInfo* findManager(std::string_view name) {
    const auto found = std::find_if(kManagers.begin(), kManagers.end(),
                                    [name](const ManagerInfo& info) { return info.name == name; });
    return found == kManagers.end() ? nullptr : &*found;
}

}  // namespace drover::load
