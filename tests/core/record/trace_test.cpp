#include "core/record/trace.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace drover::record::trace_test {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> kKinds = {"hares", "\"wolves\"\\"};

FrameRecord frameOf(std::uint64_t frame, std::int64_t frame_time_ns) {
    FrameRecord record{.frame = frame, .frame_time_ns = frame_time_ns, .budget_ns = 4'000'000};
    record.whole.c_total_ns = 1'500'001;
    record.whole.u_total = 0.75;
    return record;
}

std::vector<TaskEvent> twoRunOneWaits() {
    return {{.task = 3, .kind = 0, .start_ns = 1'000, .cost_ns = 1'500'000, .band = Band::kNear},
            {.task = 4, .kind = 1, .start_ns = 1'501'000, .cost_ns = 1, .band = Band::kMiddle},
            {.task = 5,
             .kind = 1,
             .start_ns = 1'501'001,
             .cost_ns = 9'000'000,
             .band = Band::kFar,
             .was_delayed = true,
             .reason = "dearer than what was left"}};
}

Json eventsNamed(const Json& trace, const std::string& name) {
    Json out = Json::array();
    for (const Json& event : trace) {
        if (event["name"] == name) out.push_back(event);
    }
    return out;
}

TEST(Trace, TellsFramesTasksWaitsAndCounters) {
    TraceWriter writer(kKinds);
    std::string out;
    writer.appendFrame(out, frameOf(1, 16'000'000), twoRunOneWaits());
    writer.appendFrame(out, frameOf(2, 17'000'000), twoRunOneWaits());
    writer.finish(out);
    EXPECT_EQ(out.rfind("[{\"", 0), 0u);  // Perfetto recognises the format by this
    const Json trace = Json::parse(out);
    EXPECT_EQ(trace.size(), 3u + 2 * (1 + 3 + 3));

    const Json first = eventsNamed(trace, "frame 1")[0], second = eventsNamed(trace, "frame 2")[0];
    EXPECT_EQ(first["ts"], 0);
    EXPECT_EQ(first["dur"], 16'000);
    EXPECT_EQ(second["ts"], 16'000);
    EXPECT_EQ(second["dur"], 17'000);
    EXPECT_EQ(first["args"]["td_ms"], 4);

    const Json hare = eventsNamed(trace, "hares 3");
    ASSERT_EQ(hare.size(), 2u);
    EXPECT_EQ(hare[1],
              Json::parse(R"({"ph": "X", "pid": 1, "tid": 2, "ts": 16001, "dur": 1500, "name": "hares 3",
        "cat": "near", "args": {"task": 3, "band": "near", "cost_ms": 1.5}})"));
    const Json wolf = eventsNamed(trace, "\"wolves\"\\ 4");
    ASSERT_EQ(wolf.size(), 2u);
    EXPECT_EQ(wolf[0]["dur"], 0.001);
    const Json waiting = eventsNamed(trace, "\"wolves\"\\ 5");
    ASSERT_EQ(waiting.size(), 2u);
    EXPECT_EQ(waiting[0], Json::parse(R"({"ph": "i", "s": "t", "pid": 1, "tid": 2, "ts": 1501.001,
        "name": "\"wolves\"\\ 5", "cat": "far",
        "args": {"task": 5, "band": "far", "cost_ms": 9, "reason": "dearer than what was left"}})"));

    EXPECT_EQ(eventsNamed(trace, "c_total_ms")[1],
              Json::parse(R"({"ph": "C", "pid": 1, "ts": 16000, "name": "c_total_ms",
        "args": {"value": 1.500001}})"));
    EXPECT_EQ(eventsNamed(trace, "td_ms")[0]["args"]["value"], 4);
    EXPECT_EQ(eventsNamed(trace, "u_total")[0]["args"]["value"], 0.75);
}

TEST(Trace, AFrameIsNeverShorterThanItsTasks) {
    TraceWriter writer(kKinds);
    std::string out;
    writer.appendFrame(out, frameOf(1, 1'000), twoRunOneWaits());
    writer.appendFrame(out, frameOf(2, 0), {});
    writer.appendFrame(out, frameOf(3, 5), {});
    writer.finish(out);
    const Json trace = Json::parse(out);
    EXPECT_EQ(eventsNamed(trace, "frame 1")[0]["dur"], 1501.001);  // a delayed task takes no time
    EXPECT_EQ(eventsNamed(trace, "frame 2")[0]["ts"], 1501.001);
    EXPECT_EQ(eventsNamed(trace, "frame 2")[0]["dur"], 0);
    EXPECT_EQ(eventsNamed(trace, "frame 3")[0]["ts"], 1501.001);
}

// Computes times as Perfetto does, which drops a slice that begins before the previous one ends.
TEST(Trace, TasksDoNotOverlapInTheReadersArithmetic) {
    TraceWriter writer(kKinds);
    std::string out;
    constexpr std::int64_t kCost = 100'003, kTasks = 60, kFrames = 200;
    for (std::uint64_t frame = 1; frame <= kFrames; ++frame) {
        std::vector<TaskEvent> tasks;
        for (std::int64_t i = 0; i < kTasks; ++i) tasks.push_back({.start_ns = i * kCost, .cost_ns = kCost});
        writer.appendFrame(out, frameOf(frame, 16'666'667), tasks);
    }
    writer.finish(out);
    const auto nanoseconds = [](const Json& micros) {
        return static_cast<std::int64_t>(micros.get<double>() * 1000.0);
    };
    std::int64_t n = 0;
    for (const Json& event : Json::parse(out)) {
        if (event["ph"] != "X" || event["tid"] != 2) continue;
        EXPECT_EQ(nanoseconds(event["ts"]), n / kTasks * 16'666'667 + n % kTasks * kCost);
        EXPECT_EQ(nanoseconds(event["dur"]), kCost);
        ++n;
    }
    EXPECT_EQ(n, kTasks * kFrames);
}

TEST(Trace, ParsesWhereverTheRunIsCut) {
    for (std::uint64_t frames = 0; frames < 20; ++frames) {
        TraceWriter writer(kKinds);
        std::string out;
        for (std::uint64_t frame = 1; frame <= frames; ++frame) {
            std::string piece;  // a caller may write each piece out and clear it
            writer.appendFrame(piece, frameOf(frame, 16'666'667), twoRunOneWaits());
            out += piece;
        }
        writer.finish(out);
        const Json trace = Json::parse(out, nullptr, false);
        ASSERT_FALSE(trace.is_discarded()) << frames;
        EXPECT_EQ(trace.size(), 3 + 7 * frames);
    }
}

}  // namespace
}  // namespace drover::record::trace_test
