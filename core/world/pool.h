// Threads that take over jobs while their owner goes on. The crew hands them the moving of flocks, so that
// the manager chooses the next ones meanwhile. All that the program knows of oneTBB is in pool.cpp; a test
// may bring its own pool.
#pragma once

#include <functional>
#include <memory>

namespace drover::world {

class Pool {
  public:
    struct Job {
        virtual void run(unsigned core) = 0;  // below cores(); never two jobs on the same core at once

      protected:
        ~Job() = default;
    };

    virtual ~Pool() = default;
    virtual unsigned cores() const = 0;  // the owner's among them

    // Runs `owner` on this thread. The functions below are for it alone, on this thread.
    virtual void during(const std::function<void()>& owner) = 0;
    // The job runs now or later, here or elsewhere; it must live until finish() returns.
    virtual void start(Job& job) = 0;
    // The job runs now, here.
    virtual void runHere(Job& job) = 0;
    // Returns when all jobs have run; this thread takes its share of them.
    virtual void finish() = 0;
};

inline constexpr unsigned kMostThreads = 256;

// Null for one thread or none: then there is nothing to share.
std::unique_ptr<Pool> makePool(unsigned threads);

}  // namespace drover::world
