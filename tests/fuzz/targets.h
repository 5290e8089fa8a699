// All that reads what people and files say, each as a function of bytes. fuzz_test.cpp gives them many inputs
// in the ordinary tests, libfuzzer.cpp as many as one has time for. A function that returns has passed; one
// that finds something wrong with what was read aborts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/function_ref.h"

namespace drover::fuzz {

struct Target {
    const char* name;
    void (*run)(std::string_view bytes);
    // Files to begin with, below the source folder: every file of the folder with this ending, or one file.
    const char *folder, *ending;
    std::vector<std::string_view> texts;  // more to begin with
    // How an input is broken, if not just anywhere: `mutate` breaks a text anywhere.
    std::string (*mutated)(std::string_view bytes, std::uint64_t draw,
                           FunctionRef<void(std::string&)> mutate) = nullptr;
};

std::span<const Target> targets();

}  // namespace drover::fuzz
