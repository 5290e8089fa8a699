#include "core/base/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace drover {
namespace {

constexpr const char* kAbsent = "nothing";

template <class N>
std::string wholeNumbers(N low, N high) {
    return fmt::format("whole numbers {} to {}", low, high);
}
template <class N>
std::optional<N> wholeIn(const JsonValue& value, N low, N high) {
    const std::optional<N> number = value.whole<N>();
    return number && *number >= low && *number <= high ? number : std::nullopt;
}

// "a, b", each as `spell` writes it.
template <class List, class Spell>
std::string joined(const List& list, Spell spell) {
    std::string all;
    for (const auto& one : list) all += (all.empty() ? "" : ", ") + std::string(spell(one));
    return all;
}

}  // namespace

std::string namesOf(std::span<const ChoiceText> choices) {
    return joined(choices, [](const ChoiceText& choice) { return choice.name; });
}

InputError unknownField(const JsonDocument& document, const JsonValue::Member& member,
                        const std::string& path, const std::vector<std::string>& known) {
    const std::string near = nearestName(member.name, known);
    std::string all;
    for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
    return document.error(member.begin, path, "an unknown field",
                          near.empty() ? all : "'" + near + "', which is the nearest name");
}

void FieldReader::readBody(const JsonValue& value, const std::string& path,
                           FunctionRef<void(FieldReader&)> describe) {
    if (isStopped()) return;
    if (value.kind != JsonValue::Kind::kObject) return fail(value, path, "an object");
    FieldReader inner(document_, error_);
    inner.object_ = &value;
    inner.path_ = path;
    describe(inner);
    inner.refuseUnknown();
}

std::vector<InputError> FieldReader::readEachAlone(const JsonDocument& document,
                                                   FunctionRef<void(FieldReader&)> describe) {
    std::vector<InputError> wrong;
    for (const JsonValue::Member& member : document.root.members) {
        Flaw error;
        JsonValue alone;
        alone.kind = JsonValue::Kind::kObject;
        alone.members = {member};
        FieldReader reader(document, error);
        reader.object_ = &alone;
        describe(reader);
        if (error) wrong.push_back(*std::move(error));
    }
    return wrong;
}

const JsonValue* FieldReader::take(const char* name) {
    known_.emplace_back(name);
    return isStopped() ? nullptr : object_->find(name);
}

// What is missing stops nothing, so that the rest that is missing is found too.
bool FieldReader::isStopped() const { return error_ && error_->found != kAbsent; }

// A list with a length that is allowed; null: keep the present one.
const JsonValue* FieldReader::takeList(const char* name, std::size_t present, std::size_t low,
                                       std::size_t high) {
    const std::string allowed = fmt::format("a list of {} to {}", low, high);
    const JsonValue* value = take(name);
    if (!value) {
        if (!isStopped() && present < low) missing(*object_, pathOf(name), allowed);
        return nullptr;
    }
    if (value->kind != JsonValue::Kind::kList) {
        fail(*value, pathOf(name), allowed);
        return nullptr;
    }
    if (value->items.size() >= low && value->items.size() <= high) return value;
    fail(*value, pathOf(name), fmt::format("a list of {}", value->items.size()), allowed);
    return nullptr;
}

void FieldReader::required(const char* name, const std::string& allowed) {
    if (!error_ && !object_->find(name)) fail(*object_, pathOf(name), kAbsent, allowed);
}

void FieldReader::forbidden(const char* name, const char* instead) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
    const JsonValue* value = object_->find(name);
    if (value) fail(*value, pathOf(name), instead);
}

// False: it keeps its value.
bool FieldReader::takeNumber(const char* name, double& value, double low, double high,
                             const std::string& kind, std::optional<double> also) {
    const JsonValue* there = take(name);
    if (!there) return false;
    const bool is_number =
        there->kind == JsonValue::Kind::kNumber || there->kind == JsonValue::Kind::kInteger;
    const bool is_good =
        is_number && ((there->number >= low && there->number <= high) || there->number == also);
    if (is_good)
        value = there->number;
    else
        fail(*there, pathOf(name), fmt::format("{}{} to {}", kind, low, high));
    return is_good;
}

