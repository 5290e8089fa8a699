// `run` and `replay --trajectories`: where everyone is and how it moves, for other programs to check what
// ours say of herds and people. Rows are written as the run goes on: to an .npy file, which NumPy opens as a
// table with named columns, as CSV, or as the text that JuPedSim writes and PedPy reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/command_line/output.h"
#include "core/flock/store.h"
#include "core/world/world.h"

namespace CLI {
class App;
}

namespace drover::lab {

struct TrajectoryOptions {
    std::string path;  // empty: not wanted; -: CSV on standard output
    std::uint64_t every = 1;
    bool has_leaves = false;
};

// A path with another ending is refused here, before anything is created.
void addTrajectoryOptions(CLI::App& command, TrajectoryOptions& options);

// Where a flock, a leaf, a wild animal, a pursuit agent or a person is. The columns of both formats are in
// trajectories.cpp.
struct TrajectoryRow {
    std::uint64_t frame = 0;
    double time = 0;           // second
    std::uint64_t number = 0;  // of its life, in text
    std::uint32_t flock = 0, species = 0, leaf = 0;
    double x = 0, y = 0;   // metre
    float vx = 0, vy = 0;  // metre per second
    std::uint32_t depth = 0;
    double staleness = 0, lateness = 0;  // second
};

class Trajectories {
  public:
    // Creates the file, or throws Exit.
    explicit Trajectories(const TrajectoryOptions& options);

    // After a frame. Throws Exit if the file cannot be written. After each call the file is whole.
    void add(const world::World& world);
    void close();

  private:
    enum class Format : std::uint8_t { kNpy, kCsv, kText };
    static Format formatOf(const std::string& path);
    void addLeaves(const flock::FlockStore& flocks, FlockId flock, TrajectoryRow& row);
    void write(const TrajectoryRow& row);
    void flush();

    TrajectoryOptions options_;
    Format format_;
    command_line::OutputStream out_;
    std::string text_;  // not yet written: whole rows
    std::uint64_t rows_ = 0;
    // For PedPy a person who comes in again is another one. By task: which of its lives was seen last, and
    // the number of that; 0: none.
    struct Life {
        std::uint32_t life = 0;
        std::uint64_t number = 0;
    };
    std::uint64_t numberOf(std::uint32_t task, std::uint32_t life, std::size_t tasks);
    std::vector<Life> lives_;
    std::uint64_t last_number_ = 0;
};

}  // namespace drover::lab
