// Definitions of the templates in fields.h, which alone includes this file.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "core/base/fields.h"

namespace drover {

template <class T>
void FieldReader::read(const JsonValue& value, const std::string& path, T& object) {
    if (isStopped()) return;
    if (value.kind != JsonValue::Kind::kObject) return fail(value, path, "an object");
    FieldReader inner(document_, error_);
    inner.object_ = &value;
    inner.path_ = path;
    describe(inner, object);
    inner.refuseUnknown();
}

template <class T>
std::vector<InputError> FieldReader::readGood(const JsonDocument& document, T& object) {
    std::vector<InputError> wrong;
    for (const JsonValue::Member& member : document.root.members) {
        std::optional<InputError> error;
        JsonValue alone;
        alone.kind = JsonValue::Kind::kObject;
        alone.members = {member};
        FieldReader reader(document, error);
        reader.object_ = &alone;
        describe(reader, object);
        if (error) wrong.push_back(*std::move(error));
    }
    return wrong;
}

template <std::floating_point T>
void FieldReader::numberOr(T also, const char* name, T& field, double low, double high, const char*) {
    auto value = static_cast<double>(field);
    const std::string kind = FieldWriter::spell(also) + ", or ";
    if (takeNumber(name, value, low, high, kind, static_cast<double>(also))) field = static_cast<T>(value);
}

template <std::floating_point T>
void FieldReader::number(const char* name, T& field, double low, double high, const char*) {
    auto value = static_cast<double>(field);
    if (takeNumber(name, value, low, high, "")) field = static_cast<T>(value);
}

template <std::floating_point T>
void FieldReader::amount(const char* name, T& field, double low, double high) {
    auto value = static_cast<double>(field);
    if (takeNumber(name, value, low, high, "a number, ")) field = static_cast<T>(value);
}

template <std::integral N>
std::optional<N> FieldReader::wholeAt(const JsonValue& value, const std::string& path, N low, N high,
                                      const std::string& or_else) {
    const std::optional<N> number = value.whole<N>();
    if (number && *number >= low && *number <= high) return number;
    fail(value, path, "whole numbers " + std::to_string(low) + " to " + std::to_string(high) + or_else);
    return std::nullopt;
}

template <std::integral T>
void FieldReader::integer(const char* name, T& field, Wide<T> low, Wide<T> high, const char*) {
    assert(high <= std::numeric_limits<T>::max());
    const JsonValue* value = take(name);
    if (!value) return;
    if (const auto number = wholeAt(*value, pathOf(name), low, high)) field = static_cast<T>(*number);
}

template <std::integral T>
void FieldReader::integerOr(const char* word, const char* name, std::optional<T>& field, Wide<T> low,
                            Wide<T> high) {
    const JsonValue* value = take(name);
    if (!value) return;
    field.reset();
    if (value->text == word) return;
    if (const auto number = wholeAt(*value, pathOf(name), low, high, std::string(", or \"") + word + "\""))
        field = static_cast<T>(*number);
}

template <class E>
void FieldReader::choice(const char* name, E& field, const char*) {
    choice(name, field, std::span<const Choice<E>>(choices(E{})));
}

template <class E>
void FieldReader::choice(const char* name, E& field, std::span<const Choice<E>> choices) {
    const JsonValue* value = take(name);
    if (!value) return;
    for (const Choice<E>& choice : choices) {
        if (value->kind == JsonValue::Kind::kText && value->text == choice.name) {
            field = choice.value;
            return;
        }
    }
    fail(*value, pathOf(name), namesOf(choices));
}

template <class T>
void FieldReader::object(const char* name, T& field, const char*) {
    if (const JsonValue* value = take(name)) read(*value, pathOf(name), field);
}

template <class T>
void FieldReader::object(const char* name, std::optional<T>& field) {
    if (const JsonValue* value = take(name)) read(*value, pathOf(name), field.emplace());
}

template <class T>
void FieldReader::items(const char* name, std::vector<T>& field, const char* allowed) {
    required(name, allowed);
    const JsonValue* value = take(name);
    if (!value) return;
    if (value->kind != JsonValue::Kind::kList) return fail(*value, pathOf(name), allowed);
    for (const JsonValue& item : value->items) {
        const std::string path = pathOf(name) + "[" + std::to_string(field.size()) + "]";
        read(item, path, field.emplace_back());
        if (isStopped()) return;
    }
}

template <class T>
void FieldReader::list(const char* name, std::vector<T>& field, std::size_t low, std::size_t high,
                       const char*) {
    const JsonValue* value = takeList(name, field.size(), low, high);
    if (!value) return;
    field.assign(value->items.size(), T{});
    for (std::size_t i = 0; i < field.size() && !isStopped(); ++i) {
        read(value->items[i], pathOf(name) + "[" + std::to_string(i) + "]", field[i]);
    }
}

template <class... T>
void FieldReader::alternative(const char* name, const char* with, std::variant<T...>& field, const char*,
                              const char* with_text) {
    std::string names;
    ((names += (names.empty() ? "" : ", ") + std::string(T::kName)), ...);
    const JsonValue* value = take(name);
    if (isStopped()) return;
    if (!value) return missing(*object_, pathOf(name), names);
    const bool is_known =
        value->kind == JsonValue::Kind::kText &&
        ((value->text == T::kName && (object(with, field.template emplace<T>(), with_text), true)) || ...);
    if (!is_known) fail(*value, pathOf(name), names);
}

template <class T>
void FieldWriter::body(const T& object) {
    out_ += "{";
    ++depth_;
    is_first_ = true;
    describe(*this, object);
    --depth_;
    newLine();
    out_ += "}";
    is_first_ = false;
}

template <class T>
void FieldWriter::list(const char* name, const std::vector<T>& field, std::size_t, std::size_t, const char*) {
    entry(name, "[");
    ++depth_;
    for (std::size_t i = 0; i < field.size(); ++i) {
        if (i > 0) out_ += ",";
        newLine();
        body(field[i]);
    }
    --depth_;
    if (!field.empty()) newLine();
    out_ += "]";
    is_first_ = false;
}

template <class E>
void SchemaWriter::choice(const char* name, const E& field, const char* text) {
    std::string whole = text;
    std::string names;
    for (const Choice<E>& choice : choices(E{})) {
        whole += std::string(" ") + choice.name + ": " + choice.text + ".";
        names += (names.empty() ? "" : ", ") + FieldWriter::quoted(choice.name);
    }
    entry(name, whole.c_str());
    fact("enum", "[" + names + "]");
    fact("default", FieldWriter::quoted(nameOf(field)));
    close();
}

template <class T>
void SchemaWriter::body(const T& object) {
    out_ += "\"type\": \"object\",";
    newLine();
    out_ += "\"additionalProperties\": false,";
    newLine();
    out_ += "\"properties\": {";
    ++depth_;
    is_first_ = true;
    describe(*this, object);
    --depth_;
    newLine();
    out_ += "}";
    is_first_ = false;
}

}  // namespace drover
