// The experiment `meeting`: herds that are watched while they meet (meeting_runs.cpp), and the tables and
// plots of what they showed (meeting_tables.cpp). meeting.cpp says why, and judges the numbers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/lab/reproduce/experiment.h"
#include "app/lab/reproduce/samples.h"
#include "core/flock/species.h"

namespace drover::lab {

constexpr std::array<double, 3> kMeetingPeriods_s = {1.0 / 60, 0.1, 0.5};

// Mixed: the first herd is full and the second folded; of twelve, every other one.
enum Form : std::size_t { kFull, kMixed, kFolded, kForms };
constexpr std::array<const char*, kForms> kFormNames = {"full", "mixed", "folded"};

template <class One>
using ByPeriodAndForm = std::array<std::array<One, kForms>, kMeetingPeriods_s.size()>;

enum Meeting : std::size_t { kHeadOn, kCrossing, kOvertaking, kMeetings };
constexpr std::array<const char*, kMeetings> kMeetingNames = {"head-on", "crossing", "overtaking"};

// What two herds showed, a number a seed.
struct Met {
    Samples first, second;  // degrees that they have turned in the end, to the left
    Samples turned;         // degrees either way: head-on of both, else of the first
    Samples least_m;        // between their centres
    // Where both were each half second, in the mean over the seeds.
    struct Point {
        double x_m = 0, y_m = 0;
    };
    std::array<std::vector<Point>, 2> tracks;
};

// What twelve herds showed.
struct Crowd {
    Samples pace, turning, nearest_m, close;  // metre per second; in 1000 seconds; m; % of pairs under 25 m
};

// What a herd showed that a hunter came at, after kFlight_s.
struct Flown {
    Samples way_m;      // that its centre has come
    Samples nearest_m;  // from the hunter to the nearest animal
};

struct Approach {
    const char* from;
    double distance_m;
};
constexpr std::array<Approach, 6> kApproaches = {{{"behind", 70},
                                                  {"the side", 70},
                                                  {"the front", 70},
                                                  {"behind", 45},
                                                  {"the side", 45},
                                                  {"the front", 45}}};
constexpr int kFlight_s = 3;

// How a herd came past what stood in its way.
struct Passed {
    Samples seconds;      // until half of its animals were past it
    double room_m = 1e9;  // the least distance of any animal from it
};

struct Obstacle {
    const char* name;
    double gap_m;    // between two walls; 0: a round lake
    double aside_m;  // where the herd begins, beside the line through the middle
    double most_off_percent;
};
constexpr std::array<Obstacle, 4> kObstacles = {{{"a gap of 15 m", 15, 2, 12},
                                                 {"a gap of 30 m", 30, 2, 12},
                                                 {"a gap of 60 m, from 60 m aside", 60, 60, 12},
                                                 {"a lake of 200 m, from 25 m aside", 0, 25, 10}}};

struct MeetingResults {
    std::vector<flock::Species> kinds;  // gazelles, and slow ones that are overtaken
    std::array<ByPeriodAndForm<Met>, kMeetings> met;
    ByPeriodAndForm<Crowd> crowd;
    std::array<ByPeriodAndForm<Flown>, kApproaches.size()> flight;  // no mixed ones
    std::array<ByPeriodAndForm<Passed>, kObstacles.size()> passed;  // nor here
};

// How many seeds.
struct MeetingEffort {
    std::uint32_t meetings = 400, crowds = 96, folded_crowds = 192, flights = 100, passages = 100;
};

MeetingResults watchMeetings(const Session& session, const MeetingEffort& effort);

std::vector<ReportTable> meetingTables(const MeetingResults& results);
std::vector<Plot> meetingPlots(const MeetingResults& results);

}  // namespace drover::lab
