#include "core/world/command.h"

#include <fmt/format.h>

#include "core/world/command_fields.h"
#include "core/world/population.h"
#include "core/world/schedulers.h"

namespace drover::world {
namespace {

// How a log spells one command: its frame, its name, its own fields in `with`.
template <class C>
struct Entry {
    std::uint64_t frame = 1;
    std::string command = C::kName;
    C with;
};

template <class V, class S>
    requires requires(S& s) { s.with.kName; }
void describe(V& v, S& entry) {
    v.integer("frame", entry.frame, 1, ~std::uint64_t{0}, "The frame before which it is given.");
    v.text("command", entry.command, 1, 40, "Which command.");
    v.object("with", entry.with, "Its values.");
}

// Reads the entry as the alternative of Command whose name it bears.
template <std::size_t I = 0>
bool readAs(const std::string& name, const JsonDocument& document, std::optional<InputError>& error,
            LoggedCommand& logged) {
    if constexpr (I < std::variant_size_v<Command>) {
        using C = std::variant_alternative_t<I, Command>;
        if (name != C::kName) return readAs<I + 1>(name, document, error, logged);
        Entry<C> entry;
        FieldReader(document, error).read(document.root, "", entry);
        logged.frame = entry.frame;
        logged.command = std::move(entry.with);
        return true;
    }
    return false;
}

template <std::size_t... I>
std::vector<std::string> commandNames(std::index_sequence<I...>) {
    return {std::variant_alternative_t<I, Command>::kName...};
}

// What takes more than one field to see.
std::optional<std::string> flawOf(const Command& command) {
    if (const auto* manager = std::get_if<SetManager>(&command)) {
        LoadRules rules;
        rules.manager = manager->manager;
        rules.parameters = manager->parameters;
        if (const std::string allowed = flawOf(rules); !allowed.empty()) return allowed;
    }
    if (const auto* budget = std::get_if<SetBudget>(&command)) {
        if (const auto refusal = load::refusalOf(budget->budget)) {
            return fmt::format("{}: {}", refusal->field, refusal->allowed);
        }
    }
    if (const auto* task = std::get_if<SetTask>(&command)) {
        if (task->task.maximum_ms < task->task.nominal_ms) return "a maximum_ms of the nominal one or more";
    }
    if (const auto* spike = std::get_if<AddSpike>(&command)) {
        if (const auto flaw = flawOf(spike->spike)) return flaw->field + ": " + flaw->allowed;
    }
    if (const auto* load = std::get_if<LoadScenario>(&command)) {
        if (const auto flaw = flawOf(load->scenario.schedulers, kindNames(load->scenario)))
            return fmt::format("in schedulers[{}].{}: {}", flaw->scheduler, flaw->field, flaw->allowed);
    }
    return std::nullopt;
}

Result<LoggedCommand> parseLine(const std::string& file, const std::string& line, std::size_t number) {
    Result<JsonDocument> document = parseJson(file, line);
    const auto refused = [&](InputError error) {
        error.line = number;
        return error;
    };
    if (!document) return refused(std::move(document.error));
    const JsonValue* name = document->root.find("command");
    LoggedCommand logged;
    std::optional<InputError> error;
    if (!name || !readAs(name->text, *document, error, logged)) {
        const JsonValue& at = name ? *name : document->root;
        const auto names = commandNames(std::make_index_sequence<std::variant_size_v<Command>>{});
        return refused(document->error(at.begin, "command", document->spelled(at),
                                       fmt::format("{}", fmt::join(names, ", "))));
    }
    if (error) return refused(std::move(*error));
    if (const auto allowed = flawOf(logged.command)) {
        return refused(document->error(document->root.begin, "with", "what does not go together", *allowed));
    }
    return logged;
}

}  // namespace

std::string writeCommand(const LoggedCommand& logged) {
    return std::visit(
        [&](const auto& command) {
            return FieldWriter::writeLine(
                Entry<std::remove_cvref_t<decltype(command)>>{logged.frame, command.kName, command});
        },
        logged.command);
}

Result<std::vector<LoggedCommand>> parseCommandLog(const std::string& file, const std::string& text) {
    std::vector<LoggedCommand> out;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        ++number;
        if (end > begin) {
            Result<LoggedCommand> logged = parseLine(file, text.substr(begin, end - begin), number);
            if (!logged) return std::move(logged.error);
            if (!out.empty() && logged->frame < out.back().frame) {
                return InputError{
                    .file = file,
                    .line = number,
                    .column = 1,
                    .field = "frame",
                    .found = std::to_string(logged->frame),
                    .allowed = fmt::format("{} or more, as in the line before", out.back().frame)};
            }
            out.push_back(std::move(*logged));
        }
        begin = end + 1;
    }
    return out;
}

Result<std::vector<LoggedCommand>> readCommandLog(const std::string& path) {
    constexpr std::size_t kLargestLog = std::size_t{256} << 20;
    Result<std::string> text = readFile(path, kLargestLog);
    if (!text) return std::move(text.error);
    return parseCommandLog(path, *text);
}

}  // namespace drover::world
