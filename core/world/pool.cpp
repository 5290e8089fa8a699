#include "core/world/pool.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <future>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#define DROVER_UNSEEN __attribute__((no_sanitize("thread")))
#else
#define DROVER_UNSEEN
#endif

namespace drover::world {
namespace {

// oneTBB as packaged is not instrumented, so the thread sanitizer does not see that a job starts after it was
// handed over, and that all jobs end before finish() returns. These two tell it.
void handOver([[maybe_unused]] void* what) {
#ifdef __SANITIZE_THREAD__
    __tsan_release(what);
#endif
}
void takeOver([[maybe_unused]] void* what) {
#ifdef __SANITIZE_THREAD__
    __tsan_acquire(what);
#endif
}

class TbbPool final : public Pool {
  public:
    explicit TbbPool(unsigned threads)
        : threads_(threads),
          limit_(tbb::global_control::max_allowed_parallelism, threads),
          arena_(static_cast<int>(threads)) {}

    ~TbbPool() noexcept override {}  // needed because the task group's destructor may throw

    unsigned cores() const override { return threads_; }
    void during(const std::function<void()>& owner) override { arena_.execute(owner); }
    void start(Job& job) override {
        handOver(&job);
        group_.run([this, &job]() DROVER_UNSEEN { runThere(job); });
    }
    void runHere(Job& job) override {
        job.run(static_cast<unsigned>(tbb::this_task_arena::current_thread_index()));
    }
    void finish() override {
        group_.wait();
        takeOver(this);
    }

  private:
    void runThere(Job& job) {
        takeOver(&job);
        runHere(job);
        handOver(this);
    }

    unsigned threads_;
    tbb::global_control limit_;  // allows this many threads even on a machine with fewer cores
    tbb::task_arena arena_;
    tbb::task_group group_;
};

}  // namespace

unsigned threadsToBeHad(unsigned wanted) {
    std::vector<std::thread> made;
    std::promise<void> all_made;
    const std::shared_future<void> end = all_made.get_future().share();
    bool is_refused = false;
    try {
        made.reserve(wanted);
        // A thread that allocates takes room of its own for it, as those of the pool will.
        while (made.size() + 1 < wanted)
            made.emplace_back([end] { std::make_unique<std::string>(100, ' '), end.wait(); });
    } catch (const std::system_error&) {
        is_refused = true;
    } catch (const std::bad_alloc&) {
        is_refused = true;
    }
    all_made.set_value();
    for (std::thread& thread : made) thread.join();
    // At the limit a part is left for what else the program may need.
    return static_cast<unsigned>(is_refused ? made.size() / 2 : made.size()) + 1;
}

std::unique_ptr<Pool> makePool(unsigned threads) {
    // oneTBB ends the program where it cannot have a thread.
    if (threads > 1) threads = threadsToBeHad(threads);
    if (threads <= 1) return nullptr;
    return std::make_unique<TbbPool>(threads);
}

}  // namespace drover::world
