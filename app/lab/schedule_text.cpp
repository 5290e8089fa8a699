// How the answers of `drover-lab schedule` are spelled: as JSON for programs, as charts for people.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/lab/schedule.h"

namespace drover::lab {
namespace {

std::string jsonOf(const FrequencyAnswer& a) {
    nlohmann::ordered_json json = {{"phases", a.phases}};
    if (!a.scheduler_phases.empty()) json["scheduler_phases"] = a.scheduler_phases;
    json["counts"] = nlohmann::ordered_json::array();
    for (const auto& frame : a.frames) json["counts"].push_back(frame.size());
    json["frames"] = nlohmann::ordered_json::array();
    for (const auto& frame : a.frames) {
        auto& out = json["frames"].emplace_back(nlohmann::ordered_json::array());
        for (const FrequencyAnswer::Ran& ran : frame) out.push_back({ran.task, ran.offered_ns, ran.consumed_ns});
    }
    return json.dump() + "\n";
}

std::string jsonOf(const ElasticAnswer& a) {
    const nlohmann::ordered_json json = {
        {"status", text(a.result.status)}, {"utilization", a.utilization}, {"periods", a.periods}};
    return json.dump() + "\n";
}

// Frames across, tasks down: # where a task ran. Wrapped, so that it fits a terminal.
std::string tableOf(const FrequencyQuestion& question, const FrequencyAnswer& a) {
    constexpr std::size_t kWidth = 80;
    std::string out = fmt::format("{}: {} tasks, {} frames\n", question.manager, a.phases.size(), a.frames.size());
    const std::size_t tasks = a.phases.size();
    for (std::size_t first = 0; first < a.frames.size(); first += kWidth) {
        const std::size_t end = std::min(first + kWidth, a.frames.size());
        std::vector<std::string> rows(tasks, std::string(end - first, '.'));
        std::string counts;
        for (std::size_t frame = first; frame < end; ++frame) {
            for (const FrequencyAnswer::Ran& ran : a.frames[frame]) rows[ran.task][frame - first] = '#';
            const std::size_t count = a.frames[frame].size();
            counts += count == 0 ? ' ' : count < 10 ? static_cast<char>('0' + count) : '+';
        }
        out += fmt::format("\nframes {} to {}\n task  phase\n", first + 1, end);
        for (std::size_t task = 0; task < tasks; ++task)
            out += fmt::format("{:>5} {:>6}  {}\n", task, a.phases[task], rows[task]);
        out += fmt::format("{:>12}  {}\n", "run", counts);
    }
    return out;
}

std::string tableOf(const ElasticQuestion& question, const ElasticAnswer& a) {
    std::string out = fmt::format("{}: {:.6g} of {:.6g} used\n\n{:>6}{:>14}{:>14}{:>14}{:>14}{:>14}{:>14}\n",
                                  text(a.result.status), a.utilization, question.desired_utilization, "task", "cost",
                                  "nominal", "maximum", "elasticity", "period", "utilization");
    for (std::size_t i = 0; i < question.tasks.size(); ++i) {
        const ElasticQuestion::Task& t = question.tasks[i];
        out += fmt::format("{:>6}{:>14.6g}{:>14.6g}{:>14.6g}{:>14.6g}{:>14.6g}{:>14.6g}\n", i, t.cost, t.nominal,
                           t.maximum, t.elasticity, a.periods[i], t.cost / a.periods[i]);
    }
    return out;
}

Result<std::string> answerFrequency(const JsonDocument& document, AnswerForm form) {
    const Result<FrequencyQuestion> question = readFrequencyQuestion(document);
    if (!question) return question.error;
    const FrequencyAnswer found = answer(*question.value);
    return form == AnswerForm::kJson ? jsonOf(found) : tableOf(*question.value, found);
}

Result<std::string> answerElastic(const JsonDocument& document, AnswerForm form) {
    const Result<ElasticQuestion> question = readElasticQuestion(document);
    if (!question) return question.error;
    const ElasticAnswer found = answer(*question.value);
    return form == AnswerForm::kJson ? jsonOf(found) : tableOf(*question.value, found);
}

// Which managers can be asked, and who answers.
struct Answerer {
    std::string_view manager;
    Result<std::string> (*answer)(const JsonDocument& document, AnswerForm form);
};
constexpr Answerer kAnswerers[] = {
    {"load_balancing", answerFrequency},
    {"priority", answerFrequency},
    {"fixed", answerFrequency},
    {"elastic", answerElastic},
};

}  // namespace

Result<std::string> answerText(const JsonDocument& document, AnswerForm form) {
    std::string names;
    for (const Answerer& a : kAnswerers) names += (names.empty() ? "" : ", ") + std::string(a.manager);
    if (document.root.kind != JsonValue::Kind::kObject)
        return document.error(document.root.begin, "", document.spelled(document.root), "an object");
    const JsonValue* const manager = document.root.find("manager");
    if (!manager) return document.error(document.root.begin, "manager", "nothing", names);
    for (const Answerer& a : kAnswerers)
        if (manager->kind == JsonValue::Kind::kText && manager->text == a.manager) return a.answer(document, form);
    return document.error(manager->begin, "manager", document.spelled(*manager), names);
}

}  // namespace drover::lab
