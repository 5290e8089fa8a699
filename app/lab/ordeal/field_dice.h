// Draws the fields of anything that is described (core/base/fields.h) from what its ranges allow: so what can
// stand in a file or a command comes in lives, and so do fields that come later.
#pragma once

#include <string>

#include "core/base/dice.h"
#include "core/base/fields.h"

namespace drover::lab::ordeal {

class FieldDice final : public Fields {
  public:
    // `share`: of the fields that are drawn; the others stay as they are. Places lie within `size_m`.
    FieldDice(Dice& dice, double share, double size_m) : dice_(dice), share_(share), size_m_(size_m) {}

    bool flag(const char*, bool& field, const char*) override;
    bool text(const char* name, std::string& field, std::size_t low, std::size_t high, const char*) override;
    bool word(const char*, std::string& field, std::span<const std::string_view> words, const char*) override;
    bool texts(const char*, std::vector<std::string>& field, std::size_t, std::size_t, const char*) override;

  private:
    bool visitNumber(const char* name, double& field, const NumberRange& range, const char*) override;
    bool visitWhole(const char* name, std::int64_t&, std::int64_t low, std::int64_t high,
                    const char*) override;
    bool visitWhole(const char* name, std::uint64_t&, std::uint64_t low, std::uint64_t high,
                    const char*) override;
    bool visitChoice(const char*, std::size_t&, std::span<const ChoiceText>, const char*) override;
    void visitObject(const char*, FunctionRef<void(Fields&)>, const char*) override;
    void visitList(const char*, Items&, std::size_t low, std::size_t high, const char*) override;
    void visitAlternative(const char*, const char*, Alternatives&, const char*, const char*) override;

    double drawn(double low, double high);

    Dice& dice_;
    double share_, size_m_;
};

}  // namespace drover::lab::ordeal
