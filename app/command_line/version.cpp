#include "app/command_line/version.h"

#include <fmt/format.h>

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

}  // namespace

std::string versionText(const std::string& program) {
    return fmt::format("{} {} (commit {}, {}, vector target: {})", program, DROVER_VERSION, DROVER_COMMIT,
                       kCompiler, flock::bestKernels().name);
}

}  // namespace drover::command_line
