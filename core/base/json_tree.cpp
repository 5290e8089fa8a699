#include "core/base/json_tree.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>

#include "core/base/outside_text.h"

namespace drover {
namespace {

// Iterates over the source and counts the bytes that the parser has taken, so that a callback knows its
// position.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    const char* start = nullptr;
    std::size_t* taken = nullptr;

    reference operator*() const { return *at; }
    CountingIterator& operator++() {
        ++at;
        *taken = static_cast<std::size_t>(at - start);
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    [[maybe_unused]] friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
        return a.at == b.at;
    }
};

// nlohmann's SAX callbacks, which build the tree. After the first error every callback returns false, which
// ends the parse. Open values are on a stack; a value that closes moves into the one below it.
class TreeBuilder {
  public:
    TreeBuilder(JsonDocument& document, const JsonLimits& limits) : document_(document), limits_(limits) {}

    std::size_t taken = 0;  // bytes the parser has consumed
    Flaw error;

    bool null() { return scalar(JsonValue::Kind::kNull, wordBegin()); }
    bool boolean(bool flag) {
        const bool ok = scalar(JsonValue::Kind::kFlag, wordBegin());
        if (ok) last_->flag = flag;
        return ok;
    }
    bool number_unsigned(std::uint64_t v) { return integer(v, false); }
    bool number_integer(std::int64_t v) {
        return integer(std::uint64_t{0} - static_cast<std::uint64_t>(v), true);
    }
    bool number_float(double v, const std::string&) {
        const bool ok = scalar(JsonValue::Kind::kNumber, wordBegin());
        if (ok) last_->number = v;
        return ok;
    }
    bool string(std::string& text) {
        const bool ok = scalar(JsonValue::Kind::kText, textBegin());
        if (ok) last_->text = text;
        return ok;
    }
    bool binary(nlohmann::json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(JsonValue::Kind::kObject); }
    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open(JsonValue::Kind::kList); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        JsonValue& object = open_.back();
        const std::size_t begin = textBegin();
        for (const JsonValue::Member& member : object.members) {
            if (member.name == name) {
                return fail(begin, pathOf(name), "the same name twice", "each name once");
            }
        }
        if (object.members.size() >= limits_.members) {
            return fail(begin, path(), fmt::format("more than {} fields", limits_.members),
                        "at most that many");
        }
        object.members.push_back({name, begin, {}});
        return true;
    }

    bool parse_error(std::size_t position, const std::string& last_token,
                     const nlohmann::detail::exception& e) {
        if (e.id == 406) {  // out of range: a number too large for a double
            return fail(wordBegin(), path(), "'" + printable(last_token) + "'", "a number below 1.8e308");
        }
        // "… syntax error while parsing X - unexpected Y; expected Z", or "… - invalid string: why; last
        // read: …"
        const std::string_view what = e.what();
        const std::size_t offset = position == 0 ? 0 : position - 1;
        std::string found = wordAt(offset);
        std::string allowed = "a number, a text in quotes, true, false, null, a list or an object";
        if (const std::size_t expected = what.rfind("; expected "); expected != std::string_view::npos) {
            // Where any value may stand our words are plainer; and of an empty file not every version says
            // it.
            const std::string_view named = what.substr(expected + 11);
            if (named != "'[', '{', or a literal") allowed = named;
        } else if (const std::size_t text = what.rfind("invalid string: "); text != std::string_view::npos) {
            allowed = what.substr(text + 16);
            allowed = "a text with its closing quote (" + allowed.substr(0, allowed.find(';')) + ")";
        }
        return fail(offset, path(), std::move(found), std::move(allowed));
    }

    JsonValue takeRoot() { return std::move(root_); }

  private:
    bool integer(std::uint64_t magnitude, bool is_negative) {
        if (!scalar(JsonValue::Kind::kInteger, wordBegin())) return false;
        last_->magnitude = magnitude;
        last_->is_negative = is_negative;
        last_->number = is_negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
        return true;
    }

    // The word that starts at a byte, or one letter if no word does, in quotes.
    std::string wordAt(std::size_t offset) const {
        const std::string_view source = document_.source;
        if (offset >= source.size()) return "the end of the file";
        std::size_t end = offset;
        while (end < source.size() && std::isalnum(static_cast<unsigned char>(source[end])) != 0) ++end;
        return "'" + printable(source.substr(offset, std::max<std::size_t>(end - offset, 1))) + "'";
    }
    // Where the number or literal that was just read began. The parser has read one byte beyond a number,
    // none beyond a literal.
    std::size_t wordBegin() const {
        static constexpr std::string_view kWord = "0123456789+-.eEtrufalsn";
        const std::string_view source = document_.source;
        std::size_t at = std::min(taken, source.size());
        if (at > 0 && kWord.find(source[at - 1]) == std::string_view::npos) --at;
        word_end_ = at;
        while (at > 0 && kWord.find(source[at - 1]) != std::string_view::npos) --at;
        return at;
    }
    // Where the text that ends here began: the nearest quote to the left that has an even number of
    // backslashes before it.
    std::size_t textBegin() const {
        const std::string_view source = document_.source;
        word_end_ = taken;
        std::size_t quote = taken - 1;
        while (quote > 0) {
            --quote;
            if (source[quote] != '"') continue;
            std::size_t backslashes = 0;
            while (backslashes < quote && source[quote - 1 - backslashes] == '\\') ++backslashes;
            if (backslashes % 2 == 0) break;
        }
        return quote;
    }

