// `run --trajectories`: where everyone is and how it moves, for other programs to check what ours say of
// herds. Rows are written as the run goes on: to an .npy file, which NumPy opens as a table with named
// columns, or as CSV.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "core/world/world.h"

namespace CLI {
class App;
}

namespace drover::lab {

struct TrajectoryOptions {
    std::string path;  // empty: not wanted; -: CSV on standard output
    std::uint64_t every = 1;
    bool has_leaves = false;

    bool takeStandardOutput() const { return path == "-"; }
};

void addTrajectoryOptions(CLI::App& command, TrajectoryOptions& options);

class Trajectories {
  public:
    // Creates the file, or throws Exit.
    explicit Trajectories(const TrajectoryOptions& options);
    ~Trajectories();
    Trajectories(const Trajectories&) = delete;
    Trajectories& operator=(const Trajectories&) = delete;

    // After a frame. Throws Exit if the file cannot be written.
    void add(const world::World& world);
    void close();

  private:
    struct Row;
    void addFlock(const world::World& world, FlockId flock, Row& row);
    void write(const Row& row);
    void flush();
    std::string npyHeader() const;
    [[noreturn]] void fail(int reason) const;

    TrajectoryOptions options_;
    bool is_npy_ = false;
    std::FILE* file_ = nullptr;
    std::string text_;
    std::uint64_t rows_ = 0, last_frame_ = 0;
};

}  // namespace drover::lab
