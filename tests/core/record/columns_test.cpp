#include "core/record/columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/record/lines.h"
#include "tests/core/record/sample_record.h"

namespace drover::record::columns_test {
namespace {

TEST(Columns, EachIsFoundUnderItsOwnName) {
    std::set<std::string> names;
    for (std::size_t c = 0; c < kColumnCount; ++c) {
        EXPECT_EQ(findColumn(nameOf(kColumns[c])), c) << nameOf(kColumns[c]);
        names.insert(nameOf(kColumns[c]));
    }
    EXPECT_EQ(names.size(), kColumnCount);
    for (const char* wrong :
         {"", "near", "near_", "near_frame", "nearc_total_ms", "c_total", "whole_due", "near_near_due"}) {
        EXPECT_EQ(findColumn(wrong), std::nullopt) << wrong;
    }
}

// Each field is in the table exactly once: the record's size is the size of the columns and nothing else.
TEST(Columns, CoverTheRecord) {
    EXPECT_EQ(sizeof(FrameRecord), kColumnCount * sizeof(double));
    FrameRecord record = sampleRecord(0, 1000);
    record.frame = 1000;
    for (std::size_t c = 0; c < kColumnCount; ++c) {
        EXPECT_EQ(keptValue(kColumns[c], record), 1000 + static_cast<double>(c)) << nameOf(kColumns[c]);
    }
}

TEST(Columns, NamesLeadToTheirFields) {
    FrameRecord record;
    record.budget_ns = 4'000'000;
    record.whole.u_total = 0.25;
    record.bands[row(Band::kFar)].oldest_ns = 1;
    record.bands[row(Band::kMiddle)].run = 7;
    const auto shown = [&](std::size_t c) { return shownValue(kColumns[c], record); };
    EXPECT_EQ(shown(columnOf("td_ms")), 4.0);
    EXPECT_EQ(shown(columnOf("u_total")), 0.25);
    EXPECT_EQ(shown(columnOf("far_oldest_ms")), 1e-6);
    EXPECT_EQ(shown(columnOf("middle_run")), 7.0);
    EXPECT_EQ(shown(columnOf("near_run")), 0.0);
}

// A mean times its weight is the sum that it was made of; nothing else has a weight.
TEST(Columns, EachMeanHasTheWeightThatItIsDividedBy) {
    FrameRecord sums = sampleRecord(0, 1'000'000), means = sums;
    divideMeans(means.whole);
    for (BandRecord& band : means.bands) divideMeans(band);
    std::size_t found = 0;
    for (std::size_t c = 0; c < kColumnCount; ++c) {
        const bool is_mean =
            kColumns[c].measure->adding != Adding::kSum && kColumns[c].measure->adding != Adding::kMax;
        ASSERT_EQ(weightOf(c).has_value(), is_mean) << nameOf(kColumns[c]);
        if (!is_mean) continue;
        ++found;
        EXPECT_EQ(kColumns[*weightOf(c)].band, kColumns[c].band);
        FrameRecord by_weight = sums;
        const double mean = keptValue(kColumns[c], sums) / keptValue(kColumns[*weightOf(c)], sums);
        keepValue(kColumns[c], by_weight, mean);
        EXPECT_EQ(keptValue(kColumns[c], by_weight), keptValue(kColumns[c], means)) << nameOf(kColumns[c]);
    }
    EXPECT_EQ(found, 4 * (1 + kBands)) << "two latenesses, quality, off_m";
}

TEST(Csv, HeaderHasTheDocumentedColumns) {
    std::string whole =
        "frame,t_ms,tf_ms,td_ms,ud,c_total_ms,u_total,d_assigned_ms,d_observed_ms,fps,overhead_ms,due,run,"
        "delayed,max_delays,oldest_ms,leaves,nodes,expansions,collapses,bytes,ai_ms,tasks,minds,asked,"
        "thoughts,"
        "quality,observed,off_m,rest_ms,spike_outside_ms,spike_inside_ms,hunted,caught,arrived,inside,"
        "queued,passed,flow,density";
    for (const std::string band : {"near", "middle", "far"}) {
        for (const char* name :
             {"c_total_ms", "u_total",    "d_assigned_ms", "d_observed_ms", "due",   "run",
              "delayed",    "max_delays", "oldest_ms",     "leaves",        "nodes", "expansions",
              "collapses",  "bytes",      "tasks",         "minds",         "asked", "thoughts",
              "quality",    "observed",   "off_m"}) {
            whole += "," + band + "_" + name;
        }
    }
    std::string out = "before\n";
    appendCsvHeader(out);
    EXPECT_EQ(out, "before\n" + whole + "\n");
}

// Tan & Wong's Table 2 at a budget of 10 ms, written by hand.
FrameRecord tanAndWong() {
    FrameRecord record{
        .frame = 12, .t_ns = 268'800'000, .frame_time_ns = 22'400'000, .budget_ns = 10'000'000};
    record.desired_use = 10.0 / 22.4;
    record.overhead_ns = 120'000;
    record.fps = 44.64;
    record.ai_ns = 5'035'000;
    record.rest_ns = 12'330'000;
    record.spike_outside_ns = 20'000'000;
    record.spike_inside_ns = 500'000;
    record.whole = {.tasks = 100,
                    .c_total_ns = 10'070'000,
                    .u_total = 0.4618,
                    .d_assigned_ns = 46'666'667,
                    .d_observed_ns = 47'930'000,
                    .observed = 27,
                    .due = 40,
                    .run = 27,
                    .delayed = 13,
                    .max_delays = 2,
                    .oldest_ns = 80'000'001,
                    .minds = 80,
                    .asked = 40,
                    .thoughts = 10,
                    .quality = 0.25,
                    .leaves = 65'536,
                    .nodes = 131'071,
                    .expansions = 3,
                    .collapses = 4,
                    .bytes = 34'359'738'368,
                    .off_m = 1.5};
    record.bands[0] = {.tasks = 60, .c_total_ns = 1, .due = 1};
    record.bands[2] = {.tasks = 40, .u_total = 0.1, .d_assigned_ns = -500'000, .bytes = 9, .off_m = 2.5};
    return record;
}

TEST(Csv, RowIsTheShortestSpelling) {
    std::string out;
    appendCsvRow(out, tanAndWong());
    EXPECT_EQ(out,
              "12,268.8,22.4,10,0.44642857142857145,10.07,0.4618,46.666667,47.93,44.64,0.12,40,27,13,2,"
              "80.000001,65536,131071,3,4,34359738368,5.035,100,80,40,10,0.25,27,1.5,12.33,20,0.5,"
              "0,0,0,0,0,0,0,0,1e-06,0,0,0,1,0,0,0,0,0,0,0,0,0,60,0,0,0,0,0,0,"
              "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
              "0,0.1,-0.5,0,0,0,0,0,0,0,0,0,0,9,40,0,0,0,0,0,2.5\n");
}

TEST(Csv, RowsHaveAsManyCellsAsTheHeader) {
    std::string header, row;
    appendCsvHeader(header);
    appendCsvRow(row, sampleRecord(5, 100));
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(row.begin(), row.end(), ','));
}

TEST(JsonLines, EachLineIsAnObjectWithEveryColumn) {
    std::string out;
    appendJsonLine(out, tanAndWong());
    appendJsonLine(out, sampleRecord(13, 3));
    ASSERT_EQ(std::count(out.begin(), out.end(), '\n'), 2);
    const std::size_t cut = out.find('\n') + 1;
    const nlohmann::json first = nlohmann::json::parse(out.substr(0, cut)),
                         second = nlohmann::json::parse(out.substr(cut));
    EXPECT_EQ(first.size(), kColumnCount);
    EXPECT_EQ(first["frame"], 12);
    EXPECT_EQ(first["spike_outside_ms"], 20);
    EXPECT_EQ(first["far_tasks"], 40);
    for (const Column& column : kColumns) {
        EXPECT_EQ(first[nameOf(column)].get<double>(), shownValue(column, tanAndWong())) << nameOf(column);
        EXPECT_EQ(second[nameOf(column)].get<double>(), shownValue(column, sampleRecord(13, 3)))
            << nameOf(column);
    }
}

}  // namespace
}  // namespace drover::record::columns_test