    bool scalar(JsonValue::Kind kind, std::size_t begin) {
        JsonValue value;
        value.kind = kind;
        value.begin = begin;
        value.end = word_end_;
        if (!count(begin)) return false;
        last_ = &place(std::move(value));
        return true;
    }
    bool open(JsonValue::Kind kind) {
        const std::size_t begin = taken - 1;
        if (open_.size() >= limits_.depth) {
            return fail(begin, "", fmt::format("more than {} nested brackets", limits_.depth),
                        "at most that many");
        }
        if (!count(begin)) return false;
        JsonValue value;
        value.kind = kind;
        value.begin = begin;
        open_.push_back(std::move(value));
        return true;
    }
    bool close() {
        JsonValue value = std::move(open_.back());
        open_.pop_back();
        value.end = taken;
        place(std::move(value));
        return true;
    }
    bool count(std::size_t begin) {
        if (++values_ <= limits_.values) return true;
        return fail(begin, "", fmt::format("more than {} values", limits_.values), "at most that many");
    }
    JsonValue& place(JsonValue value) {
        if (open_.empty()) return root_ = std::move(value);
        JsonValue& parent = open_.back();
        if (parent.kind == JsonValue::Kind::kObject) return parent.members.back().value = std::move(value);
        return parent.items.emplace_back(std::move(value));
    }

    // The path to the value that is being read, and to a field of the innermost object.
    std::string path() const { return pathThrough(open_.size()); }
    std::string pathOf(const std::string& name) const {
        const std::string parent = pathThrough(open_.size() - 1);
        return (parent.empty() ? "" : parent + ".") + printable(name);
    }
    std::string pathThrough(std::size_t depth) const {
        std::string out;
        for (std::size_t i = 0; i < depth; ++i) {
            const JsonValue& v = open_[i];
            if (v.kind == JsonValue::Kind::kList) {
                out += fmt::format("[{}]", v.items.size());
            } else if (!v.members.empty()) {
                out += (out.empty() ? "" : ".") + printable(v.members.back().name);
            }
        }
        return out;
    }
    bool fail(std::size_t offset, std::string field, std::string found, std::string allowed) {
        if (!error) error = document_.error(offset, std::move(field), std::move(found), std::move(allowed));
        return false;
    }

    JsonDocument& document_;
    const JsonLimits& limits_;
    std::vector<JsonValue> open_;
    JsonValue root_;
    JsonValue* last_ = nullptr;
    std::size_t values_ = 0;
    mutable std::size_t word_end_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
    for (const Member& member : members) {
        if (member.name == name) return &member.value;
    }
    return nullptr;
}

InputError JsonDocument::error(std::size_t offset, std::string field, std::string found,
                               std::string allowed) const {
    InputError e{.file = file, .line = 1, .column = 1, .field = std::move(field)};
    for (std::size_t i = 0; i < std::min(offset, source.size()); ++i) {
        if (source[i] == '\n') {
            ++e.line;
            e.column = 1;
        } else if ((static_cast<unsigned char>(source[i]) & 0xC0) != 0x80) {
            ++e.column;  // a letter of several bytes is one column
        }
    }
    e.found = std::move(found);
    e.allowed = std::move(allowed);
    return e;
}

std::string JsonDocument::spelled(const JsonValue& value) const {
    switch (value.kind) {
        case JsonValue::Kind::kList: return "a list";
        case JsonValue::Kind::kObject: return "an object";
        default: return printable(std::string_view(source).substr(value.begin, value.end - value.begin));
    }
}

Result<JsonDocument> parseJson(std::string file, std::string source, const JsonLimits& limits) {
    JsonDocument document{std::move(file), std::move(source), {}};
    if (document.source.size() > limits.bytes) {
        return document.error(limits.bytes, "", fmt::format("{} bytes", document.source.size()),
                              fmt::format("up to {} bytes", limits.bytes));
    }
    if (const std::size_t bad = firstBadUtf8(document.source); bad != std::string_view::npos) {
        return document.error(
            bad, "", "a byte that is not UTF-8 ('" + printable(document.source.substr(bad, 1)) + "')",
            "UTF-8");
    }
    TreeBuilder builder(document, limits);
    const char* text = document.source.data();
    const CountingIterator first{text, text, &builder.taken};
    const CountingIterator last{text + document.source.size(), text, &builder.taken};
    constexpr bool kWhole = true, kComments = true;
    nlohmann::json::sax_parse(first, last, &builder, nlohmann::json::input_format_t::json, kWhole, kComments);
    if (builder.error) return std::move(*builder.error);
    document.root = builder.takeRoot();
    return document;
}

Result<JsonDocument> readJson(const std::string& path, const JsonLimits& limits) {
    Result<std::string> source = readFile(path, limits.bytes);
    if (!source) return std::move(source.error);
    return parseJson(path, std::move(*source), limits);
}

}  // namespace drover
