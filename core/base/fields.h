// Describes the fields of a struct in one place. A struct that comes from a file has a function
// `describe(fields, object)` that gives each field a name, a range and a sentence. The reader, the writer,
// the schema and the controls of panels are visitors of that function, so no list of fields is kept twice.
//
//     void describe(Fields& v, Force& force) {
//         v.number("probability", force.probability, 0, 1, "How often the force is applied.");
//     }
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/function_ref.h"
#include "core/base/json_tree.h"

namespace drover {

// The widest whole numbers with the sign of T.
template <std::integral T>
using Wide = std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>;

// One value of an enumeration and its name in files. Each enumeration E has a function `choices(E)` that
// returns the table of its values.
struct ChoiceText {
    const char* name;
    const char* text;
};
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

std::string namesOf(std::span<const ChoiceText> choices);
template <class E>
std::vector<ChoiceText> textsOf(std::span<const Choice<E>> choices) {
    std::vector<ChoiceText> texts;
    for (const Choice<E>& choice : choices) texts.push_back({choice.name, choice.text});
    return texts;
}
template <class E>
std::string namesOf(std::span<const Choice<E>> choices) {
    return namesOf(textsOf(choices));
}
template <class E>
std::string namesOf() {
    return namesOf(std::span<const Choice<E>>(choices(E{})));
}

// A visitor of a description. Each function returns whether it has changed the field. One that only looks
// changes nothing, so it may be given what is constant.
class Fields {
  public:
    // Allowed: low to high, or `also`.
    struct NumberRange {
        double low, high;
        std::optional<double> also;
        bool is_single;  // the field is a float
    };
    // The items of a list, whatever they are.
    struct Items {
        virtual ~Items() = default;
        virtual std::size_t size() const = 0;
        virtual void renew(std::size_t count) = 0;  // makes this many new ones
        virtual void describeItem(std::size_t i, Fields& v) = 0;
        virtual void describeNew(Fields& v) const = 0;
    };
    // Several structs, of which one is present.
    struct Alternatives {
        virtual ~Alternatives() = default;
        virtual std::span<const char* const> names() const = 0;
        virtual std::size_t present() const = 0;
        virtual void renew(std::size_t which) = 0;
        virtual void describePresent(Fields& v) = 0;
    };

    virtual ~Fields() = default;

    template <std::floating_point T>
    bool number(const char* name, T& field, double low, double high, const char* text) {
        return visit(name, field, {low, high, std::nullopt, std::same_as<T, float>}, text);
    }
    template <std::floating_point T>
    bool numberOr(T also, const char* name, T& field, double low, double high, const char* text) {
        return visit(name, field, {low, high, static_cast<double>(also), std::same_as<T, float>}, text);
    }
    template <std::integral T>
    bool integer(const char* name, T& field, Wide<T> low, Wide<T> high, const char* text) {
        assert(high <= std::numeric_limits<T>::max());
        Wide<T> value = field;
        if (!visitWhole(name, value, low, high, text)) return false;
        field = static_cast<T>(value);
        return true;
    }
    virtual bool flag(const char* name, bool& field, const char* text) = 0;
    virtual bool text(const char* name, std::string& field, std::size_t low, std::size_t high,
                      const char* text) = 0;
    // One of a few texts.
    virtual bool word(const char* name, std::string& field, std::span<const std::string_view> words,
                      const char* text) = 0;
    // A list of texts.
    virtual bool texts(const char* name, std::vector<std::string>& field, std::size_t low, std::size_t high,
                       const char* text) = 0;
    template <class E>
    bool choice(const char* name, E& field, const char* text) {
        return choice(name, field, std::span<const Choice<E>>(choices(E{})), text);
    }
    template <class E>
    bool choice(const char* name, E& field, std::span<const Choice<E>> choices, const char* text) {
        std::size_t present = 0;
        while (present < choices.size() && choices[present].value != field) ++present;
        if (!visitChoice(name, present, textsOf(choices), text)) return false;
        field = choices[present].value;
        return true;
    }
    template <class T>
    void object(const char* name, T& field, const char* text) {
        visitObject(name, [&](Fields& v) { describe(v, field); }, text);
    }
    template <class T>
    void list(const char* name, std::vector<T>& field, std::size_t low, std::size_t high, const char* text) {
        ItemsOf<T> items(field);
        visitList(name, items, low, high, text);
    }
    // One of several structs: its kName is in the member `name`, its fields are in the member `with`.
    template <class... T>
    void alternative(const char* name, const char* with, std::variant<T...>& field, const char* text,
                     const char* with_text) {
        AlternativesOf<T...> alternatives(field);
        visitAlternative(name, with, alternatives, text, with_text);
    }

