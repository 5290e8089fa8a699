// The running world: it is stepped here and nowhere else, changed by commands alone, and remembered frame by
// frame. The window calls step() once a frame; panels read the world and the history, and send or change.
// Each moment that was can be had again: the world goes there, is stepped again from there, and the first
// thing that is changed there begins a fork (session_time.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/command_line/steady_clock.h"
#include "app/desktop/beside.h"
#include "app/desktop/preview.h"
#include "app/desktop/recorder.h"
#include "app/desktop/time_line.h"
#include "app/desktop/undo.h"
#include "core/cores/team.h"
#include "core/replay/replayer.h"
#include "core/world/commands/command.h"
#include "core/world/files/command_log.h"
#include "core/world/world.h"

namespace drover::desktop {

inline constexpr std::size_t kKeyframeBytes = std::size_t{512} << 20;  // unless the settings say otherwise
inline constexpr std::size_t kMostListed = 8'192;  // tasks of a frame: as many as a strip can show

// A world that comes to a moment by itself, waits there, and goes on to another one: a step of a lesson.
struct Script {
    world::Scenario scenario;  // as it is: no clock is imposed on it
    std::string source;
    std::vector<world::LoggedCommand> commands;     // in the order of their frames
    std::uint64_t start_frame = 0, last_frame = 0;  // it pauses at the end of each

    // Set by the session.
    std::uint64_t generation = 0;  // of the world that it began
    Moment start_moment = 0;       // 0: it has not been at the start yet
    bool is_going_back = false;    // to the start
};

class Session {
  public:
    // `clock` is imposed on this scenario and on every later one, unless it is none.
    // `team` moves flocks at first; none: the caller's thread alone.
    Session(world::Scenario scenario, std::string source, std::optional<world::ClockKind> clock,
            std::unique_ptr<cores::Team> team = nullptr, std::size_t keyframe_bytes = kKeyframeBytes);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const world::World& world() const { return world_; }
    const world::Scenario& scenario() const { return world_.scenario(); }
    const Origin& origin() const { return origin_; }  // of the world that runs, or was asked for last
    const Era& era() const { return *era_; }          // of the present moment, with its history until then
    const Lines& lines() const { return lines_; }

    struct Now {
        Moment moment = 0, last = 0;  // on the present line; in the past there are later ones
        bool is_past = false;         // the world is not at the end of its line
        bool is_paused = false;       // in the past: it stands at its moment
        double time_scale = 1;        // as asked for
        std::optional<Moment> way_to =
            {};  // where it is on its way to, if that takes more than a frame of the window
    };
    Now now() const;

    // Carried out before the next frame; how many cores move the flocks of all worlds, at once.
    void send(Change change);
    // Can be undone: what restores the present value is kept with it; the same gesture other than 0 is one
    // step. Returns why it was not sent, or why there are fewer cores, in words for the user; empty if all is
    // well.
    std::string change(Change change, std::uint32_t gesture = 0);
    // Empty in the past.
    UndoLog& undoLog() { return undo_; }
    struct Cores {
        unsigned now = 1, at_first = 1, most = 1;
    };
    Cores cores() const;

    // A shipped name, a scenario file, a recording, or commands (.jsonl), which are given to the present
    // scenario from its beginning. Empty, or what is wrong with file, line and column: then the running world
    // goes on.
    std::string load(const std::string& name_or_file);
    // The scenario again from its beginning under this clock, and every later one too.
    void useClock(world::ClockKind clock);

    struct FrameRules {
        bool lists_tasks = false;        // World::events(); as many as kMostListed
        bool plays_every_frame = false;  // of the past, one for each frame of the window, not at its pace
        bool hurries = false;            // to the time at which the scenario is first looked at
    };
    // One frame. `passed_s` is the time since the last frame. If it is too long for a frame time (the machine
    // was suspended), it is cut and the frame is kept as a gap. True if the world moved.
    bool step(double passed_s, FrameRules rules);
    bool step(double passed_s) { return step(passed_s, {}); }
    // One frame of a world that is paused or will be.
    void stepOnce();

    void goTo(Moment moment);
    // To the end of another line.
    void switchTo(std::size_t other);
    // How much the keyframes of a line may take. Plots of earlier worlds take a quarter of that at most.
    void limitKeyframes(std::size_t bytes);
    // A look at another moment of the line, while the world stays where it is (preview.h); none ends it.
    Look look(std::optional<Moment> moment);

    // A second world beside this one, from here on; in the past that is a fork. It ends where this one goes
    // back in time. No rules: it ends.
    void runBeside(std::optional<BesideRules> rules);
    Beside* beside() const { return beside_.get(); }

