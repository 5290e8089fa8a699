#include "app/perception/answers.h"

#include <fmt/format.h>

#include <cstring>

#include "app/perception/answers_fields.h"
#include "core/base/state_hash.h"
#include "core/load/managers.h"

namespace drover::perception {
namespace {

std::string checksumOf(Answers answers) {
    answers.checksum.clear();
    return hashText(hashOf(FieldWriter::write(answers)));
}

// What does not go together although each value is allowed. A design is checked by itself, so that the
// trials it makes are few.
std::optional<InputError> flawOf(const Answers& answers) {
    const auto wrong = [](std::string field, std::string found, std::string allowed) {
        InputError error;
        error.field = std::move(field), error.found = std::move(found), error.allowed = std::move(allowed);
        return error;
    };
    const Design& design = answers.design;
    const bool is_known =
        std::ranges::find(load::kManagers, design.manager, &load::ManagerInfo::name) != load::kManagers.end();
    if (!is_known) return wrong("design.manager", design.manager, "a load manager of this version");
    const std::vector<Trial> planned = trialsOf(design);
    if (answers.trials.size() > planned.size())
        return wrong("trials", fmt::format("{}", answers.trials.size()),
                     fmt::format("at most {}, as the design says", planned.size()));
    for (std::size_t i = 0; i < answers.trials.size(); ++i) {
        const Answer& answer = answers.trials[i];
        const Trial& trial = planned[i];
        const auto at = [i](const char* field) { return fmt::format("trials[{}].{}", i, field); };
        if (answer.kind != trial.kind)
            return wrong(at("kind"), nameOf(answer.kind),
                         fmt::format("{}, as the design says", nameOf(trial.kind)));
        if (answer.budget_ms != trial.budget_ms)
            return wrong(at("budget_ms"), fmt::format("{}", answer.budget_ms),
                         fmt::format("{}, as the design says", trial.budget_ms));
        if (answer.place != trial.place)
            return wrong(at("place"), fmt::format("{}", answer.place),
                         fmt::format("{}, as the design says", trial.place));
        for (std::size_t pane = 0; pane < kPanes; ++pane)
            if (answer.panes[pane].seed != trial.seeds[pane])
                return wrong(at("panes") + fmt::format("[{}].seed", pane),
                             fmt::format("{}", answer.panes[pane].seed),
                             fmt::format("{}, as the design says", trial.seeds[pane]));
    }
    const std::string checksum = checksumOf(answers);
    if (answers.checksum != checksum)
        return wrong("checksum", answers.checksum,
                     checksum + ", if the file is as it was written: it is damaged or was changed by hand");
    return std::nullopt;
}

}  // namespace

std::string hashText(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::uint64_t hashOf(std::string_view text) {
    StateHash hash;
    hash.add(std::uint64_t{text.size()});
    for (std::size_t at = 0; at < text.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        for (std::size_t i = at; i < std::min(at + sizeof word, text.size()); ++i)
            word = word << 8 | static_cast<unsigned char>(text[i]);
        hash.add(word);
    }
    return hash.value();
}

std::string writeAnswers(const Answers& answers) {
    Answers sealed = answers;
    sealed.checksum = checksumOf(answers);
    return FieldWriter::write(sealed);
}

Result<Answers> parseAnswers(std::string file, std::string source) {
    const std::string name = file;
    Result<JsonDocument> document = parseJson(std::move(file), std::move(source));
    if (!document) return std::move(document.error);
    Answers answers;
    std::optional<InputError> error;
    FieldReader reader(*document, error);
    reader.read(document->root, "", answers);
    if (!error) error = flawOf(answers);
    if (!error) return answers;
    error->file = name;
    return std::move(*error);
}

Result<Answers> readAnswers(const std::filesystem::path& path) {
    Result<std::string> source = readFile(path.string(), JsonLimits{}.bytes);
    if (!source) return std::move(source.error);
    return parseAnswers(path.string(), std::move(*source));
}

WriteError saveAnswers(const std::filesystem::path& path, const Answers& answers) {
    return replaceFile(path, writeAnswers(answers), Durability::kSynced);
}

}  // namespace drover::perception
