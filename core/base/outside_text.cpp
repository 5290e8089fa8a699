#include "core/base/outside_text.h"

#include <fmt/format.h>

namespace drover {
namespace {

// How many bytes the letter takes that begins here; 0 if none does (RFC 3629: no overlong forms, no
// surrogates, nothing above U+10FFFF).
std::size_t letterBytes(std::string_view text) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    unsigned low = 0x80, high = 0xBF;  // allowed range of the second byte
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    return length;
}

// Below U+0020, U+007F, and U+0080 to U+009F.
bool isControl(std::string_view letter) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(letter[i]); };
    return byte(0) < 0x20 || byte(0) == 0x7f || (letter.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0);
}

// Invisible are the mark of UTF-8, U+FEFF; the ends of lines U+2028 and U+2029; and the characters that
// reverse the order of letters, U+202A to U+202E and U+2066 to U+2069.
bool isUnseen(std::string_view letter) {
    if (letter == "\xef\xbb\xbf") return true;
    if (letter.size() != 3 || !letter.starts_with("\xe2")) return false;
    const std::string_view end = letter.substr(1);
    return (end >= "\x80\xa8" && end <= "\x80\xae") || (end >= "\x81\xa6" && end <= "\x81\xa9");
}

// Calls use(letter, is_plain) with each letter; a byte that is none is one, and is not plain.
template <class Use>
void forEachLetter(std::string_view text, Use use) {
    while (!text.empty()) {
        const std::size_t bytes = letterBytes(text);
        const std::string_view letter = text.substr(0, bytes == 0 ? 1 : bytes);
        use(letter, bytes != 0 && !isControl(letter) && !isUnseen(letter));
        text.remove_prefix(letter.size());
    }
}

std::string escapeOf(std::string_view letter) {
    if (letter == "\n") return "\\n";
    if (letter == "\r") return "\\r";
    if (letter == "\t") return "\\t";
    std::string out;
    for (const char c : letter) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    return out;
}

// In any locale.
bool isWordLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool isPlainInShell(char c) {
    return isWordLetter(c) || std::string_view("-./,:+@%").find(c) != std::string_view::npos;
}

// Between single quotes all stands for itself but the quote.
std::string inQuotes(std::string_view text) {
    std::string out = "'";
    for (const char c : text) c == '\'' ? out += "'\\''" : out += c;
    return out + "'";
}

// What cannot be seen is written by printf, which every POSIX shell has. "$(...)" drops line breaks at the
// end, so those are the last letter of IFS.
std::string byPrintf(std::string_view text) {
    const std::size_t end = text.find_last_not_of('\n') + 1;
    std::string format, breaks;
    forEachLetter(text.substr(0, end), [&](std::string_view letter, bool is_plain) {
        const bool is_itself =
            is_plain && (letter.size() > 1 || isWordLetter(letter[0]) || letter.find_first_of(" ./") == 0);
        if (is_itself) format += letter;
        for (std::size_t i = 0; !is_itself && i < letter.size(); ++i)
            format += fmt::format("\\{:03o}", static_cast<unsigned char>(letter[i]));
    });
    for (std::size_t i = end; i < text.size(); ++i) breaks += "${IFS#??}";
    return fmt::format("\"$(printf '{}'){}\"", format, breaks);
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
    std::string out;
    bool is_cut = false;
    forEachLetter(text, [&](std::string_view letter, bool is_plain) {
        is_cut = is_cut || out.size() >= longest;
        if (is_cut) return;
        is_plain ? out += letter : out += escapeOf(letter);
    });
    return is_cut ? out + "..." : out;
}

std::string shown(std::string_view text) { return printable(text, std::string_view::npos); }

std::string shownWithin(std::string_view text, std::size_t most_bytes) {
    constexpr std::string_view kMore = "...";
    std::string out;
    std::size_t cut = 0;  // where it ends if the whole is too long
    forEachLetter(text, [&](std::string_view letter, bool is_plain) {
        if (out.size() > most_bytes) return;
        out += is_plain ? std::string(letter) : escapeOf(letter);
        if (out.size() + kMore.size() <= most_bytes) cut = out.size();
    });
    return out.size() <= most_bytes ? out : out.substr(0, cut).append(kMore);
}

bool hasControls(std::string_view text) {
    bool has = false;
    forEachLetter(text, [&](std::string_view letter, bool) {
        has = has || (isControl(letter) && letter != "\n" && letter != "\t");
    });
    return has;
}

std::string shellWord(std::string_view text) {
    bool is_plain = !text.empty(), is_seen = true;
    forEachLetter(text, [&](std::string_view letter, bool is_plain_letter) {
        is_plain = is_plain && isPlainInShell(letter[0]);
        is_seen = is_seen && is_plain_letter;
    });
    if (is_plain) return std::string(text);
    return is_seen ? inQuotes(text) : byPrintf(text);
}

std::string plainPath(std::string_view path) {
    const bool is_taken = path.find_first_of("-=+@") == 0 || path.find(':') < path.find('/');
    return (is_taken ? "./" : "") + std::string(path);
}

std::string csvCell(std::string_view text) {
    std::string out = shown(text);
    if (out.find_first_of(",\"") == std::string::npos) return out;
    for (std::size_t at = 0; (at = out.find('"', at)) != std::string::npos; at += 2) out.insert(at, 1, '"');
    return '"' + out + '"';
}

std::size_t firstBadUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = letterBytes(text.substr(at));
        if (bytes == 0) return at;
        at += bytes;
    }
    return std::string_view::npos;
}

}  // namespace drover
