// drover-lab: the simulation without a window, for scripts, measurements and machines without a display.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <system_error>

#include "app/lab/output.h"
#include "app/lab/subcommands.h"
#include "app/lab/version.h"

namespace drover::lab {

Exit exitFor(const InputError& error) {
    return {error.kind == InputError::Kind::kNoInput ? kNoInput : kBadData, error.message()};
}

CLI::Validator finiteRange(double low, double high) {
    const std::string range = fmt::format("{} to {}", low, high);
    return {[=](std::string& text) {
                double value = 0;
                const bool is_inside =
                    CLI::detail::lexical_cast(text, value) && value >= low && value <= high;  // false for NaN
                return is_inside ? std::string() : fmt::format("found {}, allowed {}", text, range);
            },
            range};
}

namespace {

ExitCode complain(ExitCode code, const std::string& message) {
    std::fputs(fmt::format("drover-lab: {}\n", message).c_str(), stderr);
    return code;
}

}  // namespace

int runCommandLine(int argc, char** argv) {
    CLI::App app("Drover's simulation without a window: flocks that live in level-of-detail trees.", "drover-lab");
    app.set_version_flag("--version", versionText());
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done, 1 a check did not hold, 64 usage, 65 bad data, 66 no such input, 70 internal,\n"
        "73 cannot create an output, 74 cannot write one, 130 and 143 stopped by SIGINT and SIGTERM, files complete.");
    addRun(app);
    addCompare(app);
    addScenarios(app);
    addSchedule(app);
    addBench(app);
    try {
        app.parse(argc, argv);
        flushStandardOutput();
        return kDone;
    } catch (const CLI::ParseError& e) {
        const bool is_wrong = app.exit(e) != 0;
        if (!std::cout.flush()) return complain(kCannotWrite, "standard output: cannot write");
        return is_wrong ? kUsage : kDone;
    } catch (const Exit& e) {
        return complain(e.code, e.message);
    } catch (const std::system_error& e) {  // how fmt reports a print that failed
        return complain(kCannotWrite, fmt::format("standard output: {}", e.what()));
    } catch (const std::exception& e) {
        return complain(kInternal, fmt::format("internal error: {}", e.what()));
    }
}

}  // namespace drover::lab

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error that a write reports
    return drover::lab::runCommandLine(argc, argv);
}
