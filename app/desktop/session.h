// The running world: it is stepped here and nowhere else, changed by commands alone, and remembered frame by
// frame. The window's loop calls step() once a frame; panels read the world and the history, and send or
// change. Each moment that was can be had again: the world goes there, is stepped again from there, and the
// first thing that is changed there begins a fork (session_time.cpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/command_line/steady_clock.h"
#include "app/command_line/world_options.h"
#include "app/desktop/beside.h"
#include "app/desktop/preview.h"
#include "app/desktop/time_line.h"
#include "app/desktop/undo.h"
#include "core/record/history.h"
#include "core/replay/recording.h"
#include "core/replay/replayer.h"
#include "core/world/claim_watch.h"
#include "core/world/command.h"
#include "core/world/command_log.h"
#include "core/world/world.h"

namespace drover::desktop {

// A world that comes to a moment by itself, waits there, and goes on to another one: a step of a lesson.
struct Script {
    world::Scenario scenario;  // as it is: no clock is imposed on it
    std::string source;
    std::vector<world::LoggedCommand> commands;     // in the order of their frames
    std::uint64_t start_frame = 0, last_frame = 0;  // it pauses at the end of each
};

class Session {
  public:
    // `clock` is imposed on this scenario and on every later one, unless it is none.
    // `team` moves flocks at first; none: the caller's thread alone.
    static constexpr std::size_t kKeyframeBytes = std::size_t{512} << 20;

    Session(world::Scenario scenario, std::string source, std::optional<world::ClockKind> clock,
            std::unique_ptr<cores::Team> team = nullptr, std::size_t keyframe_bytes = kKeyframeBytes);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const world::World& world() const { return world_; }
    const record::History& history() const { return era_->history; }  // until the present moment
    const world::Scenario& scenario() const { return world_.scenario(); }
    const std::string& source() const { return source_; }  // the shipped name or the file that it came from
    double timeScale() const { return time_scale_; }       // as asked for
    // What the running scenario claims, judged by the frames since its world began.
    const world::ClaimWatch& claims() const { return claims_; }
    // The first frame that a command changed: from then on the claims are about another world. Frame 1: the
    // world began with other parameters than its file has. Seed, view and pauses do not count.
    std::optional<std::uint64_t> changedFrom() const;
    // Another number after each restart and each load: what belongs to the world before is void.
    std::uint64_t generation() const { return era_->generation; }

    // Carried out before the next frame. `change` can be undone: what restores the present value is kept with
    // it; the same gesture other than 0 is one step. A change that the world would refuse is not sent.
    void send(world::Command command);
    void change(world::Command command, std::uint32_t gesture = 0);
    // Why the last change was not sent, in words for the user; empty if it was.
    const std::string& refusal() const { return refusal_; }
    // How many cores move the flocks of all worlds from the next frame on: up to mostCores(). Can be undone.
    // If the system gives fewer, it is those, and refusal() says so.
    void useCores(unsigned cores, std::uint32_t gesture = 0);
    unsigned cores() const { return command_line::sizeOf(team_); }
    unsigned mostCores() const { return most_cores_; }
    unsigned coresAtFirst() const { return cores_at_first_; }
    bool canUndo() const { return !isInPast() && undo_.canUndo(); }
    bool canRedo() const { return !isInPast() && undo_.canRedo(); }
    void undo();
    void redo();

    // A shipped name, a scenario file, a recording, or commands (.jsonl), which are given to the present
    // scenario from its beginning. Empty, or what is wrong with file, line and column: then the running world
    // goes on.
    std::string load(const std::string& name_or_file);
    // The scenario again from its beginning under this clock, and every later one too.
    void useClock(world::ClockKind clock);
    // Every parameter as the scenario's file has it; can be undone.
    void resetParameters();
    const world::Scenario& asLoaded() const { return as_loaded_; }
    void restart(std::uint64_t seed);

    // In the past: whether it stands at its moment.
    bool isPaused() const { return isInPast() ? !is_played_ : world_.isPaused(); }
    void pause(bool is_paused) { send(world::SetPause{is_paused}); }
    // One frame of a world that is paused or will be.
    void stepOnce();

    // From here on the past is played frame by frame, one for each frame of the window, not at its pace.
    void playEveryFrame() { plays_every_frame_ = true; }

    // The next frame lists its tasks (World::events): a reader asks for it before each frame. It has as many
    // as a strip can show.
    static constexpr std::size_t kMostListed = 8'192;
    void wantEvents() { wants_events_ = true; }

    // One frame. `passed_s` is the time since the last frame. If it is too long for a frame time (the machine
    // was suspended), it is cut and the frame is kept as a gap. True if the world moved.
    bool step(double passed_s);
    // How long the present frame has to be at least: what the AI took, and what the scenario says of the
    // rest.
    double naturalFrameTime() const;
    // Frames before which time was lost.
    const std::vector<std::uint64_t>& gaps() const { return era_->gaps; }

    // Time. The world is at moment() of the present line; in the past there are later moments.
    Moment moment() const { return moment_; }
    Moment lastMoment() const { return line_->tape.frames(); }
    bool isInPast() const { return is_in_past_; }
    // Where it is on its way to, if it takes more than one frame of the window to get there.
    std::optional<Moment> wayTo() const { return target_; }
    void goTo(Moment moment);
    void goToNow() { goTo(lastMoment()); }
    void stepBack() { goTo(std::max<Moment>(target_.value_or(moment_), 1) - 1); }

    // A look at another moment of the line, while the world stays where it is (preview.h). Null: not yet.
    const world::World* lookAt(Moment moment) { return preview_.at(*line_, moment); }
    const Preview& preview() const { return preview_; }
    void endLook() { preview_.drop(); }
    // After a frame of the present world's history.
    Moment momentOf(std::uint64_t frame) const { return era_->first + frame; }

