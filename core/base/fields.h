// Describes the fields of a struct in one place. A struct that comes from a file has a function
// `describe(visitor, object)` that gives each field a name, a range and a sentence. The reader, the writer
// and the schema are three visitors of that function, so no list of fields is kept twice.
//
//     template <class V, Described<Force> F>
//     void describe(V& v, F& force) {
//         v.number("probability", force.probability, 0, 1, "How often the force is applied.");
//     }
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/json_tree.h"

namespace drover {

// `T` or `const T`: a reader visits a `T`, a writer a `const T`.
template <class S, class T>
concept Described = std::same_as<std::remove_const_t<S>, T>;

// The widest whole numbers with the sign of T.
template <std::integral T>
using Wide = std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>;

// One value of an enumeration and its name in files. Each enumeration E has a function `choices(E)` that
// returns the table of its values.
template <class E>
struct Choice {
    E value;
    const char* name;
    const char* text;
};

template <class E>
const char* nameOf(E value) {
    for (const Choice<E>& choice : choices(E{})) {
        if (choice.value == value) return choice.name;
    }
    return "";
}

template <class E>
std::string namesOf(std::span<const Choice<E>> choices) {
    std::string out;
    for (const Choice<E>& choice : choices) out += (out.empty() ? "" : ", ") + std::string(choice.name);
    return out;
}
template <class E>
std::string namesOf() {
    return namesOf(std::span<const Choice<E>>(choices(E{})));
}

// The error for a member with an unknown name. It suggests the nearest known name, or lists all known names
// if none is near.
InputError unknownField(const JsonDocument& document, const JsonValue::Member& member,
                        const std::string& path, const std::vector<std::string>& known);

// Fills an object from a JSON tree. Keeps the first error and skips everything after it. A field that is
// missing from the file keeps its present value, if the range allows that value; if not, the error names all
// that are missing. Settings are read by readGood() instead, which keeps going.
class FieldReader {
  public:
    FieldReader(const JsonDocument& document, std::optional<InputError>& error)
        : document_(document), error_(error) {}

    // Reads `value` into `object`. An unknown name in it is an error that suggests the nearest known name.
    template <class T>
    void read(const JsonValue& value, const std::string& path, T& object);

    // Reads each field of the document's object that is good, and returns what is wrong with the others,
    // which keep their present values. Unknown names are left alone.
    template <class T>
    static std::vector<InputError> readGood(const JsonDocument& document, T& object);

    template <std::floating_point T>
    void number(const char* name, T& field, double low, double high, const char* text);
    template <std::integral T>
    void integer(const char* name, T& field, Wide<T> low, Wide<T> high, const char* text);
    // From `low` to `high`, or `also`.
    template <std::floating_point T>
    void numberOr(T also, const char* name, T& field, double low, double high, const char* text);
    void flag(const char* name, bool& field, const char* text);
    void text(const char* name, std::string& field, std::size_t low, std::size_t high, const char* text);
    // One of a few texts.
    void word(const char* name, std::string& field, std::span<const std::string_view> words,
              const char* text);
    // A list of texts.
    void texts(const char* name, std::vector<std::string>& field, std::size_t low, std::size_t high,
               const char* text);
    template <class E>
    void choice(const char* name, E& field, const char* text);
    template <class T>
    void object(const char* name, T& field, const char* text);
    template <class T>
    void list(const char* name, std::vector<T>& field, std::size_t low, std::size_t high, const char* text);

    // One of several structs: its kName is in the member `name`, its fields are in the member `with`.
    template <class... T>
    void alternative(const char* name, const char* with, std::variant<T...>& field, const char* text,
                     const char* with_text);

    // For the questions of `drover-lab schedule`, which have words in place of numbers, and lists of numbers.
    bool has(const char* name) const { return object_->find(name) != nullptr; }
    void required(const char* name, const std::string& allowed);
    void forbidden(const char* name, const char* instead);
    template <std::floating_point T>
    void amount(const char* name, T& field, double low, double high);  // "a number, 0 to 5"
    // Nothing: the word stands there.
    template <std::integral T>
    void integerOr(const char* word, const char* name, std::optional<T>& field, Wide<T> low, Wide<T> high);
    void integers(const char* name, std::vector<std::int64_t>& field, std::int64_t low, std::int64_t high);
    template <class E>
    void choice(const char* name, E& field, std::span<const Choice<E>> choices);
    template <class T>
    void object(const char* name, std::optional<T>& field);
    template <class T>
    void items(const char* name, std::vector<T>& field, const char* allowed);  // however many

    // Reports an error at a value: for checks that involve more than one field.
    void fail(const JsonValue& at, const std::string& path, std::string allowed);
    void fail(const JsonValue& at, const std::string& path, std::string found, std::string allowed);
    // Reports that `owner` has no such field.
    void missing(const JsonValue& owner, const std::string& path, const std::string& allowed);

  private:
    bool isStopped() const;
    const JsonValue* take(const char* name);
    const JsonValue* takeList(const char* name, std::size_t present, std::size_t low, std::size_t high);
    bool takeNumber(const char* name, double& value, double low, double high, const std::string& kind,
                    std::optional<double> also = std::nullopt);
    template <std::integral N>
    std::optional<N> wholeAt(const JsonValue& value, const std::string& path, N low, N high,
                             const std::string& or_else = {});
    void refuseUnknown();
    std::string pathOf(const char* name) const { return path_.empty() ? name : path_ + "." + name; }