  protected:
    virtual bool visitNumber(const char* name, double& field, const NumberRange& range, const char* text) = 0;
    virtual bool visitWhole(const char* name, std::int64_t& field, std::int64_t low, std::int64_t high,
                            const char* text) = 0;
    virtual bool visitWhole(const char* name, std::uint64_t& field, std::uint64_t low, std::uint64_t high,
                            const char* text) = 0;
    virtual bool visitChoice(const char* name, std::size_t& present, std::span<const ChoiceText> choices,
                             const char* text) = 0;
    virtual void visitObject(const char* name, FunctionRef<void(Fields&)> describe, const char* text) = 0;
    virtual void visitList(const char* name, Items& items, std::size_t low, std::size_t high,
                           const char* text) = 0;
    virtual void visitAlternative(const char* name, const char* with, Alternatives& alternatives,
                                  const char* text, const char* with_text) = 0;

  private:
    template <std::floating_point T>
    bool visit(const char* name, T& field, const NumberRange& range, const char* text) {
        auto value = static_cast<double>(field);
        if (!visitNumber(name, value, range, text)) return false;
        field = static_cast<T>(value);
        return true;
    }

    template <class T>
    struct ItemsOf final : Items {
        explicit ItemsOf(std::vector<T>& items) : all(items) {}
        std::size_t size() const override { return all.size(); }
        void renew(std::size_t count) override { all.assign(count, T{}); }
        void describeItem(std::size_t i, Fields& v) override { describe(v, all[i]); }
        void describeNew(Fields& v) const override {
            T one{};
            describe(v, one);
        }
        std::vector<T>& all;
    };

    template <class... T>
    struct AlternativesOf final : Alternatives {
        explicit AlternativesOf(std::variant<T...>& alternatives) : one(alternatives) {}
        std::span<const char* const> names() const override {
            static constexpr const char* kNames[] = {T::kName...};
            return kNames;
        }
        std::size_t present() const override { return one.index(); }
        void renew(std::size_t which) override {
            static constexpr void (*kMake[])(std::variant<T...>&) = {
                [](std::variant<T...>& v) { v.template emplace<T>(); }...};
            kMake[which](one);
        }
        void describePresent(Fields& v) override {
            std::visit([&](auto& present) { describe(v, present); }, one);
        }
        std::variant<T...>& one;
    };
};

// The error for a member with an unknown name. It suggests the nearest known name, or lists all known names
// if none is near.
InputError unknownField(const JsonDocument& document, const JsonValue::Member& member,
                        const std::string& path, const std::vector<std::string>& known);

// Fills an object from a JSON tree. Keeps the first error and skips everything after it. A field that is
// missing from the file keeps its present value, if the range allows that value; if not, the error names all
// that are missing. Settings are read by readGood() instead, which keeps going.
class FieldReader final : public Fields {
  public:
    FieldReader(const JsonDocument& document, Flaw& error) : document_(document), error_(error) {}

    // Reads `value` into `object`. An unknown name in it is an error that suggests the nearest known name.
    template <class T>
    void read(const JsonValue& value, const std::string& path, T& object) {
        readBody(value, path, [&](FieldReader& v) { describe(v, object); });
    }
    // Reads each field of the document's object that is good, and returns what is wrong with the others,
    // which keep their present values. Unknown names are left alone.
    template <class T>
    static std::vector<InputError> readGood(const JsonDocument& document, T& object) {
        return readEachAlone(document, [&](FieldReader& v) { describe(v, object); });
    }

