// People who are folded: points that stand for up to eight, in the queues before gates. A point walks along
// the way of its people until it comes to the end of the queue, and moves up as those before it pass the
// gate. How many pass follows from the gate's width. All of this is done twice a second, for thousands at
// little cost.
//
// Queues know nothing of bodies: they order people by the way that is left to the gate, and a queue is as
// long as its area at the density of a queue. So a queue round a corner or in a corridor is as long as a full
// one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/people/building.h"
#include "core/people/columns.h"
#include "core/people/gate_flow.h"
#include "core/people/way_field.h"

namespace drover::people {

struct FoldedPoint {
    static constexpr std::size_t kMost = 8;

    std::uint32_t id = 0;
    std::uint16_t route = 0, leg = 0, goal = 0;  // of all its people
    QueueId queue = kNoQueue;
    ground::Point place;
    double left_m = 0;  // of its way to the gate, or to the goal
    double tail_m = 0;  // from the gate to the last of its people, once it stands in the queue
    bool stands = false;
    bool has_passed = false;  // it was formed at a gate, and those who pass after it join it
    bool is_placed = false;   // its people stand around `placed_at`
    ground::Point placed_at;
    std::uint8_t count = 0;
    std::array<std::uint32_t, kMost> people{};  // the first to pass comes first

    std::span<const std::uint32_t> members() const { return {people.data(), count}; }
};

class Queues {
  public:
    static constexpr std::int64_t kStep_ns = 500'000'000;
    static constexpr std::uint32_t kPhases = 25;

    explicit Queues(std::shared_ptr<const Building> building);

    // The same goals and routes, and other walls. If there are other gates too, the first ones are the same
    // as before, as many as there are in both.
    void setBuilding(std::shared_ptr<const Building> building);

    // The field of a goal is whole: what follows from it for each gate.
    void learn(std::uint32_t goal, const WayField& way);
    // Fields are looked for again: until they are known points stay where they are.
    void forget();
    bool knows(std::uint32_t goal) const { return gates_[goal].is_known; }

    std::span<const FoldedPoint> points() const { return points_; }
    bool areEmpty() const { return points_.empty(); }

    // Folds these people, at most eight, who all go the same way in the same queue. The point walks as fast
    // as the first of them.
    void fold(std::span<const std::uint32_t> people, const WayField& way, const Columns& columns,
              std::int64_t now_ns);
    // Takes a point out; its people are to be put somewhere.
    void remove(std::size_t point) { points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(point)); }

    // A walker's way to the gate of its queue, or to its goal.
    double leftToGate(std::uint32_t goal, QueueId queue, double left_m) const {
        return queue == kNoQueue ? left_m : left_m - gates_[goal].of[gateOf(queue)].left_m;
    }
    // A real person has gone through: that counts as well.
    void pass(std::uint32_t gate);
    // And is back on the side where it came from.
    void comeBack(std::uint32_t gate) { ++came_back_[gate]; }
    // How many have passed the gate, folded or not, and are not back.
    std::uint32_t passed(std::uint32_t gate) const { return passed_[gate] - came_back_[gate]; }

    // What a step looks at: the fields by goal, null where one is not known, and which gates are open.
    struct Round {
        std::uint32_t phase = 0;
        std::int64_t now_ns = 0;
        std::span<const WayField* const> ways;
        std::span<const std::uint8_t> is_open;
        std::span<const std::uint32_t> walkers;  // those who are not folded
    };
    // Moves the points of one phase: some of the gates, so that not all are moved in the same frame. Returns
    // how many people came to their last goal; they are away now.
    std::uint32_t step(const Round& round, Columns& columns);

    // The fastest that a person behind points of this queue may walk.
    float mostSpeed(QueueId queue, double left_to_gate_m) const;
    // The way from the gate at which this area of a queue ends, and the other way round.
    double lengthOf(QueueId queue, double area_m2) const;
    double areaOf(QueueId queue, double length_m) const;

    void addTo(StateHash& hash) const;
    // After rows of people were taken out. Those who were folded are no more in their points.
    void renumber(std::span<const std::uint32_t> removed);

  private:
    // What a goal's field says of a gate on the way.
    struct GateOnWay {
        double left_m = 0;    // from its middle to the goal
        double onward_m = 0;  // from its middle to the next gate, or to the goal
        QueueId next = kNoQueue;
        ground::Point behind;  // where who passes begins
    };
    struct GatesOnWay {
        bool is_known = false;
        std::vector<GateOnWay> of;  // by gate
    };
    struct Tail {
        double left_m = 0, tail_m = 0;
    };

    void learnAreas(std::uint32_t goal, const WayField& way);
    void count(const Round& round, const Columns& columns);
    std::uint32_t phaseOf(const FoldedPoint& point) const;
    QueueSpeeds speedsAt(std::uint32_t gate, std::span<const std::uint32_t> order,
                         const Columns& columns) const;
    void stepQueue(QueueId queue, std::span<const std::uint32_t> order, const Round& round, Columns& columns,
                   bool& is_waiting);
    static void sortTails(std::vector<Tail>& tails);
    void handOver(FoldedPoint& point, const WayField& way);
    FoldedPoint* found(std::uint32_t id);
    void join(std::uint32_t person, const FoldedPoint& from, const WayField& way);
    std::uint32_t arrive(FoldedPoint& point, const Round& round, Columns& columns);
    void findQueue(FoldedPoint& point, const WayField& way) const;
    void place(FoldedPoint& point, const Round& round, Columns& columns) const;
    ground::Point walked(const WayField& way, ground::Point from, double metres) const;
    double roomIn(QueueId queue) const;
    ground::Point metres(Place place) const {
        return {building_->plane.xMetres(place), building_->plane.yMetres(place)};
    }

    std::shared_ptr<const Building> building_;
    std::vector<GatesOnWay> gates_;                  // by goal
    std::vector<std::vector<double>> areas_;         // by queue: square metres within each tenth of a metre
    std::vector<double> tokens_;                     // by gate: how many may pass now
    std::vector<std::uint32_t> passed_, came_back_;  // by gate; the state hash leaves out who came back
    std::vector<std::uint32_t> formed_;              // by gate: the point that was formed there last
    std::vector<FoldedPoint> points_;                // by id
    std::uint32_t next_id_ = 0;

    // Known again in each step of a gate.
    std::vector<std::vector<double>> ahead_;  // by queue: ways left of its walkers, sorted
    std::vector<double> people_in_;           // by queue, folded or not
    std::vector<std::vector<Tail>> tails_;    // by queue: points that stand, the foremost first
    std::vector<std::uint32_t> order_;
    std::vector<FoldedPoint> born_;
};

}  // namespace drover::people
