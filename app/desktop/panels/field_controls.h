// Controls for the fields of a described struct: ranges and sentences come from its description
// (core/base/fields.h), so that panels, files and the command log cannot differ. A panel lists what it shows
// and sends the changed struct on.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "app/desktop/widgets/widgets.h"
#include "core/base/fields.h"
#include "core/world/command_fields.h"

namespace drover::desktop {

// What a control shows that a file has no use for.
struct Shown {
    const char* field;  // as described; a dot leads into an object: factors.type
    const char* name;   // in the UI map
    const char* label;
    const char* unit = "";
    const char* tip = "";  // symbol and equation, in front of the description's sentence
    int decimals = 2;
    bool is_logarithmic = false;
    // A slider over all that a file may say would be useless to the hand: its ends, unless the number lies
    // outside.
    double least = std::numeric_limits<double>::lowest();
    double most = std::numeric_limits<double>::max();
};

// A name of the files as people read it: per_node, per node. Cut to the room there is.
void spellOut(std::span<char> out, std::string_view name);

// Finds one field of an object: what both visitors below have in common.
class FieldPath {
  public:
    explicit FieldPath(std::string_view path) : path_(path) {}
    bool isHere(std::string_view name) const { return name == path_; }
    // Into the object of that name, if the field is in it; `leave` undoes it.
    bool enter(std::string_view name) {
        if (path_.size() <= name.size() || !path_.starts_with(name) || path_[name.size()] != '.')
            return false;
        path_.remove_prefix(name.size() + 1);
        return true;
    }

  private:
    std::string_view path_;
};

// The field as a number; a choice is its place, a flag 0 or 1.
class FieldValue {
  public:
    explicit FieldValue(std::string_view path) : path_(path) {}
    double value = 0;

    template <class N>
    void number(const char* name, const N& field, double, double, const char*) {
        if (path_.isHere(name)) value = static_cast<double>(field);
    }
    template <class N>
    void integer(const char* name, const N& field, std::uint64_t, std::uint64_t, const char*) {
        if (path_.isHere(name)) value = static_cast<double>(field);
    }
    template <class T>
    void object(const char* name, const T& field, const char*) {
        if (path_.enter(name)) describe(*this, field);
    }
    void flag(const char*, bool, const char*) {}
    void text(const char*, const std::string&, std::size_t, std::size_t, const char*) {}
    template <class E>
    void choice(const char*, const E&, const char*) {}
    template <class T>
    void list(const char*, const T&, std::size_t, std::size_t, const char*) {}

  private:
    FieldPath path_;
};

// Draws the control of one field and writes what the person wants into the object.
class FieldControl {
  public:
    FieldControl(Desk& desk, const Shown& shown, double reset)
        : desk_(desk), shown_(shown), reset_(reset), path_(shown.field) {}
    std::optional<std::uint32_t> gesture;  // of the change, if there was one

    template <class N>
    void number(const char* name, N& field, double low, double high, const char* text) {
        if (!path_.isHere(name)) return;
        if (const auto value = slide(static_cast<double>(field), low, high, text, shown_.decimals)) {
            field = static_cast<N>(*value);
        }
    }
    template <class N>
    void integer(const char* name, N& field, std::uint64_t low, std::uint64_t high, const char* text) {
        if (!path_.isHere(name)) return;
        if (const auto value = slide(static_cast<double>(field), static_cast<double>(low),
                                     static_cast<double>(high), text, 0)) {
            field = static_cast<N>(std::llround(*value));
        }
    }
    void flag(const char* name, bool& field, const char* text);
    template <class E>
    void choice(const char* name, E& field, const char* text) {
        if (!path_.isHere(name)) return;
        const auto all = choices(E{});
        std::array<Option, kMostOptions> options;
        std::size_t present = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            options[i] = {all[i].name, all[i].text};
            if (all[i].value == field) present = i;
        }
        if (const auto chosen = choose(std::span(options).first(all.size()), present, text))
            field = all[*chosen].value;
    }
    template <class T>
    void object(const char* name, T& field, const char*) {
        if (path_.enter(name)) describe(*this, field);
    }
    void text(const char*, std::string&, std::size_t, std::size_t, const char*) {}
    template <class T>
    void list(const char*, T&, std::size_t, std::size_t, const char*) {}

  private:
    static constexpr std::size_t kMostOptions = 8;
    struct Option {
        const char* name;
        const char* text;
    };

    std::optional<double> slide(double present, double low, double high, const char* text, int decimals);
    std::optional<std::size_t> choose(std::span<const Option> options, std::size_t present, const char* text);

    Desk& desk_;
    const Shown& shown_;
    double reset_;
    FieldPath path_;
};

// One field of `object`; `start` has the number that a reset goes back to. The gesture if the person changed
// it.
template <class T>
std::optional<std::uint32_t> fieldControl(Desk& desk, const Shown& shown, T& object, const T& start) {
    FieldValue reset(shown.field);
    describe(reset, start);
    FieldControl control(desk, shown, reset.value);
    describe(control, object);
    return control.gesture;
}

// Several, one under the other.
template <class T>
std::optional<std::uint32_t> fieldControls(Desk& desk, std::span<const Shown> fields, T& object,
                                           const T& start) {
    std::optional<std::uint32_t> gesture;
    for (const Shown& shown : fields) {
        if (const auto changed = fieldControl(desk, shown, object, start)) gesture = changed;
    }
    return gesture;
}

}  // namespace drover::desktop
