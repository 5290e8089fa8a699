// The subcommands of drover-lab. main.cpp adds them all to the command line. The callback of
// the chosen subcommand runs it, and throws Exit on failure.
#pragma once

namespace CLI {
class App;
}

namespace drover::lab {

void addRun(CLI::App& app);
void addReplay(CLI::App& app);
void addDiff(CLI::App& app);
void addCompare(CLI::App& app);
void addGrade(CLI::App& app);
void addScenarios(CLI::App& app);
void addLesson(CLI::App& app);
void addPerception(CLI::App& app);
void addSchedule(CLI::App& app);
void addBench(CLI::App& app);
void addReproduce(CLI::App& app);
void addSweep(CLI::App& app);
void addOrdeal(CLI::App& app);

}  // namespace drover::lab
