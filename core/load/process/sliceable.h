// A behaviour that can be cut into slices: a C++20 coroutine that ends each atom with `co_yield kAtom`.
// Authors of behaviours write it like an ordinary function; the process manager resumes it atom by atom and
// reads the clock in between.
//
//     Sliceable planRoute(SliceMemory&, Route& route) {
//         for (Node& node : route.open) { expand(node); co_yield kAtom; }
//     }
//
// It runs nothing before the first resume(). Destroying it half way destroys its locals, as leaving a
// function would.
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

// Memory for one coroutine frame. It is kept when the coroutine ends and reused by the next one, so that a
// behaviour that begins again every few frames allocates only once. It is used by a coroutine that takes a
// SliceMemory& as its first parameter (after `this` in a member function or a lambda). Other coroutines, and
// a second one while the memory is taken, use the heap. The memory must outlive its coroutine and must not
// move while it is taken.
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
        SliceMemory* memory = nullptr;  // null: from the heap
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
        // Stored for resume() to throw. If thrown here, the coroutine would stay half finished, and clang 14
        // would destroy its locals a second time.
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

    Sliceable() = default;  // an empty one is done from the start
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

    // Runs one atom; false if that was the last. Allocates nothing itself. If the body throws, the exception
    // leaves from here once; the coroutine is then over and its locals are destroyed.
    bool resume() {
        assert(handle_);
        handle_.resume();
        if (!handle_.done()) return true;
        const std::exception_ptr exception = handle_.promise().exception;
        reset();
        if (exception) std::rethrow_exception(exception);
        return false;
    }

    // Destroys the coroutine at its present position.
    void reset() {
        if (handle_) std::exchange(handle_, {}).destroy();
    }

  private:
    using Handle = std::coroutine_handle<promise_type>;
    explicit Sliceable(Handle handle) : handle_(handle) {}

    Handle handle_;
};

}  // namespace drover::load
