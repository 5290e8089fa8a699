// `own`: a manager that a user wrote (script.h), in the house of plans. If its text fails while it runs, the
// last good text goes on; without one, periods stay as they are. Made through kManagers.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/load/lua/script.h"
#include "core/load/plan/planned_manager.h"

namespace drover::load {

// The text that a new manager of one's own begins with.
extern const std::string_view kFirstScript;

class ScriptPlan final : public Plan {
  public:
    explicit ScriptPlan(std::string_view text);

    std::unique_ptr<Plan> copy() const override;
    void plan(const PlanFrame& frame, PlanTasks& tasks) override;
    bool writesPeriods() const override { return running() == nullptr || running()->wrotePeriods(); }

    // What the script of `other` can do goes on if this one fails.
    void follow(ScriptPlan& other);

    const Script* script() const { return script_.get(); }  // null: its text has a flaw
    const std::string& flaw() const { return flaw_; }       // empty while it runs well
    // Whether the text before it runs instead.
    bool isReplaced() const { return has_failed_ && before_ != nullptr; }
    std::size_t bytes() const;  // of its scripts

  private:
    ScriptPlan() = default;
    std::string ask(Script& script, const PlanFrame& frame, PlanTasks& tasks);
    const Script* running() const { return has_failed_ ? before_.get() : script_.get(); }

    std::unique_ptr<Script> script_;
    std::unique_ptr<Script> before_;  // ran well; null: none
    std::vector<double> parameters_, parameters_before_;
    PlanColumn period_;  // as it was before the script
    std::string flaw_;
    bool has_failed_ = false;
};

// What a script says of itself, as the list of managers has it.
struct ToldByScript {
    ScriptDescription description;
    std::vector<ParameterInfo> parameters;
    ManagerInfo info;
};

// Before the manager that refers to it is built, and after it is gone.
struct KeepsToldByScript {
    std::shared_ptr<const ToldByScript> told;
};

class OwnManager final : private KeepsToldByScript, public PlannedManager {
  public:
    OwnManager(const ManagerInfo& info, std::string_view text);

    // What a plain script takes: four lists of numbers.
    static constexpr std::size_t kScriptBytesPerTask = 128;
    static constexpr std::size_t kOwnBytesPerTask = sizeof(double) + kScriptBytesPerTask;

    const ScriptPlan& own() const { return static_cast<const ScriptPlan&>(ownPlan()); }
    void takeOver(Manager& before) override;

  protected:
    std::unique_ptr<Manager> copy() const override { return std::unique_ptr<Manager>(new OwnManager(*this)); }

  private:
    OwnManager(const ManagerInfo& info, std::unique_ptr<ScriptPlan> plan);
    OwnManager(const OwnManager&) = default;
};

// Of a manager that is not `own`: null.
const ScriptPlan* ownPlanOf(const Manager& manager);

}  // namespace drover::load
