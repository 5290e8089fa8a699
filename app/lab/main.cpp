// drover-lab: the simulation without a window, for scripts, measurements and machines without a display.
#include <fmt/format.h>

#include <csignal>
#include <exception>

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

int runCommandLine(int argc, char** argv) {
    CLI::App app("Drover's simulation without a window: flocks that live in level-of-detail trees.", "drover-lab");
    app.set_version_flag("--version", versionText());
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done, 1 a check did not hold, 64 usage, 65 bad data, 66 no such input, 70 internal,\n"
        "73 cannot create an output, 74 cannot write one.");
    addRun(app);
    addScenarios(app);
    addBench(app);
    try {
        app.parse(argc, argv);
        flushStandardOutput();
        return kDone;
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? kDone : kUsage;
    } catch (const Exit& e) {
        fmt::print(stderr, "drover-lab: {}\n", e.message);
        return e.code;
    } catch (const std::exception& e) {
        fmt::print(stderr, "drover-lab: internal error: {}\n", e.what());
        return kInternal;
    }
}

}  // namespace drover::lab

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error that a write reports
    return drover::lab::runCommandLine(argc, argv);
}
