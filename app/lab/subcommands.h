// The subcommands of drover-lab, one file each. Each adds itself to the command line; when it is the one that was asked
// for, its callback runs it and throws Exit if it does not end well.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "app/lab/exit_code.h"
#include "core/base/input_error.h"

namespace drover::lab {

// Ends the program: one line for people, a code for scripts.
struct Exit {
    ExitCode code;
    std::string message;
};

// The exit that bad input calls for.
Exit exitFor(const InputError& error);

void addRun(CLI::App& app);
void addCompare(CLI::App& app);
void addScenarios(CLI::App& app);
void addSchedule(CLI::App& app);
void addBench(CLI::App& app);

// The range check of a number option: CLI11's own lets NaN through.
CLI::Validator finiteRange(double low, double high);

}  // namespace drover::lab
