// A round: tasks that a manager has chosen, whose flocks are moved together. The world adds work in the order
// of the calls. move() hands the round to all cores: they work on it while the manager chooses the next one,
// and the next move(), or finish(), waits for them.
//
// Moving a flock touches that flock's rows alone, so neither the order nor the number of cores changes a bit.
// A change of level may move the rows of other flocks. So a core that finds a flock that wants another level
// leaves it; when all others of the round are moved, the caller's thread changes those levels, in the order
// of the calls, and these flocks are moved last.
//
// A very large flock would keep one core busy long after the others are done: all of them move it together.
//
// Where the manager chooses many tasks at a time, the cores also find out what each task is to do. What takes
// too long for one core is then left until all have found theirs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/plane.h"
#include "core/cores/team.h"
#include "core/flock/alone.h"
#include "core/flock/update.h"
#include "core/load/chosen.h"
#include "core/load/clock.h"

namespace drover::world {

// Flocks that are a root alone are moved many at a time, and their cost is learned separately. So is what it
// takes the cores to find out what a task is to do.
enum class WorkKind : std::uint8_t { kAlone, kOther, kTelling };
inline constexpr std::size_t kWorkKinds = 3;
constexpr std::size_t row(WorkKind kind) { return static_cast<std::size_t>(kind); }

struct Work {
    std::optional<FlockId> flock;  // to be moved
    float elapsed = 0;             // second
    std::uint32_t thinkers = flock::kAllThink;
    std::int64_t burn_ns = 0;  // processor time to spend, for the thought that the scenario pretends
};

// What a task's run costs by the model: its own update, and what comes on top. Under the real clock the
// latter is burnt.
struct TaskCost {
    std::int64_t own_ns = 0;
    std::int64_t extra_ns = 0;
};

// What a task is to do, and what that is expected to take.
struct Told {
    WorkKind kind = WorkKind::kOther;
    Work work;
    TaskCost cost;  // of the work alone
    std::int64_t expected_ns = 0;
};

// What the work of a round is charged, by kind.
struct Charged {
    using Sums = std::array<std::int64_t, kWorkKinds>;
    Sums own_ns{}, extra_ns{};  // by the model
    Sums expected_ns{};

    void add(WorkKind kind, const TaskCost& cost, std::int64_t work_ns) {
        own_ns[row(kind)] += cost.own_ns, extra_ns[row(kind)] += cost.extra_ns;
        expected_ns[row(kind)] += work_ns;
    }
    void add(const Charged& other) {
        for (std::size_t kind = 0; kind < kWorkKinds; ++kind) {
            own_ns[kind] += other.own_ns[kind], extra_ns[kind] += other.extra_ns[kind];
            expected_ns[kind] += other.expected_ns[kind];
        }
    }
};

// A flock's change of level, or that it found no room for one.
struct LevelChange {
    FlockId flock;
    flock::LodCounts counts;
};

// What moving a round took.
struct Moved {
    std::int64_t passed_ns = 0;                         // of the caller's time
    std::int64_t levels_ns = 0;                         // of that, with flocks that changed their level
    std::array<std::int64_t, kWorkKinds> busy_ns = {};  // of all cores with the others, by kind of work
    Charged charged;                                    // the work that is done
};

class Round {
  public:
    // A core takes up this much work at a time, as far as is expected: far more than taking it up costs, and
    // far less than a frame. Less in a small round: when it ends, cores may wait for the last piece.
    static constexpr std::int64_t kPiece_ns = 20'000, kLeastPiece_ns = 2'000;
    static constexpr std::uint32_t kMostInPiece = 512;  // far more flocks than a core moves in that time
    // What a task's telling counts for.
    static constexpr std::int64_t kTelling_ns = 100;
    // All cores move a flock of more leaves together.
    static constexpr std::uint32_t kMostForOneCore = 4'096;

    // Says what chosen tasks are to do: on all cores at once, each for its own tasks.
    class Teller {
      public:
        virtual ~Teller() = default;
        // Says what a task is to do, which is the `run`th of the frame.
        virtual Told tell(load::Chosen& chosen, const load::Chosen::Group& group, const load::DueTask& task,
                          std::uint32_t run, unsigned core) = 0;
        // Asks for the memory that tell() will need.
        virtual void soon(const load::Chosen& chosen, load::TaskId task) const = 0;
    };

