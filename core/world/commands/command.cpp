#include "core/world/commands/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/world/commands/command_fields.h"

namespace drover::world {
namespace {

using Flaw = std::optional<std::string>;

template <class C>
Flaw flawIn(const C&) {
    return std::nullopt;
}
Flaw flawIn(const SetManager& c) {
    LoadRules rules;
    rules.manager = c.manager;
    rules.parameters = c.parameters;
    rules.script = c.script;
    const std::string allowed = flawOf(rules);
    return allowed.empty() ? std::nullopt : Flaw(allowed);
}
Flaw flawIn(const SetBudget& c) {
    const auto refusal = load::refusalOf(c.budget);
    return refusal ? Flaw(fmt::format("{}: {}", refusal->field, refusal->allowed)) : std::nullopt;
}
Flaw flawIn(const SetTask& c) {
    if (c.task.maximum_ms >= c.task.nominal_ms) return std::nullopt;
    return "a maximum_ms of the nominal one or more";
}
Flaw flawIn(const AddSpike& c) {
    const auto flaw = flawOf(c.spike);
    return flaw ? Flaw(flaw->field + ": " + flaw->allowed) : std::nullopt;
}
Flaw flawIn(const LoadScenario& c) {
    const auto flaw = flawOf(c.scenario);
    return flaw ? Flaw(fmt::format("in {}: {}", flaw->field, flaw->allowed)) : std::nullopt;
}

Result<LoggedCommand> parseLine(const std::string& file, const std::string& line, std::size_t number) {
    Result<JsonDocument> document = parseJson(file, line);
    const auto refused = [&](InputError error) {
        error.line = number;
        return error;
    };
    if (!document) return refused(std::move(document.error));
    LoggedCommand logged;
    std::optional<InputError> error;
    FieldReader(*document, error).read(document->root, "", logged);
    if (error) return refused(std::move(*error));
    if (const auto allowed = flawOf(logged.command)) {
        return refused(document->error(document->root.begin, "with", "what does not go together", *allowed));
    }
    return logged;
}

}  // namespace

LoggedCommand::LoggedCommand() = default;
LoggedCommand::LoggedCommand(std::uint64_t f, Command c) : frame(f), command(std::move(c)) {}
LoggedCommand::LoggedCommand(const LoggedCommand&) = default;
LoggedCommand::LoggedCommand(LoggedCommand&&) noexcept = default;
LoggedCommand& LoggedCommand::operator=(const LoggedCommand&) = default;
LoggedCommand& LoggedCommand::operator=(LoggedCommand&&) noexcept = default;
LoggedCommand::~LoggedCommand() = default;

std::optional<std::string> flawOf(const Command& command) {
    return std::visit([](const auto& one) { return flawIn(one); }, command);
}

void addBefore(std::span<const LoggedCommand> log, std::uint64_t frame, std::vector<Command>& commands) {
    for (const LoggedCommand& logged : log)
        if (logged.frame == frame) commands.push_back(logged.command);
}

std::string writeCommand(const LoggedCommand& logged) { return FieldWriter::writeLine(logged); }

std::optional<InputError> forEachCommand(const std::string& file, std::string_view text,
                                         FunctionRef<void(const LoggedCommand&, std::string_view)> take) {
    std::size_t number = 0, in_frame = 0;
    std::uint64_t last_frame = 0;
    const auto refused = [&](std::uint64_t found, std::string allowed) {
        return InputError{.file = file,
                          .line = number,
                          .column = 1,
                          .field = "frame",
                          .found = std::to_string(found),
                          .allowed = std::move(allowed)};
    };
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        ++number;
        if (end == begin) continue;
        const std::string_view line = text.substr(begin, end - begin);
        Result<LoggedCommand> logged = parseLine(file, std::string(line), number);
        if (!logged) return std::move(logged.error);
        if (logged->frame < last_frame)
            return refused(logged->frame, fmt::format("{} or more, as in the line before", last_frame));
        in_frame = logged->frame == last_frame ? in_frame + 1 : 1;
        last_frame = logged->frame;
        if (in_frame > kMostCommands)
            return refused(last_frame, fmt::format("another one after {} commands for it", kMostCommands));
        take(*logged, line);
    }
    return std::nullopt;
}

Result<std::vector<LoggedCommand>> parseCommandLog(const std::string& file, std::string_view text) {
    std::vector<LoggedCommand> out;
    const auto flaw = forEachCommand(
        file, text, [&](const LoggedCommand& logged, std::string_view) { out.push_back(logged); });
    if (flaw) return *flaw;
    return out;
}

}  // namespace drover::world
