#include "app/lab/bench_rounds.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/command_line/exit.h"
#include "core/base/json_tree.h"

namespace drover::lab {
namespace {

std::vector<double> valuesOf(const std::vector<Round>& rounds, const std::string& figure) {
    std::vector<double> values;
    for (const Round& round : rounds)
        if (const auto at = round.find(figure); at != round.end()) values.push_back(at->second);
    return values;
}

[[noreturn]] void refuse(const JsonDocument& document, const JsonValue& at, const char* field,
                         const char* allowed) {
    throw command_line::exitFor(document.error(at.begin, field, document.spelled(at), allowed));
}

std::string textAt(const JsonDocument& document, const char* field) {
    const JsonValue* value = document.root.find(field);
    if (value == nullptr || value->kind != JsonValue::Kind::kText)
        refuse(document, value == nullptr ? document.root : *value, field,
               "a text, as drover-lab bench SUITE --rounds N --json prints");
    return value->text;
}

Round roundOf(const JsonDocument& document, const JsonValue& value) {
    Round round;
    if (value.kind != JsonValue::Kind::kObject) refuse(document, value, "rounds", "an object of figures");
    for (const JsonValue::Member& member : value.members) {
        const bool is_time =
            member.value.kind == JsonValue::Kind::kInteger || member.value.kind == JsonValue::Kind::kNumber;
        if (!is_time || !(member.value.number > 0))
            refuse(document, member.value, "rounds", "nanoseconds, above 0");
        round[member.name] = member.value.number;
    }
    return round;
}

// What the program prints. Empty where it does not end with 0.
std::string outputOf(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
    std::vector<std::string> words{program.string(), "bench"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.emplace_back("--json");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    int ends[2];
    if (::pipe(ends) != 0) return {};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addclose(&actions, ends[0]);
    ::posix_spawn_file_actions_addclose(&actions, ends[1]);
    pid_t child = 0;
    const int failure = ::posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::string out;
    char part[4096];
    ssize_t got = 0;
    while (failure == 0 && ((got = ::read(ends[0], part, sizeof part)) > 0 || (got < 0 && errno == EINTR)))
        out.append(part, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    ::close(ends[0]);
    int status = 1;
    if (failure == 0) ::waitpid(child, &status, 0);
    return status == 0 ? out : std::string();
}

std::string roundsText(std::size_t rounds) {
    return fmt::format("{} round{}", rounds, rounds == 1 ? "" : "s");
}

// The file's rounds in turn, where its program is gone.
const Round& storedRound(const Baseline& baseline, std::size_t number) {
    return baseline.rounds[number % baseline.rounds.size()];
}

}  // namespace

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string writtenAt(const std::filesystem::path& program) {
    struct stat file{};
    if (::stat(program.c_str(), &file) != 0 || ::access(program.c_str(), X_OK) != 0) return {};
    return fmt::format("{}.{:09}", file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

Baseline readBaseline(const std::string& path, const std::string& suite) {
    auto read = readJson(path, {.depth = 4, .values = 100'000, .members = 10'000});
    if (!read) throw command_line::exitFor(read.error);
    const JsonDocument& document = *read;
    if (document.root.kind != JsonValue::Kind::kObject)
        refuse(document, document.root, "", "an object, as drover-lab bench SUITE --rounds N --json prints");
    Baseline baseline{textAt(document, "suite"),
                      textAt(document, "build"),
                      textAt(document, "program"),
                      textAt(document, "program_as_of"),
                      {}};
    if (baseline.suite != suite) refuse(document, *document.root.find("suite"), "suite", suite.c_str());
    const JsonValue* rounds = document.root.find("rounds");
    if (rounds == nullptr || rounds->kind != JsonValue::Kind::kList || rounds->items.empty())
        refuse(document, rounds == nullptr ? document.root : *rounds, "rounds", "a list of rounds");
    for (const JsonValue& round : rounds->items) baseline.rounds.push_back(roundOf(document, round));
    return baseline;
}

std::string textOf(const Baseline& baseline) {
    nlohmann::ordered_json json;
    json["suite"] = baseline.suite;
    json["build"] = baseline.build;
    json["program"] = baseline.program;
    json["program_as_of"] = baseline.program_as_of;
    json["rounds"] = baseline.rounds;
    return json.dump(2) + "\n";
}

ProgramRound runRound(const std::filesystem::path& program, const std::vector<std::string>& arguments) {
    const std::string out = outputOf(program, arguments);
    const auto json = nlohmann::json::parse(out, nullptr, false);
    ProgramRound round;
    if (json.is_object() && json.contains("results") && json["results"].is_object()) {
        round.build = json.value("build", std::string());
        for (const auto& [name, figures] : json["results"].items())
            round.figures[name] = figures.value("ns", 0.0);
    }
    if (round.figures.empty())
        command_line::fail(command_line::kInternal, "{} does not end a round of the suite", program.string());
    return round;
}

PairedRounds pairRounds(const Baseline& baseline, std::size_t rounds, const std::filesystem::path& self,
                        const RunRound& run) {
    PairedRounds pairs;
    pairs.before = baseline;
    pairs.before.rounds.clear();
    pairs.now = {baseline.suite, {}, self.string(), writtenAt(self), {}};
    const std::string as_of = writtenAt(baseline.program);
    pairs.is_paired = !as_of.empty() && as_of == baseline.program_as_of;
    for (std::size_t round = 0; round < rounds; ++round) {
        pairs.before.rounds.push_back(pairs.is_paired ? run(baseline.program).figures
                                                      : storedRound(baseline, round));
        ProgramRound now = run(self);
        pairs.now.build = now.build;
        pairs.now.rounds.push_back(std::move(now.figures));
    }
    return pairs;
}

std::string tableOf(const Baseline& rounds) {
    std::string text = fmt::format("{}, {}\n{:<50}{:>14}{:>12}{:>12}\n", roundsText(rounds.rounds.size()),
                                   rounds.build, "", "median ns", "least", "most");
    for (const auto& [figure, first] : rounds.rounds.front()) {
        const std::vector<double> values = valuesOf(rounds.rounds, figure);
        const auto [least, most] = std::ranges::minmax(values);
        text += fmt::format("  {:<48}{:>14.1f}{:>12.1f}{:>12.1f}\n", figure, medianOf(values), least, most);
    }
    return text;
}

std::string tableOf(const PairedRounds& pairs) {
    std::string text = fmt::format("before  {}\nnow     {}\n", shown(pairs.before.build), pairs.now.build);
    text +=
        pairs.is_paired
            ? fmt::format("{} of both in turn\n", roundsText(pairs.now.rounds.size()))
            : "The program of the baseline is gone: its figures are those of the file, from another hour.\n";
    text += fmt::format("{:<50}{:>14}{:>14}{:>9}   {}\n", "", "before, ns", "now, ns", "now/then",
                        "least to most");
    for (const auto& [figure, first] : pairs.now.rounds.front()) {
        const std::vector<double> before = valuesOf(pairs.before.rounds, figure),
                                  now = valuesOf(pairs.now.rounds, figure);
        if (before.size() != now.size()) {
            text += fmt::format("  {:<48}{:>14}{:>14.1f}\n", figure, "new", medianOf(now));
            continue;
        }
        std::vector<double> ratios;
        for (std::size_t round = 0; round < now.size(); ++round) ratios.push_back(now[round] / before[round]);
        const auto [least, most] = std::ranges::minmax(ratios);
        text += fmt::format("  {:<48}{:>14.1f}{:>14.1f}{:>9.3f}   {:.3f} to {:.3f}{}\n", figure,
                            medianOf(before), medianOf(now), medianOf(ratios), least, most,
                            most < 1    ? "  faster"
                            : least > 1 ? "  slower"
                                        : "");
    }
    return text;
}

}  // namespace drover::lab
