// The list of all load managers: the only one. The command line, the panels and the tests read it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/load/importance.h"

namespace drover::load {

class Manager;

// A number that a user may set. With choices it is an index into them.
struct ParameterInfo {
    std::string_view name;
    std::string_view title;
    std::string_view unit = "";
    double least = 0;
    double greatest = 1;
    double initial = 0;
    std::span<const std::string_view> choices = {};
};
inline constexpr std::array<std::string_view, 2> kOffOn = {"off", "on"};
inline constexpr std::size_t kMostParameters = 8;

// The place of a parameter in its manager's table; a wrong name does not compile.
consteval std::size_t indexOf(std::span<const ParameterInfo> parameters, std::string_view name) {
    std::size_t i = 0;
    while (parameters[i].name != name) ++i;
    return i;
}
// The same, for a manager that reads its own: at<kElasticParameters>("hysteresis").
template <const auto& kParameters>
consteval std::size_t at(std::string_view name) {
    return indexOf(kParameters, name);
}

struct ManagerInfo {
    std::string_view name;         // as in files and on the command line
    std::string_view title;        // as in the panels
    std::string_view line;         // what it does, in a line
    std::string_view explanation;  // one paragraph
    Coin coin;
    bool cuts_thoughts = false;  // it offers each task a time, and a task stops thinking when that is over
    bool sets_detail = false;    // it chooses each task's level of detail (detail.h)
    std::span<const ParameterInfo> parameters = {};
    std::unique_ptr<Manager> (*make)(const ManagerInfo& info) = nullptr;
    // Of a manager whose decisions stand in a text of the user's; an empty text is the one to begin with.
    std::unique_ptr<Manager> (*make_from)(const ManagerInfo& info, std::string_view text) = nullptr;
    std::string (*flaw_of)(std::string_view text) = nullptr;  // what is wrong with it, or nothing
    std::size_t bytes_per_task = 0;                           // what the manager keeps of each, at most
};

extern const std::span<const ManagerInfo> kManagers;

// By name; null if there is none of that name.
const ManagerInfo* findManager(std::string_view name);
std::unique_ptr<Manager> makeManager(const ManagerInfo& info, std::string_view text = {});

}  // namespace drover::load
