// The subcommands of drover-lab, one file each. Each adds itself to the command line; when it is the one that
// was asked for, its callback runs it and throws Exit if it does not end well.
#pragma once

namespace CLI {
class App;
}

namespace drover::lab {

void addRun(CLI::App& app);
void addCompare(CLI::App& app);
void addScenarios(CLI::App& app);
void addSchedule(CLI::App& app);
void addBench(CLI::App& app);
void addReproduce(CLI::App& app);
void addSweep(CLI::App& app);

}  // namespace drover::lab
