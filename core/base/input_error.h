// What is said about bad input at the boundary (a file, a command line): where, what was found, what is
// allowed. A value, not an exception: whoever opened the file decides what happens next.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace drover {

struct InputError {
    enum class Kind { kBadData, kNoInput };

    Kind kind = Kind::kBadData;
    std::string file;
    std::size_t line = 0, column = 0;  // from 1; 0 where there is no such place
    std::string field;                 // such as species[1].alignment.weight
    std::string found, allowed;

    // file:line:column: field: found …, allowed …
    std::string message() const;
};

// A value, or why there is none.
template <class T>
struct Result {
    std::optional<T> value;
    InputError error;

    Result(T v) : value(std::move(v)) {}
    Result(InputError e) : error(std::move(e)) {}
    explicit operator bool() const { return value.has_value(); }
    T& operator*() { return *value; }
    T* operator->() { return &*value; }
};

// Text from outside, made safe to print on one line: bytes outside plain ASCII are escaped, long text is cut.
std::string printable(std::string_view text, std::size_t longest = 60);

// The whole file. Refuses a folder, a file that is not there, and one of more than `max_bytes`.
Result<std::string> readFile(const std::string& path, std::size_t max_bytes);

// The name of `known` that is nearest to `name` by single-letter edits; empty when none is near.
template <class Names>
std::string nearestName(std::string_view name, const Names& known);
std::size_t editDistance(std::string_view a, std::string_view b);

template <class Names>
std::string nearestName(std::string_view name, const Names& known) {
    std::string best;
    std::size_t best_distance = name.size() / 2 + 1;  // farther than half its letters is another word
    for (const auto& candidate : known) {
        const std::size_t distance = editDistance(name, candidate);
        if (distance < best_distance) best_distance = distance, best = candidate;
    }
    return best;
}

}  // namespace drover
