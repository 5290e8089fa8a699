#include "core/load/managers.h"

#include <algorithm>

#include "core/load/allocator/budget_allocator.h"
#include "core/load/elastic/elastic.h"
#include "core/load/frequency/frequency.h"
#include "core/load/lua/own_manager.h"
#include "core/load/modes/modes.h"
#include "core/load/plan/planned_manager.h"
#include "core/load/process/process.h"
#include "core/load/taught/edf.h"
#include "core/load/taught/feedback.h"
#include "core/load/taught/harmonic.h"
#include "core/load/taught/mk_firm.h"
#include "core/load/taught/predictive.h"
#include "core/load/taught/tiers.h"
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

constexpr ManagerInfo kTable[] = {
    {.name = "elastic",
     .title = "Elastic tasks",
     .line = "when time is short all wait longer, far herds most",
     .explanation = "Each herd would like to think often: every 33 ms, unless its species says otherwise. If "
                    "time is short, all wait longer, far herds more than near ones, none longer than its "
                    "maximum. Who is due thinks while it fits the budget, the longest delayed first. After "
                    "Tan and Wong, 2008.",
     .coin = Coin::kElasticity,
     .parameters = kElasticParameters,
     .make = make<ElasticManager>,
     .bytes_per_task = ElasticManager::kBytesPerTask},
    {.name = "modes",
     .title = "Modes",
     .line = "herds fold into fewer points until all of them fit",
     .explanation =
         "Each herd is run in a mode: how many points stand for its animals, and how often they are updated. "
         "Every mode has a cost, and an error that a viewer would see, which counts less the farther it is. "
         "In each frame the modes are chosen whose costs fit the budget and whose errors are least together. "
         "So herds fold where time is short, and unfold where there is time to spare. After Orr and Baruah's "
         "elastic tasks with discrete modes, 2020.",
     .coin = Coin::kElasticityAndPriority,
     .sets_detail = true,
     .parameters = kModesParameters,
     .make = make<ModesManager>,
     .bytes_per_task = ModesManager::kBytesPerTask},
    {.name = "process",
     .title = "Process manager",
     .line = "near herds get a larger share; what is cut off goes on in the next frame",
     .explanation = "Each task is an agent with a period in frames, and a delay that keeps few agents in the "
                    "same frame. Agents that are due share the time by priority; before each one the share "
                    "is worked out again from what is left. When nothing is left, the others wait for the "
                    "next frame, which goes on after the last one that ran. After Wright and Marshall, 2000.",
     .coin = Coin::kPriority,
     .cuts_thoughts = true,
     .parameters = kProcessParameters,
     .make = make<ProcessTaskManager>,
     .bytes_per_task = ProcessTaskManager::kBytesPerTask},
    {.name = "load_balancing",
     .title = "Load balancing",
     .line = "herds take turns, and a turn has an equal part of the time",
     .explanation = "Each task has a period in frames, and a phase that spreads the tasks over the frames. "
                    "Tasks that are due are offered equal parts of the time, worked out again before each "
                    "one, so that a task that overruns leaves less to the others. After gdx-ai.",
     .coin = Coin::kFrequency,
     .cuts_thoughts = true,
     .parameters = kPhasingParameters,
     .make = makeFrequency<Sharing::kEqual>,
     .bytes_per_task = FrequencyManager::kBytesPerTask},
    {.name = "priority",
     .title = "Priorities",
     .line = "herds take turns, and near ones get a larger part of the time",
     .explanation = "As load balancing, but each task is offered a part of the time in proportion to its "
                    "priority. After gdx-ai.",
     .coin = Coin::kPriorityAndFrequency,
     .cuts_thoughts = true,
     .parameters = kPriorityParameters,
     .make = makeFrequency<Sharing::kPriority>,
     .bytes_per_task = FrequencyManager::kBytesPerTask},
    {.name = "fixed",
     .title = "Fixed periods",
     .line = "herds take turns, however long that takes: no budget is kept",
     .explanation = "Each task runs at its period in frames and its phase, and no budget is kept: what "
                    "schedules alone achieve. Wright and Marshall call it the non-scheduled version.",
     .coin = Coin::kFrequency,
     .parameters = kPhasingParameters,
     .make = makeFrequency<Sharing::kNone>,
     .bytes_per_task = FrequencyManager::kBytesPerTask},
    {.name = "budget_allocator",
     .title = "Budget allocator",
     .line = "the nearest in every frame, the others at lower rates",
     .explanation = "Tasks are sorted by significance. The first ones run in every frame, the others at "
                    "lower rates, as far as the mean cost of a task says that the budget goes; under "
                    "pressure the last ones do less work. No frame is cut short. After the animation budget "
                    "allocator of Unreal Engine, as it is documented.",
     .coin = Coin::kPriorityAlone,
     .sets_detail = true,
     .parameters = kAllocatorParameters,
     .make = make<BudgetAllocator>,
     .bytes_per_task = BudgetAllocator::kBytesPerTask},
    {.name = "unmanaged",
     .title = "Everything every frame",
     .line = "all think in every frame: no budget is kept",
     .explanation = "Every task runs in every frame, whatever it costs: what happens without a load manager.",
     .coin = Coin::kNone,
     .make = make<UnmanagedManager>,
     .bytes_per_task = UnmanagedManager::kBytesPerTask},
    {.name = "edf",
     .title = "Earliest deadline first",
     .line = "the earliest deadline first, and each kind of animal has its share",
     .explanation =
         "Each herd is to think every T0, and has a deadline one T0 after its date. Who has the "
         "earliest deadline thinks first. Each kind of animal has a share of the budget; a kind "
         "that has used up its share goes on with later deadlines, so that it makes only itself "
         "late. Distance counts only in the shares. After Liu and Layland, 1973; the servers after "
         "Abeni and Buttazzo, 1998.",
     .coin = Coin::kAll,
     .parameters = kEdfParameters,
     .make = makePlanned<EdfPlan>,
     .bytes_per_task = PlannedManager::kBytesPerTask + EdfPlan::kBytesPerTask},
    {.name = "mk_firm",
     .title = "Firm: m of k",
     .line = "m of any k thoughts in time: all of them near you, few far away",
     .explanation = "Of each k thoughts of a herd, m must be in time: all of them near you, few far away. A "
                    "pattern says beforehand which ones; they go first, and the others get what is left. Or "
                    "the herd that is nearest to failing goes first. After Ramanathan, 1999, and Hamdaoui "
                    "and Ramanathan, 1995.",
     .coin = Coin::kAll,
     .parameters = kFirmParameters,
     .make = makePlanned<FirmPlan>,
     .bytes_per_task = PlannedManager::kBytesPerTask + FirmPlan::kBytesPerTask},
    {.name = "harmonic",
     .title = "Harmonic periods",
     .line = "periods that divide each other, so that each frame has the same work",
     .explanation =
         "As elastic, but each period is a whole multiple of every shorter one, counted in frames: "
         "1, 2, 4 or 1, 3, 6. Herds at about the same distance share a period and take turns, so "
         "that every frame has the same work. Among the periods that fit the budget, those are "
         "taken that stretch least. After Sudvarg and others, 2024.",
     .coin = Coin::kAll,
     .make = makePlanned<HarmonicPlan>,
     .bytes_per_task = PlannedManager::kBytesPerTask},
    {.name = "predictive",
     .title = "Most benefit",
     .line = "the most benefit for the time, in each frame",
     .explanation =
         "For each herd it predicts what a thought would cost and how much a viewer would gain, at "
         "each level of detail. In every frame it takes the most gain for the time, and improves "
         "on its choice in the frame before. A herd that has waited long gains more. After "
         "Funkhouser and Sequin, 1993.",
     .coin = Coin::kAll,
     .sets_detail = true,
     .parameters = kPredictiveParameters,
     .make = makePlanned<PredictivePlan>,
     .bytes_per_task = PlannedManager::kBytesPerTask + PredictivePlan::kBytesPerTask},
    {.name = "tiers",
     .title = "Three tiers",
     .line = "a few herds whole, more in the middle, the rest cheap",
     .explanation =
         "The 40 herds nearest to you are whole and think as often as they like. The next 120 have "
         "half the detail and think a third as often, the rest are single points and think as "
         "seldom as they bear. It does not look at costs or the budget. After the crowds of "
         "Assassin's Creed Unity, 2015.",
     .coin = Coin::kAll,
     .sets_detail = true,
     .parameters = kTiersParameters,
     .make = makePlanned<TiersPlan>,
     .bytes_per_task = PlannedManager::kBytesPerTask + TiersPlan::kBytesPerTask},
    {.name = "feedback",
     .title = "Feedback control",
     .line = "a controller stretches all periods by one number",
     .explanation = "It looks at one number: how much of the budget the herds have used, and how much had to "
                    "wait. Above the set point it stretches all periods, far ones more; below, it shortens "
                    "them. It needs no costs, but some frames to follow a change. After Lu, Stankovic, Son "
                    "and Tao, 2002.",
     .coin = Coin::kAll,
     .parameters = kFeedbackParameters,
     .make = makePlanned<FeedbackPlan>,
     .bytes_per_task = PlannedManager::kBytesPerTask},
    {.name = "own",
     .title = "Your own",
     .line = "what you write, in a few lines of Lua",
     .explanation = "A manager that you write: a few lines of Lua say how often each herd thinks, or which "
                    "think first. The house keeps dates, delays and the budget.",
     .coin = Coin::kAll,
     .make_from = [](const ManagerInfo& info, std::string_view text) -> std::unique_ptr<Manager> {
         return std::make_unique<OwnManager>(info, text);
     },
     .flaw_of = flawOfScript,
     .bytes_per_task = PlannedManager::kBytesPerTask + OwnManager::kOwnBytesPerTask},
};

}  // namespace

// Ready before any other initialisation: tests and tables elsewhere are built from it.
constinit const std::span<const ManagerInfo> kManagers = kTable;

std::unique_ptr<Manager> makeManager(const ManagerInfo& info, std::string_view text) {
    return info.make_from != nullptr ? info.make_from(info, text) : info.make(info);
}

const ManagerInfo* findManager(std::string_view name) {
    const auto found = std::find_if(kManagers.begin(), kManagers.end(),
                                    [name](const ManagerInfo& info) { return info.name == name; });
    return found == kManagers.end() ? nullptr : &*found;
}

}  // namespace drover::load
