#include "app/perception/course.h"

#include <algorithm>
#include <random>
#include <system_error>

#include "core/base/json_tree.h"
#include "core/base/plain_file.h"
#include "core/world/files/scenario_file.h"

namespace drover::perception {
namespace {

std::string hashOfScenario(const world::Scenario& scenario) {
    return hashText(hashOf(world::writeScenario(scenario)));
}

// Two sessions of one design are two sessions.
std::uint64_t newId() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

}  // namespace

Course::Course(std::filesystem::path file, const world::Scenario& scenario, Design design)
    : file_(std::move(file)), trials_(trialsOf(design)) {
    answers_.id = hashText(newId());
    answers_.scenario = scenario.title;
    answers_.scenario_hash = hashOfScenario(scenario);
    answers_.design = std::move(design);
}

Result<Course> Course::at(const std::filesystem::path& file, const world::Scenario& scenario,
                          const Design& design) {
    std::error_code ignored;
    Course course(file, scenario, design);
    if (!std::filesystem::exists(file, ignored)) return course;
    Result<std::string> text = readPlainFile(file.string(), JsonLimits{}.bytes);
    if (!text) return std::move(text.error);
    course.saved_ = *text;
    Result<Answers> there = parseAnswers(file.string(), std::move(*text));
    if (!there) return std::move(there.error);
    InputError error;
    error.file = file.string();
    if (there->scenario_hash != course.answers_.scenario_hash) {
        error.field = "scenario_hash";
        error.found = there->scenario_hash, error.allowed = course.answers_.scenario_hash;
        return error;
    }
    if (there->design.manager != design.manager) {
        error.field = "design.manager";
        error.found = there->design.manager;
        error.allowed = design.manager + ", the manager that is chosen; or another file";
        return error;
    }
    course.trials_ = trialsOf(there->design);
    course.answers_ = std::move(*there);
    return course;
}

std::string Course::answer(const Given& given) {
    const Trial& trial = trials_[next()];
    Answer answer{.kind = trial.kind,
                  .step_ms = trial.step_ms,
                  .place = trial.place,
                  .answered = given.pane,
                  .seconds = std::min(given.seconds, kMostSeconds),
                  .pictures_per_s = std::min(given.pictures_per_s, kMostPicturesPerSecond)};
    for (std::size_t i = 0; i < kPanes; ++i)
        answer.panes.push_back({trial.seeds[i], hashText(given.hashes[i])});
    answers_.trials.push_back(std::move(answer));
    return save();
}

std::string Course::look(Looked looked) {
    if (answers_.trials.empty() || looked == answers_.trials.back().looked) return {};
    answers_.trials.back().looked = looked;
    return save();
}

std::string Course::save() {
    std::error_code ignored;
    if (std::filesystem::exists(file_, ignored)) {
        Result<std::string> there = readPlainFile(file_.string(), JsonLimits{}.bytes);
        if (!there) return there.error.message();
        if (*there != saved_) return WriteError::ofAnother().message(file_);
    }
    const WriteError failure = saveAnswers(file_, answers_);
    if (!failure) saved_ = writeAnswers(answers_);
    return failure ? failure.message(file_) : std::string();
}

}  // namespace drover::perception