    // Without a team everything is done on the caller's thread; without a clock nothing is timed and nothing
    // burnt.
    Round(cores::Team* team, load::Clock* clock);
    // The same cores and clock, and no work.
    Round(const Round& other) : Round(other.team_, other.given_clock_) {}
    Round& operator=(const Round&) = delete;

    // Levels follow the player, if one is given; if not, they are right already when work is added.
    // `is_timed`: with the clock, if there is one.
    // `others`: moves what is none of the flocks' and was noted for the round that is complete, with the
    // team's help.
    using MoveOthers = std::function<void(cores::Team*)>;
    void beginFrame(flock::FlockStore& store, std::optional<Place> player, const flock::Around& around = {},
                    bool is_timed = true, MoveOthers others = {});
    // How a call's work is done.
    WorkKind kindOf(std::optional<FlockId> flock, std::int64_t burn_ns) const {
        return flock && burn_ns == 0 && store_->isAlone(*flock) ? WorkKind::kAlone : WorkKind::kOther;
    }
    // Tells an empty round how much work is expected to come.
    void expect(std::int64_t round_ns) {
        constexpr std::int64_t kPiecesOfACore = 8;
        const std::int64_t share_ns = round_ns / (kPiecesOfACore * cores());
        open_.piece_ns = cores() == 1 ? kPiece_ns : std::clamp(share_ns, kLeastPiece_ns, kPiece_ns);
    }
    void add(const Told& told);
    // Or a whole round of chosen tasks, of which the first is the `first_run`th of the frame. They and the
    // teller must live until it is finished.
    void add(load::Chosen& chosen, std::uint32_t first_run, Teller& teller);
    // Finishes the round before, and begins with this one. Returns what the caller has done for both.
    Moved move() { return advance(false); }
    // The same, and returns when all that was added is done.
    Moved finish() { return advance(true); }
    // Flocks that are under way or chosen come to rest, so that rows may move in memory. Whether that is
    // needed depends on how much memory there is, which a copy has less of: so nothing that anyone can tell
    // ends with it. The round goes on, and what it moves for others waits for its end.
    void settle();
    // After a failure, such as memory that ran out: the flocks are between two frames.
    void forget();
    // Changes of this frame, as far as its rounds are finished.
    std::span<const LevelChange> levelChanges() const { return level_changes_; }

    cores::Team* team() const { return team_; }
    unsigned cores() const { return team_ != nullptr ? team_->size() : 1; }

  private:
    // Work of one kind in the order of the calls, divided into pieces.
    template <class Entry>
    struct List {
        std::vector<Entry> entries;
        std::vector<std::uint32_t> ends;  // of the pieces
        std::int64_t open_ns = 0;         // expected, of what is in no piece yet

        void add(const Entry& entry, std::int64_t expected_ns, std::int64_t piece_ns) {
            entries.push_back(entry);
            open_ns += expected_ns;
            if (open_ns >= piece_ns || entries.size() - firstOf(pieces()) >= kMostInPiece) close();
        }
        void close() {
            if (entries.size() == firstOf(pieces())) return;
            ends.push_back(static_cast<std::uint32_t>(entries.size()));
            open_ns = 0;
        }
        void clear() { entries.clear(), ends.clear(), open_ns = 0; }
        std::uint32_t pieces() const { return static_cast<std::uint32_t>(ends.size()); }
        std::uint32_t firstOf(std::uint32_t piece) const { return piece == 0 ? 0 : ends[piece - 1]; }
    };
    // Work that is not one of many flocks that are alone.
    struct Other {
        Work work;
        std::uint64_t call = 0;  // in the order of the calls
    };
    // Tasks that were chosen together, in pieces.
    struct Tasks {
        struct Piece {
            std::uint32_t group, first;  // the first task, in that group
            std::uint32_t call;          // its place in the order of the calls
            std::uint32_t count;
        };
        load::Chosen* chosen = nullptr;
        Teller* teller = nullptr;
        std::uint32_t first_run = 0;
        std::vector<Piece> pieces;