    // Writes the present line while it grows; a fork gets a file beside it.
    Recorder& recorder() { return recorder_; }

    // The world of a script begins, and runs to its start without waiting for the time that its frames take
    // (session_lesson.cpp). What is asked for on the way is dropped, but for another world. None: the world
    // goes on without a script.
    void begin(std::optional<Script> script);
    // Back to the start. What went on from there is kept as another line.
    void backToStart();
    // Null unless the world is the one that the script began, at any moment of it.
    const Script* script() const;

  private:
    // At the end of the line: frames are new.
    struct Live {};
    // The world of a script runs to its start.
    struct OnTheWay {};
    // At a moment that was: the world stands there, is played from there, or goes to another one.
    struct Past {
        std::unique_ptr<replay::Replayer> replayer = nullptr;
        std::optional<Moment> target = {};  // where it goes
        bool is_played = false;
        double owed_s = 0;  // of the world, while it is played
        // What belongs to the present, meanwhile.
        bool was_paused = false;
        UndoLog undo = {};
        std::vector<world::Command> queue = {};
    };

    Past* past() { return std::get_if<Past>(&doing_); }
    bool isPast() const { return std::holds_alternative<Past>(doing_); }
    TimeLine& line() { return lines_.present(); }
    void beginEra();
    void limitPastPlots();
    void addMark(Mark mark);
    void noteCores();
    void noteChanges(std::span<const world::Command> commands, std::uint64_t next_frame);
    void observe(std::span<const world::Command> commands, bool is_gap);
    double frameTimeOf(double passed_s) const;
    bool stepLive(double passed_s, bool lists_tasks);
    bool hurry();
    bool stepInPast(double passed_s, FrameRules rules);
    void play(double passed_s, FrameRules rules);
    void beginPast(Past past);
    bool stepAgain();
    void seekOn();
    void show();
    void arrive();
    void goLive();
    void beLive();
    void fork();
    void goOver(std::unique_ptr<TimeLine> line);
    std::string openRecording(const std::string& path);
    void pauseAtOnce();
    void runToStart();
    void standAtStart();
    void takeScripted();
    bool goesOn() const;
    std::string playCommands(const std::string& path);
    void makeTeam(unsigned cores);
    void giveTeam(cores::Team* team);

    command_line::SteadyClock clock_;
    std::optional<world::ClockKind> imposed_clock_;
    Origin origin_;
    std::unique_ptr<cores::Team> team_;
    unsigned cores_at_first_;
    unsigned most_cores_;         // that this program may use
    std::uint64_t memory_bytes_;  // for a world: half of what was free before the first began
    world::World world_;
    std::uint64_t generations_ = 0;
    Lines lines_;
    std::shared_ptr<Era> era_;
    Moment moment_ = 0;
    std::variant<Live, OnTheWay, Past> doing_;
    UndoLog undo_;
    std::vector<world::Command> queue_, carried_out_;
    double time_scale_ = 1;
    bool steps_once_ = false;
    bool hurries_ = false;  // to where the scenario is first looked at
    std::unique_ptr<Beside> beside_;
    Preview preview_;
    Recorder recorder_;
    std::optional<Script> script_;
    world::CommandLog played_;  // the commands of a file, for the world of this generation
    std::uint64_t played_generation_ = 0;
};

// How long the present frame has to be at least: what the AI took, and what the scenario says of the rest.
inline double busySeconds(const world::World& world) { return static_cast<double>(world.busy_ns()) * 1e-9; }

// What is done with a session in a word.
inline void pause(Session& session, bool is_paused) { session.send(world::SetPause{is_paused}); }
inline void goToNow(Session& session) { session.goTo(session.now().last); }
void stepBack(Session& session);
void undo(Session& session);
void redo(Session& session);
// A new world knows nothing of how fast the old one ran, or that it stood still: it is told.
void restart(Session& session, std::uint64_t seed);
// Every parameter as the scenario's file has it; can be undone.
void resetParameters(Session& session);
// The first frame that a command changed: from then on the claims are about another world. Frame 1: the world
// began with other parameters than its file has. Seed, view and pauses do not count.
std::optional<std::uint64_t> changedFrom(const Session& session);
// The present line as a file, with the state at its end unless the world may be within a frame. Empty, or
// what went wrong.
std::string save(const Session& session, const std::string& path, bool has_state = true);
// What was given to the present world since it began, as `drover-lab run --replay` reads it: all but pauses
// and views.
std::vector<world::LoggedCommand> commandsSoFar(const Session& session);
// The share of the way to a script's start that is done; 1: it has been there.
double shareOfWay(const Session& session);
// It stands at the start of a script, in the present.
bool isAtStart(const Session& session);

}  // namespace drover::desktop
