// A manager that a user wrote: one text in Lua with a function plan(frame, tasks), as docs/OWN_MANAGER.md
// tells. It runs in a room of its own: no files, no clock, no chance but the house's, and bounded in steps
// and memory, so the same text decides the same everywhere. OwnManager has one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/load/plan/plan.h"

struct lua_State;

namespace drover::load {

struct ScriptParameter {
    std::string name, title, unit;
    double least = 0, greatest = 1, initial = 0;
};
// What describe() says.
struct ScriptDescription {
    std::string title, tip;
    std::vector<ScriptParameter> parameters;
};

// The last lines that a script printed.
struct ScriptLog {
    static constexpr std::size_t kMostLines = 100, kLongestLine = 200;
    struct Line {
        std::string text;
        std::uint64_t frame = 0;  // in which it was printed last
        std::uint64_t times = 1;  // in a row
    };
    std::deque<Line> lines;

    void add(std::string_view text, std::uint64_t frame);
};

// Bounds of what a script may take, and what it has taken. Steps are counted alike on all machines. Memory is
// counted in bytes of this machine: those bounds are wide, and end what would take too long or too much.
struct ScriptLimits {
    static constexpr std::size_t kMostText = 65'536;  // bytes
    static constexpr std::size_t kMostMemory = std::size_t{64} << 20;
    static constexpr std::size_t kMostAllocated = std::size_t{512} << 20;   // in one call
    static constexpr std::size_t kMostCode = std::size_t{4} << 20;          // of the functions that it keeps
    static constexpr std::size_t kLongestString = 4096, kMostValues = 250;  // of one call
    static constexpr std::int64_t kSteps = 2'000'000, kStepsOfTask = 5000;  // in one frame
    // A copy lies elsewhere in memory, and has more code. It must come at least as far as its original.
    static constexpr std::size_t kCopySlack = std::size_t{8} << 20;
    static constexpr std::int64_t kStepsToLoad = 5'000'000;

    // What Lua does with a text in one step takes longer the longer it is. So a step counts as several once
    // the script has had a long one.
    std::int64_t stepPrice() const {
        constexpr std::size_t kPerStep = 256;
        return longest_text < 2 * kPerStep ? 1 : static_cast<std::int64_t>(longest_text / kPerStep);
    }

    std::size_t memory = 0, allocated = 0;
    std::size_t copying = 0;    // memory that a copy may take beyond kMostMemory
    std::size_t text_head = 0;  // what Lua keeps of a long text beside its bytes
    std::size_t longest_text = 0;
    std::size_t functions_made = 0;  // since those that are kept were counted
    bool are_kept = true;
    const char* refused = "";  // what was asked for too much
    std::int64_t steps_left = kStepsToLoad;
    int line = 0;  // in which the script was when its steps were last counted; 0: before
};

class Script {
  public:
    // Null, and `flaw` has the line and what is wrong with it.
    static std::unique_ptr<Script> load(std::string_view text, std::string& flaw);
    // With all that it keeps between frames.
    std::unique_ptr<Script> copy() const;
    ~Script();
    Script(const Script&) = delete;
    Script& operator=(const Script&) = delete;

    // Calls plan(). Returns what went wrong, with its line and without control characters, or an empty text.
    // A script that went wrong is over: what it kept is gone, its description and its log stay.
    std::string plan(const PlanFrame& frame, PlanTasks& tasks);

    const ScriptDescription& description() const { return description_; }
    const std::string& text() const { return text_; }
    const ScriptLog& log() const { return log_; }
    bool wrotePeriods() const { return has_written_periods_; }
    std::size_t bytes() const { return limits_.memory + text_.size(); }
    std::int64_t stepsLeft() const { return limits_.steps_left; }  // of the last call

  private:
    friend struct ScriptRoom;  // what Lua's functions see of it

    explicit Script(std::string_view text) : text_(text) {}
    std::string open();
    void close();
    std::string define();
    std::string checkFunctions();
    std::string call(int (*function)(lua_State*), void* argument);

    std::string text_;
    ScriptDescription description_;
    ScriptLog log_;
    mutable ScriptLimits limits_;
    std::uint64_t draws_ = 0;  // numbers that math.random has given
    std::uint64_t frame_ = 0;
    bool has_written_periods_ = false;
    PlanTasks* tasks_ = nullptr;  // while plan() runs
    const PlanFrame* plan_frame_ = nullptr;
    lua_State* lua_ = nullptr;
};

// What is wrong with the text of a manager, or an empty text.
std::string flawOfScript(std::string_view text);

}  // namespace drover::load
