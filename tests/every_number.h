// Every number of a JSON file replaced in turn by one that does not fit: no reader may take another for it.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace drover {

// Calls refuses(text) with each of the texts; false is a failure. Names the number.
inline void expectEveryNumberIsBounded(const std::string& json,
                                       const std::function<bool(const std::string& text)>& refuses) {
    using Json = nlohmann::ordered_json;
    const Json whole = Json::parse(json, nullptr, true, true);
    const Json flat = whole.flatten();
    int numbers = 0;
    for (const auto& [pointer, value] : flat.items()) {
        if (!value.is_number()) continue;
        ++numbers;
        for (const char* const number :
             {"18446744073709551616", "-9223372036854775809", "1e300", "-1e300", "1e999"}) {
            Json changed = whole;
            changed[Json::json_pointer(pointer)] = "@here@";
            std::string text = changed.dump();
            text.replace(text.find("\"@here@\""), 8, number);
            EXPECT_TRUE(refuses(text)) << pointer << ": " << number;
        }
    }
    EXPECT_GT(numbers, 0);
}

}  // namespace drover