bool FieldReader::visitNumber(const char* name, double& field, const NumberRange& range, const char*) {
    const std::string also = range.also ? FieldWriter::spell(*range.also) + ", or " : "";
    return takeNumber(name, field, range.low, range.high, also, range.also);
}

template <class N>
bool FieldReader::takeWhole(const char* name, N& field, N low, N high) {
    const JsonValue* const value = take(name);
    if (!value) return false;
    const auto number = wholeIn(*value, low, high);
    if (!number) fail(*value, pathOf(name), wholeNumbers(low, high));
    field = number.value_or(field);
    return number.has_value();
}
bool FieldReader::visitWhole(const char* name, std::int64_t& field, std::int64_t low, std::int64_t high,
                             const char*) {
    return takeWhole(name, field, low, high);
}
bool FieldReader::visitWhole(const char* name, std::uint64_t& field, std::uint64_t low, std::uint64_t high,
                             const char*) {
    return takeWhole(name, field, low, high);
}

template <class N>
FieldReader::Found FieldReader::takeWholeOr(const char* word, const char* name, N& field, N low, N high) {
    const JsonValue* const value = take(name);
    if (!value) return Found::kNoMember;
    if (value->text == word) return Found::kWord;
    const auto number = wholeIn(*value, low, high);
    if (!number) fail(*value, pathOf(name), fmt::format("{}, or \"{}\"", wholeNumbers(low, high), word));
    field = number.value_or(field);
    return number ? Found::kNumber : Found::kWord;
}
template FieldReader::Found FieldReader::takeWholeOr(const char*, const char*, std::int64_t&, std::int64_t,
                                                     std::int64_t);
template FieldReader::Found FieldReader::takeWholeOr(const char*, const char*, std::uint64_t&, std::uint64_t,
                                                     std::uint64_t);

void FieldReader::integers(const char* name, std::vector<std::int64_t>& field, std::int64_t low,
                           std::int64_t high) {
    constexpr const char* kAllowed = "a list of at least one whole number";
    const JsonValue* list = take(name);
    if (!list) return;
    if (list->kind != JsonValue::Kind::kList) return fail(*list, pathOf(name), kAllowed);
    if (list->items.empty()) return fail(*list, pathOf(name), "an empty list", kAllowed);
    field.clear();
    for (const JsonValue& item : list->items) {
        const auto number = wholeIn(item, low, high);
        if (!number) return fail(item, pathOf(name, field.size()), wholeNumbers(low, high));
        field.push_back(*number);
    }
}

bool FieldReader::visitChoice(const char* name, std::size_t& present, std::span<const ChoiceText> choices,
                              const char*) {
    const JsonValue* const value = take(name);
    if (!value) return false;
    if (value->kind == JsonValue::Kind::kText) {
        const auto chosen = std::ranges::find(choices, value->text, &ChoiceText::name);
        present = static_cast<std::size_t>(chosen - choices.begin());
        if (chosen != choices.end()) return true;
    }
    fail(*value, pathOf(name), namesOf(choices));
    return false;
}

void FieldReader::visitObject(const char* name, FunctionRef<void(Fields&)> describe, const char*) {
    if (const JsonValue* value = take(name)) readBody(*value, pathOf(name), describe);
}

void FieldReader::visitList(const char* name, Items& items, std::size_t low, std::size_t high, const char*) {
    const JsonValue* const value = takeList(name, items.size(), low, high);
    if (!value) return;
    items.renew(value->items.size());
    for (std::size_t i = 0; i < items.size() && !isStopped(); ++i)
        readBody(value->items[i], pathOf(name, i), [&](Fields& v) { items.describeItem(i, v); });
}

void FieldReader::visitAlternative(const char* name, const char* with, Alternatives& alternatives,
                                   const char*, const char*) {
    const auto names = alternatives.names();
    const std::string allowed = joined(names, [](const char* one) { return one; });
    const JsonValue* const value = take(name);
    if (isStopped()) return;
    if (!value) return missing(*object_, pathOf(name), allowed);
    const auto wanted = std::ranges::find_if(names, [&](const char* one) { return value->text == one; });
    if (value->kind != JsonValue::Kind::kText || wanted == names.end())
        return fail(*value, pathOf(name), allowed);
    alternatives.renew(static_cast<std::size_t>(wanted - names.begin()));
    visitObject(with, [&](Fields& v) { alternatives.describePresent(v); }, nullptr);
}