    bool flag(const char* name, bool& field, const char* text) override;
    bool text(const char* name, std::string& field, std::size_t low, std::size_t high,
              const char* text) override;
    bool word(const char* name, std::string& field, std::span<const std::string_view> words,
              const char* text) override;
    bool texts(const char* name, std::vector<std::string>& field, std::size_t low, std::size_t high,
               const char* text) override;

    // For the questions of `drover-lab schedule`, which are read and never written: words in place of
    // numbers, lists of numbers, and descriptions that need a reader.
    bool has(const char* name) const { return object_->find(name) != nullptr; }
    void required(const char* name, const std::string& allowed);
    void forbidden(const char* name, const char* instead);
    template <std::floating_point T>
    void amount(const char* name, T& field, double low, double high) {  // "a number, 0 to 5"
        auto value = static_cast<double>(field);
        if (takeNumber(name, value, low, high, "a number, ")) field = static_cast<T>(value);
    }
    // Nothing: the word stands there.
    template <std::integral T>
    void integerOr(const char* word, const char* name, std::optional<T>& field, Wide<T> low, Wide<T> high) {
        Wide<T> value = 0;
        const Found found = takeWholeOr(word, name, value, low, high);
        if (found == Found::kNoMember) return;
        field.reset();
        if (found == Found::kNumber) field = static_cast<T>(value);
    }
    void integers(const char* name, std::vector<std::int64_t>& field, std::int64_t low, std::int64_t high);
    template <class T>
    void object(const char* name, T& field, const char*) {
        if (const JsonValue* value = take(name)) read(*value, pathOf(name), field);
    }
    template <class T>
    void object(const char* name, std::optional<T>& field) {
        if (const JsonValue* value = take(name)) read(*value, pathOf(name), field.emplace());
    }
    template <class T>
    void items(const char* name, std::vector<T>& field, const char* allowed) {  // however many
        required(name, allowed);
        readItems(take(name), name, allowed, field);
    }
    template <class T>
    void list(const char* name, std::vector<T>& field, std::size_t low, std::size_t high, const char*) {
        const JsonValue* const value = takeList(name, field.size(), low, high);
        if (value) field.clear();
        readItems(value, name, "", field);
    }

    // Reports an error at a value: for checks that involve more than one field.
    void fail(const JsonValue& at, const std::string& path, std::string allowed);
    void fail(const JsonValue& at, const std::string& path, std::string found, std::string allowed);
    // Reports that `owner` has no such field.
    void missing(const JsonValue& owner, const std::string& path, const std::string& allowed);

  private:
    enum class Found { kNoMember, kWord, kNumber };

    bool visitNumber(const char*, double&, const NumberRange&, const char*) override;
    bool visitWhole(const char*, std::int64_t&, std::int64_t, std::int64_t, const char*) override;
    bool visitWhole(const char*, std::uint64_t&, std::uint64_t, std::uint64_t, const char*) override;
    bool visitChoice(const char*, std::size_t&, std::span<const ChoiceText>, const char*) override;
    void visitObject(const char*, FunctionRef<void(Fields&)>, const char*) override;
    void visitList(const char*, Items&, std::size_t, std::size_t, const char*) override;
    void visitAlternative(const char*, const char*, Alternatives&, const char*, const char*) override;

    void readBody(const JsonValue& value, const std::string& path, FunctionRef<void(FieldReader&)> describe);
    static std::vector<InputError> readEachAlone(const JsonDocument& document,
                                                 FunctionRef<void(FieldReader&)> describe);
    template <class T>
    void readItems(const JsonValue* value, const char* name, const char* allowed, std::vector<T>& field) {
        if (!value) return;
        if (value->kind != JsonValue::Kind::kList) return fail(*value, pathOf(name), allowed);
        for (const JsonValue& item : value->items) {
            const std::string path = pathOf(name, field.size());
            read(item, path, field.emplace_back());
            if (isStopped()) return;
        }
    }
    bool isStopped() const;
    const JsonValue* take(const char* name);
    const JsonValue* takeList(const char* name, std::size_t present, std::size_t low, std::size_t high);
    bool takeNumber(const char* name, double& value, double low, double high, const std::string& kind,
                    std::optional<double> also = std::nullopt);
    template <class N>
    bool takeWhole(const char* name, N& field, N low, N high);
    template <class N>
    Found takeWholeOr(const char* word, const char* name, N& field, N low, N high);
    void refuseUnknown();
    std::string pathOf(const char* name) const { return path_.empty() ? name : path_ + "." + name; }
    std::string pathOf(const char* name, std::size_t item) const {
        return pathOf(name) + "[" + std::to_string(item) + "]";
    }

