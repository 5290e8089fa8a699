// How far it is to a goal from everywhere, over square cells of a building: a march outward from the goal,
// like a wave that slows down near walls. It can be done in slices, and cut at any points it gives the same
// bits. What is settled is right while the rest is still unknown.
//
// The wave is kept in buckets (an untidy queue: Yatziv, Bartesaghi and Sapiro 2006), which are faster than a
// heap and differ from it by less than three centimetres.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/base/vec2.h"
#include "core/people/building.h"
#include "core/people/walls.h"

namespace drover::people {

// The people in front of a gate, on one of its sides. Each gate has two queues.
using QueueId = std::uint16_t;
inline constexpr QueueId kNoQueue = 0xffff;
constexpr std::size_t gateOf(QueueId queue) { return queue / 2; }
constexpr bool isOfLeft(QueueId queue) { return queue % 2 == 0; }

class WayField {
  public:
    // The field covers the box. Its goals are boxes too.
    WayField(std::shared_ptr<const Walls> walls, const ground::Box& area, double cell_m,
             std::span<const ground::Box> goals, std::span<const Gate> gates = {});

    // Goes on by this many steps of the march, about one a cell. True once all that can be reached is
    // settled.
    bool advance(std::uint32_t steps);
    bool isDone() const { return waiting_ == 0; }
    // Cells to look at until then, at most.
    std::uint64_t cellsLeft() const { return isDone() ? 0 : std::uint64_t{columns_} * rows_ - settled_; }

    // How far the march has come: part of the state of a crowd.
    std::uint64_t steps() const { return steps_; }

    // Metres to walk, longer where walls are near. Infinite where nothing leads to the goal, or where that is
    // not known yet.
    float left(ground::Point place) const;
    float left(Place place) const { return left(metres(place)); }
    // Where to go: a unit vector, or zero where left() is infinite.
    Vec2 direction(ground::Point place) const { return Compass(*this).at(place); }
    Vec2 direction(Place place) const { return direction(metres(place)); }

    // The queue before the gate that the way meets next, or none.
    QueueId queueOf(std::uint32_t cell) const { return queue_.empty() ? kNoQueue : queue_[cell]; }
    QueueId queueAt(ground::Point place) const { return queueOf(settledAt(place)); }
    // As they were when it was begun.
    const std::vector<Gate>& gates() const { return gates_; }

    // Square metres of a queue by the way left to the goal.
    double areaBetween(QueueId queue, double from_m, double until_m) const;
    // The longest way left in a queue; 0 if no one queues there.
    double longestIn(QueueId queue) const {
        const Areas& areas = areas_[queue];
        return areas.cells.empty() ? 0 : kAreaBin_m * static_cast<double>(areas.first + areas.cells.size());
    }
    static constexpr double kAreaBin_m = 0.1;

    // The cells: row by row from the lower left corner.
    std::uint32_t columns() const { return columns_; }
    std::uint32_t rows() const { return rows_; }
    double cell_m() const { return cell_m_; }
    std::uint32_t cellAt(ground::Point place) const;
    ground::Point middleOf(std::uint32_t cell) const;
    bool isSettled(std::uint32_t cell) const { return (marks_[cell] & kSettled) != 0; }
    float leftOf(std::uint32_t cell) const { return isSettled(cell) ? left_m_[cell] : kUnknown; }

    const Walls& walls() const { return *walls_; }
    std::size_t bytes() const;

    // Towards a cell some steps onward. It is coarser than a compass, and leads nowhere to a place where it
    // stands still.
    Vec2 stepsOnward(ground::Point place) const;

    // direction() for many places near each other: it keeps what it found out about four cells.
    class Compass {
      public:
        explicit Compass(const WayField& field) : field_(field) {}
        Vec2 at(ground::Point place);

      private:
        void moveTo(double column, double row);

        const WayField& field_;
        double column_ = -10, row_ = -10;  // of the lower left cell
        Vec2 downhill_[4] = {};
    };

  private:
    static constexpr float kUnknown = std::numeric_limits<float>::infinity();
    static constexpr std::size_t kBuckets = 32;
    // Speeds of the wave are kept in 250ths.
    static constexpr std::uint8_t kFull = 250, kWall = 0, kNotLooked = 255;
    static constexpr std::uint8_t kSettled = 1, kNearGate = 2;

    ground::Point metres(Place place) const {
        const Plane& plane = walls_->plane();
        return {plane.xMetres(place), plane.yMetres(place)};
    }
    void putGoal(const ground::Box& goal);
    void markGate(const Gate& gate);
    QueueId queueFrom(std::uint32_t cell) const;
    void countArea(QueueId queue, float left_m);
    bool isTooNarrow(std::uint32_t cell) const;
    std::uint8_t speedOf(std::uint32_t cell);
    void settle(std::uint32_t cell);
    void look(std::uint32_t cell);
    void put(std::uint32_t cell, float left_m);
    float least(std::uint32_t cell, std::uint32_t step, bool has_before, bool has_behind) const;
    Vec2 downhill(std::uint32_t column, std::uint32_t row) const;
    std::uint32_t settledAt(ground::Point place) const;
    std::uint32_t lowestBeside(std::uint32_t cell) const;

    std::shared_ptr<const Walls> walls_;
    ground::Point corner_;
    double cell_m_;
    std::uint32_t columns_, rows_;
    std::vector<float> left_m_;  // settled, or the best way known
    std::vector<std::uint8_t> marks_;
    std::vector<std::uint8_t> speed_;  // of the wave; looked up when it comes near
    std::vector<Gate> gates_;
    std::vector<QueueId> queue_;  // by cell; none without gates
    // Cells by the way left, in tenths of a metre from the first one.
    struct Areas {
        std::size_t first = 0;
        std::vector<std::uint32_t> cells;
    };
    std::vector<Areas> areas_;  // by queue
    std::uint64_t steps_ = 0;
    // The wave: cells by the way left, each bucket half a cell wide, round and round.
    std::array<std::vector<std::uint32_t>, kBuckets> buckets_;
    std::uint64_t bucket_ = 0;   // the one in work, counted from the goal
    std::size_t next_in_ = 0;    // its first cell that was not taken
    std::uint64_t waiting_ = 0;  // cells in all buckets
    std::uint64_t settled_ = 0;
};

}  // namespace drover::people
