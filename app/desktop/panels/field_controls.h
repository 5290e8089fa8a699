// Controls for the fields of a described struct. Ranges and texts come from its description
// (core/base/fields.h), so panels, files and the command log cannot disagree. A panel lists the fields that
// it shows, calls fieldControl(s), and sends the changed struct to the session.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/desktop/widgets/widgets.h"
#include "core/base/fields.h"
#include "core/world/commands/command_fields.h"

namespace drover::desktop {

// What a control needs beyond the field's description.
struct PanelField {
    const char* field;           // name in the description; a dot leads into an object: factors.type
    const char* name = nullptr;  // in the UI map; null: PANEL.FIELD
    const char* label;
    const char* unit = "";
    const char* tip = "";  // symbol and equation; shown before the description's text
    int decimals = 2;
    bool is_logarithmic = false;
    // The slider's ends, because the range that a file may use is often too wide for a slider. They move out
    // if the present value or the reset value lies outside.
    double least = std::numeric_limits<double>::lowest();
    double most = std::numeric_limits<double>::max();
};

// A name made readable: per_node becomes "per node".
std::string spelledOut(std::string_view name);

// Finds one field of an object. Both visitors below use it.
class FieldPath {
  public:
    explicit FieldPath(std::string_view path) : path_(path) {}
    bool isHere(std::string_view name) const { return name == path_; }
    // Steps into the object of this name if the field is in it. The path then stays inside that object.
    bool enter(std::string_view name) {
        if (path_.size() <= name.size() || !path_.starts_with(name) || path_[name.size()] != '.')
            return false;
        path_.remove_prefix(name.size() + 1);
        return true;
    }

  private:
    std::string_view path_;
};

// Reads a number field, for resets. Other kinds of field have no reset and give 0.
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

// Draws the control of one field and writes the new value into the object.
class FieldControl {
  public:
    FieldControl(Desk& desk, std::string_view panel, const PanelField& shown, double reset);
    std::optional<std::uint32_t> gesture;  // set if the user changed the field

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
        std::vector<std::string> names;
        std::string whole_tip = tip(text);
        std::size_t present = 0;
        for (const auto& option : all) {
            if (option.value == field) present = names.size();
            names.push_back(spelledOut(option.name));
            whole_tip += "\n- " + names.back() + ": " + option.text;
        }
        if (const auto chosen = choose(names, present, whole_tip)) field = all[*chosen].value;
    }
    template <class T>
    void object(const char* name, T& field, const char*) {
        if (path_.enter(name)) describe(*this, field);
    }
    void text(const char*, std::string&, std::size_t, std::size_t, const char*) {}
    template <class T>
    void list(const char*, T&, std::size_t, std::size_t, const char*) {}

  private:
    std::string tip(const char* text) const;  // the panel's, then the description's
    std::optional<double> slide(double present, double low, double high, const char* text, int decimals);
    std::optional<std::size_t> choose(std::span<const std::string> names, std::size_t present,
                                      const std::string& whole_tip);

    Desk& desk_;
    const PanelField& shown_;
    double reset_;
    FieldPath path_;
    std::string name_;  // in the UI map
};

// Draws one field of `object`. A reset takes the number from `start`. Returns the gesture if the user changed
// the field.
template <class T>
std::optional<std::uint32_t> fieldControl(Desk& desk, std::string_view panel, const PanelField& shown,
                                          T& object, const T& start) {
    FieldValue reset(shown.field);
    describe(reset, start);
    FieldControl control(desk, panel, shown, reset.value);
    describe(control, object);
    return control.gesture;
}

// Draws several fields, one below the other. Returns the last change's gesture.
template <class T>
std::optional<std::uint32_t> fieldControls(Desk& desk, std::string_view panel,
                                           std::span<const PanelField> fields, T& object, const T& start) {
    std::optional<std::uint32_t> gesture;
    for (const PanelField& shown : fields) {
        if (const auto changed = fieldControl(desk, panel, shown, object, start)) gesture = changed;
    }
    return gesture;
}

// What animals tell of themselves, as lines of a panel.
void readings(Desk& desk, std::string_view panel, std::span<const minds::Reading> lines);

}  // namespace drover::desktop