    const JsonDocument& document_;
    Flaw& error_;
    const JsonValue* object_ = nullptr;
    std::string path_;
    std::vector<std::string> known_;
};

// What both writers of JSON have.
class JsonWriter : public Fields {
  protected:
    void braces(FunctionRef<void(Fields&)> describe);  // { its fields }
    void newLine();

    std::string out_;
    std::size_t depth_ = 0;
    bool is_first_ = true;
    bool is_one_line_ = false;
};

// Writes an object as JSON, with its fields in the order of its description.
class FieldWriter final : public JsonWriter {
  public:
    template <class T>
    static std::string write(const T& object) {
        return written([&](Fields& v) { describe(v, const_cast<T&>(object)); }, false);
    }
    // The same on one line, for logs.
    template <class T>
    static std::string writeLine(const T& object) {
        return written([&](Fields& v) { describe(v, const_cast<T&>(object)); }, true);
    }

    static std::string quoted(std::string_view text);
    static std::string spell(double value);
    static std::string spell(float value);

  private:
    static std::string written(FunctionRef<void(Fields&)> describe, bool is_one_line);

    bool flag(const char*, bool&, const char*) override;
    bool text(const char*, std::string&, std::size_t, std::size_t, const char*) override;
    bool word(const char*, std::string&, std::span<const std::string_view>, const char*) override;
    bool texts(const char*, std::vector<std::string>&, std::size_t, std::size_t, const char*) override;
    bool visitNumber(const char*, double&, const NumberRange&, const char*) override;
    bool visitWhole(const char*, std::int64_t&, std::int64_t, std::int64_t, const char*) override;
    bool visitWhole(const char*, std::uint64_t&, std::uint64_t, std::uint64_t, const char*) override;
    bool visitChoice(const char*, std::size_t&, std::span<const ChoiceText>, const char*) override;
    void visitObject(const char*, FunctionRef<void(Fields&)>, const char*) override;
    void visitList(const char*, Items&, std::size_t, std::size_t, const char*) override;
    void visitAlternative(const char*, const char*, Alternatives&, const char*, const char*) override;

    void entry(const char* name, const std::string& value);
};

// Writes the JSON Schema (draft 2020-12) of an object, for editors that complete and check such files.
class SchemaWriter final : public JsonWriter {
  public:
    template <class T>
    static std::string write(const char* title) {
        T defaults{};
        return written(title, [&](Fields& v) { describe(v, defaults); });
    }

  private:
    static std::string written(const char* title, FunctionRef<void(Fields&)> describe);

    bool flag(const char*, bool&, const char*) override;
    bool text(const char*, std::string&, std::size_t, std::size_t, const char*) override;
    bool word(const char*, std::string&, std::span<const std::string_view>, const char*) override;
    bool texts(const char*, std::vector<std::string>&, std::size_t, std::size_t, const char*) override;
    bool visitNumber(const char*, double&, const NumberRange&, const char*) override;
    bool visitWhole(const char*, std::int64_t&, std::int64_t, std::int64_t, const char*) override;
    bool visitWhole(const char*, std::uint64_t&, std::uint64_t, std::uint64_t, const char*) override;
    bool visitChoice(const char*, std::size_t&, std::span<const ChoiceText>, const char*) override;
    void visitObject(const char*, FunctionRef<void(Fields&)>, const char*) override;
    void visitList(const char*, Items&, std::size_t, std::size_t, const char*) override;
    // Names the alternatives; their fields are left to the reader.
    void visitAlternative(const char*, const char*, Alternatives&, const char*, const char*) override;

    void body(FunctionRef<void(Fields&)> describe);
    void range(const char* name, const char* type, const std::string& low, const std::string& high,
               const std::string& initial, const char* text);
    void entry(const char* name, const char* text);  // opens "name": {"description": text
    void fact(const char* name, const std::string& value);
    void close();
};

}  // namespace drover
