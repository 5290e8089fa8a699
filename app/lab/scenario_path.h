// The numbers of a scenario by their path: species[0].task.priority, species.gazelles.flocks,
// load.parameters.hysteresis. An item of a list has its place from 0 in brackets, or its name after a dot.
// sweep_plan.cpp sets them.
#pragma once

#include <span>
#include <string>

#include "core/world/scenario/scenario.h"

namespace drover::lab {

// A number as it is spelled in JSON.
struct NumberAt {
    std::string path;
    std::string number;
};

// The path of a number of the scenario, spelled with places instead of names, so that two paths of the same
// number are equal. An error says where the path leaves the scenario, and which names there are.
Result<std::string> placedPath(const world::Scenario& scenario, const std::string& path);

// The scenario with these numbers. A parameter of the manager that the scenario does not mention is added. An
// error is one of the path, or what the reader of scenario files says of the number.
Result<world::Scenario> withNumbers(const world::Scenario& scenario, std::span<const NumberAt> numbers);

// The names at the top of a scenario at which a path can begin.
std::string pathBeginnings(const world::Scenario& scenario);

}  // namespace drover::lab