void FieldReader::missing(const JsonValue& owner, const std::string& path, const std::string& allowed) {
    if (isStopped()) return;
    if (!error_) {
        error_ = document_.error(owner.begin, path, kAbsent, allowed);
        return;
    }
    constexpr std::size_t kLongest = 200;
    if (error_->field.ends_with("...")) return;
    const bool is_full = error_->field.size() > kLongest;
    error_->field += ", " + (is_full ? "..." : path);
    if (!is_full) error_->allowed += "; " + allowed;
}

void FieldReader::fail(const JsonValue& at, const std::string& path, std::string allowed) {
    fail(at, path, document_.spelled(at), std::move(allowed));
}

void FieldReader::fail(const JsonValue& at, const std::string& path, std::string found, std::string allowed) {
    if (!error_) error_ = document_.error(at.begin, path, std::move(found), std::move(allowed));
}

// A name that is spelled wrong is why another one is missing.
void FieldReader::refuseUnknown() {
    for (const JsonValue::Member& member : object_->members) {
        if (isStopped()) return;
        if (std::find(known_.begin(), known_.end(), member.name) != known_.end()) continue;
        error_ = unknownField(document_, member, pathOf(printable(member.name).c_str()), known_);
    }
}

bool FieldReader::flag(const char* name, bool& field, const char*) {
    const JsonValue* value = take(name);
    if (!value) return false;
    const bool is_flag = value->kind == JsonValue::Kind::kFlag;
    if (is_flag)
        field = value->flag;
    else
        fail(*value, pathOf(name), "true, false");
    return is_flag;
}

bool FieldReader::word(const char* name, std::string& field, std::span<const std::string_view> words,
                       const char*) {
    const JsonValue* value = take(name);
    if (!value) return false;
    const bool is_good =
        value->kind == JsonValue::Kind::kText && std::ranges::find(words, value->text) != words.end();
    if (is_good)
        field = value->text;
    else
        fail(*value, pathOf(name), fmt::format("{}", fmt::join(words, ", ")));
    return is_good;
}

bool FieldReader::text(const char* name, std::string& field, std::size_t low, std::size_t high, const char*) {
    const std::string allowed = fmt::format("a text of {} to {} bytes", low, high);
    const JsonValue* value = take(name);
    if (!value) {
        if (!isStopped() && field.size() < low) missing(*object_, pathOf(name), allowed);
        return false;
    }
    if (value->kind != JsonValue::Kind::kText) {
        fail(*value, pathOf(name), allowed);
    } else if (value->text.size() < low || value->text.size() > high) {
        fail(*value, pathOf(name), fmt::format("{} bytes", value->text.size()), allowed);
    } else if (hasControls(value->text)) {
        fail(*value, pathOf(name), "a control character", "a text that can be printed");
    } else {
        field = value->text;
        return true;
    }
    return false;
}

bool FieldReader::texts(const char* name, std::vector<std::string>& field, std::size_t low, std::size_t high,
                        const char*) {
    const JsonValue* list = takeList(name, field.size(), low, high);
    if (!list) return false;
    std::vector<std::string> texts;
    for (const JsonValue& value : list->items) {
        const bool is_text = value.kind == JsonValue::Kind::kText;
        if (is_text && !hasControls(value.text)) {
            texts.push_back(value.text);
            continue;
        }
        if (is_text)
            fail(value, pathOf(name, texts.size()), "a control character", "a text that can be printed");
        else
            fail(value, pathOf(name, texts.size()), "a text in quotes");
        return false;
    }
    field = std::move(texts);
    return true;
}

void JsonWriter::braces(FunctionRef<void(Fields&)> describe) {
    out_ += "{";
    ++depth_;
    is_first_ = true;
    describe(*this);
    --depth_;
    newLine();
    out_ += "}";
    is_first_ = false;
}

