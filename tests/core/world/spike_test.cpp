#include "core/world/scenario/spike.h"

#include <gtest/gtest.h>

#include "core/world/scenario/spike_fields.h"
#include "core/world/scenario/spike_text.h"

namespace drover::world::spike_test {
namespace {

std::vector<std::int64_t> outside(const Spike& spike, std::uint64_t first, std::uint64_t last) {
    std::vector<std::int64_t> out;
    for (std::uint64_t frame = first; frame <= last; ++frame)
        out.push_back(spikeAt({&spike, 1}, frame).outside_ns);
    return out;
}
using Sizes = std::vector<std::int64_t>;

TEST(Spike, ShapesByHand) {
    const Spike base{.size_ns = 100, .first_frame = 3, .last_frame = 6};
    Spike spike = base;
    spike.shape = SpikeShape::kPulse;
    EXPECT_EQ(outside(spike, 1, 8), (Sizes{0, 0, 100, 0, 0, 0, 0, 0}));
    spike.shape = SpikeShape::kStep;
    EXPECT_EQ(outside(spike, 1, 8), (Sizes{0, 0, 100, 100, 100, 100, 0, 0}));
    spike.shape = SpikeShape::kRamp;
    EXPECT_EQ(outside(spike, 1, 8), (Sizes{0, 0, 25, 50, 75, 100, 0, 0}));
    spike.shape = SpikeShape::kTrain;
    spike.period_frames = 3;
    spike.last_frame = 10;
    EXPECT_EQ(outside(spike, 1, 12), (Sizes{0, 0, 100, 0, 0, 100, 0, 0, 100, 0, 0, 0}));
    spike.length_frames = 2;
    EXPECT_EQ(outside(spike, 1, 12), (Sizes{0, 0, 100, 100, 0, 100, 100, 0, 100, 100, 0, 0}));
}

TEST(Spike, ARampOfTheLargestSizeAndLengthIsExact) {
    const Spike spike{
        .shape = SpikeShape::kRamp, .size_ns = kMaxSpikeNs, .first_frame = 1, .last_frame = kMaxSpikeFrame};
    EXPECT_EQ(spikeAt({&spike, 1}, 1).outside_ns, 10);
    EXPECT_EQ(spikeAt({&spike, 1}, 123'456'789).outside_ns, 1'234'567'890);
    EXPECT_EQ(spikeAt({&spike, 1}, kMaxSpikeFrame).outside_ns, kMaxSpikeNs);
    EXPECT_EQ(spikeAt({&spike, 1}, std::uint64_t{kMaxSpikeFrame} + 1).outside_ns, 0);
}

TEST(Spike, NoiseIsEvenAndComesBackTheSame) {
    Spike spike{.shape = SpikeShape::kNoise, .size_ns = 3, .first_frame = 1, .last_frame = 40'000};
    std::array<int, 4> drawn = {};
    for (const std::int64_t size : outside(spike, 1, 40'000)) ++drawn[static_cast<std::size_t>(size)];
    for (const int n : drawn) EXPECT_NEAR(n, 10'000, 5 * 87);  // five deviations
    EXPECT_EQ(outside(spike, 40'001, 40'002), (Sizes{0, 0}));
    const Sizes once = outside(spike, 1, 100);
    EXPECT_EQ(outside(spike, 1, 100), once);
    spike.seed = 2;
    EXPECT_NE(outside(spike, 1, 100), once);
}

TEST(Spike, SeveralAddUpInsideAndOutsideApart) {
    const Spike spikes[] = {
        {.size_ns = 5, .first_frame = 1, .last_frame = 2},
        {.size_ns = 30, .first_frame = 2, .last_frame = 3},
        {.place = SpikePlace::kInside, .size_ns = 700, .first_frame = 2, .last_frame = 2},
    };
    EXPECT_EQ(spikeAt(spikes, 1).outside_ns, 5);
    EXPECT_EQ(spikeAt(spikes, 2).outside_ns, 35);
    EXPECT_EQ(spikeAt(spikes, 2).inside_ns, 700);
    EXPECT_EQ(spikeAt(spikes, 3).inside_ns, 0);
    EXPECT_EQ(spikeAt({}, 1).outside_ns, 0);
}

TEST(Spike, SharesOfAnInsideSpikeAreProportionalAndAddUp) {
    const std::int64_t inside_ns = 10'000'000'001, total_ns = 700'000'000'000;
    EXPECT_EQ(insideShare(inside_ns, 0, total_ns, total_ns), inside_ns);
    EXPECT_EQ(insideShare(1000, 0, 30, 120), 250);
    EXPECT_EQ(insideShare(1000, 30, 90, 120), 750);
    EXPECT_EQ(insideShare(1000, 0, 0, 120), 0);
    EXPECT_EQ(insideShare(1000, 0, 0, 0), 0);
    std::int64_t before = 0, sum = 0;
    for (std::int64_t cost = 0; cost < 1000; ++cost) {
        sum += insideShare(1'000'003, before, cost, 999 * 500);
        before += cost;
    }
    EXPECT_EQ(sum, 1'000'003);
}

TEST(SpikeText, ReadsEveryForm) {
    const auto read = [](const char* text) {
        Result<Spike> spike = parseSpike(text);
        EXPECT_TRUE(spike) << text << ": " << spike.error.message();
        return spike ? *spike : Spike{.size_ns = -1};
    };
    EXPECT_EQ(read("step:20ms@200-400"),
              (Spike{.size_ns = 20'000'000, .first_frame = 200, .last_frame = 400}));
    EXPECT_EQ(
        read("pulse:5ms@100"),
        (Spike{.shape = SpikeShape::kPulse, .size_ns = 5'000'000, .first_frame = 100, .last_frame = 100}));
    EXPECT_EQ(read("train:8ms@100-500/20"), (Spike{.shape = SpikeShape::kTrain,
                                                   .size_ns = 8'000'000,
                                                   .first_frame = 100,
                                                   .last_frame = 500,
                                                   .period_frames = 20}));
    EXPECT_EQ(read("train:8ms@100-500/20x3,inside"), (Spike{.shape = SpikeShape::kTrain,
                                                            .place = SpikePlace::kInside,
                                                            .size_ns = 8'000'000,
                                                            .first_frame = 100,
                                                            .last_frame = 500,
                                                            .period_frames = 20,
                                                            .length_frames = 3}));
    EXPECT_EQ(read("noise:1.5us@1-9,inside,seed=7"), (Spike{.shape = SpikeShape::kNoise,
                                                            .place = SpikePlace::kInside,
                                                            .size_ns = 1'500,
                                                            .first_frame = 1,
                                                            .last_frame = 9,
                                                            .seed = 7}));
    EXPECT_EQ(read("ramp:800ns@7-7").size_ns, 800);
    EXPECT_EQ(read("step:10s@1-1000000000").size_ns, kMaxSpikeNs);
    EXPECT_EQ(read("step:20ms@200-400,inside,outside").place, SpikePlace::kOutside);
}

TEST(SpikeText, WhatIsSpelledReadsBackTheSame) {
    for (const char* text :
         {"step:20ms@200-400", "pulse:5ms@100", "train:8ms@100-500/20", "train:8ms@100-500/20x3,inside",
          "noise:1500ns@1-9,inside,seed=7", "ramp:1234567us@7-8", "step:10s@1-2", "noise:0s@1-9"}) {
        Result<Spike> spike = parseSpike(text);
        ASSERT_TRUE(spike) << text;
        EXPECT_EQ(spelled(*spike), text);
    }
}

struct BadSpike {
    const char* text;
    const char* message;
};
class SpikeTextRefuses : public testing::TestWithParam<BadSpike> {};

TEST_P(SpikeTextRefuses, SaysWhatAndWhatIsAllowed) {
    Result<Spike> spike = parseSpike(GetParam().text);
    ASSERT_FALSE(spike);
    EXPECT_EQ(spike.error.message(), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, SpikeTextRefuses,
    testing::Values(
        BadSpike{"", "spike: found '', allowed SHAPE:SIZE@FRAMES, such as step:20ms@200-400"},
        BadSpike{"step", "spike: found 'step', allowed SHAPE:SIZE@FRAMES, such as step:20ms@200-400"},
        BadSpike{"stp:20ms@200-400", "spike.shape: found 'stp', allowed pulse, step, ramp, train, noise"},
        BadSpike{"step:20ms", "spike: found '20ms', allowed SIZE@FRAMES, such as 20ms@200-400"},
        BadSpike{"step:20@200-400",
                 "spike.size: found '20', allowed 0s to 10s, in ns, us, ms or s, such as 20ms"},
        BadSpike{"step:-1ms@200-400",
                 "spike.size: found '-1ms', allowed 0s to 10s, in ns, us, ms or s, such as 20ms"},
        BadSpike{"step:11s@200-400",
                 "spike.size: found '11s', allowed 0s to 10s, in ns, us, ms or s, such as 20ms"},
        BadSpike{"step:nanms@200-400",
                 "spike.size: found 'nanms', allowed 0s to 10s, in ns, us, ms or s, such as 20ms"},
        BadSpike{"step:ms@200-400",
                 "spike.size: found 'ms', allowed 0s to 10s, in ns, us, ms or s, such as 20ms"},
        BadSpike{"step:20 ms@200-400",
                 "spike.size: found '20 ms', allowed 0s to 10s, in ns, us, ms or s, such as 20ms"},
        BadSpike{"step:20ms@200", "spike.frames: found '200', allowed FIRST-LAST, such as 200-400"},
        BadSpike{"step:20ms@200-400/20",
                 "spike.frames: found '200-400/20', allowed FIRST-LAST, such as 200-400"},
        BadSpike{"pulse:20ms@200-400", "spike.frames: found '200-400', allowed FIRST, such as 100"},
        BadSpike{"train:20ms@200-400",
                 "spike.frames: found '200-400', allowed FIRST-LAST/PERIOD, such as 100-500/20"},
        BadSpike{"train:20ms@2/4-6",
                 "spike.frames: found '2/4-6', allowed FIRST-LAST/PERIOD, such as 100-500/20"},
        BadSpike{"step:20ms@0-400", "spike.first_frame: found '0', allowed whole numbers 1 to 1000000000"},
        BadSpike{"step:20ms@-400", "spike.first_frame: found '', allowed whole numbers 1 to 1000000000"},
        BadSpike{"step:20ms@2-4000000000",
                 "spike.last_frame: found '4000000000', allowed whole numbers 1 to 1000000000"},
        BadSpike{"step:20ms@2-x\xff",
                 "spike.last_frame: found 'x\\xff', allowed whole numbers 1 to 1000000000"},
        BadSpike{"step:20ms@400-200", "spike.last_frame: found 200, allowed 400 (first_frame) or later"},
        BadSpike{"train:8ms@1-9/0", "spike.period_frames: found '0', allowed whole numbers 1 to 1000000000"},
        BadSpike{"train:8ms@1-9/3x", "spike.length_frames: found '', allowed whole numbers 1 to 1000000000"},
        BadSpike{"train:8ms@1-9/3x4", "spike.length_frames: found 4, allowed up to 3 (period_frames)"},
        BadSpike{"step:20ms@200-400,", "spike: found '', allowed outside, inside"},
        BadSpike{"step:20ms@200-400,seed=3", "spike: found 'seed=3', allowed outside, inside"},
        BadSpike{"noise:20ms@200-400,seed=-3", "spike: found 'seed=-3', allowed outside, inside, seed=N"}));

TEST(SpikeText, AnyBytesGetAnAnswer) {
    const std::string whole = "train:8ms@100-500/20x3,inside";
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        Result<Spike> shorter = parseSpike(whole.substr(0, cut));
        EXPECT_EQ(bool(shorter),
                  cut == whole.size() - 7 || cut == whole.size() - 9 || cut == whole.size() - 10)
            << cut;
        for (const char c : {'\0', '\x80', ':', '@', '-', '/', 'x', ',', '9'}) {
            std::string bent = whole;
            bent[cut] = c;
            if (Result<Spike> spike = parseSpike(bent)) {
                EXPECT_FALSE(flawOf(*spike)) << bent;
                EXPECT_EQ(*parseSpike(spelled(*spike)), *spike) << bent;
            }
        }
    }
}

TEST(SpikeFields, WhatIsWrittenReadsBackTheSame) {
    const Spike spike{.shape = SpikeShape::kNoise,
                      .place = SpikePlace::kInside,
                      .size_ns = 1'234'567,
                      .first_frame = 5,
                      .last_frame = 90,
                      .period_frames = 4,
                      .length_frames = 2,
                      .seed = ~std::uint64_t{0}};
    const std::string text = FieldWriter::write(spike);
    EXPECT_NE(text.find("\"size_ms\": 1.234567,"), std::string::npos) << text;
    Result<JsonDocument> document = parseJson("s.json", text);
    ASSERT_TRUE(document);
    std::optional<InputError> error;
    Spike back;
    FieldReader(*document, error).read(document->root, "", back);
    EXPECT_FALSE(error);
    EXPECT_EQ(back, spike);
    EXPECT_NE(SchemaWriter::write<Spike>("Spike").find("\"default\": 20"), std::string::npos);
}

TEST(SpikeFields, ASizeOutOfRangeIsRefused) {
    Result<JsonDocument> document = parseJson("s.json", "{\"size_ms\": 10001}");
    ASSERT_TRUE(document);
    std::optional<InputError> error;
    Spike spike;
    FieldReader(*document, error).read(document->root, "", spike);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->message(), "s.json:1:13: size_ms: found 10001, allowed 0 to 10000");
}

}  // namespace
}  // namespace drover::world::spike_test
