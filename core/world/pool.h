// Worker threads. FlockJobs gives them the moving of flocks, while the manager on the owner's thread chooses
// the next tasks. Only pool.cpp uses oneTBB; a test can provide its own pool.
#pragma once

#include <functional>
#include <memory>

namespace drover::world {

class Pool {
  public:
    struct Job {
        virtual void run(unsigned core) = 0;  // `core` is below cores(); a core never runs two jobs at once

      protected:
        ~Job() = default;
    };

    virtual ~Pool() = default;
    virtual unsigned cores() const = 0;  // includes the owner's thread

    // Runs `owner` on this thread. Only `owner`, on this thread, may call the functions below.
    virtual void during(const std::function<void()>& owner) = 0;
    // Runs the job now or later, on any thread. It must live until finish() returns.
    virtual void start(Job& job) = 0;
    // Runs the job now, on this thread.
    virtual void runHere(Job& job) = 0;
    // Returns when all jobs have run. This thread helps to run them.
    virtual void finish() = 0;
};

inline constexpr unsigned kMostThreads = 256;

// Null for one thread or none, because then there is nothing to share. If the system gives fewer
// threads, the pool has those, and the results are the same.
std::unique_ptr<Pool> makePool(unsigned threads);

// How many threads the system gives, at most `wanted`, with the one that asks.
unsigned threadsToBeHad(unsigned wanted);

}  // namespace drover::world
