// One target for clang's libFuzzer: DROVER_FUZZ_TARGET is its name. run.sh builds and runs them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static void (*const run)(std::string_view) = [] {
        for (const drover::fuzz::Target& target : drover::fuzz::targets())
            if (std::strcmp(target.name, DROVER_FUZZ_TARGET) == 0) return target.run;
        std::abort();
    }();
    run({reinterpret_cast<const char*>(data), size});
    return 0;
}