        void clear() { chosen = nullptr, pieces.clear(); }
    };
    // A flock that wants another level. The work of one that all cores move is not here.
    struct Wish {
        std::uint64_t call;  // in the order of the calls
        FlockId flock;
        std::optional<Work> work;
    };
    // What is filled, and what is moved.
    struct Lists {
        List<flock::AloneUpdate> alone;
        List<Other> others;
        List<Other> large;  // each a flock that all cores move together
        Tasks tasks;
        Charged charged;
        std::int64_t piece_ns = kPiece_ns;  // what makes a piece

        void clear() { alone.clear(), others.clear(), large.clear(), tasks.clear(), charged = {}; }
    };
    // What a core writes.
    struct alignas(128) Core {
        explicit Core(unsigned its_number) : number(its_number) {}

        unsigned number;
        flock::UpdateScratch scratch;
        std::vector<std::uint32_t> left;
        std::vector<Wish> wishes;
        std::array<std::int64_t, kWorkKinds> busy_ns{};

        // A task of a piece, and its place among the chosen.
        struct Task {
            const load::Chosen::Group* group;
            const load::DueTask* due;
        };
        std::vector<Task> tasks;
        std::vector<flock::AloneUpdate> alone;
        std::vector<std::uint32_t> alone_calls;
        std::vector<Other> others;
        std::vector<Other> deferred;  // of all its pieces: what is not for one core alone
        Charged charged;
    };

    // The round that is moved, as a loop of the team.
    struct Loop {
        Round& round;
        void operator()(std::uint32_t piece, unsigned core) const {
            round.movePiece(piece, *round.cores_[core]);
        }
    };

    Moved advance(bool waits);
    Moved settled_;  // in this round
    void begin();
    void end(Moved& moved);
    void loop();
    void bringDeferred();
    void moveOtherKinds(Moved& moved);
    void addOther(Lists& lists, const Other& other, std::int64_t expected_ns);
    bool isLarge(const Work& work) const {
        return team_ != nullptr && work.flock && store_->count(*work.flock) > kMostForOneCore;
    }
    void movePiece(std::uint32_t piece, Core& core);
    void moveTasks(const Tasks::Piece& piece, Core& core);
    template <class CallOf>
    void moveAlone(std::span<const flock::AloneUpdate> due, CallOf call_of, Core& core);
    void moveOthers(std::span<const Other> others, Core& core);
    void moveOne(const Work& work, Core& core);
    std::uint32_t pieces() const {
        return moving_.others.pieces() + moving_.alone.pieces() +
               static_cast<std::uint32_t>(moving_.tasks.pieces.size());
    }
    // The time since `begin_ns`, which goes on from here, is the core's of that kind.
    void busy(Core& core, WorkKind kind, std::int64_t& begin_ns) const {
        const std::int64_t until_ns = now();
        core.busy_ns[row(kind)] += std::max<std::int64_t>(until_ns - begin_ns, 0);
        begin_ns = until_ns;
    }
    // The place of a call among all calls of the round: that of the i-th flock that is alone, and that of the
    // i-th other, which came after so many that are alone.
    static std::uint64_t callOfAlone(std::uint32_t i) { return std::uint64_t{i} << 32 | ~std::uint32_t{0}; }
    static std::uint64_t callOfOther(std::uint32_t alone_before, std::uint32_t i) {
        return std::uint64_t{alone_before} << 32 | i;
    }
    bool wantsLevel(FlockId flock, Core& core) const {
        return player_ && flock::wantsLevel(*store_, flock, *player_, core.scratch.membrane);
    }
    std::int64_t changeLevels();
    void moveLarge();
    void moveTogether(const Work& work);
    std::int64_t now() const { return clock_ != nullptr ? clock_->now() : 0; }
    std::int64_t since(std::int64_t begin_ns) const { return std::max<std::int64_t>(now() - begin_ns, 0); }

    cores::Team* team_;
    load::Clock* given_clock_;
    load::Clock* clock_;  // of this frame; null: nothing is timed
    flock::FlockStore* store_ = nullptr;
    std::optional<Place> player_;
    MoveOthers other_kinds_;
    std::vector<std::unique_ptr<Core>> cores_;
    Lists open_, moving_;
    Loop loop_{*this};
    std::vector<Wish> wishes_;
    std::vector<LevelChange> level_changes_;
};

}  // namespace drover::world
