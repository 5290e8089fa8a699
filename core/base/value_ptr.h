// A pointer that owns what it points to and is copied with it. For parts of a value that may be missing or
// must not move when the value does.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace drover {

template <class T>
class ValuePtr {
  public:
    ValuePtr() = default;
    ValuePtr(std::nullptr_t) {}                                          // NOLINT: meant to convert
    ValuePtr(std::unique_ptr<T> object) : object_(std::move(object)) {}  // NOLINT: meant to convert
    ValuePtr(const ValuePtr& other) : object_(other ? copyOf(*other) : nullptr) {}
    ValuePtr(ValuePtr&&) noexcept = default;
    ValuePtr& operator=(ValuePtr other) noexcept {
        object_ = std::move(other.object_);
        return *this;
    }
    ~ValuePtr() = default;

    explicit operator bool() const { return object_ != nullptr; }
    bool operator==(std::nullptr_t) const { return object_ == nullptr; }
    T* get() const { return object_.get(); }
    T& operator*() const { return *object_; }
    T* operator->() const { return object_.get(); }
    void reset() { object_.reset(); }

  private:
    // A base class knows how to copy what it is a part of.
    static std::unique_ptr<T> copyOf(const T& object) {
        if constexpr (requires { object.copy(); }) {
            return object.copy();
        } else {
            return std::make_unique<T>(object);
        }
    }

    std::unique_ptr<T> object_;
};

}  // namespace drover
