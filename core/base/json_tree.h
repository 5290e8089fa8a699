// A JSON file (with // and /* */ comments) as a tree that remembers where each value stood, so that whoever
// reads it can point at the line and column of what is wrong. Bounded: size, depth and the number of values
// are capped before memory is spent on them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.h"

namespace drover {

struct JsonValue {
    enum class Kind { kNull, kFlag, kInteger, kNumber, kText, kList, kObject };
    struct Member;

    Kind kind = Kind::kNull;
    std::size_t begin = 0, end = 0;  // bytes of the source that spell it
    bool flag = false;
    bool is_negative = false;     // integer: -magnitude
    std::uint64_t magnitude = 0;  // integer; larger ones arrive as numbers
    double number = 0;            // integer or number
    std::string text;
    std::vector<JsonValue> items;  // list
    std::vector<Member> members;   // object, in the file's order, no name twice

    const JsonValue* find(std::string_view name) const;
};

struct JsonValue::Member {
    std::string name;
    std::size_t begin = 0;
    JsonValue value;
};

struct JsonLimits {
    std::size_t depth = 16;
    std::size_t values = 200'000;
    std::size_t members = 256;  // of one object
    std::size_t bytes = std::size_t{1} << 20;
};

struct JsonDocument {
    std::string file;
    std::string source;
    JsonValue root;

    // An error that points at byte `offset` of the source.
    InputError error(std::size_t offset, std::string field, std::string found, std::string allowed) const;
    // How the file spells a value, cut to what fits a message.
    std::string spelled(const JsonValue& value) const;
};

Result<JsonDocument> parseJson(std::string file, std::string source, const JsonLimits& limits = {});
Result<JsonDocument> readJson(const std::string& path, const JsonLimits& limits = {});

}  // namespace drover
