// A team of threads. The parts of a loop are divided into one share a core, so that a core finds in its cache
// what it wrote in the last loop. A core that is done with its share takes parts of the others'. The caller
// waits for parts, not for threads: a thread that wakes too late finds nothing left and keeps no one waiting.
#include "core/cores/team.h"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>
#include <future>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace drover::cores {
namespace {

class ThreadTeam final : public Team {
  public:
    explicit ThreadTeam(unsigned size) : shares_(size) {
        threads_.reserve(size - 1);
        for (unsigned core = 1; core < size; ++core) threads_.emplace_back([this, core] { live(core); });
    }
    ~ThreadTeam() override {
        is_over_ = true;
        loop_.fetch_add(1);
        loop_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    unsigned size() const override { return static_cast<unsigned>(shares_.size()); }
    void start(std::uint32_t parts, Part part) override;
    void finish() override;

  private:
    // One of a loop's shares. The loop's number stands beside the next part, so that a late thread cannot
    // take a part of another loop.
    struct alignas(128) Share {
        static constexpr std::uint32_t kClosed = ~std::uint32_t{0};
        std::atomic<std::uint64_t> next = 0;  // loop << 32 | part
        std::atomic<std::uint32_t> end = 0;

        // Closed while its end changes: a late thread that sees the new end cannot take a part by it.
        void open(std::uint32_t loop, std::uint32_t first, std::uint32_t behind) {
            next.store(std::uint64_t{loop} << 32 | kClosed, std::memory_order_release);
            end.store(behind, std::memory_order_release);
            next.store(std::uint64_t{loop} << 32 | first, std::memory_order_release);
        }
        std::optional<std::uint32_t> take(std::uint32_t loop) {
            std::uint64_t seen = next.load(std::memory_order_acquire);
            while (seen >> 32 == loop &&
                   static_cast<std::uint32_t>(seen) < end.load(std::memory_order_acquire))
                if (next.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel,
                                               std::memory_order_acquire))
                    return static_cast<std::uint32_t>(seen);
            return std::nullopt;
        }
    };

    void live(unsigned core);
    std::uint32_t loopAfter(std::uint32_t loop);
    void help(std::uint32_t loop, unsigned core);
    void call(std::uint32_t part, unsigned core);

    std::vector<Share> shares_;
    std::optional<Part> part_;  // of the loop that runs
    std::exception_ptr failure_;
    std::atomic<bool> has_failed_ = false, is_over_ = false;
    alignas(128) std::atomic<std::uint32_t> loop_ = 0;  // the number of the loop that runs, or ran last
    alignas(128) std::atomic<std::uint32_t> left_ = 0;  // parts of it that are not done
    alignas(128) std::atomic<unsigned> asleep_ = 0;     // threads
    std::vector<std::thread> threads_;                  // last: they use what stands above
};

void ThreadTeam::start(std::uint32_t parts, Part part) {
    const std::uint32_t loop = loop_.load(std::memory_order_relaxed) + 1;
    assert(left_.load(std::memory_order_relaxed) == 0);  // one loop at a time
    part_.emplace(part);
    left_.store(parts, std::memory_order_relaxed);
    const auto firstOf = [&](std::size_t share) {
        return static_cast<std::uint32_t>(std::uint64_t{parts} * share / shares_.size());
    };
    for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i].open(loop, firstOf(i), firstOf(i + 1));
    if (parts == 0) return;
    loop_.store(loop);
    if (asleep_.load() > 0) loop_.notify_all();
}

void ThreadTeam::finish() {
    help(loop_.load(std::memory_order_relaxed), 0);
    while (left_.load(std::memory_order_acquire) > 0) std::this_thread::yield();
    if (!has_failed_) return;
    has_failed_ = false;
    std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadTeam::help(std::uint32_t loop, unsigned core) {
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        Share& share = shares_[(core + i) % shares_.size()];
        while (const std::optional<std::uint32_t> part = share.take(loop)) {
            call(*part, core);
            left_.fetch_sub(1, std::memory_order_acq_rel);
        }
    }
}

void ThreadTeam::call(std::uint32_t part, unsigned core) {
    if (has_failed_.load(std::memory_order_relaxed)) return;
    try {
        (*part_)(part, core);
    } catch (...) {
        if (!has_failed_.exchange(true)) failure_ = std::current_exception();
    }
}

void ThreadTeam::live(unsigned core) {
    for (std::uint32_t loop = 0;;) {
        loop = loopAfter(loop);
        if (is_over_) return;
        help(loop, core);
    }
}

// Between the rounds of a frame a thread stays awake, and lets others run. Until the next frame it sleeps.
std::uint32_t ThreadTeam::loopAfter(std::uint32_t loop) {
    constexpr int kLooks = 4'000;  // some tenths of a millisecond
    for (int i = 0; i < kLooks; ++i) {
        if (const std::uint32_t now = loop_.load(std::memory_order_acquire); now != loop) return now;
        std::this_thread::yield();
    }
    ++asleep_;
    loop_.wait(loop);
    --asleep_;
    return loop_.load(std::memory_order_acquire);
}

}  // namespace

unsigned coresToUse() {
    unsigned cores = std::thread::hardware_concurrency();
#ifdef __linux__
    // Fails on a machine with more cores than the set has room for.
    cpu_set_t bound_to;
    if (sched_getaffinity(0, sizeof bound_to, &bound_to) == 0)
        cores = static_cast<unsigned>(CPU_COUNT(&bound_to));
#endif
    return std::clamp(cores, 1u, kMostThreads);
}

unsigned threadsToBeHad(unsigned wanted) {
    std::vector<std::thread> made;
    std::promise<void> all_made;
    const std::shared_future<void> end = all_made.get_future().share();
    bool is_refused = false;
    try {
        made.reserve(wanted);
        // A thread that allocates takes room of its own for it, as those of the team will.
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

std::unique_ptr<Team> makeTeam(unsigned threads) {
    if (threads > 1) threads = threadsToBeHad(threads);
    if (threads <= 1) return nullptr;
    return std::make_unique<ThreadTeam>(threads);
}

}  // namespace drover::cores
