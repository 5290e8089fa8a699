// Where there is no Google Benchmark, drover-lab has no benchmarks.
#include "app/lab/subcommands.h"

namespace drover::lab {

void addBench(CLI::App&) {}

}  // namespace drover::lab
