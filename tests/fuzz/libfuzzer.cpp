// One target for clang's libFuzzer: DROVER_FUZZ_TARGET is its name. run.sh builds and runs them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "targets.h"

namespace {

const drover::fuzz::Target& target() {
    static const drover::fuzz::Target& found = []() -> const drover::fuzz::Target& {
        for (const drover::fuzz::Target& each : drover::fuzz::targets())
            if (std::strcmp(each.name, DROVER_FUZZ_TARGET) == 0) return each;
        std::abort();
    }();
    return found;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    target().run({reinterpret_cast<const char*>(data), size});
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
    if (target().mutated == nullptr) return LLVMFuzzerMutate(data, size, most);
    const std::string bytes =
        target().mutated({reinterpret_cast<const char*>(data), size}, seed, [&](std::string& part) {
            const std::size_t before = part.size();
            part.resize(std::max<std::size_t>(2 * before, before + 64));
            auto* const begin = reinterpret_cast<std::uint8_t*>(part.data());
            part.resize(LLVMFuzzerMutate(begin, before, part.size()));
        });
    const std::size_t written = std::min(bytes.size(), most);
    std::memcpy(data, bytes.data(), written);
    return written;
}
