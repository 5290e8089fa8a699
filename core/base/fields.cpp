#include "core/base/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace drover {
namespace {
constexpr const char* kAbsent = "nothing";
}  // namespace

InputError unknownField(const JsonDocument& document, const JsonValue::Member& member,
                        const std::string& path, const std::vector<std::string>& known) {
    const std::string near = nearestName(member.name, known);
    std::string all;
    for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
    return document.error(member.begin, path, "an unknown field",
                          near.empty() ? all : "'" + near + "', which is the nearest name");
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

void FieldReader::integers(const char* name, std::vector<std::int64_t>& field, std::int64_t low,
                           std::int64_t high) {
    constexpr const char* kAllowed = "a list of at least one whole number";
    const JsonValue* list = take(name);
    if (!list) return;
    if (list->kind != JsonValue::Kind::kList) return fail(*list, pathOf(name), kAllowed);
    if (list->items.empty()) return fail(*list, pathOf(name), "an empty list", kAllowed);
    field.clear();
    for (const JsonValue& item : list->items) {
        const auto number = wholeAt(item, fmt::format("{}[{}]", pathOf(name), field.size()), low, high);
        if (!number) return;
        field.push_back(*number);
    }
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

void FieldReader::flag(const char* name, bool& field, const char*) {
    const JsonValue* value = take(name);
    if (!value) return;
    if (value->kind != JsonValue::Kind::kFlag) return fail(*value, pathOf(name), "true, false");
    field = value->flag;
}

void FieldReader::word(const char* name, std::string& field, std::span<const std::string_view> words,
                       const char*) {
    const JsonValue* value = take(name);
    if (!value) return;
    const bool is_text = value->kind == JsonValue::Kind::kText;
    if (!is_text || std::ranges::find(words, value->text) == words.end())
        return fail(*value, pathOf(name), fmt::format("{}", fmt::join(words, ", ")));
    field = value->text;
}

void FieldReader::text(const char* name, std::string& field, std::size_t low, std::size_t high, const char*) {
    const std::string allowed = fmt::format("a text of {} to {} bytes", low, high);
    const JsonValue* value = take(name);
    if (!value) {
        if (!isStopped() && field.size() < low) missing(*object_, pathOf(name), allowed);
        return;
    }
    if (value->kind != JsonValue::Kind::kText) return fail(*value, pathOf(name), allowed);
    if (value->text.size() < low || value->text.size() > high) {
        return fail(*value, pathOf(name), fmt::format("{} bytes", value->text.size()), allowed);
    }
    if (hasControls(value->text))
        return fail(*value, pathOf(name), "a control character", "a text that can be printed");
    field = value->text;
}

void FieldReader::texts(const char* name, std::vector<std::string>& field, std::size_t low, std::size_t high,
                        const char*) {
    const JsonValue* list = takeList(name, field.size(), low, high);
    if (!list) return;
    std::vector<std::string> texts;
    for (const JsonValue& value : list->items) {
        if (value.kind != JsonValue::Kind::kText)
            return fail(value, fmt::format("{}[{}]", pathOf(name), texts.size()), "a text in quotes");
        if (hasControls(value.text))
            return fail(value, fmt::format("{}[{}]", pathOf(name), texts.size()), "a control character",
                        "a text that can be printed");
        texts.push_back(value.text);
    }
    field = std::move(texts);
}

void FieldWriter::texts(const char* name, const std::vector<std::string>& field, std::size_t, std::size_t,
                        const char*) {
    std::string all;
    for (const std::string& text : field) all += (all.empty() ? "" : ", ") + quoted(text);
    entry(name, "[" + all + "]");
}

void FieldWriter::entry(const char* name, const std::string& value) {
    if (!is_first_) out_ += ",";
    is_first_ = false;
    newLine();
    out_ += quoted(name) + ": " + value;
}

void FieldWriter::newLine() {
    if (!is_one_line_) {
        out_ += "\n" + std::string(depth_ * 2, ' ');
    } else if (out_.back() == ',') {
        out_ += ' ';
    }
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

void SchemaWriter::newLine() { out_ += "\n" + std::string(depth_ * 2, ' '); }

void SchemaWriter::close() {
    if (out_.back() == ',') out_.pop_back();
    --depth_;
    newLine();
    out_ += "}";
    is_first_ = false;
}

void SchemaWriter::flag(const char* name, const bool& field, const char* text) {
    entry(name, text);
    fact("type", "\"boolean\"");
    fact("default", field ? "true" : "false");
    close();
}

void SchemaWriter::texts(const char* name, const std::vector<std::string>&, std::size_t low, std::size_t high,
                         const char* text) {
    entry(name, text);
    fact("type", "\"array\"");
    fact("minItems", std::to_string(low));
    fact("maxItems", std::to_string(high));
    fact("items", "{\"type\": \"string\"}");
    close();
}

void SchemaWriter::text(const char* name, const std::string&, std::size_t low, std::size_t high,
                        const char* text) {
    entry(name, text);
    fact("type", "\"string\"");
    fact("minLength", std::to_string(low));
    fact("maxLength", std::to_string(high));
    close();
}

}  // namespace drover
