#include "app/lab/version.h"

#include <fmt/format.h>

#include "drover_commit.h"

namespace drover::lab {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "clang++ " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* kCompiler = "g++ " __VERSION__;
#else
constexpr const char* kCompiler = "another compiler";
#endif

}  // namespace

std::string versionText() {
    return fmt::format("drover-lab {} (commit {}, {}, vector target: scalar)", DROVER_VERSION, DROVER_COMMIT, kCompiler);
}

}  // namespace drover::lab