void JsonWriter::newLine() {
    if (!is_one_line_) {
        out_ += "\n" + std::string(depth_ * 2, ' ');
    } else if (out_.back() == ',') {
        out_ += ' ';
    }
}

std::string FieldWriter::written(FunctionRef<void(Fields&)> describe, bool is_one_line) {
    FieldWriter writer;
    writer.is_one_line_ = is_one_line;
    writer.braces(describe);
    return writer.out_ + "\n";
}

bool FieldWriter::visitNumber(const char* name, double& field, const NumberRange& range, const char*) {
    entry(name, range.is_single ? spell(static_cast<float>(field)) : spell(field));
    return false;
}
bool FieldWriter::visitWhole(const char* name, std::int64_t& field, std::int64_t, std::int64_t, const char*) {
    entry(name, std::to_string(field));
    return false;
}
bool FieldWriter::visitWhole(const char* name, std::uint64_t& field, std::uint64_t, std::uint64_t,
                             const char*) {
    entry(name, std::to_string(field));
    return false;
}
bool FieldWriter::flag(const char* name, bool& field, const char*) {
    entry(name, field ? "true" : "false");
    return false;
}
bool FieldWriter::text(const char* name, std::string& field, std::size_t, std::size_t, const char*) {
    entry(name, quoted(field));
    return false;
}
bool FieldWriter::word(const char* name, std::string& field, std::span<const std::string_view>, const char*) {
    entry(name, quoted(field));
    return false;
}
bool FieldWriter::texts(const char* name, std::vector<std::string>& field, std::size_t, std::size_t,
                        const char*) {
    entry(name, "[" + joined(field, quoted) + "]");
    return false;
}
bool FieldWriter::visitChoice(const char* name, std::size_t& present, std::span<const ChoiceText> choices,
                              const char*) {
    entry(name, quoted(present < choices.size() ? choices[present].name : ""));
    return false;
}
void FieldWriter::visitObject(const char* name, FunctionRef<void(Fields&)> describe, const char*) {
    entry(name, "");
    braces(describe);
}
void FieldWriter::visitList(const char* name, Items& items, std::size_t, std::size_t, const char*) {
    entry(name, "[");
    ++depth_;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) out_ += ",";
        newLine();
        braces([&](Fields& v) { items.describeItem(i, v); });
    }
    --depth_;
    if (items.size() > 0) newLine();
    out_ += "]";
    is_first_ = false;
}
void FieldWriter::visitAlternative(const char* name, const char* with, Alternatives& alternatives,
                                   const char*, const char*) {
    entry(name, quoted(alternatives.names()[alternatives.present()]));
    entry(with, "");
    braces([&](Fields& v) { alternatives.describePresent(v); });
}

void FieldWriter::entry(const char* name, const std::string& value) {
    if (!is_first_) out_ += ",";
    is_first_ = false;
    newLine();
    out_ += quoted(name) + ": " + value;
}

std::string FieldWriter::quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

// The shortest text that reads back as the same number.
std::string FieldWriter::spell(double value) { return fmt::format("{}", value); }
std::string FieldWriter::spell(float value) { return fmt::format("{}", value); }

std::string SchemaWriter::written(const char* title, FunctionRef<void(Fields&)> describe) {
    SchemaWriter writer;
    writer.out_ = "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": " +
                  FieldWriter::quoted(title) + ",\n  ";
    writer.depth_ = 1;
    writer.body(describe);
    return writer.out_ + "\n}\n";
}

void SchemaWriter::body(FunctionRef<void(Fields&)> describe) {
    out_ += "\"type\": \"object\",";
    newLine();
    out_ += "\"additionalProperties\": false,";
    newLine();
    out_ += "\"properties\": ";
    braces(describe);
}

void SchemaWriter::entry(const char* name, const char* text) {
    if (!is_first_) out_ += ",";
    newLine();
    out_ += FieldWriter::quoted(name) + ": {";
    ++depth_;
    newLine();
    out_ += "\"description\": " + FieldWriter::quoted(text) + ",";
    is_first_ = true;
}

