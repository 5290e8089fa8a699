#include "core/world/pool.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace drover::world {
namespace {

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
        group_.run([this, &job] { runHere(job); });
    }
    void runHere(Job& job) override {
        job.run(static_cast<unsigned>(tbb::this_task_arena::current_thread_index()));
    }
    void finish() override { group_.wait(); }

  private:
    unsigned threads_;
    tbb::global_control limit_;  // allows this many threads even on a machine with fewer cores
    tbb::task_arena arena_;
    tbb::task_group group_;
};

}  // namespace

std::unique_ptr<Pool> makePool(unsigned threads) {
    if (threads <= 1) return nullptr;
    return std::make_unique<TbbPool>(threads);
}

}  // namespace drover::world
