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

namespace drover::command_line {
namespace {

ExitCode complain(const CLI::App& app, ExitCode code, const std::string& message) {
    say(fmt::format("{}: {}\n", app.get_name(), message));
    return code;
}

// The first file that is opened would be standard output where that is closed, and would get what is printed.
// What stands in for it here cannot be written either.
void reserveStandardStreams() {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
        if (::fcntl(file, F_GETFD) < 0) std::ignore = ::open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY);
}

}  // namespace

int runProgram(CLI::App& app, int argc, char** argv, const std::function<void()>& body) {
    // A closed pipe and a file that may not grow are errors of the write, not signals.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    reserveStandardStreams();
    giveLargeBlocksTheirOwnPages();
    checkFilesOf(app);
    addManual(app);
    try {
        app.parse(argc, argv);
        if (body) body();
        flushStandardOutput();
        return kDone;
    } catch (const CLI::ParseError& e) {
        const bool is_wrong = app.exit(e) != 0;
        if (!std::cout.flush()) return complain(app, kCannotWrite, "standard output: cannot write");
        return is_wrong ? kUsage : kDone;
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
