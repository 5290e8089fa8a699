// Minds that look for ways (MODEL 12): when a gate opens or closes, the distance fields that people walk by
// are void, and these find them again, some cells in each update. So a long search is many tasks for a load
// manager, and people who do not know their way yet wait. These minds are not seen.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/minds/animals.h"

namespace drover::minds {

extern const Kind kWays;

class Ways final : public Animals {
  public:
    explicit Ways(const Birth& birth);

    std::unique_ptr<Animals> copy() const override { return std::make_unique<Ways>(*this); }
    const Kind& kind() const override { return kWays; }

    void update(std::uint32_t i, std::int64_t elapsed_ns, bool thinks = true) override;
    void runPart(std::size_t part, std::uint32_t i, std::int64_t elapsed_ns) override;
    bool areMovedTogether() const override { return true; }
    void moveNoted(cores::Team* team) override;
    double work_us(std::uint32_t i) const override;

    Vec2 velocityOf(std::uint32_t) const override { return {}; }
    Vec2 headingOf(std::uint32_t) const override { return {1, 0}; }
    bool isAway(std::uint32_t) const override { return true; }
    std::optional<std::uint32_t> targetOf(std::uint32_t) const override { return std::nullopt; }
    const char* deedOf(std::uint32_t) const override { return "follows"; }

    std::any get(std::uint32_t i) const override { return places[i]; }
    void comeBack(const std::any& animal) override { addPlace(std::any_cast<Place>(animal)); }
    void addNew(std::size_t, Place at) override { addPlace(at); }
    void keep(std::span<const std::uint32_t> rows) override;
    void addTo(StateHash& hash) const override { hash.add(slices_); }

  private:
    std::uint32_t cellsOfUpdate() const;

    std::uint32_t noted_ = 0;   // updates since the last round
    std::uint64_t slices_ = 0;  // updates that were done
};

}  // namespace drover::minds
