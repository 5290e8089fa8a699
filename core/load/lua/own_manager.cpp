#include "core/load/lua/own_manager.h"

#include <algorithm>

#include "core/load/lua/first_script.h"

namespace drover::load {
namespace {

std::shared_ptr<const ToldByScript> toldBy(const ManagerInfo& info, const ScriptPlan& plan) {
    auto told = std::make_shared<ToldByScript>();
    if (plan.script() != nullptr) told->description = plan.script()->description();
    for (const ScriptParameter& parameter : told->description.parameters)
        told->parameters.push_back({.name = parameter.name,
                                    .title = parameter.title,
                                    .unit = parameter.unit,
                                    .least = parameter.least,
                                    .greatest = parameter.greatest,
                                    .initial = parameter.initial});
    told->info = info;
    told->info.parameters = told->parameters;
    if (!told->description.title.empty()) told->info.title = told->description.title;
    if (!told->description.tip.empty()) told->info.explanation = told->description.tip;
    return told;
}

}  // namespace

constinit const std::string_view kFirstScript = kFirstScriptText;

ScriptPlan::ScriptPlan(std::string_view text) {
    script_ = Script::load(text.empty() ? kFirstScript : text, flaw_);
    has_failed_ = script_ == nullptr;
}

std::unique_ptr<Plan> ScriptPlan::copy() const {
    std::unique_ptr<ScriptPlan> copy(new ScriptPlan());
    copy->script_ = script_ ? script_->copy() : nullptr;
    copy->before_ = before_ ? before_->copy() : nullptr;
    copy->parameters_ = parameters_, copy->parameters_before_ = parameters_before_;
    copy->flaw_ = flaw_, copy->has_failed_ = has_failed_;
    if (script_ != nullptr && copy->script_ == nullptr)
        copy->flaw_ = "there is no memory for a copy of it", copy->has_failed_ = true;
    return copy;
}

std::size_t ScriptPlan::bytes() const {
    std::size_t bytes = 0;
    for (const Script* const script : {script_.get(), before_.get()})
        if (script != nullptr) bytes += script->bytes();
    return bytes;
}

void ScriptPlan::follow(ScriptPlan& other) {
    if (other.has_failed_) {
        before_ = std::move(other.before_), parameters_before_ = other.parameters_before_;
    } else {
        before_ = std::move(other.script_), parameters_before_ = other.parameters_;
    }
}

void ScriptPlan::plan(const PlanFrame& frame, PlanTasks& tasks) {
    if (!has_failed_) {
        parameters_.assign(frame.parameters.begin(), frame.parameters.end());
        flaw_ = ask(*script_, frame, tasks);
        if (flaw_.empty()) return;
        has_failed_ = true;
    }
    if (!before_) return;
    PlanFrame its = frame;
    its.parameters = parameters_before_;
    if (!ask(*before_, its, tasks).empty()) before_.reset();
}

// Of what a script wrote before it failed, nothing stays.
std::string ScriptPlan::ask(Script& script, const PlanFrame& frame, PlanTasks& tasks) {
    period_ = tasks.period;
    std::string flaw = script.plan(frame, tasks);
    if (flaw.empty()) return flaw;
    tasks.period = period_;
    std::ranges::fill(tasks.run, PlanTasks::kNoRank);
    return flaw;
}

OwnManager::OwnManager(const ManagerInfo& info, std::string_view text)
    : OwnManager(info, std::make_unique<ScriptPlan>(text)) {}

OwnManager::OwnManager(const ManagerInfo& info, std::unique_ptr<ScriptPlan> plan)
    : KeepsToldByScript{toldBy(info, *plan)}, PlannedManager(told->info, std::move(plan)) {}

void OwnManager::takeOver(Manager& before) {
    if (auto* const own = dynamic_cast<OwnManager*>(&before))
        static_cast<ScriptPlan&>(ownPlan()).follow(static_cast<ScriptPlan&>(own->ownPlan()));
}

const ScriptPlan* ownPlanOf(const Manager& manager) {
    const auto* const own = dynamic_cast<const OwnManager*>(&manager);
    return own != nullptr ? &own->own() : nullptr;
}

}  // namespace drover::load
