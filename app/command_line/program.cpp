#include "app/command_line/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>
#include <tuple>

#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/manual.h"
#include "app/command_line/memory.h"
#include "app/command_line/output.h"
#include "app/command_line/usage_words.h"
#include "core/base/input_error.h"
#include "core/base/named_outputs.h"

namespace drover::command_line {
namespace {

// Whatever names the message has in it, it is one line.
ExitCode complain(const CLI::App& app, ExitCode code, const std::string& message) {
    say(fmt::format("{}: {}\n", app.get_name(), shown(message)));
    return code;
}

// The first file that is opened would be standard output where that is closed, and would get what is printed.
// What stands in for it here cannot be written either.
void reserveStandardStreams() {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
        if (::fcntl(file, F_GETFD) < 0) std::ignore = ::open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY);
}

// The names of a command line's outputs are those of one run.
struct OutputNames {
    OutputNames() { forgetOutputs(); }
    ~OutputNames() { forgetOutputs(); }
    OutputNames(const OutputNames&) = delete;
    OutputNames& operator=(const OutputNames&) = delete;
};

}  // namespace

Exit exitFor(const InputError& error) {
    if (const std::optional<NamedOutput> output = outputThatIs(error.file))
        return {kUsage, fmt::format("{} {}: {} is the same file and is read, allowed is another one",
                                    output->option, output->path, error.file)};
    switch (error.kind) {
        case InputError::Kind::kNoInput: return {kNoInput, error.message()};
        case InputError::Kind::kNoMemory: return {kNoMemory, error.message()};
        case InputError::Kind::kBadData: break;
    }
    return {kBadData, error.message()};
}

int runProgram(CLI::App& app, int argc, char** argv, const std::function<void()>& body) {
    // A closed pipe and a file that may not grow are errors of the write, not signals.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    reserveStandardStreams();
    giveLargeBlocksTheirOwnPages();
    leaveAddressesToThreads();
    const OutputNames names;
    checkFilesOf(app);
    addManual(app);
    try {
        app.parse(argc, argv);
        if (body) body();
        flushStandardOutput();
        return kDone;
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() != 0) {
            complain(app, kUsage, usageWords(app, e));
            say("Run with --help for more information.\n");
            return kUsage;
        }
        app.exit(e);
        if (!std::cout.flush()) return complain(app, kCannotWrite, "standard output: cannot write");
        return kDone;
    } catch (const Exit& e) {
        return complain(app, e.code, e.message);
    } catch (const std::bad_alloc&) {
        return complain(app, kNoMemory, "there is not enough memory; what was written is complete");
    } catch (const std::system_error& e) {  // thrown by fmt when printing fails
        return complain(app, kCannotWrite, fmt::format("standard output: {}", e.what()));
    } catch (const std::exception& e) {
        return complain(app, kInternal, fmt::format("internal error: {}", e.what()));
    }
}

}  // namespace drover::command_line
