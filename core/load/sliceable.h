// A behaviour that can be cut into slices: a C++20 coroutine that says "an atom ends here" with `co_yield
// kAtom`. The author writes an ordinary function; the process manager resumes it atom by atom and reads the
// clock between them.
//
//     Sliceable planRoute(SliceMemory&, Route& route) {
//         for (Node& node : route.open) { expand(node); co_yield kAtom; }
//     }
//
// Nothing runs before the first resume(). Destroying it half way destroys its locals, as leaving a function
// would.
#pragma once

#include <cassert>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <utility>

namespace drover::load {

struct Atom {};
constexpr Atom kAtom;

// Where a coroutine's frame lives: one block, kept when the coroutine ends and used again by the next one, so
// that a behaviour which begins anew every few frames allocates only the first time. A coroutine that takes a
// SliceMemory& as its first parameter (after `this`, in a member function or a lambda) is placed there; any
// other, and a second one while the block is taken, goes to the heap. The memory must outlive its coroutine
// and must not move meanwhile.
class SliceMemory {
  public:
    SliceMemory() = default;
    SliceMemory(const SliceMemory&) = delete;
    SliceMemory& operator=(const SliceMemory&) = delete;
    ~SliceMemory() { assert(!taken_); }

    std::size_t bytes() const { return bytes_; }

    static void* take(std::size_t bytes, SliceMemory* memory) {
        const std::size_t whole = bytes + sizeof(Header);
        void* block = memory != nullptr && !memory->taken_ ? memory->reserve(whole) : nullptr;
        Header* header = block != nullptr ? new (block) Header{memory} : new (::operator new(whole)) Header{};
        return header + 1;
    }
    static void giveBack(void* frame) {
        Header* header = static_cast<Header*>(frame) - 1;
        if (header->memory != nullptr)
            header->memory->taken_ = false;
        else
            ::operator delete(header);
    }

  private:
    struct alignas(__STDCPP_DEFAULT_NEW_ALIGNMENT__) Header {
        SliceMemory* memory = nullptr;  // none: from the heap
    };

    void* reserve(std::size_t bytes) {
        if (bytes > bytes_) {
            block_ = std::make_unique<std::byte[]>(bytes);
            bytes_ = bytes;
        }
        taken_ = true;
        return block_.get();
    }

    std::unique_ptr<std::byte[]> block_;
    std::size_t bytes_ = 0;
    bool taken_ = false;
};

class [[nodiscard]] Sliceable {
  public:
    struct promise_type {
        Sliceable get_return_object() { return Sliceable(Handle::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(Atom) noexcept { return {}; }
        void return_void() noexcept {}
        // Kept for resume() to throw. Thrown from here it would leave the coroutine half finished, and clang
        // 14 would then destroy its locals a second time.
        void unhandled_exception() noexcept { exception = std::current_exception(); }

        static void* operator new(std::size_t bytes) { return SliceMemory::take(bytes, nullptr); }
        template <class... Rest>
        static void* operator new(std::size_t bytes, SliceMemory& memory, const Rest&...) {
            return SliceMemory::take(bytes, &memory);
        }
        template <class Self, class... Rest>
        static void* operator new(std::size_t bytes, const Self&, SliceMemory& memory, const Rest&...) {
            return SliceMemory::take(bytes, &memory);
        }
        static void operator delete(void* frame) { SliceMemory::giveBack(frame); }

        std::exception_ptr exception;
    };

    Sliceable() = default;  // nothing to do: done from the start
    Sliceable(Sliceable&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
    Sliceable& operator=(Sliceable&& other) noexcept {
        if (this != &other) {
            reset();
            handle_ = std::exchange(other.handle_, {});
        }
        return *this;
    }
    ~Sliceable() { reset(); }

    bool isDone() const { return !handle_; }

    // Runs one atom; false when that was the last. No allocation of its own. An exception of the body comes
    // out of here once; the coroutine is then over, its locals are gone, and the next begin starts afresh.
    bool resume() {
        assert(handle_);
        handle_.resume();
        if (!handle_.done()) return true;
        const std::exception_ptr exception = handle_.promise().exception;
        reset();
        if (exception) std::rethrow_exception(exception);
        return false;
    }

    // Ends it where it stands.
    void reset() {
        if (handle_) std::exchange(handle_, {}).destroy();
    }

  private:
    using Handle = std::coroutine_handle<promise_type>;
    explicit Sliceable(Handle handle) : handle_(handle) {}

    Handle handle_;
};

}  // namespace drover::load
