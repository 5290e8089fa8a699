// drover-lab: the simulation without a window, for scripts, measurements and machines without a display.
#include <CLI/CLI.hpp>

#include "app/command_line/program.h"
#include "app/command_line/version.h"
#include "app/lab/subcommands.h"

int main(int argc, char** argv) {
    CLI::App app("Drover's simulation without a window: flocks that live in level-of-detail trees.",
                 "drover-lab");
    app.set_version_flag("--version", drover::command_line::versionText("drover-lab"));
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done, 1 a claim or a lesson is broken, recordings differ, a life went wrong,\n"
        "a grade is too low or an answer is wrong, 64 usage, 65 bad data, 66 no such input, 70 internal, 71 "
        "not enough memory,\n"
        "73 cannot create an output, 74 cannot write one,\n"
        "129, 130 and 143 stopped by SIGHUP, SIGINT and SIGTERM, files complete.");
    drover::lab::addRun(app);
    drover::lab::addReplay(app);
    drover::lab::addDiff(app);
    drover::lab::addCompare(app);
    drover::lab::addGrade(app);
    drover::lab::addScenarios(app);
    drover::lab::addLesson(app);
    drover::lab::addPerception(app);
    drover::lab::addSchedule(app);
    drover::lab::addReproduce(app);
    drover::lab::addSweep(app);
    drover::lab::addOrdeal(app);
    drover::lab::addBench(app);
    return drover::command_line::runProgram(app, argc, argv);
}
