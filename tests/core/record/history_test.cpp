#include "core/record/history.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/allocations.h"
#include "core/base/random.h"
#include "tests/core/record/sample_record.h"

namespace drover::record::history_test {
namespace {

constexpr std::size_t kCost = columnOf("c_total_ms");

// Whole nanoseconds below 2^32, unordered.
std::int64_t costOf(std::uint64_t frame) {
    return std::int64_t{randomBlock(3, static_cast<std::uint32_t>(frame), 0, 0, Purpose::kBirth)[0]};
}

History filled(std::size_t capacity, std::uint64_t first, std::uint64_t end) {
    History history(capacity);
    for (std::uint64_t frame = first; frame < end; ++frame) {
        FrameRecord record{.frame = frame};
        record.whole.c_total_ns = costOf(frame);
        history.push(record);
    }
    return history;
}

TEST(History, GivesBackWhatItWasGiven) {
    History history(4);
    for (std::uint64_t frame = 7; frame < 18; ++frame) {
        history.push(sampleRecord(frame, static_cast<double>(frame * 1000)));
        const FrameRange held = history.frames();
        EXPECT_EQ(held.end, frame + 1);
        EXPECT_EQ(held.size(), std::min<std::uint64_t>(frame - 6, 4));
        EXPECT_EQ(history.size(), held.size());
        for (std::size_t age = 0; age < history.size(); ++age) {
            const FrameRecord expected = sampleRecord(frame - age, static_cast<double>((frame - age) * 1000));
            for (std::size_t c = 0; c < kColumnCount; ++c) {
                EXPECT_EQ(keptValue(kColumns[c], history.atAge(age)), keptValue(kColumns[c], expected));
                EXPECT_EQ(history.value(c, frame - age), shownValue(kColumns[c], expected));
            }
        }
    }
    history.clear();
    EXPECT_EQ(history.frames().size(), 0u);
    history.push(sampleRecord(1, 0));  // another run begins
    EXPECT_EQ(history.frames().first, 1u);
    EXPECT_EQ(history.size(), 1u);
}

TEST(History, HoldsTenMinutesAndAllocatesNothing) {
    History history;
    EXPECT_GE(history.capacity(), 36'000u);
    std::vector<double> scratch;
    history.summary(kCost, history.frames(), scratch);
    std::vector<MinMax> pixels(800);
    const std::size_t before = allocationsSoFar(), bytes = history.bytes();
    FrameRecord record;
    for (record.frame = 1; record.frame <= 80'000; ++record.frame) history.push(record);
    EXPECT_EQ(history.summary(kCost, history.frames(), scratch).count, history.capacity());
    history.minMaxPerPixel(kCost, history.frames(), pixels);
    EXPECT_EQ(history.atAge(0).frame, 80'000u);
    EXPECT_EQ(allocationsSoFar(), before);
    EXPECT_EQ(history.bytes(), bytes);
}

TEST(History, SummaryAgreesWithBruteForce) {
    const History history = filled(100, 1, 251);  // holds 151 to 250, with the seam in the middle
    std::vector<double> scratch;
    for (const FrameRange range : {FrameRange{151, 251}, FrameRange{0, 1000}, FrameRange{190, 210},
                                   FrameRange{199, 202}, FrameRange{200, 201}, FrameRange{240, 400}}) {
        std::vector<double> expected;
        for (std::uint64_t f = std::max<std::uint64_t>(range.first, 151);
             f < std::min<std::uint64_t>(range.end, 251); ++f) {
            expected.push_back(static_cast<double>(costOf(f)) / 1e6);
        }
        const Summary s = history.summary(kCost, range, scratch);
        ASSERT_EQ(s.count, expected.size());
        double sum = 0;
        for (const double v : expected) sum += v;
        EXPECT_NEAR(s.mean, sum / static_cast<double>(expected.size()), 1e-9);
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(s.min, expected.front());
        EXPECT_EQ(s.max, expected.back());
        // The smallest number that at least `percent` % of the numbers do not exceed.
        const auto nearest = [&](std::size_t percent) {
            for (std::size_t i = 0;; ++i) {
                if ((i + 1) * 100 >= percent * expected.size()) return expected[i];
            }
        };
        EXPECT_EQ(s.p50, nearest(50));
        EXPECT_EQ(s.p99, nearest(99));
    }
    for (const FrameRange none : {FrameRange{0, 151}, FrameRange{251, 300}, FrameRange{200, 200}}) {
        EXPECT_EQ(history.summary(kCost, none, scratch).count, 0u);
    }
}

TEST(Summary, NearestRankByHand) {
    const auto of = [](std::vector<double> values, unsigned percent) { return percentile(values, percent); };
    EXPECT_EQ(of({2, 1}, 50), 1);
    EXPECT_EQ(of({3, 1, 2}, 50), 2);
    EXPECT_EQ(of({4, 3, 2, 1}, 75), 3);
    EXPECT_EQ(of({4, 3, 2, 1}, 76), 4);
    EXPECT_EQ(of({5}, 1), 5);
    EXPECT_EQ(of({5, 6}, 100), 6);
    std::vector<double> hundred;
    for (int i = 100; i > 0; --i) hundred.push_back(i);
    EXPECT_EQ(of(hundred, 99), 99);
    hundred.push_back(101);
    EXPECT_EQ(of(hundred, 99), 100);
    EXPECT_EQ(summarize({}).count, 0u);
}

TEST(History, PixelsHoldTheSmallestAndLargestOfTheirFrames) {
    const History history = filled(100, 1, 251);
    for (const FrameRange range : {FrameRange{151, 251}, FrameRange{190, 215}, FrameRange{140, 160},
                                   FrameRange{151, 152}, FrameRange{1, 1000}}) {
        for (const std::size_t width : {1u, 3u, 7u, 20u, 300u}) {
            std::vector<MinMax> pixels(width), expected(width);
            history.minMaxPerPixel(kCost, range, pixels);
            for (std::size_t p = 0; p < width; ++p) {
                const std::uint64_t first = range.first + range.size() * p / width;
                std::uint64_t frame = first;
                do {
                    if (!history.frames().has(frame)) continue;
                    const double value = history.value(kCost, frame);
                    expected[p] = {std::min(expected[p].min, value), std::max(expected[p].max, value)};
                } while (++frame < range.first + range.size() * (p + 1) / width);
                EXPECT_EQ(pixels[p].isEmpty(), expected[p].isEmpty())
                    << range.first << " " << width << " " << p;
                EXPECT_EQ(pixels[p].min, expected[p].min) << range.first << " " << width << " " << p;
                EXPECT_EQ(pixels[p].max, expected[p].max) << range.first << " " << width << " " << p;
            }
        }
    }
    std::vector<MinMax> nothing(3, MinMax{1, 2});
    history.minMaxPerPixel(kCost, {200, 200}, nothing);
    EXPECT_TRUE(nothing[0].isEmpty());
}

TEST(History, AMeanCountsWhatItIsOverAndIsNothingOverNobody) {
    constexpr std::size_t kLate = columnOf("far_d_assigned_ms"), kAi = columnOf("ai_ms");
    History history(8);
    const auto push = [&](std::uint64_t tasks, std::int64_t late_ms) {
        FrameRecord record{.frame = history.frames().end};
        record.ai_ns = late_ms * 1'000'000;
        record.bands[row(Band::kFar)].tasks = tasks;
        record.bands[row(Band::kFar)].d_assigned_ns = late_ms * 1'000'000;
        history.push(record);
    };
    for (int frame = 0; frame < 3; ++frame) push(0, 0);
    EXPECT_EQ(history.mean(kLate, history.frames()), std::nullopt);
    EXPECT_EQ(history.mean(kAi, history.frames()), 0.0);
    push(1, 10);
    push(3, 30);
    EXPECT_EQ(history.mean(kLate, history.frames()), 25.0) << "one waits 10 ms, three wait 30";
    EXPECT_EQ(history.mean(kLate, {4, 100}), 30.0) << "frames that are not held do not count";
    EXPECT_EQ(history.mean(kAi, history.frames()), 8.0) << "each frame counts the same";
    EXPECT_EQ(history.mean(kAi, {2, 2}), std::nullopt);
}

TEST(History, ShowsThePastAndForgetsWhatCameAfterItWithTheNextRecord) {
    History history = filled(100, 0, 20);
    history.showUntil(9);
    EXPECT_EQ(history.frames().end, 10u);
    history.showAll();
    EXPECT_EQ(history.frames().end, 20u);
    history.showUntil(9);
    history.push({.frame = 10});
    history.showAll();
    EXPECT_EQ(history.frames().end, 11u) << "frames of another course";
    EXPECT_EQ(history.frames().first, 0u);
}

}  // namespace
}  // namespace drover::record::history_test
