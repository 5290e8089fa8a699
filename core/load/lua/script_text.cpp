#include "core/load/lua/script_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace drover::load {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHexDigit(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool isOfPath(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

// Goes over the tokens of a text that Lua compiles.
class Tokens {
  public:
    explicit Tokens(std::string_view text) : text_(text) {}

    std::string rewritten(std::string& flaw) {
        while (at_ < text_.size()) {
            if (startsWith("--")) {
                comment();
            } else if (longBracket(at_) > 0) {
                take(longEnd(at_) - at_);
            } else if (text_[at_] == '"' || text_[at_] == '\'') {
                quoted();
            } else if (text_[at_] == '#') {
                out_ += "\"\"^";
                ++at_;
            } else {
                take(1);
            }
        }
        flaw = flaw_;
        return std::move(out_);
    }

  private:
    bool startsWith(std::string_view word) const { return text_.substr(at_).starts_with(word); }
    char after(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
    void take(std::size_t count) {
        out_ += text_.substr(at_, count);
        at_ = std::min(at_ + count, text_.size());
    }

    // The size of "[[", "[=[" and so on at this place; 0: there is none.
    std::size_t longBracket(std::size_t at) const {
        if (after(at) != '[') return 0;
        std::size_t end = at + 1;
        while (after(end) == '=') ++end;
        return after(end) == '[' ? end + 1 - at : 0;
    }
    std::size_t longEnd(std::size_t at) const {
        const std::size_t size = longBracket(at);
        const std::string closing = "]" + std::string(size - 2, '=') + "]";
        const std::size_t end = text_.find(closing, at + size);
        return end == std::string_view::npos ? text_.size() : end + size;
    }

    void comment() {
        const std::size_t begin = at_ + 2;
        take((longBracket(begin) > 0 ? longEnd(begin) : std::min(text_.find('\n', begin), text_.size())) -
             at_);
    }

    void quoted() {
        const char quote = text_[at_];
        take(1);
        while (at_ < text_.size() && text_[at_] != quote) {
            if (text_[at_] == '\\') {
                if (isZero(at_ + 1) && flaw_.empty())
                    flaw_ =
                        fmt::format("line {}: found the character 0 in a text, allowed are all others",
                                    1 + std::count(text_.begin(),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
                take(1);
            }
            take(1);
        }
        take(1);
    }
    // Whether what follows "\" here is the character 0: \0, \00, \000, \x00 or \u{0}.
    bool isZero(std::size_t at) const {
        if (isDigit(after(at))) {
            std::size_t end = at;
            while (end < at + 3 && after(end) == '0') ++end;
            return end > at && (end == at + 3 || !isDigit(after(end)));
        }
        if (after(at) == 'x') return after(at + 1) == '0' && after(at + 2) == '0';
        if (after(at) != 'u') return false;
        std::size_t end = at + 2;
        while (after(end) == '0') ++end;
        return !isHexDigit(after(end));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string out_, flaw_;
};

}  // namespace

std::string_view linesForLua(std::string_view text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
    while (text.starts_with('#')) text.remove_prefix(std::min(text.find('\n'), text.size()));
    return text;
}

std::string withOwnLength(std::string_view lines, std::string& flaw) { return Tokens(lines).rewritten(flaw); }

std::string_view lengthInLine(std::string_view text, int line) {
    for (int n = 1; n < line; ++n) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    text = text.substr(0, text.find('\n'));
    const std::size_t at = text.find('#');
    if (at == std::string_view::npos || text.find('#', at + 1) != std::string_view::npos) return "#";
    std::size_t end = at + 1;
    while (end < text.size() && isOfPath(text[end])) ++end;
    return text.substr(at, end - at);
}

}  // namespace drover::load
