// The experiment `people`: crowds that are watched in the scenes of core/people (people_runs.cpp), and the
// tables and plots of what they showed (people_tables.cpp). people.cpp says why, and judges the numbers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/samples.h"
#include "core/people/gait.h"

namespace drover::lab {

// How often each person decides, in frames of a sixtieth of a second.
constexpr std::array<int, 4> kPeoplePeriods = {1, 6, 12, 30};
constexpr std::array<const char*, 4> kPeoplePeriodNames = {"17", "100", "200", "500"};  // ms
// The longest one, 500 ms, is too long for doors; nothing else is judged by it.
constexpr std::size_t kGoodPeriods = 3, kMiddlePeriod = 1;

constexpr std::array<double, 6> kDensities = {0.5, 1, 1.75, 2, 3, 4};  // people per square metre
constexpr std::array<double, 6> kDoors_m = {0.8, 1.0, 1.2, 1.6, 2.0, 2.5};
// Where an experiment has measured speeds, and doors; and passages, by their depth.
constexpr std::array<double, 5> kMeasuredDensities = {1.14, 1.56, 1.68, 2.06, 3.06};
constexpr std::array<double, 7> kMeasuredDoors_m = {0.5, 0.8, 1.0, 1.2, 1.6, 2.0, 2.5};
constexpr std::array<double, 3> kDepths_m = {0.4, 2, 4};
// Both gaits, with people who are all alike, and who differ.
struct Manners {
    const char* name;
    people::Walk walk;
    double spread;
};
constexpr std::array<Manners, 4> kManners = {{{"weidmann", people::Walk::kWeidmann, 0},
                                              {"weidmann, spread 0.26", people::Walk::kWeidmann, 0.26},
                                              {"measured, spread 0", people::Walk::kMeasured, 0},
                                              {"measured", people::Walk::kMeasured, -1}}};
constexpr std::size_t kMeasuredManner = 3;
constexpr std::array<double, 6> kRimea4Densities = {0.5, 1, 2, 3, 4, 5};

// Speeds by sex and age, from the IMO's guidelines for evacuation (MSC.1/Circ.1533): RiMEA 7 asks for a
// table.
struct AgeGroup {
    const char* name;
    double least, most;  // metre per second
};
constexpr std::array<AgeGroup, 6> kAges = {{{"women under 30", 0.93, 1.55},
                                            {"women of 30 to 50", 0.71, 1.19},
                                            {"women over 50", 0.56, 0.94},
                                            {"men under 30", 1.11, 1.85},
                                            {"men of 30 to 50", 0.97, 1.62},
                                            {"men over 50", 0.84, 1.40}}};

// How a crowd is watched: full, or folded where the player is not.
enum PeopleWatch : std::size_t { kNoneFolded, kAllFolded, kGateUnfolded, kBackUnfolded, kToAndFro, kWatches };
constexpr std::array<const char*, kWatches> kWatchNames = {"full", "folded", "player at the gate",
                                                           "player at the back", "player to and fro"};
constexpr std::array<const char*, 5> kFoldedScenes = {"RiMEA 9, four exits", "RiMEA 9, two exits", "RiMEA 12",
                                                      "two rooms", "small middle room"};

// What must hold in every run.
struct Safety {
    double least_gap_m = 1e9, least_wall_m = 1e9;  // between bodies, and from a body to a wall
    std::uint64_t decisions = 0;
    std::uint32_t lost = 0;  // neither walking, folded once, nor arrived

    void add(const Safety& other);
};

struct Rimea12 {
    Samples seconds, before, after;  // density before the corridor, and before the exit behind it
};
struct Walked {
    double wished = 0, walked = 0;  // metre per second
};
struct FoldedRun {
    Samples seconds, refusals;
    std::array<Samples, 2> flow;  // at the first two gates, people a second
};

struct PeopleResults {
    std::array<std::array<Samples, kDensities.size()>, kPeoplePeriods.size()> speed;
    std::array<std::array<Samples, kDoors_m.size()>, kPeoplePeriods.size()> flow;
    std::array<double, kGoodPeriods> rimea1_s{}, rimea6_s{};
    std::array<double, kRimea4Densities.size()> rimea4{};
    std::array<std::vector<Walked>, kAges.size()> rimea7;
    std::array<Samples, kGoodPeriods> four_exits_s, two_exits_s;
    std::array<Rimea12, kGoodPeriods> rimea12;
    std::array<std::array<FoldedRun, kWatches>, kFoldedScenes.size()> folded;
    // By manner and period: speeds and flows beside those of experiments. And of each manner, by depth and
    // width of a passage: people a second, full and folded.
    template <std::size_t kCount>
    using ByManner = std::array<std::array<std::array<Samples, kCount>, kGoodPeriods>, kManners.size()>;
    ByManner<kMeasuredDensities.size()> measured_speed;
    ByManner<kMeasuredDoors_m.size()> measured_flow;
    struct Passage {
        Samples full, folded;
    };
    std::array<std::array<std::array<Passage, kDoors_m.size()>, kDepths_m.size()>, kManners.size()> passages;
    Safety safety;
    std::uint32_t left_behind = 0;  // people who never arrived, in scenes in which all should
};

// How many seeds, and how long.
struct PeopleEffort {
    std::uint32_t corridors = 6, doors = 4, rimea9 = 4, rimea12 = 4, folded = 4, ages = 50;
    std::uint32_t measured = 4;
    bool has_all_periods = true;  // beside experiments
    int corridor_s = 120, rimea4_s = 30, measured_s = 40;
    std::uint32_t people_in_large_room = 1000;
};

PeopleResults watchPeople(const Session& session, const PeopleEffort& effort);

std::vector<ReportTable> peopleTables(const PeopleResults& results);
std::vector<Plot> peoplePlots(const PeopleResults& results);

}  // namespace drover::lab
