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

// Visits one field of a described object.
class FieldPath : public Fields {
  protected:
    explicit FieldPath(std::string_view path) : path_(path) {}
    bool isHere(std::string_view name) const { return name == path_; }

    // No panel shows these.
    bool text(const char*, std::string&, std::size_t, std::size_t, const char*) final { return false; }
    bool word(const char*, std::string&, std::span<const std::string_view>, const char*) final {
        return false;
    }
    bool texts(const char*, std::vector<std::string>&, std::size_t, std::size_t, const char*) final {
        return false;
    }
    void visitList(const char*, Items&, std::size_t, std::size_t, const char*) final {}
    void visitAlternative(const char*, const char*, Alternatives&, const char*, const char*) final {}
    // Goes into the object of this name if the field is in it.
    void visitObject(const char* name, FunctionRef<void(Fields&)> describe, const char* text) final;

  private:
    std::string_view path_;  // stays inside an object that was entered
};

// Reads a number field, for resets. Other kinds of field have no reset and give 0.
class FieldValue final : public FieldPath {
  public:
    explicit FieldValue(std::string_view path) : FieldPath(path) {}
    double value = 0;

  private:
    bool flag(const char*, bool&, const char*) override { return false; }
    bool visitChoice(const char*, std::size_t&, std::span<const ChoiceText>, const char*) override {
        return false;
    }
    bool visitNumber(const char* name, double& field, const NumberRange&, const char*) override {
        return see(name, field);
    }
    bool visitWhole(const char* name, std::int64_t& field, std::int64_t, std::int64_t, const char*) override {
        return see(name, static_cast<double>(field));
    }
    bool visitWhole(const char* name, std::uint64_t& field, std::uint64_t, std::uint64_t,
                    const char*) override {
        return see(name, static_cast<double>(field));
    }
    bool see(const char* name, double field) {
        if (isHere(name)) value = field;
        return false;
    }
};

// Draws the control of one field and writes the new value into the object.
class FieldControl final : public FieldPath {
  public:
    FieldControl(Desk& desk, std::string_view panel, const PanelField& shown, double reset);
    std::optional<std::uint32_t> gesture;  // set if the user changed the field

  private:
    bool flag(const char*, bool&, const char*) override;
    bool visitNumber(const char*, double&, const NumberRange&, const char*) override;
    bool visitWhole(const char*, std::int64_t&, std::int64_t, std::int64_t, const char*) override;
    bool visitWhole(const char*, std::uint64_t&, std::uint64_t, std::uint64_t, const char*) override;
    bool visitChoice(const char*, std::size_t&, std::span<const ChoiceText>, const char*) override;

    std::string tip(const char* text) const;  // the panel's, then the description's
    std::optional<double> slide(double present, double low, double high, const char* text, int decimals);

    Desk& desk_;
    const PanelField& shown_;
    double reset_;
    std::string name_;  // in the UI map
};

// Draws one field of `object`. A reset takes the number from `start`. Returns the gesture if the user changed
// the field.
template <class T>
std::optional<std::uint32_t> fieldControl(Desk& desk, std::string_view panel, const PanelField& shown,
                                          T& object, const T& start) {
    FieldValue reset(shown.field);
    describe(reset, const_cast<T&>(start));  // which it only looks at
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
