// The running world: it is stepped here and nowhere else, changed by commands alone, and remembered frame by
// frame. The window's loop calls step() once a frame; panels read the world and the history, and send or
// change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/steady_clock.h"
#include "app/desktop/undo.h"
#include "core/record/history.h"
#include "core/world/claim_watch.h"
#include "core/world/world.h"

namespace drover::desktop {

class Session {
  public:
    // `clock` is imposed on this scenario and on every later one, unless it is none.
    // `pool` is whose threads move flocks; none: only the caller's. It must outlive the session.
    Session(world::Scenario scenario, std::string source, std::optional<world::ClockKind> clock,
            world::Pool* pool = nullptr);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const world::World& world() const { return world_; }
    const record::History& history() const { return history_; }
    const world::Scenario& scenario() const { return world_.scenario(); }
    const std::string& source() const { return source_; }  // the shipped name or the file that it came from
    double timeScale() const { return time_scale_; }
    // What the running scenario claims, judged by the frames since its world began.
    const world::ClaimWatch& claims() const { return claims_; }
    // The first frame that a command changed: from then on the claims are about another world. Frame 1: the
    // world began with other parameters than its file has. Seed, view and pauses do not count.
    std::optional<std::uint64_t> changedFrom() const { return changed_from_; }
    // Another number after each restart and each load: what belongs to the world before is void.
    std::uint64_t generation() const { return generation_; }

    // Carried out before the next frame. `change` can be undone: what restores the present value is kept with
    // it; the same gesture other than 0 is one step. A change that the world would refuse is not sent.
    void send(world::Command command);
    void change(world::Command command, std::uint32_t gesture = 0);
    // Why the last change was not sent, in words for the user; empty if it was.
    const std::string& refusal() const { return refusal_; }
    bool canUndo() const { return undo_.canUndo(); }
    bool canRedo() const { return undo_.canRedo(); }
    void undo();
    void redo();

    // A shipped name or a file. Empty, or what is wrong with file, line and column: then the running world
    // goes on.
    std::string load(const std::string& name_or_file);
    // Every parameter as the scenario's file has it; can be undone.
    void resetParameters();
    const world::Scenario& asLoaded() const { return as_loaded_; }
    void restart(std::uint64_t seed);

    bool isPaused() const { return world_.isPaused(); }
    void pause(bool is_paused) { send(world::SetPause{is_paused}); }
    // One frame of a world that is paused or will be.
    void stepOnce();

    // The next frame lists its tasks (World::events): a reader asks for it before each frame.
    void wantEvents() { wants_events_ = true; }

    // One frame. `passed_s` is the time since the last frame, whatever the clock says: it is made fit to be a
    // frame time, and where it was not (a suspended machine) the frame is kept as a gap. True if the world
    // moved.
    bool step(double passed_s);
    // How long the present frame has to be at least: what the AI took, and what the scenario says of the
    // rest.
    double naturalFrameTime() const;
    // Frames before which time was lost.
    const std::vector<std::uint64_t>& gaps() const { return gaps_; }

  private:
    void adopt(world::Scenario scenario);
    void begunAnew();
    void noteChanges(std::uint64_t next_frame);

    command_line::SteadyClock clock_;
    std::optional<world::ClockKind> imposed_clock_;
    std::string source_;
    world::Scenario as_loaded_;
    std::uint64_t memory_bytes_;  // that was free before the world began
    std::string refusal_;
    world::World world_;
    record::History history_;
    world::ClaimWatch claims_;
    std::optional<std::uint64_t> changed_from_;
    UndoLog undo_;
    std::vector<world::Command> queue_, carried_out_;
    std::vector<std::uint64_t> gaps_;
    std::uint64_t generation_ = 1;
    double time_scale_ = 1;
    bool steps_once_ = false;
    bool wants_events_ = false;
};

}  // namespace drover::desktop
