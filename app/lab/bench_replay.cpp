// drover-lab bench replay: what recording costs a frame, what a copy of a world costs, and how long it takes
// to get to any frame of a recording. Everything under the real clock.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>

#include "app/command_line/assets.h"
#include "app/command_line/output.h"
#include "app/command_line/steady_clock.h"
#include "app/lab/bench.h"
#include "app/lab/world_run.h"
#include "core/base/grouped.h"
#include "core/replay/replayer.h"

namespace drover::lab {
namespace {

constexpr std::size_t kKeyframeBytes = std::size_t{512} << 20;
constexpr std::size_t kMostSeeks = 100;
constexpr double kLongestSeeks_ms = 60'000;  // no more is begun after so long

double millisecondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

struct Figures {
    double frame_ms = 0, note_ms = 0, seconds = 0;  // sums over the run
    double copy_ms = 0, copy_again_ms = 0, replay_ms = 0, seek_p50_ms = 0, seek_p99_ms = 0;
    std::uint64_t frames = 0;
    std::size_t bytes = 0, world_bytes = 0, keyframes = 0, keyframe_bytes = 0, spacing = 0, seeks = 0;
};

// A run as in the window: stepped, noted on a tape, kept in keyframes.
Figures measureRun(const char* name, std::uint64_t frames) {
    world::Scenario scenario = command_line::loadScenario(name);
    scenario.load.clock = world::ClockKind::kReal;
    command_line::SteadyClock clock;
    Figures f{.frames = frames};
    replay::Tape tape;
    world::World world(scenario, &clock);
    double frame_time = scenario.frame_time;
    for (std::uint64_t i = 0; i < frames; ++i) {
        f.frame_ms += millisecondsOf([&] { world.step(frame_time); });
        f.note_ms += millisecondsOf([&] { tape.add(frame_time, {}, world); });
        f.seconds += frame_time;
        frame_time = world.naturalFrameTime();
    }
    f.bytes = tape.bytes();
    f.world_bytes = world.bytes();
    std::unique_ptr<world::World> copy;
    f.copy_ms = millisecondsOf([&] { copy = std::make_unique<world::World>(world); });
    f.copy_again_ms = millisecondsOf([&] { *copy = world; });
    copy.reset();
    world::World again(scenario, &clock);
    replay::Keyframes keyframes(kKeyframeBytes);
    replay::Replayer replayer(tape, again, &keyframes);
    f.replay_ms = millisecondsOf([&] { replayer.seek(frames); });
    if (again.stateHash() != world.stateHash()) command_line::say(fmt::format("{}: another state\n", name));
    f.keyframes = keyframes.all().size();
    f.keyframe_bytes = keyframes.bytes();
    f.spacing = keyframes.spacing();
    std::mt19937_64 random(1);
    std::vector<double> seeks;
    for (double passed_ms = 0; seeks.size() < kMostSeeks && passed_ms < kLongestSeeks_ms;
         passed_ms += seeks.back())
        seeks.push_back(millisecondsOf([&] { replayer.seek(random() % (frames + 1)); }));
    const record::Summary summary = record::summarize(seeks);
    f.seeks = summary.count, f.seek_p50_ms = summary.p50, f.seek_p99_ms = summary.p99;
    return f;
}

void report(BenchReport& out, const char* name, const Figures& f) {
    const auto frames = static_cast<double>(f.frames);
    const double mib = 1 << 20;
    const std::string at = std::string(name) + "/";
    out.ratios[at + "recording_of_frame"] = f.note_ms / (f.seconds * 1e3);
    out.ratios[at + "replay_of_run"] = f.replay_ms / (f.seconds * 1e3);
    out.results[at + "seek_p99"] = {f.seek_p99_ms * 1e6, {}};
    out.text += fmt::format(
        "{}: {} frames, {:.0f} s of the world\n"
        "  recording   {:.4f} ms a frame, {:.2f} % of it; {:.3f} MB/s\n"
        "  copy        {:.1f} MiB (said); {:.2f} ms, into its own memory {:.2f} ms\n"
        "  replay      {:.3f} ms a frame, {:.1f} times as fast as the run\n"
        "  keyframes   {} of {:.0f} MiB together, one every {} frames\n"
        "  seek        median {:.1f} ms, p99 {:.1f} ms, of {} random ones\n",
        name, grouped(f.frames), f.seconds, f.note_ms / frames, 100 * f.note_ms / (f.seconds * 1e3),
        static_cast<double>(f.bytes) * 1e-6 / f.seconds, static_cast<double>(f.world_bytes) / mib, f.copy_ms,
        f.copy_again_ms, f.replay_ms / frames, f.seconds * 1e3 / f.replay_ms, f.keyframes,
        static_cast<double>(f.keyframe_bytes) / mib, f.spacing, f.seek_p50_ms, f.seek_p99_ms, f.seeks);
}

}  // namespace

BenchReport benchReplay(const BenchOptions& options) {
    BenchReport out;
    report(out, "plains", measureRun("plains", options.frames));
    report(out, "million", measureRun("million", std::max<std::uint64_t>(options.frames / 10, 100)));
    return out;
}

}  // namespace drover::lab
