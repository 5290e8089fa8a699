// The list of all experiments.
#include <algorithm>
#include <array>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {
namespace {

constexpr const char* kTan = "Tan & Wong 2008";
constexpr const char* kWright = "Wright & Marshall 2000";
constexpr const char* kGdx = "gdx-ai at 6726e345";
constexpr const char* kOsborne = "Osborne & Dickinson 2010";
constexpr const char* kOurs = "Drover";

constexpr std::array<Experiment, 13> kTable = {{
    {"tan-table2", kTan, "Table 2: a hundred animats within 10, 20 and 30 ms", tanTable2},
    {"tan-figure5", kTan, "Figure 5: an extra load in frames 200 to 400", tanFigure5},
    {"wright-table2", kWright, "Table 2: process peaks", wrightTable2},
    {"wright-figure2", kWright, "Figure 2: how many agents the testbed can run", wrightFigure2},
    {"gdx-phasing", kGdx, "Automatic phasing", gdxPhasing},
    {"gdx-shares", kGdx, "Shares of a frame", gdxShares},
    {"osborne-figure3", kOsborne, "Figure 3: the level of detail on and off", osborneFigure3},
    {"osborne-figure4", kOsborne, "Figure 4: 2,048 to 65,536 flocks and more", osborneFigure4},
    {"managers", kOurs, "Every manager on five workloads", managersOnWorkloads},
    {"fidelity", kOurs, "Saving against error", savingAgainstError},
    {"neutrality", kOurs, "The same animals at any period and level", neutrality},
    {"late-costs", kOurs, "Late tasks that cost more", lateCosts},
    {"one-loop", kOurs, "Level of detail and budget decide together", oneLoop},
}};

}  // namespace

constinit const std::span<const Experiment> kExperiments = kTable;

const Experiment* findExperiment(std::string_view name) {
    const auto found = std::find_if(kExperiments.begin(), kExperiments.end(),
                                    [name](const Experiment& e) { return e.name == name; });
    return found == kExperiments.end() ? nullptr : &*found;
}

}  // namespace drover::lab
