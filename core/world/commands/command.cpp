#include "core/world/commands/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/world/commands/command_fields.h"

namespace drover::world {
namespace {

template <class C>
Flaw flawIn(const C&) {
    return std::nullopt;
}
Flaw flawIn(const SetManager& c) {
    LoadRules rules;
    rules.manager = c.manager;
    rules.parameters = c.parameters;
    rules.script = c.script;
    return flawOf(rules);
}
Flaw flawIn(const SetBudget& c) { return load::flawOf(c.budget); }
Flaw flawIn(const SetTask& c) { return within("task", flawOf(c.task)); }
Flaw flawIn(const AddSpike& c) { return flawOf(c.spike); }
Flaw flawIn(const LoadScenario& c) { return flawOf(c.scenario); }

Result<LoggedCommand> parseLine(const std::string& file, const std::string& line, std::size_t number) {
    Result<JsonDocument> document = parseJson(file, line);
    const auto refused = [&](InputError error) {
        error.line = number;
        return error;
    };
    if (!document) return refused(std::move(document.error));
    LoggedCommand logged;
    Flaw error;
    FieldReader(*document, error).read(document->root, "", logged);
    if (error) return refused(std::move(*error));
    if (const Flaw flaw = within("with", flawOf(logged.command))) {
        const std::string found = flaw->found.empty() ? "what does not go together" : flaw->found;
        return refused(document->error(document->root.begin, flaw->field, found, flaw->allowed));
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

Flaw flawOf(const Command& command) {
    return std::visit([](const auto& one) { return flawIn(one); }, command);
}

void addBefore(std::span<const LoggedCommand> log, std::uint64_t frame, std::vector<Command>& commands) {
    for (const LoggedCommand& logged : log)
        if (logged.frame == frame) commands.push_back(logged.command);
}

std::string writeCommand(const LoggedCommand& logged) { return FieldWriter::writeLine(logged); }

Flaw forEachCommand(const std::string& file, std::string_view text,
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
