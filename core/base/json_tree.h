// A JSON file (with // and /* */ comments) as a tree that keeps the position of each value, so that errors
// can give line and column. fields.h reads structs from it. Size, depth and number of values are limited
// before memory is allocated for them.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.h"

namespace drover {

struct JsonValue {
    enum class Kind { kNull, kFlag, kInteger, kNumber, kText, kList, kObject };
    struct Member;

    Kind kind = Kind::kNull;
    std::size_t begin = 0, end = 0;  // its bytes in the source
    bool flag = false;
    bool is_negative = false;     // integer: the value is -magnitude
    std::uint64_t magnitude = 0;  // integer; larger ones are numbers
    double number = 0;            // integer or number
    std::string text;
    std::vector<JsonValue> items;  // list
    std::vector<Member> members;   // object, in the file's order, names are unique

    const JsonValue* find(std::string_view name) const;
    // An integer that N can hold.
    template <std::integral N>
    std::optional<N> whole() const {
        const auto limit = static_cast<std::uint64_t>(std::numeric_limits<N>::max());
        if (kind != Kind::kInteger || magnitude > limit) return std::nullopt;
        if (is_negative && std::unsigned_integral<N>) return std::nullopt;
        return is_negative ? static_cast<N>(-static_cast<std::int64_t>(magnitude))
                           : static_cast<N>(magnitude);
    }
};

struct JsonValue::Member {
    std::string name;
    std::size_t begin = 0;
    JsonValue value;
};

struct JsonLimits {
    std::size_t depth = 16;
    std::size_t values = 200'000;
    std::size_t members = 256;  // per object
    std::size_t bytes = std::size_t{1} << 20;
};

struct JsonDocument {
    std::string file;
    std::string source;
    JsonValue root;

    // An error at byte `offset` of the source.
    InputError error(std::size_t offset, std::string field, std::string found, std::string allowed) const;
    // A value's text in the file, shortened to fit a message.
    std::string spelled(const JsonValue& value) const;
};

Result<JsonDocument> parseJson(std::string file, std::string source, const JsonLimits& limits = {});
Result<JsonDocument> readJson(const std::string& path, const JsonLimits& limits = {});

}  // namespace drover