    const TimeLine& line() const { return *line_; }
    // Lines that were left by a fork, the latest last.
    const std::vector<std::unique_ptr<TimeLine>>& otherLines() const { return others_; }
    void switchTo(std::size_t other);
    // How much the keyframes of a line may take. Plots of earlier worlds take a quarter of that at most.
    void limitKeyframes(std::size_t bytes);

    // A second world beside this one, from here on; in the past that is a fork. It ends where this one goes
    // back in time.
    const Beside* beside() const { return beside_.get(); }
    void runBeside(BesideRules rules);
    void changeBeside(world::SetManager manager) { beside_->setManager(std::move(manager)); }
    void changeBeside(std::optional<world::SetBudget> budget);      // none: the budget of this world
    void changeBesideClock(std::optional<world::ClockKind> clock);  // none: that of this world
    // By which clocks the two are measured, and what that means; empty if it means nothing.
    const char* besideClocks() const;
    void endBeside() { beside_.reset(); }

    // The present line as a file. Empty, or what went wrong.
    std::string save(const std::string& path) const;
    // The same where the world may be within a frame: without the state at its end.
    std::string saveWithoutState(const std::string& path) const;
    // From here on the present line is written to a file while it grows; a fork gets a file beside it.
    std::string recordTo(const std::string& path);
    bool isRecordingMade() const { return recording_.isMade(); }  // else recordTo() could not make the file
    const std::string& recordingPath() const { return recording_path_; }
    bool isRecorded() const { return recording_.isOpen(); }
    // Whether the file gets what happens while it happens.
    bool isRecordedIn(const std::string& path) const;
    // Why the recording is not written any more, or where the opened one differs; empty if all is well.
    const std::string& trouble() const { return trouble_; }
    // Writes what is still to be written. Empty, or what went wrong.
    std::string finishRecording();

    // Lessons (session_lesson.cpp). The world of a script begins, and runs to its start without waiting for
    // the time that its frames take. What is asked for on the way is dropped, but for another world.
    void begin(Script script);
    // The world is the one that the script began, at any moment of it.
    bool isScripted() const { return script_ && era_->generation == script_generation_; }
    // Of the way to the start; 1: it has been there.
    double shareOfWay() const;
    // It stands at the start, in the present.
    bool isAtStart() const;
    // Back to the start. What went on from there is kept as another line.
    void backToStart();
    void endScript() { script_.reset(); }
    // What was given to the present world since it began, as `drover-lab run --replay` reads it: all but
    // pauses and views.
    std::vector<world::LoggedCommand> commandsSoFar() const;

  private:
    void beginEra();
    void limitPastPlots();
    void addMark(Mark mark);
    void noteCores();
    void noteChanges(std::span<const world::Command> commands, std::uint64_t next_frame);
    void observe(std::span<const world::Command> commands, bool is_gap);
    double frameTimeOf(double passed_s) const;
    bool stepLive(double passed_s);
    bool stepInPast(double passed_s);
    void beginReplay();
    bool stepAgain();
    void seekOn();
    void show();
    void arrive();
    void goLive();
    void fork();
    void keepLine();
    void enter(std::unique_ptr<TimeLine> line);
    std::string write(const std::string& path, std::optional<std::uint64_t> hash) const;
    std::string openRecording(const std::string& path);
    void writeChunks();
    void recordBeside();
    void pauseAtOnce();
    void runToStart();
    void standAtStart();
    void takeScripted();
    bool goesOn() const;
    std::string playCommands(const std::string& path);
    void make(const Change& change);
    void makeTeam(unsigned cores);
    void giveTeam(cores::Team* team);

    command_line::SteadyClock clock_;
    std::optional<world::ClockKind> imposed_clock_;
    std::string source_;
    world::Scenario as_loaded_;
    std::unique_ptr<cores::Team> team_;
    unsigned cores_at_first_;
    unsigned most_cores_;         // that this program may use
    std::uint64_t memory_bytes_;  // for a world: half of what was free before the first began
    std::string refusal_;
    world::World world_;
    std::uint64_t generations_ = 0;
    std::unique_ptr<TimeLine> line_;
    std::vector<std::unique_ptr<TimeLine>> others_;
    std::shared_ptr<Era> era_;  // of the present moment
    std::unique_ptr<Beside> beside_;
    world::ClaimWatch claims_;
    UndoLog undo_;
    std::vector<world::Command> queue_, carried_out_;
    double time_scale_ = 1;
    bool steps_once_ = false;
    bool plays_every_frame_ = false;
    bool wants_events_ = false;

    Moment moment_ = 0;
    bool is_in_past_ = false, is_played_ = false;
    // What belongs to the present, while the world is in the past.
    struct Present {
        bool is_paused = false;
        UndoLog undo;
        std::vector<world::Command> queue;
    };
    Present present_;
    double owed_s_ = 0;  // of the world, while the past is played
    std::optional<Moment> target_;
    std::unique_ptr<replay::Replayer> replayer_;
    Preview preview_;

    std::optional<Script> script_;
    std::uint64_t script_generation_ = 0;
    Moment start_moment_ = 0;  // 0: it has not been at the start yet
    bool returns_to_start_ = false;

    world::CommandLog played_;  // the commands of a file, for the world of this generation
    std::uint64_t played_generation_ = 0;

    replay::RecordingWriter recording_;
    std::string recording_path_, trouble_;
    std::size_t chunks_written_ = 0, lines_recorded_ = 0;
};

}  // namespace drover::desktop
