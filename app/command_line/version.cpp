#include "app/command_line/version.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/flock/kernels.h"
#include "drover_commit.h"

namespace drover::command_line {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "clang++ " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* kCompiler = "g++ " __VERSION__;
#else
constexpr const char* kCompiler = "another compiler";
#endif

// What runs here, of what this build has, and what this processor has beyond that.
std::string vectorText() {
    const auto compiled = flock::compiledTargets();
    std::string text = fmt::format("vector target: {}", flock::bestKernels().name);
    if (compiled.empty())
        text += ", this build has no vectors";
    else
        text += fmt::format(" of {} in this build", fmt::join(compiled, ", "));
    const std::string_view widest = flock::widestOfProcessor();
    if (!widest.empty() && widest != flock::bestKernels().name)
        text += fmt::format("; this processor has {}", widest);
    return text;
}

}  // namespace

std::string versionText(const std::string& program) {
    return fmt::format("{} {} (commit {}, {}, {})", program, DROVER_VERSION, DROVER_COMMIT, kCompiler,
                       vectorText());
}

std::string buildText() {
    return fmt::format("drover {} (commit {}, {})", DROVER_VERSION, DROVER_COMMIT, kCompiler);
}

}  // namespace drover::command_line