void SchemaWriter::fact(const char* name, const std::string& value) {
    newLine();
    out_ += FieldWriter::quoted(name) + ": " + value + ",";
}

void SchemaWriter::close() {
    if (out_.back() == ',') out_.pop_back();
    --depth_;
    newLine();
    out_ += "}";
    is_first_ = false;
}

void SchemaWriter::range(const char* name, const char* type, const std::string& low, const std::string& high,
                         const std::string& initial, const char* text) {
    entry(name, text);
    fact("type", FieldWriter::quoted(type));
    fact("minimum", low);
    fact("maximum", high);
    fact("default", initial);
    close();
}
bool SchemaWriter::visitNumber(const char* name, double& field, const NumberRange& range, const char* text) {
    const std::string initial =
        range.is_single ? FieldWriter::spell(static_cast<float>(field)) : FieldWriter::spell(field);
    this->range(name, "number", FieldWriter::spell(range.low), FieldWriter::spell(range.high), initial, text);
    return false;
}
bool SchemaWriter::visitWhole(const char* name, std::int64_t& field, std::int64_t low, std::int64_t high,
                              const char* text) {
    range(name, "integer", std::to_string(low), std::to_string(high), std::to_string(field), text);
    return false;
}
bool SchemaWriter::visitWhole(const char* name, std::uint64_t& field, std::uint64_t low, std::uint64_t high,
                              const char* text) {
    range(name, "integer", std::to_string(low), std::to_string(high), std::to_string(field), text);
    return false;
}

bool SchemaWriter::flag(const char* name, bool& field, const char* text) {
    entry(name, text);
    fact("type", "\"boolean\"");
    fact("default", field ? "true" : "false");
    close();
    return false;
}

bool SchemaWriter::texts(const char* name, std::vector<std::string>&, std::size_t low, std::size_t high,
                         const char* text) {
    entry(name, text);
    fact("type", "\"array\"");
    fact("minItems", std::to_string(low));
    fact("maxItems", std::to_string(high));
    fact("items", "{\"type\": \"string\"}");
    close();
    return false;
}

bool SchemaWriter::text(const char* name, std::string&, std::size_t low, std::size_t high, const char* text) {
    entry(name, text);
    fact("type", "\"string\"");
    fact("minLength", std::to_string(low));
    fact("maxLength", std::to_string(high));
    close();
    return false;
}

bool SchemaWriter::word(const char* name, std::string&, std::span<const std::string_view> words,
                        const char* text) {
    entry(name, text);
    fact("enum", "[" + joined(words, FieldWriter::quoted) + "]");
    close();
    return false;
}

bool SchemaWriter::visitChoice(const char* name, std::size_t& present, std::span<const ChoiceText> choices,
                               const char* text) {
    std::string whole = text;
    for (const ChoiceText& choice : choices) whole += fmt::format(" {}: {}.", choice.name, choice.text);
    entry(name, whole.c_str());
    const auto quoted = [](const ChoiceText& choice) { return FieldWriter::quoted(choice.name); };
    fact("enum", "[" + joined(choices, quoted) + "]");
    fact("default", FieldWriter::quoted(present < choices.size() ? choices[present].name : ""));
    close();
    return false;
}

void SchemaWriter::visitObject(const char* name, FunctionRef<void(Fields&)> describe, const char* text) {
    entry(name, text);
    newLine();
    body(describe);
    close();
}

void SchemaWriter::visitList(const char* name, Items& items, std::size_t low, std::size_t high,
                             const char* text) {
    entry(name, text);
    fact("type", "\"array\"");
    fact("minItems", std::to_string(low));
    fact("maxItems", std::to_string(high));
    newLine();
    out_ += "\"items\": {";
    ++depth_;
    newLine();
    body([&](Fields& v) { items.describeNew(v); });
    close();
    close();
}

void SchemaWriter::visitAlternative(const char* name, const char* with, Alternatives& alternatives,
                                    const char* text, const char* with_text) {
    entry(name, text);
    fact("enum", "[" + joined(alternatives.names(), FieldWriter::quoted) + "]");
    close();
    entry(with, with_text);
    fact("type", "\"object\"");
    close();
}

}  // namespace drover
