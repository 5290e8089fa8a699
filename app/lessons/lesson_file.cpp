#include "app/lessons/lesson_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/lessons/lesson_fields.h"

namespace drover::lessons {
namespace {

LoadedLesson loadFile(const std::filesystem::path& path, const std::string& argument) {
    Result<std::string> source = readFile(path.string(), JsonLimits{}.bytes);
    if (!source) throw command_line::exitFor(source.error);
    Result<Lesson> lesson = parseLesson(path.string(), std::move(*source));
    if (!lesson) throw command_line::exitFor(lesson.error);
    return {path.stem().string(), argument, path.parent_path(), std::move(*lesson)};
}

// The value that a path such as checks[1].last_frame names; the nearest one around it if it is not there.
const JsonValue& valueAt(const JsonValue& root, std::string_view path) {
    const JsonValue* at = &root;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of(".["), path.size());
        const JsonValue* next = end == 0 ? at : at->find(path.substr(0, end));
        path.remove_prefix(end);
        if (next && path.starts_with('[')) {
            const std::size_t close = path.find(']');
            const auto place = static_cast<std::size_t>(std::stoul(std::string(path.substr(1, close - 1))));
            next = place < next->items.size() ? &next->items[place] : nullptr;
            path.remove_prefix(close + 1);
        }
        if (path.starts_with('.')) path.remove_prefix(1);
        if (!next) return *at;
        at = next;
    }
    return *at;
}

// A measurement without frames is over all of the step's.
void completeFrames(Step& step) {
    world::Measurement& m = step.prediction.measured;
    if (m.first_frame == 0) m.first_frame = step.firstFrame();
    if (m.last_frame == 0) m.last_frame = step.lastFrame();
}

// The name of a shipped scenario, as everywhere, or a file beside the lesson.
std::string fileOf(const Step& step, const std::filesystem::path& folder) {
    const std::vector<std::string> shipped = command_line::scenarioNames();
    if (std::ranges::find(shipped, step.scenario) != shipped.end()) return step.scenario;
    const std::filesystem::path beside = folder / step.scenario;
    std::error_code ignored;
    return std::filesystem::is_regular_file(beside, ignored) ? beside.string() : step.scenario;
}

}  // namespace

Result<Lesson> parseLesson(std::string file, std::string source) {
    Result<JsonDocument> document = parseJson(std::move(file), std::move(source));
    if (!document) return std::move(document.error);
    Lesson lesson;
    Flaw error;
    FieldReader reader(*document, error);
    reader.read(document->root, "", lesson);
    for (std::size_t i = 0; i < lesson.steps.size() && !error; ++i) {
        completeFrames(lesson.steps[i]);
        const Flaw flaw = flawOf(lesson.steps[i]);
        if (!flaw) continue;
        const JsonValue& at = valueAt(document->root.find("steps")->items[i], flaw->field);
        reader.fail(at, fmt::format("steps[{}].{}", i, flaw->field), flaw->found, flaw->allowed);
    }
    if (error) return std::move(*error);
    return lesson;
}

std::string lessonSchema() { return SchemaWriter::write<Lesson>("Drover lesson"); }

std::vector<LoadedLesson> shippedLessons() {
    std::vector<LoadedLesson> lessons;
    for (const std::string& name : command_line::shippedNames("lessons")) lessons.push_back(loadLesson(name));
    std::ranges::stable_sort(lessons, {}, [](const LoadedLesson& one) { return one.lesson.place; });
    return lessons;
}

LoadedLesson loadLesson(const std::string& name_or_file) {
    return loadFile(command_line::shippedOrFile("lessons", "lesson", name_or_file), name_or_file);
}

std::vector<std::string> filesOf(const LoadedLesson& loaded) {
    std::vector<std::string> files;
    for (const Step& step : loaded.lesson.steps) {
        std::error_code ignored;
        std::string file = fileOf(step, loaded.folder);
        if (std::filesystem::is_regular_file(file, ignored)) files.push_back(std::move(file));
    }
    return files;
}

world::Scenario scenarioOf(const Step& step, const std::filesystem::path& folder) {
    world::Scenario scenario = command_line::loadScenario(fileOf(step, folder));
    scenario.load.clock = world::ClockKind::kModel;
    if (step.seed != 0) scenario.seed = step.seed;
    return scenario;
}

}  // namespace drover::lessons
