// Reads one object of a file for `drover-lab schedule`. These files allow negative whole numbers, words in
// place of numbers and lists of numbers, which the described structs of core/base/fields.h do not. Error
// messages look the same as there.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/fields.h"

namespace drover::lab {

// Keeps the first error. After an error all reads return defaults.
class ObjectReader {
  public:
    ObjectReader(const JsonDocument& document, const JsonValue& value, std::string path,
                 std::optional<InputError>& error, std::initializer_list<std::string_view> known)
        : document_(document), value_(value), path_(std::move(path)), error_(error) {
        if (error_) return;
        if (value.kind != JsonValue::Kind::kObject) {
            fail(value, path_, "an object");
            return;
        }
        for (const JsonValue::Member& member : value.members) {
            if (std::find(known.begin(), known.end(), member.name) != known.end()) continue;
            error_ =
                unknownField(document, member, pathOf(printable(member.name)), {known.begin(), known.end()});
            return;
        }
    }

    const JsonValue* find(std::string_view name) const { return error_ ? nullptr : value_.find(name); }
    const JsonValue* need(std::string_view name, const std::string& allowed) {
        const JsonValue* const value = find(name);
        if (!value && !error_) error_ = document_.error(value_.begin, pathOf(name), "nothing", allowed);
        return value;
    }
    std::string pathOf(std::string_view name) const {
        return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
    }
    void fail(const JsonValue& at, const std::string& path, const std::string& allowed) {
        fail(at, path, document_.spelled(at), allowed);
    }
    void fail(const JsonValue& at, const std::string& path, const std::string& found,
              const std::string& allowed) {
        if (!error_) error_ = document_.error(at.begin, path, found, allowed);
    }

    template <class T>
    void whole(std::string_view name, T& field, std::int64_t low, std::int64_t high) {
        if (const JsonValue* value = find(name))
            field = static_cast<T>(wholeOf(*value, pathOf(name), low, high));
    }
    double number(std::string_view name, double low, double high) {
        const std::string allowed = fmt::format("a number, {} to {}", low, high);
        const JsonValue* const value = need(name, allowed);
        if (!value) return high;
        const bool is_number =
            value->kind == JsonValue::Kind::kNumber || value->kind == JsonValue::Kind::kInteger;
        if (!is_number || !(value->number >= low) || !(value->number <= high))
            fail(*value, pathOf(name), allowed);
        return value->number;
    }
    // Index of the value in `words`.
    template <class Words>
    std::size_t word(const JsonValue& value, const std::string& path, const Words& words) {
        const auto found = std::find(std::begin(words), std::end(words), value.text);
        if (value.kind == JsonValue::Kind::kText && found != std::end(words))
            return static_cast<std::size_t>(found - std::begin(words));
        fail(value, path, fmt::format("{}", fmt::join(words, ", ")));
        return 0;
    }
    std::int64_t wholeOf(const JsonValue& value, const std::string& path, std::int64_t low, std::int64_t high,
                         const char* or_word = "") {
        constexpr std::uint64_t kLargest = std::uint64_t{1} << 62;
        if (value.kind == JsonValue::Kind::kInteger && value.magnitude <= kLargest) {
            const auto magnitude = static_cast<std::int64_t>(value.magnitude);
            const std::int64_t number = value.is_negative ? -magnitude : magnitude;
            if (number >= low && number <= high) return number;
        }
        fail(value, path, fmt::format("whole numbers {} to {}{}", low, high, or_word));
        return low;
    }
    std::vector<std::int64_t> wholes(const JsonValue& value, const std::string& path, std::int64_t low,
                                     std::int64_t high) {
        constexpr const char* kAllowed = "a list of at least one whole number";
        if (value.kind != JsonValue::Kind::kList)
            fail(value, path, kAllowed);
        else if (value.items.empty() && !error_)
            error_ = document_.error(value.begin, path, "an empty list", kAllowed);
        std::vector<std::int64_t> out;
        for (std::size_t i = 0; i < value.items.size(); ++i)
            out.push_back(wholeOf(value.items[i], fmt::format("{}[{}]", path, i), low, high));
        return out;
    }

    // The list of tasks that every question has.
    std::span<const JsonValue> tasks() {
        constexpr const char* kAllowed = "a list of tasks";
        const JsonValue* const list = need("tasks", kAllowed);
        if (!list) return {};
        if (list->kind != JsonValue::Kind::kList) fail(*list, pathOf("tasks"), kAllowed);
        return list->items;
    }

  private:
    const JsonDocument& document_;
    const JsonValue& value_;
    std::string path_;
    std::optional<InputError>& error_;
};

}  // namespace drover::lab
