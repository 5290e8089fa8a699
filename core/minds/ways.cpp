#include "core/minds/ways.h"

#include <array>

#include "core/people/crowd.h"

namespace drover::minds {
namespace {

constexpr std::array<PartInfo, 1> kWayParts = {{
    {load::ExecutionPart::kAction, "search", "goes on with the distance fields by some cells"},
}};
constexpr std::array<Sort, 1> kWaySorts = {{{"way finder", "way finder"}}};

constexpr std::uint32_t kCells = 1'000;  // of an update
constexpr double kCell_us = 0.06, kIdle_us = 0.02;

}  // namespace

const Kind kWays = {
    .name = "ways",
    .many = "way finders",
    .sorts = kWaySorts,
    .parts = kWayParts,
    .most = 64,
    .birth = Purpose::kWayBirth,
    .make = [](const Birth& birth) -> std::unique_ptr<Animals> { return std::make_unique<Ways>(birth); },
};

Ways::Ways(const Birth& birth) : Animals(birth.plane, static_cast<float>(birth.plane.worldSize()), 0) {
    const double middle_m = birth.plane.worldSize() / 2;
    for (std::uint32_t i = 0; i < birth.of_each_sort; ++i) addPlace(birth.plane.place(middle_m, middle_m));
}

// A manager without a budget has the search done at once.
std::uint32_t Ways::cellsOfUpdate() const { return around_.has_budget ? kCells : ~std::uint32_t{0}; }

void Ways::update(std::uint32_t, std::int64_t, bool thinks) { noted_ += thinks; }
void Ways::runPart(std::size_t, std::uint32_t i, std::int64_t elapsed_ns) { update(i, elapsed_ns); }

void Ways::moveNoted(cores::Team*) {
    for (; noted_ > 0; --noted_, ++slices_)
        if (around_.people != nullptr) around_.people->advanceWays(cellsOfUpdate());
}

double Ways::work_us(std::uint32_t) const {
    const std::uint64_t left = around_.people == nullptr ? 0 : around_.people->cellsLeft();
    return kIdle_us + kCell_us * static_cast<double>(std::min<std::uint64_t>(left, cellsOfUpdate()));
}

void Ways::keep(std::span<const std::uint32_t> rows) {
    std::vector<Place> staying;
    for (const std::uint32_t row : rows) staying.push_back(places[row]);
    clearPlaces();
    for (const Place place : staying) addPlace(place);
}

}  // namespace drover::minds
