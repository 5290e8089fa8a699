#include "app/perception/answers.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/perception/answers_fields.h"
#include "core/base/state_hash.h"
#include "core/load/managers.h"

namespace drover::perception {
namespace {

std::string checksumOf(Answers answers) {
    answers.checksum.clear();
    return hashText(hashOf(FieldWriter::write(answers)));
}

// What of an answer is not as its trial was planned.
Flaw flawOf(std::size_t i, const Answer& answer, const Trial& planned) {
    const auto differs = [i](const std::string& field, const auto& found, const auto& allowed) {
        return flawAt(fmt::format("trials[{}].{}", i, field), fmt::format("{}", found),
                      fmt::format("{}, as the design says", allowed));
    };
    if (answer.kind != planned.kind) return differs("kind", nameOf(answer.kind), nameOf(planned.kind));
    if (answer.step_ms != planned.step_ms) return differs("step_ms", answer.step_ms, planned.step_ms);
    if (answer.place != planned.place) return differs("place", answer.place, planned.place);
    for (std::size_t pane = 0; pane < kPanes; ++pane)
        if (answer.panes[pane].seed != planned.seeds[pane])
            return differs(fmt::format("panes[{}].seed", pane), answer.panes[pane].seed, planned.seeds[pane]);
    return std::nullopt;
}

// What does not go together although each value is allowed.
Flaw flawOf(const Answers& answers) {
    if (!load::findManager(answers.design.manager))
        return flawAt("design.manager", answers.design.manager, "a load manager of this version");
    const std::vector<Trial> planned = trialsOf(answers.design);
    if (answers.trials.size() > planned.size())
        return flawAt("trials", fmt::format("{}", answers.trials.size()),
                      fmt::format("at most {}, as the design says", planned.size()));
    for (std::size_t i = 0; i < answers.trials.size(); ++i)
        if (Flaw flaw = flawOf(i, answers.trials[i], planned[i])) return flaw;
    const std::string checksum = checksumOf(answers);
    if (answers.checksum == checksum) return std::nullopt;
    return flawAt("checksum", answers.checksum,
                  checksum + ", if the file is as it was written: it is damaged or was changed by hand");
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
    Flaw error;
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
