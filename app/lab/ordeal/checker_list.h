// The functions of the table in checkers.cpp, which alone calls them.
#pragma once

#include <string>

#include "app/lab/ordeal/checkers.h"

namespace drover::lab::ordeal {

// body_checkers.cpp
std::string numbersAreFinite(const Look& look);
std::string placesAreInTheWorld(const Look& look);
std::string animalsAreOutsideOfWalls(const Look& look);
std::string bodiesAreApart(const Look& look);
std::string bodiesAreInNoWall(const Look& look);
std::string noPersonIsLost(const Look& look);
std::string treesAreWhole(const Look& look);
std::string whatStandsIsTheScenario(const Look& look);

// task_checkers.cpp
std::string sumsAreThoseOfTheBands(const Look& look);
std::string countersAreRecounted(const Look& look);
std::string datesGoOn(const Look& look);
std::string whoWaitsIsCounted(const Look& look);
std::string whoWakesIsATask(const Look& look);
std::string parametersAreSet(const Look& look);
std::string scriptsKeepTheirBounds(const Look& look);
std::string noTaskIsForgotten(const Look& look);
std::string periodsAreAllowed(const Look& look);
std::string budgetIsKept(const Look& look);

}  // namespace drover::lab::ordeal
