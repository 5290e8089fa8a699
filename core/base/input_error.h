// Errors about bad input (a file, a command line): where it is, what was found and what is allowed. They are
// values, not exceptions, so the caller that opened the file decides what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/outside_text.h"

namespace drover {

struct InputError {
    enum class Kind { kBadData, kNoInput, kNoMemory };

    Kind kind = Kind::kBadData;
    std::string file;
    std::size_t line = 0, column = 0;  // from 1; 0 if there is no position
    std::string field;                 // such as species[1].alignment.weight
    std::string found, allowed;

    // file:line:column: field: found …, allowed … on one line.
    std::string message() const;
};

// What is wrong with something, or nothing, wherever it came from. `field` is the path to it there, such as
// species[1].task; who reads a file finds line and column by it. An empty `found` stands for what is there.
using Flaw = std::optional<InputError>;
Flaw flawAt(std::string field, std::string found, std::string allowed);
// "found 7, allowed low to high".
Flaw outOfRange(std::string field, std::int64_t found, std::int64_t low, std::int64_t high);
// "found 7, allowed 0 to 2", or "allowed none: there are no gates". Nothing if it is one of them.
Flaw flawOfNumber(const char* field, std::size_t found, std::size_t count, const char* things);
// The same flaw as of something that it is a part of.
Flaw within(const std::string& path, Flaw flaw);
// Empty if there is none.
std::string messageOf(const Flaw& flaw);

// A value, or the reason why there is none.
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

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// For reading. Fails on a folder and on a missing file.
Result<File> openFile(const std::string& path);

// Reads the whole file, without the mark that some editors put before UTF-8. Fails on a folder, a missing
// file, and a file of more than `max_bytes`.
Result<std::string> readFile(const std::string& path, std::size_t max_bytes);

// The name in `known` with the fewest single-letter edits from `name`; empty if none is near.
template <class Names>
std::string nearestName(std::string_view name, const Names& known);
std::size_t editDistance(std::string_view a, std::string_view b);

template <class Names>
std::string nearestName(std::string_view name, const Names& known) {
    std::string best;
    std::size_t best_distance = name.size() / 2 + 1;  // more edits than half its letters: a different word
    for (const auto& candidate : known) {
        const std::size_t distance = editDistance(name, candidate);
        if (distance < best_distance) best_distance = distance, best = candidate;
    }
    return best;
}

}  // namespace drover