    const JsonDocument& document_;
    std::optional<InputError>& error_;
    const JsonValue* object_ = nullptr;
    std::string path_;
    std::vector<std::string> known_;
};

// Writes an object as JSON, with its fields in the order of its description.
class FieldWriter {
  public:
    template <class T>
    static std::string write(const T& object) {
        FieldWriter writer;
        writer.body(object);
        return writer.out_ + "\n";
    }
    // The same on one line, for logs.
    template <class T>
    static std::string writeLine(const T& object) {
        FieldWriter writer;
        writer.is_one_line_ = true;
        writer.body(object);
        return writer.out_ + "\n";
    }

    template <std::floating_point T>
    void number(const char* name, const T& field, double, double, const char*) {
        entry(name, spell(field));
    }
    template <std::integral T>
    void integer(const char* name, const T& field, Wide<T>, Wide<T>, const char*) {
        entry(name, std::to_string(field));
    }
    template <std::floating_point T>
    void numberOr(T, const char* name, const T& field, double, double, const char*) {
        entry(name, spell(field));
    }
    void texts(const char* name, const std::vector<std::string>& field, std::size_t, std::size_t,
               const char*);
    void word(const char* name, const std::string& field, std::span<const std::string_view>, const char*) {
        entry(name, quoted(field));
    }
    void flag(const char* name, const bool& field, const char*) { entry(name, field ? "true" : "false"); }
    void text(const char* name, const std::string& field, std::size_t, std::size_t, const char*) {
        entry(name, quoted(field));
    }
    template <class E>
    void choice(const char* name, const E& field, const char*) {
        entry(name, quoted(nameOf(field)));
    }
    template <class T>
    void object(const char* name, const T& field, const char*) {
        entry(name, "");
        body(field);
    }
    template <class T>
    void list(const char* name, const std::vector<T>& field, std::size_t, std::size_t, const char*);

    template <class... T>
    void alternative(const char* name, const char* with, const std::variant<T...>& field, const char*,
                     const char*) {
        std::visit(
            [&](const auto& one) {
                entry(name, quoted(one.kName));
                entry(with, "");
                body(one);
            },
            field);
    }

    static std::string quoted(std::string_view text);
    static std::string spell(double value);
    static std::string spell(float value);

  private:
    template <class T>
    void body(const T& object);
    void entry(const char* name, const std::string& value);
    void newLine();

    std::string out_;
    std::size_t depth_ = 0;
    bool is_first_ = true;
    bool is_one_line_ = false;
};

// Writes the JSON Schema (draft 2020-12) of an object, for editors that complete and check such files.
class SchemaWriter {
  public:
    template <class T>
    static std::string write(const char* title) {
        SchemaWriter writer;
        const T defaults{};
        writer.out_ = "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": " +
                      FieldWriter::quoted(title) + ",\n  ";
        writer.depth_ = 1;
        writer.body(defaults);
        return writer.out_ + "\n}\n";
    }

    template <std::floating_point T>
    void number(const char* name, const T& field, double low, double high, const char* text) {
        entry(name, text);
        fact("type", "\"number\"");
        fact("minimum", FieldWriter::spell(low));
        fact("maximum", FieldWriter::spell(high));
        fact("default", FieldWriter::spell(field));
        close();
    }
    template <std::integral T>
    void integer(const char* name, const T& field, Wide<T> low, Wide<T> high, const char* text) {
        entry(name, text);
        fact("type", "\"integer\"");
        fact("minimum", std::to_string(low));
        fact("maximum", std::to_string(high));
        fact("default", std::to_string(field));
        close();
    }
    void flag(const char* name, const bool& field, const char* text);
    void text(const char* name, const std::string& field, std::size_t low, std::size_t high,
              const char* text);
    void texts(const char* name, const std::vector<std::string>& field, std::size_t low, std::size_t high,
               const char* text);
    template <class E>
    void choice(const char* name, const E& field, const char* text);
    template <class T>
    void object(const char* name, const T& field, const char* text) {
        entry(name, text);
        newLine();
        body(field);
        close();
    }
    template <class T>
    void list(const char* name, const std::vector<T>&, std::size_t low, std::size_t high, const char* text) {
        entry(name, text);
        fact("type", "\"array\"");
        fact("minItems", std::to_string(low));
        fact("maxItems", std::to_string(high));
        newLine();
        out_ += "\"items\": {";
        ++depth_;
        newLine();
        const T item{};
        body(item);
        close();
        close();
    }
    // Names the alternatives; their fields are left to the reader.
    template <class... T>
    void alternative(const char* name, const char* with, const std::variant<T...>&, const char* text,
                     const char* with_text) {
        std::string names;
        ((names += (names.empty() ? "" : ", ") + FieldWriter::quoted(T::kName)), ...);
        entry(name, text);
        fact("enum", "[" + names + "]");
        close();
        entry(with, with_text);
        fact("type", "\"object\"");
        close();
    }

  private:
    template <class T>
    void body(const T& object);
    void entry(const char* name, const char* text);  // opens "name": {"description": text
    void fact(const char* name, const std::string& value);
    void newLine();
    void close();

    std::string out_;
    std::size_t depth_ = 0;
    bool is_first_ = true;
};

}  // namespace drover

#include "core/base/fields_inline.h"
